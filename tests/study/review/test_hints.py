"""Tests of hints: the best choice, the reason, and the effects of other choices."""

import subprocess
import sys

import pytest

import roost
from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.core.words import Messages
from roost.study.models import value
from roost.study.odds.choice import FAILS
from roost.study.review.hints import Hint, HintReason, Prospect, describe_hint, describe_what_if, hint, hint_at
from study.review.games import brisk_record

pytestmark = pytest.mark.slow

STOP_OR_ROLL = "heckmeck grill=21-36 A=- B=- turn=A aside=5555w"


def prospect(action: Action, share: float, fails: float) -> Prospect:
    """Create a choice with a share for seat A."""
    return Prospect(action, (share, 1 - share), share, {FAILS: fails})


@pytest.mark.parametrize(
    ("position", "shares", "fails", "reason"),
    [
        (STOP_OR_ROLL, (0.5, 0.5), (0.1, 0.0), HintReason.EVEN),
        (STOP_OR_ROLL, (0.6, 0.5), (0.1, 0.0), HintReason.WORTH_THE_RISK),
        (STOP_OR_ROLL, (0.6, 0.5), (0.004, 0.0), HintReason.NO_RISK),
        (STOP_OR_ROLL, (0.6, 0.5), (0.1, 1.0), HintReason.NOTHING_TO_LOSE),
        (STOP_OR_ROLL, (0.5, 0.6), (0.1, 0.0), HintReason.TOO_RISKY),
        (STOP_OR_ROLL, (0.5, 0.6), (0.0, 0.0), HintReason.ENOUGH),
        (STOP_OR_ROLL, (0.5, 1.0), (0.4, 0.0), HintReason.WINS),
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1111wwww", (0.4, 0.6), (0.3, 0.2), HintReason.SAFER),
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1111wwww", (0.4, 0.6), (0.2, 0.3), HintReason.BOLDER),
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1111wwww", (0.4, 0.6), (0.2, 0.2), HintReason.BETTER_ENDS),
        ("heckmeck grill=21-36 A=- B=- turn=A roll=wwwwwwww", (0.4,), (0.2,), HintReason.ONLY),
    ],
)
def test_every_reason_has_a_case(
    position: str, shares: tuple[float, ...], fails: tuple[float, ...], reason: HintReason
) -> None:
    """The facts about the two best choices determine the reason, which has a sentence in both languages."""
    state = roost.position(position)
    prospects = [prospect(*known) for known in zip(state.actions(), shares, fails, strict=True)]
    advice = Hint(state, tuple(sorted(prospects, key=lambda item: -item.share)))
    assert advice.reason is reason
    for language in ("en", "de"):
        assert "{" not in describe_hint(advice, Messages(language))


@pytest.mark.parametrize("name", roost.all_games())
def test_a_hint_agrees_with_the_solved_turn(name: str) -> None:
    """A hint lists every choice, best first, with results that sum to one and a sentence in both languages."""
    record = brisk_record(name, 3, "hints", 60)
    decisions = [state for state in record.states() if state.node is Node.DECIDE and len(state.actions()) > 2]
    for state in decisions[:4]:
        advice = hint_at(state)
        assert advice.best.action == value(state).best(state)
        assert {item.action for item in advice.prospects} == set(state.actions())
        shares = [item.share for item in advice.prospects]
        assert shares == sorted(shares, reverse=True)
        for item in advice.prospects:
            assert sum(item.results.values()) == pytest.approx(1, abs=1e-6)
            for language in ("en", "de"):
                assert "{" not in describe_what_if(advice, item, Messages(language))
        data = advice.to_json(Messages("en"), ("Anna", "Ben", "Carla"))
        assert str(data["text"]).startswith("Best for winning the game: ")


def test_a_position_without_a_choice_has_no_hint() -> None:
    state: State = roost.game("junior").opening()
    with pytest.raises(RoostError, match="no choice to make"):
        hint(state, value(state))


def test_warm_up_runs_without_output() -> None:
    """The warm-up process that ``roost host`` starts computes odds and hints for every game without output."""
    result = subprocess.run(
        [sys.executable, "-m", "roost.study.review.warm_up"], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
