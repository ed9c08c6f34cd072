"""A control variate: subtract a quantity whose mean is known to be zero, in order to reduce noise.

A bot's wins in a deal vary with the luck of its dice. Luck is zero on average for any play of the bots, so any
fraction of it may be subtracted from the wins without changing their mean. Regression finds the fraction that leaves
the least variance; it is the same for all bots, so the win shares still add up to one. The fraction would be 1 if the
model that values positions were right and all players played as well as the model assumes.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.study.estimate import Estimate, t_quantile

_TINY = 1e-12


def regressed(deals: Sequence[Sequence[int]], units: Sequence[int], fineness: int) -> tuple[Estimate, ...]:
    """Return each bot's mean wins per ``unit``, less the fraction of its luck that leaves the least variance.

    A deal lists each bot's wins and then each bot's luck, which is counted ``fineness`` times as fine. The standard
    error is the jackknife's: each deal is left out in turn, and the fraction is computed again without it. The
    textbook error of a regression is too small where deals are few and unlike one another. An error needs at least
    three deals.
    """
    won, luck = np.split(np.array(deals, np.float64) / [*units, *(unit * fineness for unit in units)], 2, axis=1)
    count, mean, mean_luck = len(deals), won.mean(axis=0), luck.mean(axis=0)
    won, luck = won - mean, luck - mean_luck
    covariances, variances = (won * luck).sum(axis=1), (luck * luck).sum(axis=1)
    value = mean - _part(covariances.sum(), variances.sum()) * mean_luck
    if count < 3:
        return tuple(map(Estimate, value.tolist()))
    fewer = count - 1
    parts = _part(covariances.sum() - covariances * count / fewer, variances.sum() - variances * count / fewer)
    leave_one_out = mean - won / fewer - parts[:, None] * (mean_luck - luck / fewer)
    errors = np.sqrt(fewer * leave_one_out.var(axis=0))
    reach = t_quantile(count - 2) * errors
    return tuple(map(Estimate, value.tolist(), errors.tolist(), (value - reach).tolist(), (value + reach).tolist()))


def _part(covariance: Any, variance: Any) -> NDArray[np.float64]:
    """Return the slope of wins over luck; 0 where luck does not vary."""
    is_known = variance > _TINY
    return np.where(is_known, covariance / np.where(is_known, variance, 1.0), 0.0)
