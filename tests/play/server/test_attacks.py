"""The attacks of ``tools/attack.py``: what they must not achieve, however busy the machine is.

``make test`` tries the same bounds one by one: test_bounds, test_routes, test_costly, and test_turn_value for the owls.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from attacks import heads, owls, questions, routes
from attacks.target import Report, percentile

pytestmark = pytest.mark.soak

ROOT = Path(__file__).parents[3]
_GIGABYTE = 1 << 30


def stands(found: Report) -> None:
    """The server is up, took a bounded memory, complained of nothing, and somebody else played on."""
    assert found.is_up
    assert found.memory < _GIGABYTE
    assert (found.moves > 0, found.refused, found.complaints) == (True, 0, "")


@pytest.mark.parametrize("kind", ["heads", "owls", "questions", "routes"])
def test_anybody_can_repeat_it(kind: str) -> None:
    """The program finds all that it needs."""
    asked = subprocess.run(
        [sys.executable, ROOT / "tools" / "attack.py", kind, "--help"], capture_output=True, check=True
    )
    assert b"--seconds" in asked.stdout


async def test_owls_do_not_eat_the_memory() -> None:
    """Four owls at each of ten tables with the longest tracks: bounded memory, and somebody else plays on."""
    found = await owls.attack(tables=10, seconds=600)
    stands(found)


async def test_requests_that_never_end_are_refused() -> None:
    """Each gets what it deserves: 431 for its head, 408 or nothing for what does not come, no more connections."""
    found = await heads.attack(60, patience=10)
    stands(found)
    assert found.answers["431"] > 0
    assert found.answers["cut off"] >= 100  # of 600 connections one client may have 500


async def test_the_worst_of_every_route_holds_up_nobody() -> None:
    """It is answered, or refused with a reason; somebody else plays, and somebody looks back at a long table."""
    found, felt = await routes.attack(changes=6000, seconds=180)
    stands(found)
    assert found.answers["200"] > 0
    assert not {status for status in found.answers if status >= "500"} - {"503", "hung up"}
    assert found.waits
    assert max(percentile(one.moves, 0.5) for one in felt.values()) < 0.05
    assert found.p95 < 0.05
    assert max(found.waits) < 1.0
    assert found.answers["begun"] > 0


async def test_costly_questions_hold_up_nobody() -> None:
    """They are answered, put off or refused, and nothing else; somebody else plays on."""
    found = await questions.attack(60, patience=10)
    stands(found)
    assert found.answers
    assert set(found.answers) <= {"200", "202", "409", "429", "503", "hung up", "unread, cut off"}
