"""Many whole games: reproducible, divisible, and checked at the door."""

from typing import Any

import numpy as np
import pytest

import roost
from roost.study.fast import Played, play

JUNIOR = roost.game("junior", players=4)


def same(one: Played, other: Played) -> bool:
    """Whether two runs consist of the same games."""
    fields = ("decisions", "winners", "scores", "reasons")
    return all(np.array_equal(getattr(one, field), getattr(other, field)) for field in fields)


@pytest.mark.parametrize("threads", [1, 2, 3, 64])
def test_a_game_depends_on_the_seed_and_its_number_alone(threads: int) -> None:
    """However many threads share the games, they are the same ones in the same order; a part can be played alone."""
    whole, part = play(JUNIOR, 50, seed=3), play(JUNIOR, 10, seed=3, first=20, threads=threads)
    assert same(play(JUNIOR, 50, seed=3, threads=threads), whole)
    assert not same(play(JUNIOR, 50, seed=4, threads=threads), whole)
    assert part.scores.tolist() == whole.scores[20:30].tolist()


def test_a_game_may_be_given_by_its_name() -> None:
    """As everywhere else in Roost."""
    named, made = play("junior", 20, seed=3), play(roost.game("junior"), 20, seed=3)
    assert named.game == made.game
    assert (named.decisions == made.decisions).all()


def test_no_games_are_no_games() -> None:
    """A run of no games is empty, on several threads too."""
    assert len(play(JUNIOR, 0)) == 0
    assert len(play(JUNIOR, 0, threads=2)) == 0


def test_the_shares_of_a_win_sum_to_one() -> None:
    """Every game is won once, by one player or by several together."""
    played = play(JUNIOR, 500)
    assert np.allclose(played.shares.sum(axis=1), 1.0)
    assert 0 < (played.shares > 0).sum(axis=1).mean() - 1 < 1  # Junior knows no tie-break


@pytest.mark.parametrize(
    "wrong",
    [{"games": -1}, {"games": "5"}, {"games": True}, {"seed": -1}, {"seed": 2**64}, {"first": -1}, {"threads": 0}],
    ids=str,
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any]) -> None:
    """A number outside its bounds is told by name."""
    arguments: dict[str, Any] = {"games": 1} | wrong
    with pytest.raises(roost.OptionError, match=next(iter(wrong))):
        play(JUNIOR, arguments.pop("games"), **arguments)


def test_the_largest_seed_and_number_are_fine() -> None:
    """Seeds use all 64 bits."""
    assert len(play(JUNIOR, 1, seed=2**64 - 1, first=2**63 - 1)) == 1


def test_games_begin_anywhere() -> None:
    """At any position of the game that is not over: the dice and choices before it are not played again."""
    start = roost.position("junior grill=4 A=5 B=6,6 C=- D=- turn=D aside=www")
    played = play(JUNIOR, 200, seed=3, start=start)
    assert played.decisions.mean() < play(JUNIOR, 200, seed=3).decisions.mean() / 4
    assert played.shares[:, 1].mean() > 0.5
    with pytest.raises(roost.OptionError, match="cannot begin"):
        play(JUNIOR, 1, start=roost.position("junior grill=4 A=5 B=6,6 turn=A"))
