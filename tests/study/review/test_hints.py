"""Hints name the best choice, say why, and tell what every other choice would mean."""

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
from roost.study.review.hints import Hint, Prospect, Reason, hint, hint_at, tell_hint, tell_what_if
from study.review.games import brisk_record

pytestmark = pytest.mark.slow

STOP_OR_ROLL = "heckmeck grill=21-36 A=- B=- turn=A aside=5555w"


def prospect(action: Action, share: float, fails: float) -> Prospect:
    """A choice that is worth so much to A."""
    return Prospect(action, (share, 1 - share), share, {FAILS: fails})


@pytest.mark.parametrize(
    ("position", "shares", "fails", "reason"),
    [
        (STOP_OR_ROLL, (0.5, 0.5), (0.1, 0.0), Reason.EVEN),
        (STOP_OR_ROLL, (0.6, 0.5), (0.1, 0.0), Reason.WORTH_THE_RISK),
        (STOP_OR_ROLL, (0.6, 0.5), (0.004, 0.0), Reason.NO_RISK),
        (STOP_OR_ROLL, (0.6, 0.5), (0.1, 1.0), Reason.NOTHING_TO_LOSE),
        (STOP_OR_ROLL, (0.5, 0.6), (0.1, 0.0), Reason.TOO_RISKY),
        (STOP_OR_ROLL, (0.5, 0.6), (0.0, 0.0), Reason.ENOUGH),
        (STOP_OR_ROLL, (0.5, 1.0), (0.4, 0.0), Reason.WINS),
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1111wwww", (0.4, 0.6), (0.3, 0.2), Reason.SAFER),
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1111wwww", (0.4, 0.6), (0.2, 0.3), Reason.BOLDER),
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1111wwww", (0.4, 0.6), (0.2, 0.2), Reason.BETTER_ENDS),
        ("heckmeck grill=21-36 A=- B=- turn=A roll=wwwwwwww", (0.4,), (0.2,), Reason.ONLY),
    ],
)
def test_every_reason_has_its_case(
    position: str, shares: tuple[float, ...], fails: tuple[float, ...], reason: Reason
) -> None:
    """The facts of the best choice and the next best decide the sentence; each exists in both languages."""
    state = roost.position(position)
    found = [prospect(*known) for known in zip(state.actions(), shares, fails, strict=True)]
    given = Hint(state, tuple(sorted(found, key=lambda one: -one.share)))
    assert given.reason is reason
    for language in ("en", "de"):
        assert "{" not in tell_hint(given, Messages(language))


@pytest.mark.parametrize("name", roost.all_games())
def test_hints_are_the_solved_turn_in_words(name: str) -> None:
    """The best first, then by what they are worth; every choice is there, and its results are likely in all."""
    record = brisk_record(name, 3, "hints", 60)
    decisions = [state for state in record.states() if state.node is Node.DECIDE and len(state.actions()) > 2]
    for state in decisions[:4]:
        given = hint_at(state)
        assert given.best.action == value(state).best(state)
        assert {one.action for one in given.prospects} == set(state.actions())
        shares = [one.share for one in given.prospects]
        assert shares == sorted(shares, reverse=True)
        for one in given.prospects:
            assert sum(one.results.values()) == pytest.approx(1, abs=1e-6)
            for language in ("en", "de"):
                assert "{" not in tell_what_if(given, one, Messages(language))
        told = given.to_json(Messages("en"), ("Anna", "Ben", "Carla"))
        assert str(told["text"]).startswith("Best: ")


def test_no_hint_where_there_is_nothing_to_choose() -> None:
    """Before a roll there is nothing to advise."""
    state: State = roost.game("junior").opening()
    with pytest.raises(RoostError, match="nothing to choose"):
        hint(state, value(state))


def test_everything_can_be_compiled_beforehand() -> None:
    """The process that ``roost host`` starts beside itself asks every game for odds and a hint, without a word."""
    done = subprocess.run(
        [sys.executable, "-m", "roost.study.review.warm_up"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
