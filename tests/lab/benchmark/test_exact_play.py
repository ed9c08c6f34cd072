"""Exact evaluation of policies against best play."""

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
"""A game with two tiles, one of which can change hands repeatedly."""


class Worst:
    """A bot that plays the action listed last, or a random one."""

    name = "worst"

    def __init__(self, is_drawing: bool = False) -> None:
        self.is_drawing = is_drawing

    def choose(self, state: State, chance: Stream) -> Action:
        return chance.choice(state.actions()) if self.is_drawing else state.actions()[-1]


class Stranger(Worst):
    """A bot that reports impossible probabilities."""

    def probabilities(self, state: State) -> dict[Action, float]:
        return dict.fromkeys(state.actions(), 0.9)


@cache
def known() -> Exact:
    """Return the solution of ``SMALL``."""
    return cast("Exact", endgame(SMALL))


@pytest.mark.parametrize("policy", [bot("chick"), bot("hen")], ids=lambda policy: policy.name)
def test_the_win_share_is_one_half_minus_the_loss_per_game(policy: Bot) -> None:
    exact_play = evaluate(policy, SMALL, known())
    assert exact_play.given_away > 0
    assert exact_play.share == pytest.approx(0.5 - exact_play.given_away, abs=1e-12)
    assert exact_play.loss == exact_play.given_away / exact_play.decisions


def test_best_play_has_a_win_share_of_one_half() -> None:
    """The fox solves two-player Junior's endgame, so it loses nothing."""
    exact_play = evaluate(bot("fox"), SMALL, known())
    assert exact_play.share == pytest.approx(0.5, abs=1e-12)
    assert exact_play.loss == pytest.approx(0.0, abs=1e-12)


def test_losses_of_dealt_games_agree_with_the_exact_ones() -> None:
    """Losses averaged over dealt games agree with the exact ones within four standard errors."""
    exact_play = evaluate(bot("chick"), SMALL, known())
    sampled = true_losses(bot("chick"), SMALL, 60, "test", known())
    assert sampled.share.standard_error
    assert sampled.loss.standard_error
    assert abs(sampled.share.value - exact_play.share) < 4 * sampled.share.standard_error
    assert abs(sampled.loss.value - exact_play.loss) < 4 * sampled.loss.standard_error
    assert sampled.decisions / 120 == pytest.approx(exact_play.decisions, rel=0.3)


def test_a_missing_solution_is_reported_with_its_command(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROOST_TABLES", str(tmp_path))
    junior = roost.game("junior", players=2, worms=(1, 1, 2, 2, 3, 5))  # worms for which no table exists
    with pytest.raises(OptionError, match="is not on this machine; make it with: roost solve junior"):
        true_losses(bot("hen"), junior.opening(), 2, "test")


def test_a_bot_that_chooses_at_random_must_report_its_probabilities() -> None:
    """A bot that chooses at random reports its probabilities; any other bot is asked once per position."""
    state = roost.position("junior grill=4 A=7 B=6 turn=A roll=wwgckb")
    assert chances(bot("chick"), state) == dict.fromkeys(state.actions(), 1 / len(state.actions()))
    assert chances(Worst(), state) == {state.actions()[-1]: 1.0}
    with pytest.raises(OptionError, match="worst chooses at random, so exact evaluation needs"):
        chances(Worst(is_drawing=True), state)
    with pytest.raises(OptionError, match="must sum to"):
        chances(Stranger(), state)


def test_losses_need_exactly_two_players() -> None:
    with pytest.raises(OptionError, match="two players"):
        true_losses(bot("hen"), roost.game("junior", players=3).opening(), 2, "test")
