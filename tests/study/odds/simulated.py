"""A comparison of simulated turns with expected results."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt

import pytest

from roost.core.moves import Action

RARE = 10
"""Minimum expected count of a result; rarer results are counted together, because their spread is not normal."""


def assert_as_likely(observed: Counter[Action], expected: Mapping[Action, float]) -> None:
    """Check that each result occurs as often as expected, within four standard errors."""
    turns = observed.total()
    assert sum(expected.values()) == pytest.approx(1.0, abs=1e-12)
    assert observed.keys() <= expected.keys()
    common = {result for result, chance in expected.items() if chance * turns >= RARE}
    for group in (*([result] for result in common), expected.keys() - common):
        chance, count = sum(expected[result] for result in group), sum(observed[result] for result in group)
        assert abs(count - chance * turns) <= 4 * max(sqrt(chance * (1 - chance) * turns), 1.0)
