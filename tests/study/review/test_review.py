"""Luck and skill add up: every change of a share is a roll's luck, a decision's slip, or the model's inconsistency."""

from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roost
from roost.core.errors import RoostError
from roost.core.record import Recorder, read
from roost.study.models import value
from roost.study.review import FEWEST_TO_GRADE, WORTH_TELLING, Beginning, Decision, Review, Throw, Value, review
from roost.study.review.luck import total_luck
from study.review.by_scores import by_scores
from study.review.games import EVERY_TABLE, brisk_record

EXACT = 1e-9
_MOVES = 36


def adds_up(found: Review) -> None:
    """Everything that holds for the review of any game."""
    players = found.record.game.players
    for account in found.accounts:
        assert abs(account.unexplained) < EXACT
        assert account.slips >= 0
    for step in found.steps:
        match step:
            case Throw(before=before, after=after):
                assert abs(fsum(step.luck)) < EXACT
            case Decision(before=before, after=after):
                assert step.slip >= 0
                assert abs(step.gifts[step.seat] + step.slip) < EXACT
                most = max(shares[step.seat] for shares in step.values.values())
                assert abs(step.values[step.best][step.seat] - most) < EXACT
                assert after == pytest.approx(step.values[step.chosen], abs=EXACT)
            case Beginning(estimated=before, solved=after):
                assert abs(fsum(step.residual)) < EXACT
        assert len(before) == len(after) == players
        assert fsum(before) == pytest.approx(1, abs=EXACT)
    assert len(found.curve) == len(found.record.played) + 1


def expects_no_luck(found: Review, of: Value, most: int) -> None:
    """Before some of the rolls, the luck of all that could be rolled averages to nothing, for every seat."""
    turn, rolls = of(found.record.start), 0
    for before, (_, after, _) in zip(found.record.states(), found.record.played, strict=False):
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
def test_luck_and_skill_add_up(name: str, players: int, seed: int) -> None:
    """At every table, with the shipped model: to a billionth, with no slip below zero and no luck to be expected."""
    found = review(brisk_record(name, players, seed, _MOVES), value)
    adds_up(found)
    expects_no_luck(found, value, 2)  # the draw and the roll of all dice; shorter rolls are parts of it


@pytest.mark.parametrize("name", roost.all_games())
def test_any_value_adds_up_to_the_result(name: str) -> None:
    """A game valued by its scores alone: a crude estimate only has a larger residual."""
    record = brisk_record(name, 2, "crude", 120 if name == "picnic" else None)
    found = review(record, by_scores)
    adds_up(found)
    assert found.result == pytest.approx(by_scores(record.state).shares(record.state))
    assert any(account.residual for account in found.accounts)


def test_the_draw_is_nobodys_roll() -> None:
    """The draw of the first player is luck of its own, and belongs to no turn."""
    found = review(brisk_record("heckmeck", 3, "draw", 20), value)
    first = found.throws[0]
    assert (first.seat, first.turn) == (None, 0)
    assert found.start == pytest.approx([1 / 3] * 3)
    assert [account.draw for account in found.accounts] == pytest.approx(first.luck)


def test_luck_alone_is_the_luck_of_the_review() -> None:
    """The luck that the arena takes out is what a review calls luck."""
    record = brisk_record("junior", 3, "luck")
    found = review(record, value)
    assert total_luck(record.start, record.played, value) == pytest.approx([a.luck for a in found.accounts], abs=EXACT)


def test_a_game_thrown_away_is_a_slip() -> None:
    """A player who could win with the last tile, and does not, has slipped by what that costs, to the others' gain."""
    start = "heckmeck grill=25 A=21 B=22 turn=A aside=5555w"
    recorder = Recorder(roost.position(start), ["Anna", "Bert"])
    recorder.add("roll")
    (decision,) = review(recorder.record(), value).decisions
    assert str(decision.best) == "take25"
    assert decision.values[decision.best] == (1.0, 0.0)
    assert decision.slip == pytest.approx(1 - decision.values[decision.chosen][0])
    assert decision.slip > WORTH_TELLING
    assert decision.gifts == pytest.approx((-decision.slip, decision.slip))


def test_forced_decisions_do_not_count() -> None:
    """A choice without an alternative is no decision, and a handful of decisions earns no grade."""
    record = read(
        '[Roost "1"]\n[Game "junior"]\n[A "Anna"]\n[B "Ben"]\n'
        '[Position "junior grill=4,9 A=- B=- turn=A aside=wwww roll=cc"]\n[Result "*"]\n\n1 A c take4\n'
    )
    found = review(record, value)
    forced = [step.is_forced for step in found.steps if isinstance(step, Decision)]
    assert forced == [True, True]
    assert found.decisions == ()
    assert [account.decisions for account in found.accounts] == [0, 0]
    assert [account.average_slip for account in found.accounts] == [None, None]


def test_many_decisions_earn_an_average() -> None:
    """From so many unforced decisions on, there is an average."""
    found = review(brisk_record("heckmeck", 2, "average"), value)
    for account in found.accounts:
        assert account.decisions > FEWEST_TO_GRADE
        assert account.average_slip == pytest.approx(account.slips / account.decisions)


def test_nothing_played_is_nothing_to_review() -> None:
    """A record without a move is refused."""
    with pytest.raises(RoostError, match="nothing has been played yet"):
        review(Recorder(roost.game("junior")).record(), value)
