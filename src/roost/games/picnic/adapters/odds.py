"""The odds of a Picnic Blitz turn, planned over all rolls, re-rolls, attacks and moves."""

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from roost.core.dice import Roll
from roost.core.errors import UnsupportedError
from roost.core.moves import Action
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.adapters.progress import points_of, value_turn_entries
from roost.games.picnic.adapters.reroll_kernel import FRESH, Allowance, Choices, make_choices, parts_of, reroll
from roost.games.picnic.adapters.rolls import dice_tables
from roost.games.picnic.adapters.turn_answers import Row, TurnAnswers, foreign
from roost.games.picnic.adapters.turns import TurnPlan
from roost.games.picnic.turn import START, Rerolls, straight_attacks
from roost.study.fast.packed import packing
from roost.study.odds.choice import ActionOdds, mover
from roost.study.odds.table import Figures, OpeningTable

_RUNS = (4, 5, 6)
"""Lengths of the straights that give attacks (PB-6)."""


class PicnicSolution(TurnAnswers):
    """A solved turn whose value is the sum of its tracks' entries and of the Queen token.

    A turn that is under way is solved from the board as it is now.
    """

    def __init__(self, state: PicnicState, plan: TurnPlan, worth: Row, token: float, win: float) -> None:
        """Value each entry at ``worth``, apart from winning, and a Queen token at ``token``."""
        wins = plan.entries.gain >= plan.game.winning_score - int(plan.state["scores"][0, plan.seat])
        away, in_hand = (-token, 0.0) if plan.queen else (0.0, token)
        plan.sum_up(worth + win * wins, away, in_hand, win)
        plan.choose(0.0)
        super().__init__(state.at(START), plan, np.zeros(1), np.append(worth, away + in_hand)[:, np.newaxis])
        self._win = win

    def value(self, state: PicnicState) -> float:
        if self._in_turn(state) is None:
            raise foreign(state)
        return self.row(state)[0]

    def values(self, state: PicnicState) -> dict[Action, float]:
        return {action: self.row(state, action)[0] for action in state.actions()}

    def choices(self, state: PicnicState) -> tuple[ActionOdds, ...]:
        values = self.values(state)
        best = self.best(state) if values else None
        choices = [ActionOdds(action, value, self.results(state, action)) for action, value in values.items()]
        return tuple(sorted(choices, key=lambda choice: (choice.action != best, -choice.value)))

    def _values_of(self, sums: Row, wins: bool) -> list[float]:
        return [float(sums[0]) + self._win * wins]

    @property
    def _final(self) -> Row:
        return self._plan.ends.flat[self._plan.chosen][:, :, np.newaxis]

    @cached_property
    def _solved(self) -> Choices:
        _, choices = self._plan.reroll(self._final[:, :, 0])
        return choices

    @property
    def _choices(self) -> Choices:
        return self._solved


def plan_under_way(state: PicnicState) -> TurnPlan:
    """Return the plan for a turn that is under way, from the board as it is now."""
    mover(state)
    packed = packing(state.game)
    return TurnPlan(packed, packed.pack(state.at(START)))


def solve(state: PicnicState) -> PicnicSolution:
    """Solve the current turn for the player's lead in points, which includes an estimate for ants on their way."""
    plan, points = plan_under_way(state), points_of(state.game)
    worth = np.zeros(len(plan.entries.lane))
    without_win = points._replace(win=0.0)
    away, in_hand = value_turn_entries(plan.packed.rules, plan.state, plan.entries, without_win, worth)
    return PicnicSolution(state, plan, worth, in_hand - away, points.win)


def solve_number(state: PicnicState, worth: Callable[[int], float]) -> PicnicSolution:
    """Refuse, because a turn in Picnic Blitz does not end on a number."""
    raise UnsupportedError(state.game.name, "number to aim at in a turn")


def turn_start(state: PicnicState) -> PicnicState:
    return state.at(START)


def opening_table(game: Picnic) -> OpeningTable:
    """Return probabilities for six dice by the number of active ants, which sets how many are re-rolled (PB-4)."""
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
    """Whether the last number shows often enough; it stands for any number chosen beforehand."""
    return roll.counts[-1] >= count


def _attacks(run: int, roll: Roll) -> bool:
    """Whether a roll gives the attacks of a straight of this length: one for four, two for five, four for six."""
    return straight_attacks(roll) >= 1 << run - _RUNS[0]


def _chance(ants: int, hit: Callable[[Roll], bool]) -> float:
    """Return the best probability of a roll that ``hit`` accepts, with the re-rolls that this many active ants give."""
    dice = dice_tables()
    final, choices = np.array([[float(hit(roll)) for roll in dice.rolls]] * 2), make_choices(dice)
    reroll(Allowance(0, *Rerolls.of(ants)), final, dice.chance, parts_of(dice), choices, np.empty(final.shape))
    return float(choices.rolled[0, FRESH, -1])
