"""Value a turn as deep as time and memory allow.

Before a greater depth is solved, its cost is estimated: the number of positions, the time and the memory. To estimate
the cost, a few of the next turns are solved and timed, without the cache. If a depth takes far longer than estimated,
it is abandoned, and the result of the previous depth is returned.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.memory import MEGABYTE, MEMORY, MemoryBudget, OutOfMemoryError
from roost.core.state import State
from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Evaluator, network_evaluator
from roost.study.models.model import model
from roost.study.models.searched_turn import TooLongError, search_within
from roost.study.models.solved_turn import DEEPEST, PIECE, has_model, solve_turns, turn_start, value_with
from roost.study.models.valuation import Valuation

MOST_LEAVES = 50_000_000
"""Maximum number of positions to evaluate, however much time is available."""
_SAMPLES = (2, PIECE)
"""Numbers of turns to solve for estimating a turn's cost; the second sample is used only if the first was quick."""
_SAMPLING = 0.05
"""Maximum fraction of the time that the first sample may take if a second is to follow."""
_LOOKING = 32 * MEGABYTE
"""Memory that a network needs to evaluate one batch of positions, in bytes."""
_PATIENCE = 2.0
"""Multiple of the time limit after which a depth is abandoned."""

Clock = Callable[[], float]


class DepthCost(NamedTuple):
    """The estimated cost of solving to some depth."""

    leaves: float
    """Number of positions that the network evaluates."""
    seconds: float
    memory: int
    """Peak memory in bytes."""


class _Counter:
    """An evaluator that counts the positions, keeps the first batch of them, and enforces a time limit."""

    def __init__(self, ask: Evaluator, until: float = np.inf, clock: Clock = perf_counter) -> None:
        self._ask = ask
        self._until = until
        self._clock = clock
        self.count = 0
        self.first: tuple[Packing[Any, Any], Records] | None = None

    def __call__(self, packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        if self._clock() > self._until:
            raise TooLongError
        self.count += len(states)
        if self.first is None:
            self.first = packed, states
        return self._ask(packed, states, first)


def value_within(state: State, seconds: float, memory: MemoryBudget = MEMORY, clock: Clock = perf_counter) -> Valuation:
    """Value the turn of ``state`` as deep as the time and memory limits allow, but at least one turn deep."""
    began, start = clock(), turn_start(state)
    if not has_model(type(start.game)):
        return search_within(start, seconds, memory, clock)
    own_model = model(start.game)
    ask = network_evaluator(own_model.net)
    counter = _Counter(ask)
    valuation = value_with(own_model, start, 1, counter)
    if counter.first is None or start.seat is None:
        return valuation
    packed, after = counter.first
    after = _distinct(after[after["node"] != OVER])
    if not len(after):
        return valuation
    try:
        turn = _one_turn(packed, after, ask, seconds * _SAMPLING, memory, clock)
        turns = float(len(after))
        for depth in range(2, DEEPEST + 1):
            work = DepthCost(turns * turn.leaves, turns * turn.seconds, (depth - 1) * turn.memory + _LOOKING)
            if work.leaves > MOST_LEAVES or work.seconds > began + seconds - clock():
                break
            with memory.borrow(work.memory):
                bounded = _Counter(ask, began + _PATIENCE * seconds, clock)
                valuation = value_with(own_model, start, depth, bounded)
            turns = work.leaves
    except (OutOfMemoryError, TooLongError):
        pass
    return valuation


def _distinct(states: Records) -> Records:
    words = states.view(np.uint32).reshape(len(states), -1)
    _, once = np.unique(words, axis=0, return_index=True)
    return states[once]


def _one_turn(
    packed: Packing[Any, Any], after: Records, ask: Evaluator, quick: float, memory: MemoryBudget, clock: Clock
) -> DepthCost:
    """Estimate the cost of solving one of the next turns. The memory is that of a whole batch of turns."""
    estimate = DepthCost(0.0, 0.0, 0)
    for size in _SAMPLES:
        sample = after[np.unique(np.linspace(0, len(after) - 1, size).astype(np.int64))]
        counted, began = _Counter(ask), clock()
        with memory.borrow(estimate.memory + _LOOKING):
            solve_turns(packed, sample, counted)
        took = clock() - began
        leaves = counted.count / len(sample)
        estimate = DepthCost(leaves, took / len(sample), int(PIECE * leaves * _bytes_each(packed)))
        if took > quick:
            break
    return estimate


def _bytes_each(packed: Packing[Any, Any]) -> int:
    """Return the memory per position in bytes while a turn is solved, for several copies of it and its win shares."""
    itemsize: int = np.dtype(packed.state_type).itemsize
    players: int = packed.game.players
    return 4 * itemsize + 4 * 8 * players
