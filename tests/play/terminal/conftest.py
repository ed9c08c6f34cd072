"""What the tests of the terminal share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from same_dice import same_dice


@pytest.fixture(autouse=True)
def _same_dice(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test of the terminal depends on luck."""
    with same_dice(request.node.nodeid):
        yield
