"""Solve two-player Junior from a position to the end of the game, without a table.

Near the end only few positions are still reachable: about 30,000 with seven tiles on the grill. They are listed level
by level, where each level has one tile fewer on the grill, and then solved from the last level back.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from roost.core.state import State
from roost.games.junior import Junior, JuniorState
from roost.games.junior.adapters.solved.blocks import JuniorSolver
from roost.games.junior.adapters.solved.position_index import KINDS
from roost.games.junior.adapters.solved.turn import RESULTS
from roost.study.solve.exact import Exact

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

_PINCH = RESULTS - 1
"""Index of the successor that a pinch leads to."""


@dataclass(frozen=True)
class Level:
    """The positions with a given number of tiles on the grill, in ascending order, and their successors."""

    numbers: Integers
    after: Integers
    """For each position, the successors after failing, after taking each kind, and after a pinch; -1 for none."""
    pinch: Integers
    """For each position, the kind of the tile that may be pinched, and the lowest kind that may be taken instead."""

    def places(self, numbers: Integers) -> Integers:
        """Return the indices of these positions on this level; -1 stays -1."""
        return np.where(numbers < 0, -1, np.searchsorted(self.numbers, numbers))


@dataclass(frozen=True)
class JuniorEndgame(Exact):
    """All positions that are still reachable, with their values."""

    solver: JuniorSolver
    numbers: Integers
    values: Floats
    error: float

    @property
    def positions(self) -> int:
        return len(self.numbers)

    def shares(self, state: State) -> tuple[float, ...]:
        if state.outcome is not None:
            return tuple(map(float, state.outcome.shares))
        assert isinstance(state, JuniorState)
        position = self.solver.positions.of(state)
        if position is None:
            raise self.unknown(state)
        number = self.solver.positions.number(position)
        place = int(np.searchsorted(self.numbers, number))
        if place == len(self.numbers) or self.numbers[place] != number:
            raise self.unknown(state)
        share = float(self.values[place])
        return (share, 1.0 - share) if state.seat == 0 else (1.0 - share, share)


@cache
def _solver(game: Junior) -> JuniorSolver:
    return JuniorSolver(game)


def junior_endgame(state: JuniorState, limit: int) -> JuniorEndgame | None:
    """Solve the game from here to its end; return None if more than ``limit`` positions are reachable."""
    solver = _solver(state.game)
    position = solver.positions.of(state)
    assert position is not None
    levels = _levels(solver, np.array([solver.positions.number(position)]), limit)
    if levels is None:
        return None
    solved: list[Floats] = []
    residual = 0.0
    for i, level in enumerate(levels):
        payoff = _last_payoffs(solver, level) if i == 0 else _payoffs(level, levels[i - 1], solved[i - 1])
        values, worst = _solve_level(solver, level, payoff)
        solved.append(values)
        residual = max(residual, worst)
    numbers, values = np.concatenate([level.numbers for level in levels]), np.concatenate(solved)
    order = np.argsort(numbers)
    return JuniorEndgame(solver, numbers[order], values[order], solver.error(residual))


def _levels(solver: JuniorSolver, start: Integers, limit: int) -> list[Level] | None:
    """Return the levels from the end of the game to these positions, or None if they hold too many positions."""
    levels: list[Level] = []
    numbers, count = start, 0
    while numbers.size:
        level = level_of(solver, numbers)
        pinched = level.after[:, _PINCH]
        together = np.union1d(numbers, pinched[pinched >= 0])
        if together.size > numbers.size:
            level = level_of(solver, together)  # pinching back leads to a position already listed
        levels.append(level)
        count += level.numbers.size
        if count > limit:
            return None
        numbers = np.unique(level.after[:, :_PINCH])
        numbers = numbers[numbers >= 0]
    return levels[::-1]


def level_of(solver: JuniorSolver, numbers: Integers) -> Level:
    """Return the level of these positions, which have the same number of tiles on the grill, with their successors."""
    from roost.games.junior.adapters.solved.kernel import successors, workspace

    after, pinch = np.empty((numbers.size, RESULTS), np.int64), np.empty((numbers.size, 2), np.int64)
    successors(solver.lines, workspace(solver.turn), _blocks(solver, numbers), numbers, after, pinch)
    if solver.game.must_pinch:
        pinch[:, 1] = KINDS  # JR-6: higher than any tile, so none may be taken instead
    return Level(numbers, after, pinch)


def _blocks(solver: JuniorSolver, numbers: Integers) -> Integers:
    """For each position, return its block's line length, grill and start, and the starts of the two blocks after it."""
    positions = solver.positions
    rows = [
        (
            block.length,
            block.grill,
            block.start,
            positions.block(block.length, block.grill - 1).start if block.grill > 1 else -1,
            positions.block(block.length + 1, block.grill - 1).start if block.grill > 1 else -1,
        )
        for block in positions.blocks
    ]
    starts = np.array([block.start for block in positions.blocks])
    return np.array(rows)[np.searchsorted(starts, numbers, "right") - 1]


def _last_payoffs(solver: JuniorSolver, level: Level) -> Floats:
    from roost.games.junior.adapters.solved.kernel import last_payoffs, workspace

    payoff = np.empty((level.numbers.size, RESULTS))
    blocks = _blocks(solver, level.numbers)
    last_payoffs(solver.lines, solver.worms, workspace(solver.turn), blocks, level.numbers, payoff)
    return payoff


def _payoffs(level: Level, below: Level, values: Floats) -> Floats:
    """Return each result's value without the pinch, from the values one level below, as the other player sees them."""
    payoff = np.empty((level.numbers.size, RESULTS))
    payoff[:, 0] = 1.0 - values[below.places(level.after[:, 0])]
    for kind in range(KINDS):
        taken = below.places(level.after[:, kind + 1])
        payoff[:, kind + 1] = np.where(taken < 0, payoff[:, kind], 1.0 - values[taken])  # JR-4, JR-6
    payoff[:, RESULTS - 1] = payoff[:, RESULTS - 2]
    return payoff


def _solve_level(solver: JuniorSolver, level: Level, payoff: Floats) -> tuple[Floats, float]:
    from roost.games.junior.adapters.solved.kernel import solve_listed, workspace

    partner = level.places(level.after[:, _PINCH])
    values = np.empty(level.numbers.size)
    worst = solve_listed(solver.turn.arrays, workspace(solver.turn), payoff, level.pinch, partner, values)
    return values, float(worst)
