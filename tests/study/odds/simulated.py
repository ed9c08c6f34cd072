"""Results of simulated turns beside what was expected of them."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt

import pytest

from roost.core.moves import Action

RARE = 10
"""Results that are expected less often than this are counted together: their spread is not a bell curve's."""


def assert_as_likely(seen: Counter[Action], expected: Mapping[Action, float]) -> None:
    """As many turns brought each result as expected, within four standard errors."""
    turns = seen.total()
    assert sum(expected.values()) == pytest.approx(1.0, abs=1e-12)
    assert seen.keys() <= expected.keys()
    common = {result for result, chance in expected.items() if chance * turns >= RARE}
    for together in (*([result] for result in common), expected.keys() - common):
        chance, count = sum(expected[one] for one in together), sum(seen[one] for one in together)
        assert abs(count - chance * turns) <= 4 * max(sqrt(chance * (1 - chance) * turns), 1.0)
