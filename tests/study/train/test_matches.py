"""Tests of matches between networks: luck is removed without bias, and a deeper search never plays worse."""

import numpy as np
import pytest

from matches import claimed_gains, play_deals, share
from roost.core.registry import game
from roost.games.junior import Junior
from roost.study.fast.packed import packing
from roost.study.models.features import fresh_net, network_evaluator
from roost.study.models.model import model
from roost.study.models.solved_turn import evaluator_of
from roost.study.train.self_play import Style, self_play

JUNIOR = packing(game("junior", 2, start=0))
FOX = network_evaluator(model("junior").net)
NOVICE = network_evaluator(fresh_net(Junior, np.random.default_rng(3), (8, 8, 4)))


def test_equal_players_are_exactly_equal() -> None:
    """A player's deals against itself are even, without any luck beyond the rounding of a 32-bit network."""
    for packed in (JUNIOR, packing(game("junior", 3, start=0))):
        deals = play_deals(packed, FOX, FOX, FOX, 5, np.random.default_rng(1))
        assert np.allclose(deals.won, 1 / packed.game.players)
        assert np.allclose(deals.luck, 0.0, atol=1e-6)
        assert share(deals.won, deals.luck)[:2] == pytest.approx((deals.won.mean(), 0.0), abs=1e-6)


def test_luck_is_removed() -> None:
    """Removing luck leaves little variance and does not change the share beyond its error."""
    deals = play_deals(JUNIOR, FOX, NOVICE, FOX, 300, np.random.default_rng(2))
    fair, plain = share(deals.won, deals.luck), deals.won.std() / 300**0.5
    assert abs(deals.luck.mean()) < 3 * deals.luck.std() / 300**0.5
    assert abs(fair.value - deals.won.mean()) < 3 * plain
    assert fair.error < plain / 2
    assert 0 < fair.left < 0.25
    assert fair.value > 0.5 + 3 * fair.error


def test_swapping_the_players_swaps_the_results() -> None:
    """The challenger's wins and luck are the opponent's losses."""
    deals = play_deals(JUNIOR, FOX, NOVICE, FOX, 40, np.random.default_rng(4))
    swapped = play_deals(JUNIOR, NOVICE, FOX, FOX, 40, np.random.default_rng(4))
    assert np.allclose(deals.won + swapped.won, 1.0)
    assert np.allclose(deals.luck + swapped.luck, 0.0, atol=1e-6)


def test_a_deeper_search_gains_by_its_own_values() -> None:
    """A deeper search never chooses worse by its own values, and the same depth gains nothing."""
    states = self_play(JUNIOR, FOX, 4, np.random.default_rng(5), Style(explore=0.0)).states[:20]
    gains = claimed_gains(JUNIOR, FOX, evaluator_of(model("junior").net, 1), states)
    assert gains.min() > -1e-6
    assert gains.max() > 1e-6
    assert np.allclose(claimed_gains(JUNIOR, FOX, FOX, states), 0.0, atol=1e-6)
