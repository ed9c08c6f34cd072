"""The worth of a turn: valued to a given depth, or as many turns deep as time and memory allow.

For the latter the work is estimated before it is done: how many positions the next depth would have to look at, how
long that takes and how much memory. A few of the next turns are solved for that, and timed; nothing that was remembered
is ever timed. What turns out to take far longer than estimated is given up, and the depth before it stands.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.memory import MEGABYTE, MEMORY, Memory, OutOfMemoryError
from roost.core.state import State
from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Leaf, network_leaf
from roost.study.models.model import model
from roost.study.models.searched_turn import search, search_within
from roost.study.models.solved_turn import DEEPEST, PIECE, check_depth, has_model, solve_turns, turn_start, value_with
from roost.study.models.valuation import Valuation

MOST_LEAVES = 50_000_000
"""However much time there is, no more positions than these are looked at."""
_SAMPLES = (2, PIECE)
"""Turns that are solved to learn what one takes: few, and then more if those were quick."""
_SAMPLING = 0.05
"""The part of the time that may go into the first sample if a second is to follow."""
_LOOKING = 32 * MEGABYTE
"""The memory that a network needs while it looks at its positions."""
_PATIENCE = 2.0
"""Work that takes so many times the time that was given is given up."""

Clock = Callable[[], float]


def value(state: State, depth: int = 1) -> Valuation:
    """Value the turn that ``state`` belongs to, ``depth`` turns deep, with the model that ships for the game.

    A game that brings none is searched against a model that is learnt from its declared fields. A turn is asked about
    at each of its decisions, so its valuation is kept while there is room.
    """
    if not has_model(type(state.game)):
        check_depth(depth)
        return search(state, depth)
    start = turn_start(state)
    return MEMORY.recall(
        (value, start, depth), lambda: value_with(model(start.game), start, depth), lambda solved: solved.nbytes
    )


class Estimate(NamedTuple):
    """The cost of a depth."""

    leaves: float
    """Positions that the network is asked about."""
    seconds: float
    memory: int
    """Bytes at once."""


class _TooLongError(Exception):
    """The time is up long since."""


class _Asked:
    """A leaf that remembers how many positions it was asked about, and which they were the first time."""

    def __init__(self, ask: Leaf, until: float = np.inf, clock: Clock = perf_counter) -> None:
        self._ask = ask
        self._until = until
        self._clock = clock
        self.count = 0
        self.first: tuple[Packing[Any, Any], Records] | None = None

    def __call__(self, packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        if self._clock() > self._until:
            raise _TooLongError
        self.count += len(states)
        if self.first is None:
            self.first = packed, states
        return self._ask(packed, states, first)


def value_within(state: State, seconds: float, memory: Memory = MEMORY, clock: Clock = perf_counter) -> Valuation:
    """Value the turn that ``state`` belongs to, as deep as this time and this memory allow; one turn deep always."""
    began, start = clock(), turn_start(state)
    if not has_model(type(start.game)):
        return search_within(start, seconds, memory, clock)
    known = model(start.game)
    ask = network_leaf(known.net)
    asked = _Asked(ask)
    found = value_with(known, start, 1, asked)
    if asked.first is None or start.seat is None:
        return found
    packed, after = asked.first
    after = _distinct(after[after["node"] != OVER])
    if not len(after):
        return found
    try:
        turn = _one_turn(packed, after, ask, seconds * _SAMPLING, memory, clock)
        turns = float(len(after))
        for depth in range(2, DEEPEST + 1):
            work = Estimate(turns * turn.leaves, turns * turn.seconds, (depth - 1) * turn.memory + _LOOKING)
            if work.leaves > MOST_LEAVES or work.seconds > began + seconds - clock():
                break
            with memory.borrow(work.memory):
                bounded = _Asked(ask, began + _PATIENCE * seconds, clock)
                found = value_with(known, start, depth, bounded)
            turns = work.leaves
    except (OutOfMemoryError, _TooLongError):
        pass
    return found


def _distinct(states: Records) -> Records:
    words = states.view(np.uint32).reshape(len(states), -1)
    _, once = np.unique(words, axis=0, return_index=True)
    return states[once]


def _one_turn(
    packed: Packing[Any, Any], after: Records, ask: Leaf, quick: float, memory: Memory, clock: Clock
) -> Estimate:
    """The cost of solving one of the next turns, the memory being that of those that are solved together."""
    found = Estimate(0.0, 0.0, 0)
    for size in _SAMPLES:
        sample = after[np.unique(np.linspace(0, len(after) - 1, size).astype(np.int64))]
        counted, began = _Asked(ask), clock()
        with memory.borrow(found.memory + _LOOKING):
            solve_turns(packed, sample, counted)
        took = clock() - began
        leaves = counted.count / len(sample)
        found = Estimate(leaves, took / len(sample), int(PIECE * leaves * _bytes_each(packed)))
        if took > quick:
            break
    return found


def _bytes_each(packed: Packing[Any, Any]) -> int:
    """The bytes of a position while its turn is solved: itself a few times over, and each player's share."""
    itemsize: int = np.dtype(packed.state_type).itemsize
    players: int = packed.game.players
    return 4 * itemsize + 4 * 8 * players
