"""Tests of games without a model: turns searched against a learnt model, and the bots that use them."""

from collections.abc import Sequence
from itertools import count
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray
from roost_cantstop import CantStop
from roost_farkle import Farkle
from roost_pig import Hold, Pig, RollOn

from roost.core.errors import BeingLearntError, RoostError
from roost.core.game import Game
from roost.core.memory import MemoryBudget
from roost.core.registry import all_games
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import bot, bots_for, default_bot
from roost.study.models import searched_turn, value
from roost.study.models.learnt import Learnt, searched
from roost.study.models.searched_turn import SearchedValuation
from roost.study.models.turn_value import value_within
from study.bots.decisions import won

pytestmark = pytest.mark.slow

PIG = Pig(goal=10)


def pig(text: str) -> State:
    """Return a position of a short game of Pig."""
    return Pig.read_text(f"pig goal=10 {text}")


def test_a_turn_is_valued_consistently() -> None:
    """A choice is worth the position after it, and the best choice determines the turn's value."""
    state = pig("A=0 B=0 turn=A total=2 roll=2")
    turn = value(state)
    choices = turn.choices(state)
    assert turn.best(state) == RollOn()
    assert turn.shares(state) == choices[RollOn()]
    assert choices[Hold()] == turn.shares(state.play("hold").state)
    with pytest.raises(RoostError):
        turn.choices(pig("A=0 B=0 turn=B total=2 roll=2"))


class Evaluator:
    """An evaluator that expects the leader to win, as a substitute for a model."""

    error, is_known = 0.01, True

    def __call__(self, states: Sequence[State]) -> NDArray[np.float64]:
        ahead = np.array([[first - second, second - first] for first, second in (state.scores() for state in states)])
        shares: NDArray[np.float64] = 1 / (1 + np.exp(-ahead / 20))
        return shares


def test_a_roll_is_expanded_completely_or_not_at_all() -> None:
    """The model's estimate of a roll in Can't Stop is better than a small sample."""
    graph = searched(CantStop().opening(), Evaluator()).graph
    assert graph.edges
    assert not graph.is_sampled
    assert not any(ways.drawn for ways in graph.ways.values())


def test_a_player_far_behind_takes_more_risks() -> None:
    """A player far behind rolls where a player at an equal score holds."""
    for text, best in (("A=0 B=90 turn=A total=24 roll=5", RollOn()), ("A=0 B=0 turn=A total=24 roll=5", Hold())):
        state = Pig.read_text(f"pig {text}")
        assert SearchedValuation(state, cast("Learnt", Evaluator())).best(state) == best


def test_the_error_includes_the_disagreement_of_model_and_search() -> None:
    """If the search values the next rolls differently from the model, the difference counts as the error."""
    state = Pig.read_text("pig goal=20 A=0 B=0 turn=A total=18 roll=5")
    turn = SearchedValuation(state, cast("Learnt", Evaluator()))
    rolled = state.play("roll").state
    assert turn.error == pytest.approx(abs(0.5 - turn.shares(rolled)[0]))
    assert turn.error > 0.2


def test_before_the_draw_shares_are_equal() -> None:
    opening = Pig(goal=10, start="random").opening()
    assert value(opening).shares(opening) == pytest.approx((0.5, 0.5), abs=1e-6)


def test_results_of_a_turn_sum_to_one() -> None:
    """The chances of a turn's results sum to one after every action."""
    state = pig("A=0 B=0 turn=A total=2 roll=2")
    turn = value(state)
    assert isinstance(turn, SearchedValuation)
    for action in state.actions():
        assert sum(turn.results(state, action).values()) == pytest.approx(1.0)
    assert turn.results(state, Hold())[Hold()] == 1.0


def test_owls_look_further_with_more_time() -> None:
    """With enough time and memory the next turn is searched as well."""
    state = pig("A=5 B=5 turn=A total=2 roll=2")
    deep, quick = value_within(state, 600.0), value_within(state, 1e-9)
    short = value_within(state, 600.0, MemoryBudget(16 << 20))
    assert isinstance(deep, SearchedValuation)
    assert quick.choices(state) == value(state).choices(state)
    assert deep.choices(state) == value(state, 2).choices(state) != quick.choices(state)
    assert short.choices(state) in (quick.choices(state), deep.choices(state))


def test_with_more_time_a_wide_turn_is_searched_more_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the next turn is too large, the time is used for the current one."""
    monkeypatch.setattr("roost.study.models.learnt.STATES", 20)
    state, ticks = pig("A=1 B=5 turn=A total=2 roll=2"), count()
    valuation = value_within(state, 9.0, clock=lambda: float(next(ticks)))
    assert isinstance(valuation, SearchedValuation)
    assert valuation.nbytes > value(state).nbytes


@pytest.mark.parametrize(("name", "game"), [("rooster", Pig(goal=20)), ("fox", PIG), ("owl:seconds=0.01", PIG)])
def test_bots_play_games_without_a_model(name: str, game: Game) -> None:
    """The bots beat the chick more often than by chance."""
    assert won(game, name, "chick", 6) >= 0.6


def test_a_fox_plays_like_the_rooster_while_a_game_is_being_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player at a table does not wait for the model."""

    def learnt(game: Game) -> None:
        raise BeingLearntError("later", input=game.name)

    monkeypatch.setattr(searched_turn, "learnt", learnt)
    state = pig("A=0 B=0 turn=A total=2 roll=2")
    assert bot("fox").choose(state, Stream(1)) == bot("rooster").choose(state, Stream(1))


def test_a_rooster_plays_farkle() -> None:
    """The rooster's search can handle a game with large turns."""
    assert won(Farkle(goal=1500), "rooster", "chick", 2) >= 0.5


def test_bots_are_offered_only_for_games_they_can_play() -> None:
    """The pullet and the hen need rules of thumb, and a card bot needs a card."""
    assert bots_for(Pig) == ["chick", "rooster", "fox", "owl"]
    assert default_bot(Pig) == "rooster"
    assert default_bot(all_games()["heckmeck"]) == "hen"
    assert {"pullet", "hen"} <= set(bots_for(all_games()["heckmeck"]))
