"""The odds of a Picnic Blitz turn, planned over all rolls, re-rolls, attacks and moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from roost.core.dice import Roll
from roost.core.errors import UnsupportedError
from roost.core.extras import uses_fast
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.adapters.plain_turn import PlainPicnicSolution, reroll_chance
from roost.games.picnic.turn import START, Rerolls, straight_attacks
from roost.study.odds.choice import mover
from roost.study.odds.table import Figures, OpeningTable

if TYPE_CHECKING:
    from roost.games.picnic.adapters.planned_odds import PicnicSolution

_RUNS = (4, 5, 6)
"""Lengths of the straights that give attacks (PB-6)."""


def solve(state: PicnicState) -> PicnicSolution | PlainPicnicSolution:
    """Solve the current turn for the player's lead in points, which includes an estimate for ants on their way."""
    mover(state)
    if uses_fast():
        from roost.games.picnic.adapters import planned_odds

        return planned_odds.solve(state)
    return PlainPicnicSolution(state)


def solve_number(state: PicnicState, worth: Callable[[int], float]) -> PlainPicnicSolution:
    """Refuse, because a turn in Picnic Blitz does not end on a number."""
    raise UnsupportedError(state.game.name, "number to aim at in a turn")


def turn_start(state: PicnicState) -> PicnicState:
    return state.at(START)


def opening_table(game: Picnic) -> OpeningTable:
    """Return probabilities for six dice by the number of active ants, which sets how many are re-rolled (PB-4)."""
    ants = tuple(range(len(game.tracks) + 1))
    counts = range(1, game.dice_count + 1)
    heads = tuple(f"≥ {count}" for count in counts)
    of_a_number = tuple(tuple(reroll_chance(Rerolls.of(n), partial(_shows, count)) for count in counts) for n in ants)
    straights = tuple(tuple(reroll_chance(Rerolls.of(n), partial(_attacks, run)) for run in _RUNS) for n in ants)
    return OpeningTable(
        game,
        None,
        "ants",
        ants,
        (Figures("of_a_number", heads, of_a_number), Figures("straights", heads[3:], straights)),
    )


def _shows(count: int, roll: Roll) -> bool:
    """Whether the last number shows often enough; it stands for any number chosen beforehand."""
    return roll.counts[-1] >= count


def _attacks(run: int, roll: Roll) -> bool:
    """Whether a roll gives the attacks of a straight of this length: one for four, two for five, four for six."""
    return straight_attacks(roll) >= 1 << run - _RUNS[0]
