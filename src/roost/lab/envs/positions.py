"""Positions with explicit chance nodes for tree search: the player to move, the possible moves, and the next position.

Positions are immutable, so copies of a tree may share them. A move on the kernel takes a few microseconds. Games
without a kernel are played by the rules engine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from functools import cache, cached_property
from hashlib import blake2b
from itertools import accumulate
from typing import Any, Protocol, TypeAlias

import numpy as np

from roost.core.dice import Dice
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.lab.envs.action_numbers import ActionTable
from roost.study.fast.chance import pack_roll
from roost.study.fast.game_kernel import A_ROLL, AN_ACTION, LEGAL, LEGAL_BEYOND, NO_MOVE, NODE, SEAT, TO_ROLL
from roost.study.fast.packed import Packing, bits_of, has_kernel, packing
from roost.study.fast.records import DRAW, OVER, ROLL, Records

CHANCE = -1
"""Player code for a chance node, as in OpenSpiel."""
TERMINAL = -4
"""Player code for a finished game, as in OpenSpiel."""

Outcomes: TypeAlias = list[tuple[int, float]]
"""Rolls, as indices into the list of all rolls of these dice, with their probabilities."""

_WORD = 8
"""Number of random bytes per sampled roll."""


class Position(Protocol):
    """A position of one game."""

    player: int
    """The seat to move, or ``CHANCE``, or ``TERMINAL``."""

    @property
    def state(self) -> State:
        """The position as a state of the rules engine."""

    @property
    def legal(self) -> list[int]:
        """Numbers of the legal actions in ascending order."""

    @property
    def outcomes(self) -> Outcomes:
        """The outcomes of a chance node."""

    def draw(self, number: float) -> int:
        """Return the outcome of a chance node that a random number from 0 to 1 selects."""

    def action(self, number: int) -> Action:
        """Return the action with this number."""

    def after(self, number: int) -> Position:
        """Return the position after an action or an outcome, given by its number."""


def positions(game: Game, samples: int = 0, seed: int = 0) -> Callable[[State], Position]:
    """Return a function that makes positions from states of the rules engine.

    If ``samples`` is not 0, each chance node has only that many rolls, sampled with the seed. A position always has the
    same sample.
    """
    if has_kernel(type(game)):
        packed = packing(game)

        def position_of(state: State) -> Position:
            record = packed.pack(state)
            return _KernelPosition(packed, samples, seed, record, packed.moved(record, NO_MOVE, 0))

        return position_of
    numbers = ActionTable(game)
    return lambda state: _ReferencePosition(numbers, samples, seed, state)


@cache
def _all_rolls(dice: Dice) -> Outcomes:
    return [(number, weight / dice.ways) for number, (_, weight) in enumerate(dice.rolls)]


@cache
def _cumulative_ways(dice: Dice) -> list[int]:
    """Return, for each roll, how many ways there are to throw this roll or an earlier one in the list."""
    return list(accumulate(weight for _, weight in dice.rolls))


def _drawn_roll(dice: Dice, number: float) -> int:
    """Return the index of the roll that a number from 0 to 1 selects, in proportion to the rolls' probabilities."""
    return bisect_right(_cumulative_ways(dice), number * dice.ways)


@cache
def _packed_rolls(dice: Dice) -> list[int]:
    return [pack_roll(roll.counts) for roll, _ in dice.rolls]


def _outcomes(dice: Dice, samples: int, seed: int, position: bytes) -> Outcomes:
    """Return all rolls, or a position's sample of them."""
    if samples == 0:
        return _all_rolls(dice)
    cumulative, drawn, ways = _cumulative_ways(dice), Counter[int](), dice.ways
    per_block = 64 // _WORD
    for start in range(0, samples, per_block):
        block = blake2b(position, key=b"%d %d" % (seed, start)).digest()
        for place in range(min(per_block, samples - start)):
            word = int.from_bytes(block[place * _WORD : (place + 1) * _WORD], "little")
            drawn[bisect_right(cumulative, word * ways >> 8 * _WORD)] += 1
    return [(number, count / samples) for number, count in sorted(drawn.items())]


