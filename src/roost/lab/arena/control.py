"""A control variate: something that is known to be zero on average is used to take noise out of something else.

What a bot wins in a deal goes up and down with the luck of its dice. Luck is zero on average whatever the bots do, so
any part of it may be taken out of the wins without changing what they are on average. The part that leaves least noise
is found by regression, the same for all bots, so that what one is relieved of the others bear. It would be the whole,
if the model that values positions were right and everybody played as well as it supposes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from roost.lab.arena.tally import Moments
from roost.study.estimate import Estimate, t_quantile

__all__ = ["regressed"]


class _Spread(NamedTuple):
    """The averages of wins and luck over deals, and how they vary from deal to deal."""

    won: float
    lucky: float
    won_variance: float
    luck_variance: float
    covariance: float


def regressed(
    won: Moments, luck: Moments, products: Sequence[int], deals: int, units: Sequence[int], fineness: int
) -> tuple[Estimate, ...]:
    """The mean of each bot's wins in its ``unit``, less the part of its luck that leaves least variance.

    Luck is counted ``fineness`` times as fine. It takes three deals at least to say anything about errors, because the
    part is estimated as well.
    """
    spreads = [
        _spread((won.totals[i], won.squares[i]), (luck.totals[i], luck.squares[i]), products[i], deals, unit, fineness)
        for i, unit in enumerate(units)
    ]
    varies = sum(spread.luck_variance for spread in spreads)
    part = sum(spread.covariance for spread in spreads) / varies if varies else 0.0
    doubt = sum(sqrt(spread.luck_variance * _left(spread, part)) for spread in spreads) / varies if varies else 0.0
    return tuple(_estimate(spread, part, doubt, deals) for spread in spreads)


def _spread(
    won: tuple[int, int], luck: tuple[int, int], products: int, deals: int, unit: int, fineness: int
) -> _Spread:
    fine = unit * fineness
    # The differences are taken in whole numbers, where nothing cancels.
    pairs = max(1, deals - 1) * deals
    return _Spread(
        won[0] / (deals * unit),
        luck[0] / (deals * fine),
        (deals * won[1] - won[0] ** 2) / pairs / unit**2,
        (deals * luck[1] - luck[0] ** 2) / pairs / fine**2,
        (deals * products - won[0] * luck[0]) / pairs / (unit * fine),
    )


def _left(spread: _Spread, part: float) -> float:
    """The variance of the wins that is left when this part of the luck is taken out."""
    return max(0.0, spread.won_variance - 2 * part * spread.covariance + part**2 * spread.luck_variance)


def _estimate(spread: _Spread, part: float, doubt: float, deals: int) -> Estimate:
    """``doubt`` is how far off the part may be; it matters as far as the luck of these deals is not zero.

    This is the textbook error of a regression line, away from the middle of what it was fitted to. The bots share their
    deals, so their doubts are added as if they went together.
    """
    value = spread.won - part * spread.lucky
    if deals < 3:
        return Estimate(value)
    scale = (deals - 1) / (deals - 2)
    error = sqrt(scale * _left(spread, part) / deals + (doubt * spread.lucky) ** 2 / (deals - 2))
    reach = t_quantile(deals - 2) * error
    return Estimate(value, error, value - reach, value + reach)
