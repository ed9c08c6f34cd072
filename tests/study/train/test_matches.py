"""Matches between players with a network: luck is taken out fairly, equals are exactly equal, and depth never harms."""

import numpy as np

from matches import claimed_gains, play_deals, share
from roost.core.registry import game
from roost.games.junior import Junior
from roost.study.fast.packed import packing
from roost.study.models.features import fresh_net, network_leaf
from roost.study.models.model import model
from roost.study.models.solved_turn import leaf_of
from roost.study.train.self_play import Style, self_play

JUNIOR = packing(game("junior", 2, start=0))
FOX = network_leaf(model("junior").net)
NOVICE = network_leaf(fresh_net(Junior, np.random.default_rng(3), (8, 8, 4)))


def test_equals_are_exactly_equal() -> None:
    """Against oneself the same games come about from every seat: each deal is even, and its luck is nobody's."""
    for packed in (JUNIOR, packing(game("junior", 3, start=0))):
        deals = play_deals(packed, FOX, FOX, FOX, 5, np.random.default_rng(1))
        assert np.allclose(deals.won, 1 / packed.game.players)
        assert np.allclose(deals.luck, 0.0)
        assert share(deals.won, deals.luck)[:2] == (deals.won.mean(), 0.0)


def test_luck_is_taken_out() -> None:
    """The part of the variance that is left is small, and the share is the plain one within its error."""
    deals = play_deals(JUNIOR, FOX, NOVICE, FOX, 300, np.random.default_rng(2))
    found, plain = share(deals.won, deals.luck), deals.won.std() / 300**0.5
    assert abs(deals.luck.mean()) < 3 * deals.luck.std() / 300**0.5
    assert abs(found.value - deals.won.mean()) < 3 * plain
    assert found.error < plain / 2
    assert 0 < found.left < 0.25
    assert found.value > 0.5 + 3 * found.error


def test_who_is_judged_is_the_challenger() -> None:
    """Seen from the other side, what one wins the other loses."""
    one = play_deals(JUNIOR, FOX, NOVICE, FOX, 40, np.random.default_rng(4))
    other = play_deals(JUNIOR, NOVICE, FOX, FOX, 40, np.random.default_rng(4))
    assert np.allclose(one.won + other.won, 1.0)
    assert np.allclose(one.luck + other.luck, 0.0, atol=1e-6)


def test_the_deeper_claim_no_less() -> None:
    """By what they know themselves the deeper never play worse; and who knows the same claims nothing."""
    states = self_play(JUNIOR, FOX, 4, np.random.default_rng(5), Style(explore=0.0)).states[:20]
    gains = claimed_gains(JUNIOR, FOX, leaf_of(model("junior").net, 1), states)
    assert gains.min() > -1e-6
    assert gains.max() > 1e-6
    assert np.allclose(claimed_gains(JUNIOR, FOX, FOX, states), 0.0, atol=1e-6)
