"""The attack programs of ``tests/attacks`` in short form: what they must not achieve, however busy the machine is."""

from __future__ import annotations

import pytest

from play.attacks import heads, history, owls, questions
from soak import tries

pytestmark = [pytest.mark.anyio, pytest.mark.soak]

_GIGABYTE = 1 << 30


async def test_owls_do_not_eat_the_memory() -> None:
    """Four owls at each of ten tables with the longest tracks: bounded memory, and somebody else plays on."""
    found = await owls.attack(tables=10, seconds=tries(4, 600))
    assert found.is_up
    assert found.memory < _GIGABYTE
    assert found.moves > 0
    assert found.refused == 0


async def test_requests_that_never_end_are_refused() -> None:
    """Each gets what it deserves: 431 for its head, 408 or nothing for what does not come, no further connection."""
    found = await heads.attack(tries(3, 60), patience=tries(1, 10))
    assert found.is_up
    assert found.memory < _GIGABYTE
    assert (found.moves > 0, found.refused, found.complaints) == (True, 0, "")
    assert found.answers["431"] > 0
    assert found.answers["cut off"] >= 100  # of 600 connections one client may have 500


async def test_a_long_past_is_read_in_parts() -> None:
    """Some questions are answered, others come too often; whoever comes to the table sees it."""
    found = await history.attack(changes=tries(1000, 6000), seconds=tries(3, 60))
    assert found.is_up
    assert found.memory < _GIGABYTE
    assert (found.moves > 0, found.refused, found.complaints) == (True, 0, "")
    assert set(found.answers) <= {"200", "429", "hung up"}
    assert found.waits


async def test_costly_questions_hold_up_nobody() -> None:
    """They are answered, put off or refused, and nothing else; somebody else plays on."""
    found = await questions.attack(tries(3, 60), patience=tries(1, 10))
    assert found.is_up
    assert found.memory < _GIGABYTE
    assert (found.moves > 0, found.refused, found.complaints) == (True, 0, "")
    assert found.answers
    assert set(found.answers) <= {"200", "202", "409", "429", "503", "hung up", "unread, cut off"}
