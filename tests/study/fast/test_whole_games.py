"""Tests of many whole games: reproducible, divisible, and with checked arguments."""

from typing import Any

import numpy as np
import pytest

import roost
from roost.study.fast import PlayedGames, play

JUNIOR = roost.game("junior", players=4)


def same(first: PlayedGames, second: PlayedGames) -> bool:
    fields = ("decisions", "winners", "scores", "reasons")
    return all(np.array_equal(getattr(first, field), getattr(second, field)) for field in fields)


@pytest.mark.parametrize("threads", [1, 2, 3, 64])
def test_a_game_depends_only_on_the_seed_and_its_number(threads: int) -> None:
    """The number of threads does not change the games, and any range of games can be played separately."""
    whole, part = play(JUNIOR, 50, seed=3), play(JUNIOR, 10, seed=3, first=20, threads=threads)
    assert same(play(JUNIOR, 50, seed=3, threads=threads), whole)
    assert not same(play(JUNIOR, 50, seed=4, threads=threads), whole)
    assert part.scores.tolist() == whole.scores[20:30].tolist()


def test_a_game_may_be_given_by_name() -> None:
    """The name stands for the game with two players and without options."""
    named, made = play("junior", 20, seed=3), play(roost.game("junior"), 20, seed=3)
    assert named.game == made.game
    assert (named.decisions == made.decisions).all()


def test_a_run_may_have_no_games() -> None:
    """A run of no games is empty, even on several threads."""
    assert len(play(JUNIOR, 0)) == 0
    assert len(play(JUNIOR, 0, threads=2)) == 0


def test_the_shares_of_a_win_sum_to_one() -> None:
    """The shares of each game's winners sum to one."""
    played = play(JUNIOR, 500)
    assert np.allclose(played.shares.sum(axis=1), 1.0)
    assert 0 < (played.shares > 0).sum(axis=1).mean() - 1 < 1  # Junior has no tie-break


@pytest.mark.parametrize(
    "wrong",
    [{"games": -1}, {"games": "5"}, {"games": True}, {"seed": -1}, {"seed": 2**64}, {"first": -1}, {"threads": 0}],
    ids=str,
)
def test_numbers_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    """The error for a number out of its range names the argument."""
    arguments: dict[str, Any] = {"games": 1} | wrong
    with pytest.raises(roost.OptionError, match=next(iter(wrong))):
        play(JUNIOR, arguments.pop("games"), **arguments)


def test_the_largest_seed_and_game_number_are_accepted() -> None:
    """Seeds use all 64 bits."""
    assert len(play(JUNIOR, 1, seed=2**64 - 1, first=2**63 - 1)) == 1


def test_games_can_begin_at_any_position() -> None:
    """Games from a later position are shorter; a position of another game is refused."""
    start = roost.position("junior grill=4 A=5 B=6,6 C=- D=- turn=D aside=www")
    played = play(JUNIOR, 200, seed=3, start=start)
    assert played.decisions.mean() < play(JUNIOR, 200, seed=3).decisions.mean() / 4
    assert played.shares[:, 1].mean() > 0.5
    with pytest.raises(roost.OptionError, match="cannot begin"):
        play(JUNIOR, 1, start=roost.position("junior grill=4 A=5 B=6,6 turn=A"))
