"""The two ways to end a set-aside turn in the packed rules: with a result that claims something, or by failing."""

from typing import Any

import numpy as np

from roost.games.set_aside.adapters.packed_turn import STOP
from roost.study.fast.bits import bit
from roost.study.fast.chance import MASK_AT
from roost.study.fast.compiler import called
from roost.study.fast.records import ROLL
from roost.study.fast.rules import roll


@called
def stand_on(rules: Any, start: Any, state: Any, total: Any) -> None:
    """Set ``state`` to the turn that began at ``start``, with a worm and this result aside, and no roll left."""
    state[0] = start[0]
    state[0].aside = bit(MASK_AT + rules.worm)
    state[0].roll = 0
    state[0].total = total
    state[0].left = 0
    state[0].node = STOP


@called
def fail_turn(rules: Any, start: Any, state: Any) -> None:
    """Set ``state`` to what follows ``start`` when a roll of symbols that already lie aside fails the turn (SA-5)."""
    not_a_worm = np.uint32(1 if rules.worm == 0 else 0)
    state[0] = start[0]
    state[0].aside = 1 << (MASK_AT + not_a_worm)
    state[0].node = ROLL
    roll(rules, state[0], np.uint32(1 << (MASK_AT + not_a_worm)))
