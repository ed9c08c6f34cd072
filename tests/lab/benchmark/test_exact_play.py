"""Policies against best play, evaluated exactly."""

from functools import cache
from typing import cast

import pytest

import roost
from roost.core.errors import OptionError
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.benchmark import chances, evaluate, true_losses
from roost.study.bots import Bot, bot
from roost.study.solve import Exact, endgame

SMALL = roost.position("junior grill=4 A=7 B=6 turn=A")
"""A game with two tiles, one of which can go to and fro."""


class Worst:
    """Plays the action that the rules name last, or draws."""

    name = "worst"

    def __init__(self, is_drawing: bool = False) -> None:
        self.is_drawing = is_drawing

    def choose(self, state: State, rng: Stream) -> Action:
        return rng.choice(state.actions()) if self.is_drawing else state.actions()[-1]


class Stranger(Worst):
    """Says something impossible about its own chances."""

    def probabilities(self, state: State) -> dict[Action, float]:
        return dict.fromkeys(state.actions(), 0.9)


@cache
def known() -> Exact:
    """Its solution."""
    return cast("Exact", endgame(SMALL))


@pytest.mark.parametrize("policy", [bot("chick"), bot("hen")], ids=lambda policy: policy.name)
def test_what_is_given_away_is_missing_in_the_end(policy: Bot) -> None:
    """Two ways to one number: the Markov chain's share, and a half less all that is given away."""
    found = evaluate(policy, SMALL, known())
    assert found.given_away > 0
    assert found.share == pytest.approx(0.5 - found.given_away, abs=1e-12)
    assert found.loss == found.given_away / found.decisions


def test_best_play_has_a_half() -> None:
    """The fox solves the end of two-player Junior, and gives nothing away."""
    found = evaluate(bot("fox"), SMALL, known())
    assert found.share == pytest.approx(0.5, abs=1e-12)
    assert found.loss == pytest.approx(0.0, abs=1e-12)


def test_games_come_out_as_evaluated() -> None:
    """Losses counted over dealt games agree with the exact ones, within four standard errors."""
    told = evaluate(bot("chick"), SMALL, known())
    seen = true_losses(bot("chick"), SMALL, 60, "test", known())
    assert seen.share.standard_error
    assert seen.loss.standard_error
    assert abs(seen.share.value - told.share) < 4 * seen.share.standard_error
    assert abs(seen.loss.value - told.loss) < 4 * seen.loss.standard_error
    assert seen.decisions / 120 == pytest.approx(told.decisions, rel=0.3)


def test_a_solution_that_is_not_there_is_named(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole game needs its table; the sentence says how to make it."""
    monkeypatch.setenv("ROOST_TABLES", str(tmp_path))
    junior = roost.game("junior", players=2, worms=(1, 1, 2, 2, 3, 5))  # of which nobody has a table
    with pytest.raises(OptionError, match="is not on this machine: roost solve junior"):
        true_losses(bot("hen"), junior.opening(), 2, "test")


def test_whoever_draws_says_how() -> None:
    """A policy that draws tells its chances; others are asked once."""
    state = roost.position("junior grill=4 A=7 B=6 turn=A roll=wwgckb")
    assert chances(bot("chick"), state) == dict.fromkeys(state.actions(), 1 / len(state.actions()))
    assert chances(Worst(), state) == {state.actions()[-1]: 1.0}
    with pytest.raises(OptionError, match="worst draws, so exact evaluation needs"):
        chances(Worst(is_drawing=True), state)
    with pytest.raises(OptionError, match="sum to"):
        chances(Stranger(), state)


def test_two_players_only() -> None:
    """Best play of three is not one number."""
    with pytest.raises(OptionError, match="two players"):
        true_losses(bot("hen"), roost.game("junior", players=3).opening(), 2, "test")
