"""A control variate: a quantity with a known mean of zero that is subtracted to reduce noise.

A bot's wins in a deal vary with the luck of its dice. However the bots play, luck is zero on average, so any fraction
of it may be subtracted from the wins without changing their mean. Regression finds the fraction that minimises the
variance. All bots share the same fraction, so their win shares still add up to one. The fraction would be 1 if the
model's values of positions were correct and all players played as well as the model assumes.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.study.estimate import Estimate, t_quantile

_TINY = 1e-12


def regressed(deals: Sequence[Sequence[int]], units: Sequence[int], fineness: int) -> tuple[Estimate, ...]:
    """Return each bot's mean wins per unit, less the fraction of its luck that minimises the variance.

    A deal lists each bot's wins and then each bot's luck, in units ``fineness`` times smaller. Standard errors come
    from the jackknife: each deal is left out in turn, and the fraction is computed again without it. The usual standard
    error of a regression would be too small if there are few, dissimilar deals. At least three deals are needed for a
    standard error.
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
    """Return the regression slope of wins on luck; 0 where luck does not vary."""
    is_known = variance > _TINY
    return np.where(is_known, covariance / np.where(is_known, variance, 1.0), 0.0)
