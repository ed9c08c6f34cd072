"""The bots that play whole set-aside turns in compiled code: the rooster and the fox."""

from typing import Any

from roost.study.fast.packed import Packing
from roost.study.fast.turn_players import TurnPlayer


def turn_player(packed: Packing[Any, Any], name: str) -> TurnPlayer | None:
    """Return the bot of this name, or None if it has no compiled code."""
    if name == "rooster":
        from roost.games.set_aside.adapters.solved_play import SetAsideSolvedPlay

        return SetAsideSolvedPlay(packed)
    if name == "fox":
        from roost.games.set_aside.adapters.fox import FoxTurns

        return FoxTurns(packed)
    return None
