"""Bounds that the attacks of ``tools/attack.py`` must not break, however busy the machine is.

``make test`` tests the same bounds in small: test_bounds, test_routes, test_costly, and test_turn_value for the owls.
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


def assert_survived(report: Report) -> None:
    """Assert that the server is up with bounded memory and without errors, and that another client could play."""
    assert report.is_up
    assert report.memory < _GIGABYTE
    assert (report.moves > 0, report.refused, report.complaints) == (True, 0, "")


@pytest.mark.parametrize("kind", ["heads", "owls", "questions", "routes"])
def test_the_attack_program_starts_for_each_kind_of_attack(kind: str) -> None:
    shown = subprocess.run(
        [sys.executable, ROOT / "tools" / "attack.py", kind, "--help"], capture_output=True, check=True
    )
    assert b"--seconds" in shown.stdout


async def test_many_owls_need_bounded_memory() -> None:
    """Four owls play at each of ten tables with the longest tracks, and another client can still play."""
    report = await owls.attack(tables=10, seconds=600)
    assert_survived(report)


async def test_requests_that_never_end_are_refused() -> None:
    """An endless head gets 431, a stalled request 408 or a hangup, and one client's connections are limited."""
    report = await heads.attack(60, patience=10)
    assert_survived(report)
    assert report.answers["431"] > 0
    assert report.answers["cut off"] >= 100  # of 600 connections one client may have 500


async def test_the_worst_request_of_each_route_delays_no_one() -> None:
    """The requests are answered or refused with a reason, while others play and review a long table."""
    report, by_route = await routes.attack(changes=6000, seconds=180)
    assert_survived(report)
    assert report.answers["200"] > 0
    assert not {status for status in report.answers if status >= "500"} - {"503", "hung up"}
    assert report.waits
    assert max(percentile(phase.moves, 0.5) for phase in by_route.values()) < 0.05
    assert report.p95 < 0.05
    assert max(report.waits) < 1.0
    assert report.answers["begun"] > 0


async def test_costly_calculations_delay_no_one() -> None:
    """Costly requests are answered, postponed or refused, while another client can still play."""
    report = await questions.attack(60, patience=10)
    assert_survived(report)
    assert report.answers
    assert set(report.answers) <= {"200", "202", "409", "429", "503", "hung up", "unread, cut off"}
