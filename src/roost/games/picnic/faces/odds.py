"""The odds of a turn of Picnic Blitz: solved over all rolls, re-rolls, attacks and moves."""

from collections.abc import Callable
from functools import partial

import numpy as np

from roost.core.dice import Roll
from roost.core.errors import UnsupportedError
from roost.core.state import State
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.board import Lane
from roost.games.picnic.faces.solver import PicnicSolution, solve_picnic
from roost.games.picnic.faces.solver.progress import Progress
from roost.games.picnic.faces.solver.rerolls import Rerolling
from roost.games.picnic.faces.solver.rolls import roll_tables
from roost.games.picnic.turn import START, Rerolls, straight_attacks
from roost.study.odds.choice import mover
from roost.study.odds.table import Figures, OpeningTable

_RUNS = (4, 5, 6)
"""So many in a row give attacks (PB-6)."""


class _Gain:
    """The swing of a turn, where much is under way that has not scored yet: an estimate, in points.

    Like the estimate itself it adds up over the tracks, which lets the solver take them one by one.
    """

    def __init__(self, before: PicnicState) -> None:
        self._progress = Progress(before.game, mover(before))
        self._before = self._progress(before)

    def __call__(self, after: PicnicState) -> float:
        return self._progress(after) - self._before

    def lane_value(self, place: int, lane: Lane) -> float:
        return self._progress.lane_value(place, lane)


def swing(state: PicnicState) -> Callable[[PicnicState], float]:
    """How far a turn moves its player ahead, ants on their way estimated."""
    return _Gain(state)


def solve(state: PicnicState, value: Callable[[State], float]) -> PicnicSolution:
    """Solve the turn under way, when ``value`` tells what the table is worth after it."""
    return solve_picnic(state, value)


def solve_number(state: PicnicState, worth: Callable[[int], float]) -> PicnicSolution:
    """A turn here ends on no number."""
    raise UnsupportedError(state.game.name, "number to aim at in a turn")


def turn_start(state: PicnicState) -> PicnicState:
    """The start of the turn; from the first attack or move on, which change the board, the state itself."""
    return state if state.turn.rerolls is None else state.at(START)


def opening_table(game: Picnic) -> OpeningTable:
    """The chances of six dice by the number of active ants: as many dice are re-rolled (PB-4)."""
    ants = tuple(range(len(game.tracks) + 1))
    counts = range(1, game.dice_count + 1)
    heads = tuple(f"≥ {count}" for count in counts)
    of_a_number = tuple(tuple(_chance(n, partial(_shows, count)) for count in counts) for n in ants)
    straights = tuple(tuple(_chance(n, partial(_attacks, run)) for run in _RUNS) for n in ants)
    return OpeningTable(
        game,
        None,
        "ants",
        ants,
        (Figures("of_a_number", heads, of_a_number), Figures("straights", heads[3:], straights)),
    )


def _shows(count: int, roll: Roll) -> bool:
    """Whether a number chosen beforehand shows often enough; any number will do."""
    return roll.counts[-1] >= count


def _attacks(run: int, roll: Roll) -> bool:
    """Whether a roll gives as many attacks as so many in a row: one for four, two for five, four for six."""
    return straight_attacks(roll) >= 1 << run - _RUNS[0]


def _chance(ants: int, hit: Callable[[Roll], bool]) -> float:
    """The best chance of a roll that ``hit``s, with the re-rolls of so many active ants."""
    tables, rerolls = roll_tables(), Rerolls.of(ants)
    final = np.array([[float(hit(roll))] for roll in tables.rolls])
    rolled = Rerolling(lambda queen: final, rerolls).rolled(False, rerolls)
    return float(rolled[-1, 0])
