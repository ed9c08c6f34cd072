"""The attack programs of ``tests/attacks`` in short form: what they must not achieve, however busy the machine is."""

from __future__ import annotations

import pytest

from attacks import owls

pytestmark = pytest.mark.anyio

_GIGABYTE = 1 << 30


async def test_owls_do_not_eat_the_memory() -> None:
    """Four owls at each of ten tables with the longest tracks: bounded memory, and somebody else plays on."""
    found = await owls.attack(tables=10, seconds=5.0)
    assert found.is_up
    assert found.memory < _GIGABYTE
    assert found.moves > 0
    assert found.refused == 0