def _drawn(outcomes: Outcomes, number: float) -> int:
    """Return the outcome that a random number from 0 to 1 selects."""
    for outcome, chance in outcomes:
        number -= chance
        if number < 0:
            return outcome
    return outcomes[-1][0]


class _KernelPosition:
    """A position stored as a kernel record."""

    def __init__(self, packed: Packing[Any, Any], samples: int, seed: int, record: Records, answers: list[int]) -> None:
        self._packed = packed
        self._samples = samples
        self._seed = seed
        self._record = record
        self._dice = answers[TO_ROLL]
        self._is_draw = answers[NODE] == DRAW
        self._bits = answers[LEGAL], answers[LEGAL_BEYOND]
        if self._dice or self._is_draw:
            self.player = CHANCE
        else:
            self.player = TERMINAL if answers[NODE] == OVER else answers[SEAT]

    def __deepcopy__(self, memo: object) -> _KernelPosition:
        return self  # immutable

    @property
    def state(self) -> State:
        state: State = self._packed.unpack(self._record)
        return state

    @property
    def legal(self) -> list[int]:
        first, beyond = self._bits
        return bits_of(first | beyond << 64)

    @property
    def outcomes(self) -> Outcomes:
        if self._is_draw:
            players: int = self._packed.game.players
            return [(seat, 1 / players) for seat in range(players)]
        return _outcomes(self._rolled, self._samples, self._seed, self._record.tobytes())

    def draw(self, number: float) -> int:
        if self._samples or self._is_draw:
            return _drawn(self.outcomes, number)
        return _drawn_roll(self._rolled, number)

    @property
    def _rolled(self) -> Dice:
        dice: Dice = self._packed.game.die.dice(self._dice)
        return dice

    def action(self, number: int) -> Action:
        return self._packed.action(self.state, number)

    def after(self, number: int) -> _KernelPosition:
        packed = self._packed
        # Copied as plain words, because NumPy would copy a record field by field.
        record = self._record.view(np.uint32).copy().view(packed.state_type)
        if self._is_draw:
            record["seat"], record["node"] = number, ROLL
            answers = packed.moved(record, NO_MOVE, 0)
        elif self._dice:
            answers = packed.moved(record, A_ROLL, _packed_rolls(self._rolled)[number])
        else:
            answers = packed.moved(record, AN_ACTION, number)
        return _KernelPosition(packed, self._samples, self._seed, record, answers)


class _ReferencePosition:
    """A position of a game without a kernel."""

    def __init__(self, numbers: ActionTable, samples: int, seed: int, state: State) -> None:
        self._numbers = numbers
        self._samples = samples
        self._seed = seed
        self.state = state
        self.player = TERMINAL
        if state.node is Node.ROLL:
            self.player = CHANCE
        elif state.seat is not None:
            self.player = state.seat

    def __deepcopy__(self, memo: object) -> _ReferencePosition:
        return self  # immutable

    @cached_property
    def legal(self) -> list[int]:
        return sorted(self._numbers.number(self.state, action) for action in self.state.actions())

    @property
    def outcomes(self) -> Outcomes:
        dice = self.state.dice
        assert dice is not None
        if self.state.seat is None:
            return _all_rolls(dice)
        return _outcomes(dice, self._samples, self._seed, str(self.state).encode())

    def draw(self, number: float) -> int:
        return _drawn(self.outcomes, number)

    def action(self, number: int) -> Action:
        return self._numbers.action(self.state, number)

    def after(self, number: int) -> _ReferencePosition:
        move = self.state.rolls()[number][0] if self.player == CHANCE else self.action(number)
        return _ReferencePosition(self._numbers, self._samples, self._seed, self.state.play(move).state)
