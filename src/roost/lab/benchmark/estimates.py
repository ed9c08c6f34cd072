"""Means over deals, with confidence intervals. Deals are independent of each other; games within a deal are not."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from roost.study.estimate import Estimate, t_quantile


def _around(value: float, error: float, deals: int) -> Estimate:
    reach = t_quantile(deals - 1) * error
    return Estimate(value, error, value - reach, value + reach)


def mean_of(values: Sequence[float]) -> Estimate:
    """Estimate a mean, given one value per deal."""
    if len(values) < 2:
        return Estimate(float(np.mean(values)))
    return _around(float(np.mean(values)), float(np.std(values, ddof=1)) / sqrt(len(values)), len(values))


def ratio_of(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """Estimate the ratio of two sums over deals, such as the loss per decision.

    The standard error is computed from the residuals (the delta method).
    """
    value = sum(above) / sum(below)
    if len(above) < 2:
        return Estimate(value)
    residuals = np.array(above) - value * np.array(below)
    error = float(np.std(residuals, ddof=1)) / sqrt(len(residuals)) / float(np.mean(below))
    return _around(value, error, len(residuals))
