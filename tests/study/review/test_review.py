"""Tests that accounts add up: every change of a share is luck, a mistake, or the model's inconsistency."""

from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roost
from roost.core.errors import RoostError
from roost.core.record import Recorder, read
from roost.study.models import value
from roost.study.review import FEWEST_TO_GRADE, SMALLEST_MISTAKE, Beginning, Decision, Review, Throw, Value, review
from roost.study.review.luck import total_luck
from study.review.by_scores import by_scores
from study.review.games import EVERY_TABLE, brisk_record

EXACT = 1e-9
_MOVES = 36


def adds_up(reviewed: Review) -> None:
    """Check everything that is true for the review of any game."""
    players = reviewed.record.game.players
    for account in reviewed.accounts:
        assert abs(account.unexplained) < EXACT
        assert account.mistakes >= 0
    for step in reviewed.steps:
        match step:
            case Throw(before=before, after=after):
                assert abs(fsum(step.luck)) < EXACT
            case Decision(before=before, after=after):
                assert step.mistake >= 0
                assert abs(step.gifts[step.seat] + step.mistake) < EXACT
                most = max(shares[step.seat] for shares in step.values.values())
                assert abs(step.values[step.best][step.seat] - most) < EXACT
                assert after == pytest.approx(step.values[step.chosen], abs=EXACT)
            case Beginning(estimated=before, solved=after):
                assert abs(fsum(step.residual)) < EXACT
        assert len(before) == len(after) == players
        assert fsum(before) == pytest.approx(1, abs=EXACT)
    assert len(reviewed.curve) == len(reviewed.record.played) + 1


def expects_no_luck(reviewed: Review, of: Value, most: int) -> None:
    """Check before some of the rolls that the expected luck is zero for every seat."""
    turn, rolls = of(reviewed.record.start), 0
    for before, (_, after, _) in zip(reviewed.record.states(), reviewed.record.played, strict=False):
        if before.dice is not None and rolls < most:
            rolls += 1
            ways = sum(weight for _, weight in before.rolls())
            expected = [0.0] * before.game.players
            for roll, weight in before.rolls():
                for seat, share in enumerate(turn.shares(before.play(roll).state)):
                    expected[seat] += share * weight / ways
            assert expected == pytest.approx(turn.shares(before), abs=EXACT)
        if after.seat != before.seat and after.seat is not None:
            turn = of(after)


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=2, deadline=None, derandomize=True)
def test_luck_and_mistakes_add_up(name: str, players: int, seed: int) -> None:
    """With the shipped model, accounts add up to a billionth, and the expected luck is zero."""
    reviewed = review(brisk_record(name, players, seed, _MOVES), value)
    adds_up(reviewed)
    expects_no_luck(reviewed, value, 2)  # check the draw and the roll of all dice, which includes shorter rolls


@pytest.mark.parametrize("name", roost.all_games())
def test_any_value_adds_up_to_the_result(name: str) -> None:
    """A cruder value of positions only makes the residual larger."""
    record = brisk_record(name, 2, "crude", 120 if name == "picnic" else None)
    reviewed = review(record, by_scores)
    adds_up(reviewed)
    assert reviewed.result == pytest.approx(by_scores(record.state).shares(record.state))
    assert any(account.residual for account in reviewed.accounts)


def test_the_draw_belongs_to_no_seat() -> None:
    """The luck of the draw of the first player is listed separately, and belongs to no turn."""
    reviewed = review(brisk_record("heckmeck", 3, "draw", 20), value)
    first = reviewed.throws[0]
    assert (first.seat, first.turn) == (None, 0)
    assert reviewed.start == pytest.approx([1 / 3] * 3)
    assert [account.draw for account in reviewed.accounts] == pytest.approx(first.luck)


def test_total_luck_equals_the_luck_in_the_review() -> None:
    """The luck that the arena removes equals the luck in a review."""
    record = brisk_record("junior", 3, "luck")
    reviewed = review(record, value)
    assert total_luck(record.start, record.played, value) == pytest.approx(
        [a.luck for a in reviewed.accounts], abs=EXACT
    )


def test_a_missed_win_is_a_mistake() -> None:
    """A player who could win with the last tile but rolls loses win share, to the opponent's gain."""
    start = "heckmeck grill=25 A=21 B=22 turn=A aside=5555w"
    recorder = Recorder(roost.position(start), ["Anna", "Bert"])
    recorder.add("roll")
    (decision,) = review(recorder.record(), value).decisions
    assert str(decision.best) == "take25"
    assert decision.values[decision.best] == (1.0, 0.0)
    assert decision.mistake == pytest.approx(1 - decision.values[decision.chosen][0])
    assert decision.mistake > SMALLEST_MISTAKE
    assert decision.gifts == pytest.approx((-decision.mistake, decision.mistake))


def test_forced_decisions_do_not_count() -> None:
    """A choice without an alternative is not counted, and a few decisions give no average."""
    record = read(
        '[Roost "1"]\n[Game "junior"]\n[A "Anna"]\n[B "Ben"]\n'
        '[Position "junior grill=4,9 A=- B=- turn=A aside=wwww roll=cc"]\n[Result "*"]\n\n1 A c take4\n'
    )
    reviewed = review(record, value)
    forced = [step.is_forced for step in reviewed.steps if isinstance(step, Decision)]
    assert forced == [True, True]
    assert reviewed.decisions == ()
    assert [account.decisions for account in reviewed.accounts] == [0, 0]
    assert [account.average_mistake for account in reviewed.accounts] == [None, None]


def test_many_decisions_have_an_average_loss() -> None:
    reviewed = review(brisk_record("heckmeck", 2, "average"), value)
    for account in reviewed.accounts:
        assert account.decisions > FEWEST_TO_GRADE
        assert account.average_mistake == pytest.approx(account.mistakes / account.decisions)


def test_a_record_without_moves_cannot_be_reviewed() -> None:
    with pytest.raises(RoostError, match="no move has been played yet"):
        review(Recorder(roost.game("junior")).record(), value)
