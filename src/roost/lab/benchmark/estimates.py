"""Averages over deals, with intervals. Deals are independent of one another; the games of one deal are not."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from roost.study.estimate import Estimate, t_quantile


def _around(value: float, error: float, deals: int) -> Estimate:
    reach = t_quantile(deals - 1) * error
    return Estimate(value, error, value - reach, value + reach)


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of one number for each deal."""
    if len(values) < 2:
        return Estimate(float(np.mean(values)))
    return _around(float(np.mean(values)), float(np.std(values, ddof=1)) / sqrt(len(values)), len(values))


def ratio_of(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """The sum of one number over the sum of another, each counted for every deal: how much per decision.

    The error is that of the differences from the ratio (the delta method).
    """
    value = sum(above) / sum(below)
    if len(above) < 2:
        return Estimate(value)
    left = np.array(above) - value * np.array(below)
    error = float(np.std(left, ddof=1)) / sqrt(len(left)) / float(np.mean(below))
    return _around(value, error, len(left))
