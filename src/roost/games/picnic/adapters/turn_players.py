"""The bot that plays whole turns of Picnic Blitz in compiled code: the rooster."""

from typing import Any

from roost.study.fast.packed import Packing
from roost.study.fast.turn_players import TurnPlayer


def turn_player(packed: Packing[Any, Any], name: str) -> TurnPlayer | None:
    """Return the bot of this name, or None if it has no compiled code."""
    if name != "rooster":
        return None
    from roost.games.picnic.adapters.rooster import RoosterTurns

    return RoosterTurns(packed)
