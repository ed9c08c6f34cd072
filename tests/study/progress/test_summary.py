"""Tests of the summary of a history, with simulated learners whose mistakes are known."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

import roost
from roost.core.moves import Action
from roost.core.playthrough import playthrough
from roost.core.record import Record, Recorder
from roost.core.sources import SeededDice
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import bot
from roost.study.models import value
from roost.study.progress import PlayedGame, played_game, progress
from roost.study.progress.history import DecisionTally
from roost.study.progress.summary import BLOCKS, per_decision, per_game, rating
from roost.study.review import review
from roost.study.review.questions import Question, question_of
from roost.study.review.report import report

pytestmark = pytest.mark.slow

GAMES = 20


def learner(weak: Question, chance: Stream) -> Callable[[State], Action]:
    """Return a player that chooses as the review does, except at random half of the time in one kind of decision."""

    def choose(state: State) -> Action:
        actions = state.actions()
        if len(actions) > 1 and question_of(actions) is weak and chance.below(2):
            return actions[chance.below(len(actions))]
        return value(state).best(state)

    return choose


def played(name: str, weak: Question, number: int) -> Record:
    """Play a game of a learner against the hen."""
    dice, chance, hen = SeededDice(f"{weak}/{number}"), Stream(f"{weak}/{number}/choices"), bot("hen")
    recorder, choose = Recorder(roost.game(name, players=2), ("Anna", "hen")), learner(weak, chance)
    for _, played in playthrough(
        recorder.state, dice.roll, lambda state: choose(state) if state.seat == 0 else hen.choose(state, chance)
    ):
        recorder.add(played.move)
    return recorder.record()


@cache
def history(name: str, weak: Question) -> tuple[PlayedGame, ...]:
    """Play and review twenty games of a learner."""
    return tuple(played_game(report(review(played(name, weak, number), value)), 0) for number in range(GAMES))


@pytest.mark.parametrize(("name", "weak"), [("junior", Question.STOP), ("junior", Question.DICE)])
def test_the_weak_kind_of_decision_is_detected_within_twenty_games(name: str, weak: Question) -> None:
    """A learner who errs in one kind of decision is advised to practise it, and the finding is significant."""
    (summary,) = progress(history(name, weak))
    assert (summary.practise, summary.is_clear) == (weak, True)
    assert summary.costs[0].per_game.low is not None
    assert summary.costs[0].per_game.low > 0
    assert summary.games == GAMES


def test_the_rating_depends_on_the_loss_per_decision() -> None:
    """The rating is 1000 at a loss of 0.7 % and rises by 100 each time the loss halves; so does its interval."""
    assert rating(0.007) == 1000
    assert rating(0.0035) == pytest.approx(1100)
    assert rating(0.0) == rating(0.0001)
    (summary,) = progress(history("junior", Question.STOP))
    assert summary.each.value == pytest.approx(sum(game.mistakes for game in summary.history) / summary.decisions)
    assert summary.each.low is not None
    assert summary.each.high is not None
    interval = summary.rating
    assert (interval.low, interval.value, interval.high) == (
        rating(summary.each.high),
        rating(summary.each.value),
        rating(summary.each.low),
    )
    assert rating(summary.each.high) < interval.value < rating(summary.each.low)


SKILLS = [(0.3, 0.02), (0.1, 0.03), (0.03, 0.04), (0.01, 0.05)]
"""Probability that a decision is a mistake, and the mean cost of a mistake."""


@pytest.mark.parametrize("games", [2, 5, 20, 50])
@pytest.mark.parametrize(("often", "cost"), SKILLS)
def test_intervals_contain_the_true_loss_as_often_as_stated(often: float, cost: float, games: int) -> None:
    """Intervals of 600 simulated histories contain the true loss; costs of mistakes are skewed, as in reality."""
    rng, usual, runs, covered, covered_each = Random(f"{often} {games}"), 22, 600, 0, 0
    for _ in range(runs):
        decisions = [max(3, round(rng.gauss(usual, 7))) for _ in range(games)]
        mistakes = [
            sum(cost * rng.lognormvariate(-0.5, 1) for _ in range(count) if rng.random() < often) for count in decisions
        ]
        estimate, each = per_game(mistakes), per_decision(mistakes, decisions)
        assert estimate.low is not None
        assert estimate.high is not None
        assert each.low is not None
        assert each.high is not None
        covered += estimate.low <= often * cost * usual <= estimate.high
        covered_each += each.low <= often * cost <= each.high
    assert min(covered, covered_each) / runs >= 0.92  # 95 %, less three standard errors over this number of runs


def game(number: int, mistakes: float = 0.1, *, name: str = "junior", result: float = 1.0) -> PlayedGame:
    """Create a game with ten decisions and a given loss."""
    return PlayedGame(
        f"{number:016x}", f"2026-01-{number:02}", name, 2, "Anna", ("hen",), 0.5, result, 0.2,
        {Question.STOP: DecisionTally(10, mistakes)},
    )  # fmt: skip


def test_one_game_has_no_interval() -> None:
    """A single game gives a rating without an interval."""
    (summary,) = progress([game(1)])
    assert (summary.rating.low, summary.rating.high) == (None, None)
    assert (summary.grades, summary.needed, len(summary.spans)) == (None, None, 1)
    assert summary.is_clear
    assert summary.practise is Question.STOP


def test_decisions_need_fewer_games_than_results() -> None:
    """A halved loss is distinguishable from chance after a few games by decisions, and after hundreds by results."""
    (summary,) = progress([game(number, 0.1 + 0.01 * (number % 3)) for number in range(1, 21)])
    assert summary.needed is not None
    by_decisions, by_results = summary.needed
    assert 2 <= by_decisions < 10
    assert by_results > 300


def test_a_curve_groups_all_games() -> None:
    """Every game is in one of at most twelve groups, which are in order and have at least three games each."""
    (summary,) = progress([game(number, 0.2 if number < 14 else 0.0) for number in range(1, 28)])
    assert [span.games for span in summary.spans] == [3] * 9
    assert summary.spans[0].first == "2026-01-01"
    assert summary.spans[-1].last == "2026-01-27"
    assert [round(span.mistakes.value, 3) for span in summary.spans][:4] == [0.2] * 4
    assert summary.spans[-1].mistakes.value == 0
    many = progress([game(number % 28 + 1) for number in range(100)])[0]
    assert len(many.spans) == BLOCKS
    assert sum(span.games for span in many.spans) == 100


def test_games_and_opponents_have_separate_statistics() -> None:
    """The game played most comes first, and every opponent has a win share and a loss."""
    games = [game(1), game(2, name="picnic"), game(3, name="picnic", result=0.0)]
    summaries = progress(games)
    assert [(summary.game, summary.games) for summary in summaries] == [("picnic", 2), ("junior", 1)]
    assert summaries[0].opponents == (("hen", 2, 0.5, 0.1),)


def test_perfect_games_need_no_practice() -> None:
    """Perfect games give the highest rating, with an interval, and no kind of decision to practise."""
    (summary,) = progress([game(number, 0.0) for number in range(1, 4)])
    assert summary.practise is None
    assert summary.rating.value == summary.rating.high == rating(0)
    assert summary.rating.low is not None
    assert summary.rating.low < rating(0.001)
    assert summary.needed is None
    assert summary.grades is not None
    assert summary.grades[0] == "fox"
