"""A control variate: something that is known to be zero on average is used to take noise out of something else.

What a bot wins in a deal goes up and down with the luck of its dice. Luck is zero on average whatever the bots do, so
any part of it may be taken out of the wins without changing what they are on average. The part that leaves least noise
is found by regression, the same for all bots, so that what one is relieved of the others bear. It would be the whole,
if the model that values positions were right and everybody played as well as it supposes.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.study.estimate import Estimate, t_quantile

_TINY = 1e-12


def regressed(deals: Sequence[Sequence[int]], units: Sequence[int], fineness: int) -> tuple[Estimate, ...]:
    """The mean of each bot's wins in its ``unit``, less the part of its luck that leaves least variance.

    A deal is each bot's wins and then each bot's luck, which is counted ``fineness`` times as fine. The error is the
    jackknife's: each deal is left out in turn, and the part is found anew without it. The textbook error of a
    regression is too small where deals are few and unlike one another. It takes three deals at least to say anything.
    """
    won, luck = np.split(np.array(deals, np.float64) / [*units, *(unit * fineness for unit in units)], 2, axis=1)
    count, mean, lucky = len(deals), won.mean(axis=0), luck.mean(axis=0)
    won, luck = won - mean, luck - lucky
    together, varies = (won * luck).sum(axis=1), (luck * luck).sum(axis=1)
    value = mean - _part(together.sum(), varies.sum()) * lucky
    if count < 3:
        return tuple(map(Estimate, value.tolist()))
    fewer = count - 1
    parts = _part(together.sum() - together * count / fewer, varies.sum() - varies * count / fewer)
    others = mean - won / fewer - parts[:, None] * (lucky - luck / fewer)
    errors = np.sqrt(fewer * others.var(axis=0))
    reach = t_quantile(count - 2) * errors
    return tuple(map(Estimate, value.tolist(), errors.tolist(), (value - reach).tolist(), (value + reach).tolist()))


def _part(together: Any, varies: Any) -> NDArray[np.float64]:
    """The slope of wins over luck; none, where luck does not vary."""
    is_known = varies > _TINY
    return np.where(is_known, together / np.where(is_known, varies, 1.0), 0.0)
