"""Many turns at once, of any game that there is a solver for."""

from __future__ import annotations

from typing import Any

from roost.core.errors import OptionError
from roost.fast.packing import Packing
from roost.fast.records import Records
from roost.games.picnic.game import Picnic
from roost.games.set_aside import SetAsideGame
from roost.models import picnic_turns, turns
from roost.models.turns import Leaf, Turns

__all__ = ["solve_turns"]


def solve_turns(packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
    """Solve turns of one game, given by packed positions at their starts, when ``leaf`` values what comes after."""
    if isinstance(packed.game, SetAsideGame):
        return turns.solve_turns(packed, states, leaf)
    if isinstance(packed.game, Picnic):
        return picnic_turns.solve_turns(packed, states, leaf)
    raise OptionError(f"there is no solver for {packed.game.name}", input=packed.game.name)
