"""The odds of a Picnic Blitz turn from the compiled planner; :mod:`.plain_turn` computes the same in plain Python."""

from functools import cached_property

import numpy as np

from roost.core.moves import Action
from roost.games.picnic import PicnicState
from roost.games.picnic.adapters.progress import points_of, value_turn_entries
from roost.games.picnic.adapters.reroll_kernel import Choices
from roost.games.picnic.adapters.turn_answers import Row, TurnAnswers, foreign
from roost.games.picnic.adapters.turns import TurnPlan
from roost.games.picnic.turn import START
from roost.study.fast.packed import packing
from roost.study.odds.choice import ActionOdds, mover


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
