"""The player of whole turns of Picnic Blitz in compiled code: the rooster."""

from typing import Any

from roost.study.fast.packed import Packing
from roost.study.fast.turn_players import TurnPlayer


def turn_player(packed: Packing[Any, Any], name: str) -> TurnPlayer | None:
    """The bot of this name, if there is compiled code for them."""
    if name != "rooster":
        return None
    from roost.games.picnic.faces.rooster import RoosterTurns

    return RoosterTurns(packed)
