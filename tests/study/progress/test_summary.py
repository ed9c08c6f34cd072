"""The summary of a history, held against learners whose mistakes are known."""

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
from roost.study.progress.history import Tally
from roost.study.progress.summary import BLOCKS, per_decision, per_game, rating
from roost.study.review import review
from roost.study.review.questions import Question, question_of
from roost.study.review.report import report

pytestmark = pytest.mark.slow

GAMES = 20


def learner(weak: Question, chance: Stream) -> Callable[[State], Action]:
    """Somebody who decides as the review does, but in one kind of decision chooses at random half of the time."""

    def choose(state: State) -> Action:
        actions = state.actions()
        if len(actions) > 1 and question_of(actions) is weak and chance.below(2):
            return actions[chance.below(len(actions))]
        return value(state).best(state)

    return choose


def played(name: str, weak: Question, number: int) -> Record:
    """A game of a learner against the hen."""
    dice, chance, hen = SeededDice(f"{weak}/{number}"), Stream(f"{weak}/{number}/choices"), bot("hen")
    recorder, choose = Recorder(roost.game(name, players=2), ("Anna", "hen")), learner(weak, chance)
    for _, played in playthrough(
        recorder.state, dice.roll, lambda state: choose(state) if state.seat == 0 else hen.choose(state, chance)
    ):
        recorder.add(played.move)
    return recorder.record()


@cache
def history(name: str, weak: Question) -> tuple[PlayedGame, ...]:
    """Twenty games of a learner."""
    return tuple(played_game(report(review(played(name, weak, number), value)), 0) for number in range(GAMES))


@pytest.mark.parametrize(("name", "weak"), [("junior", Question.STOP), ("junior", Question.DICE)])
def test_the_weak_kind_of_decision_is_found_within_twenty_games(name: str, weak: Question) -> None:
    """A learner errs in one kind of decision only: it is what they are told to practise, and that is no chance."""
    (told,) = progress(history(name, weak))
    assert (told.practise, told.is_clear) == (weak, True)
    assert told.costs[0].per_game.low is not None
    assert told.costs[0].per_game.low > 0
    assert told.games == GAMES


def test_the_rating_goes_by_decisions() -> None:
    """1000 for whoever gives away 0.7 % with each, 100 more for half as much; its ends are those of the interval."""
    assert rating(0.007) == 1000
    assert rating(0.0035) == pytest.approx(1100)
    assert rating(0.0) == rating(0.0001)
    (told,) = progress(history("junior", Question.STOP))
    assert told.each.value == pytest.approx(sum(game.slips for game in told.history) / told.decisions)
    assert told.each.low is not None
    assert told.each.high is not None
    found = told.rating
    assert (found.low, found.value, found.high) == (
        rating(told.each.high),
        rating(told.each.value),
        rating(told.each.low),
    )
    assert rating(told.each.high) < found.value < rating(told.each.low)


SKILLS = [(0.3, 0.02), (0.1, 0.03), (0.03, 0.04), (0.01, 0.05)]
"""How often a decision is a mistake, and what it costs then on average."""


@pytest.mark.parametrize("games", [2, 5, 20, 50])
@pytest.mark.parametrize(("often", "cost"), SKILLS)
def test_intervals_hold_the_truth_as_often_as_they_say(often: float, cost: float, games: int) -> None:
    """Costs of mistakes are skewed, as those of people are: few are large. 600 simulated histories each."""
    rng, usual, runs, held, held_each = Random(f"{often} {games}"), 22, 600, 0, 0
    for _ in range(runs):
        decisions = [max(3, round(rng.gauss(usual, 7))) for _ in range(games)]
        slips = [
            sum(cost * rng.lognormvariate(-0.5, 1) for _ in range(count) if rng.random() < often) for count in decisions
        ]
        found, each = per_game(slips), per_decision(slips, decisions)
        assert found.low is not None
        assert found.high is not None
        assert each.low is not None
        assert each.high is not None
        held += found.low <= often * cost * usual <= found.high
        held_each += each.low <= often * cost <= each.high
    assert min(held, held_each) / runs >= 0.92  # 95 %, less three standard errors of so many runs


def game(number: int, slips: float = 0.1, *, name: str = "junior", result: float = 1.0) -> PlayedGame:
    """A game in which ten decisions gave something away."""
    return PlayedGame(
        f"{number:016x}", f"2026-01-{number:02}", name, 2, "Anna", ("hen",), 0.5, result, 0.2,
        {Question.STOP: Tally(10, slips)},
    )  # fmt: skip


def test_one_game_is_told_without_an_interval() -> None:
    """One game says nothing certain about the next."""
    (told,) = progress([game(1)])
    assert (told.rating.low, told.rating.high) == (None, None)
    assert (told.grades, told.needed, len(told.spans)) == (None, None, 1)
    assert told.is_clear
    assert told.practise is Question.STOP


def test_decisions_tell_sooner_than_results() -> None:
    """Games that are needed to tell half of what is given away from chance."""
    (told,) = progress([game(number, 0.1 + 0.01 * (number % 3)) for number in range(1, 21)])
    assert told.needed is not None
    by_decisions, by_results = told.needed
    assert 2 <= by_decisions < 10
    assert by_results > 300


def test_a_curve_has_a_few_points_that_hold_all_games() -> None:
    """Groups of three games at least, in order."""
    (told,) = progress([game(number, 0.2 if number < 14 else 0.0) for number in range(1, 28)])
    assert [span.games for span in told.spans] == [3] * 9
    assert told.spans[0].first == "2026-01-01"
    assert told.spans[-1].last == "2026-01-27"
    assert [round(span.slips.value, 3) for span in told.spans][:4] == [0.2] * 4
    assert told.spans[-1].slips.value == 0
    many = progress([game(number % 28 + 1) for number in range(100)])[0]
    assert len(many.spans) == BLOCKS
    assert sum(span.games for span in many.spans) == 100


def test_games_and_opponents_are_told_apart() -> None:
    """The game that was played most comes first; against each opponent the share of the wins is told."""
    games = [game(1), game(2, name="picnic"), game(3, name="picnic", result=0.0)]
    told = progress(games)
    assert [(one.game, one.games) for one in told] == [("picnic", 2), ("junior", 1)]
    assert told[0].opponents == (("hen", 2, 0.5, 0.1),)


def test_nothing_given_away_is_nothing_to_practise() -> None:
    """Perfect games leave nothing to name, but some doubt about the rating."""
    (told,) = progress([game(number, 0.0) for number in range(1, 4)])
    assert told.practise is None
    assert told.rating.value == told.rating.high == rating(0)
    assert told.rating.low is not None
    assert told.rating.low < rating(0.001)
    assert told.needed is None
    assert told.grades is not None
    assert told.grades[0] == "fox"
