"""Tests that reviews and hints respect the error of learnt shares."""

from collections.abc import Mapping

import pytest
from roost_pig import Hold, Pig, RollOn

from roost.core.errors import NotKnownError
from roost.core.moves import Action
from roost.core.record import Recorder
from roost.core.state import State
from roost.core.words import Messages
from roost.study.review import Shares, review
from roost.study.review.hints import HintReason, describe_hint, hint
from roost.study.review.values import digits, doubt, known_well
from roost.study.review.win_odds import WonTurn

STATE = Pig.read_text("pig A=0 B=0 turn=A total=12 roll=6")


class Turn:
    """A turn in which rolling is better by a small gap, valued with a known error."""

    def __init__(self, error: float, gap: float = 0.04) -> None:
        self.error = error
        self.is_known = error < 0.05
        self._gap = gap

    def shares(self, state: State) -> Shares:
        if state.outcome is not None:
            return tuple(float(share) for share in state.outcome.shares)
        is_after_hold = state.seat == 1
        return (0.5, 0.5) if is_after_hold else (0.5 + self._gap, 0.5 - self._gap)

    def choices(self, state: State) -> dict[Action, Shares]:
        return {action: self.shares(state.play(action).state) for action in state.actions()}

    def best(self, state: State) -> Action:
        return state.actions()[0]

    def results(self, state: State, action: Action | None = None) -> Mapping[Action, float]:
        return {Hold(): 1.0}


def review_of_holding(turn: Turn) -> list[float]:
    """Review a hold where rolling seems better; return the loss, the gift to the opponent, and the residual."""
    recorder = Recorder(Pig(), ("Anna", "Ben"))
    for move in ("6", "hold"):
        recorder.add(recorder.state.parse(move))
    reviewed = review(recorder.record(), lambda state: turn)
    account = reviewed.accounts[0]
    assert account.unexplained == pytest.approx(0.0)
    return [account.mistakes, reviewed.accounts[1].gifts, account.residual]


def test_a_loss_within_the_error_is_not_a_mistake() -> None:
    """A loss below twice the error counts as a residual instead."""
    assert review_of_holding(Turn(error=0.01)) == pytest.approx([0.04, 0.04, 0.0])
    assert review_of_holding(Turn(error=0.03)) == pytest.approx([0.0, 0.0, -0.04])


def test_a_hint_is_as_precise_as_the_error_allows() -> None:
    """A learnt share is rounded, a difference within the error is not a reason, and the hint states the error."""
    clear, doubtful = hint(STATE, Turn(error=0.01)), hint(STATE, Turn(error=0.045))
    assert clear.reason is not HintReason.EVEN
    assert doubtful.reason is HintReason.EVEN
    sentence = describe_hint(clear, Messages())
    assert "54%" in sentence
    assert sentence.endswith("Estimated from practice games, ±1.0%.")
    shares = [choice["share"] for choice in clear.to_json()["choices"]]  # type: ignore[union-attr, index, call-overload]
    assert shares == [0.54, 0.5]
    assert clear.to_json()["error"] == 0.01


def test_uncertain_shares_are_not_shown() -> None:
    """Shares with an error of more than five percentage points are refused."""
    assert known_well(Turn(error=0.01)).error == 0.01
    with pytest.raises(NotKnownError, match="too uncertain to show: ±28%"):
        known_well(Turn(error=0.28))


def test_odds_to_win_have_an_error() -> None:
    """Odds for the aim to win have the error of the searched turn."""
    solved = WonTurn(Turn(error=0.01))
    choices = solved.choices(STATE)
    assert [choice.action for choice in choices] == [RollOn(), Hold()]
    assert {choice.error for choice in choices} == {0.01}
    assert solved.value(STATE) == pytest.approx(0.54)
    assert solved.error(STATE) == 0.01


def test_the_error_determines_the_digits() -> None:
    """Percentages have one digit after the point if the error is below half a percentage point."""
    assert (digits(0.0), digits(0.004), digits(0.006)) == (1, 1, 0)
    assert doubt(Turn(error=0.02)) == 0.04
