"""Shares that were learnt are told as far as their error allows, and nobody is charged with what it may account for."""

from collections.abc import Mapping

import pytest
from roost_pig import Hold, Pig, RollOn

from roost.core.errors import NotKnownError
from roost.core.moves import Action
from roost.core.record import Recorder
from roost.core.state import State
from roost.core.words import Messages
from roost.study.review import Shares, review
from roost.study.review.hints import Reason, hint, tell_hint
from roost.study.review.values import digits, doubt, known_well
from roost.study.review.win_odds import WonTurn

STATE = Pig.read_text("pig A=0 B=0 turn=A total=12 roll=6")


class Turn:
    """A turn in which rolling on wins by a little, valued with a known error."""

    def __init__(self, error: float, gap: float = 0.04) -> None:
        self.error = error
        self.is_known = error < 0.05
        self._gap = gap

    def shares(self, state: State) -> Shares:
        if state.outcome is not None:
            return tuple(float(share) for share in state.outcome.shares)
        held = state.seat == 1
        return (0.5, 0.5) if held else (0.5 + self._gap, 0.5 - self._gap)

    def choices(self, state: State) -> dict[Action, Shares]:
        return {action: self.shares(state.play(action).state) for action in state.actions()}

    def best(self, state: State) -> Action:
        return state.actions()[0]

    def results(self, state: State, action: Action | None = None) -> Mapping[Action, float]:
        return {Hold(): 1.0}


def held_at_once(turn: Turn) -> list[float]:
    """The review's charge against somebody who holds where rolling on seems better."""
    recorder = Recorder(Pig(), ("Anna", "Ben"))
    for move in ("6", "hold"):
        recorder.add(recorder.state.parse(move))
    found = review(recorder.record(), lambda state: turn)
    account = found.accounts[0]
    assert account.unexplained == pytest.approx(0.0)
    return [account.slips, found.accounts[1].gifts, account.residual]


def test_a_review_charges_nothing_that_the_error_does_not_carry() -> None:
    """A choice that seems to cost less than twice the error costs nothing; what it did is the model's doubt."""
    assert held_at_once(Turn(error=0.01)) == pytest.approx([0.04, 0.04, 0.0])
    assert held_at_once(Turn(error=0.03)) == pytest.approx([0.0, 0.0, -0.04])


def test_a_hint_tells_what_the_error_allows() -> None:
    """Whole percents, no difference that the error swallows, and the error itself."""
    clear, doubtful = hint(STATE, Turn(error=0.01)), hint(STATE, Turn(error=0.045))
    assert clear.reason is not Reason.EVEN
    assert doubtful.reason is Reason.EVEN
    told = tell_hint(clear, Messages())
    assert "54%" in told
    assert told.endswith("Learnt from play; shares are ±1.0%.")
    shares = [choice["share"] for choice in clear.to_json()["choices"]]  # type: ignore[union-attr, index, call-overload]
    assert shares == [0.54, 0.5]
    assert clear.to_json()["error"] == 0.01


def test_what_is_not_known_is_not_told() -> None:
    """An error of more than five points leaves nothing to say."""
    assert known_well(Turn(error=0.01)).error == 0.01
    with pytest.raises(NotKnownError, match="not known well enough: shares are ±28%"):
        known_well(Turn(error=0.28))


def test_odds_of_winning_have_their_error() -> None:
    """The aim of winning reads the searched turn as it is."""
    solved = WonTurn(Turn(error=0.01))
    choices = solved.choices(STATE)
    assert [choice.action for choice in choices] == [RollOn(), Hold()]
    assert {choice.error for choice in choices} == {0.01}
    assert solved.value(STATE) == pytest.approx(0.54)
    assert solved.error(STATE) == 0.01


def test_digits() -> None:
    """Tenths of a percent below half a percent."""
    assert (digits(0.0), digits(0.004), digits(0.006)) == (1, 1, 0)
    assert doubt(Turn(error=0.02)) == 0.04
