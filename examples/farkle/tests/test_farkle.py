"""Tests of Farkle, rule by rule."""

import pytest
from roost_farkle import DIE, Farkle, keeps, worth

from roost.core.conformance import check_game


def play(game: Farkle, *moves: str) -> str:
    """Return the position after some moves."""
    state = game.opening()
    for move in moves:
        state = state.play(move).state
    return str(state)


def test_random_games_conform() -> None:
    assert check_game(Farkle(3, goal=2000), games=5)
    assert check_game(Farkle(2, start="random", goal=1000), games=2)


@pytest.mark.parametrize(
    ("dice", "points"),
    [("1", 100), ("5", 50), ("15", 150), ("2", 0), ("111", 1000), ("222", 200), ("666", 600), ("1111", 2000),
     ("33333", 1200), ("444444", 3200), ("123456", 1500), ("112233", 1500), ("1112", 0), ("11555", 700)],
)  # fmt: skip
def test_kept_dice_score_as_a_set(dice: str, points: int) -> None:
    """FK-3: dice that are kept together score as a set; if any of them does not score, the set scores 0."""
    assert worth(DIE.parse(dice).counts) == points


def test_all_kept_dice_must_score() -> None:
    """FK-2: the player may keep any dice that all score."""
    assert [keep.dice for keep in keeps(DIE.parse("112346"))] == ["11", "1"]


def test_a_turn_keeps_dice_and_then_rolls_or_stops() -> None:
    """FK-4, FK-5: after keeping dice the player rolls on or banks the points.

    FK-6: a roll that scores nothing loses them.
    """
    assert play(Farkle(), "112346", "keep11") == "farkle A=0 B=0 turn=A total=200 left=4 rolling=0"
    assert play(Farkle(), "112346", "keep11", "bank") == "farkle A=200 B=0 turn=B"
    assert play(Farkle(), "112346", "keep11", "roll", "2346") == "farkle A=0 B=0 turn=B"  # FK-6


def test_all_six_dice_are_rolled_again_when_all_score() -> None:
    """FK-5: when all six dice have scored, six are rolled again."""
    assert play(Farkle(), "123456", "keep123456", "roll") == "farkle A=0 B=0 turn=A total=1500"


def test_a_player_at_the_goal_can_only_bank_and_wins() -> None:
    """FK-7: a player who has reached the goal can only bank the points, and wins."""
    state = Farkle(goal=500).opening().play("111234").state.play("keep111").state
    assert [str(action) for action in state.actions()] == ["bank"]
    outcome = state.play("bank").state.outcome
    assert outcome is not None
    assert outcome.scores == (1000, 0)


@pytest.mark.parametrize(
    "text",
    [
        "farkle A=30 B=0 turn=A",
        "farkle A=0 B=0 turn=A roll=11",
        "farkle A=0 B=0 turn=A rolling=0",
        "farkle A=0 B=0 turn=A left=4",
    ],
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(Exception, match="no such position of farkle"):
        Farkle.read_text(text)
