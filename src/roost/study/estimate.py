"""Compute estimates from sums over deals: means, standard errors and 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi, sqrt, tan

from roost.core.notation import Json

CONFIDENCE = 0.95
"""Probability that an interval contains the true value."""
_DIGITS = 9
_Z = 1.959963984540054  # quantile of the normal distribution at that confidence


@dataclass(frozen=True)
class Estimate:
    """A measured value with its standard error, which cannot be measured with a single deal."""

    value: float
    standard_error: float | None = None
    low: float | None = None
    """Lower end of the 95 % interval."""
    high: float | None = None

    @property
    def width(self) -> float:
        """Width of the interval; infinite if there is none."""
        return inf if self.low is None or self.high is None else self.high - self.low

    def scaled(self, factor: float) -> Estimate:
        """Return the estimate multiplied by a factor."""
        if self.standard_error is None or self.low is None or self.high is None:
            return Estimate(self.value * factor)
        return Estimate(self.value * factor, self.standard_error * factor, self.low * factor, self.high * factor)

    def to_json(self) -> dict[str, Json]:
        """Return the estimate as JSON, rounded to nine digits because the rest is floating-point noise."""
        values = {
            "value": self.value,
            "standard_error": self.standard_error,
            "low": self.low,
            "high": self.high,
        }
        return {key: None if value is None else round(value, _DIGITS) for key, value in values.items()}


def t_quantile(freedom: int) -> float:
    """Return the half-width of the 95 % interval in standard errors, by Student's t distribution.

    For many deals the result approaches 1.96, as for a normal distribution. For few deals it is larger, because the
    spread is estimated from the same deals as the mean. The Cornish-Fisher series is accurate to 0.2 % for 3 or more
    degrees of freedom; 1 and 2 have closed forms.
    """
    if freedom == 1:
        return tan(pi * CONFIDENCE / 2)
    if freedom == 2:
        return CONFIDENCE * sqrt(2 / (1 - CONFIDENCE**2))
    z, n = _Z, freedom
    terms = (
        z,
        (z**3 + z) / (4 * n),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3),
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92_160 * n**4),
    )
    return sum(terms)


def _standard_error(total: int, squares: int, deals: int, unit: int) -> float:
    """Return the standard error of a mean over deals.

    Integer arithmetic avoids loss of precision when two large sums are subtracted.
    """
    return sqrt((deals * squares - total * total) / (deals - 1)) / (deals * unit)


def mean(total: int, squares: int, deals: int, unit: int) -> Estimate:
    """Estimate the mean of a quantity that is counted ``unit`` times in each deal, from sums over deals."""
    value = total / (deals * unit)
    if deals < 2:
        return Estimate(value)
    error = _standard_error(total, squares, deals, unit)
    reach = t_quantile(deals - 1) * error
    return Estimate(value, error, value - reach, value + reach)


def share(total: int, squares: int, deals: int, unit: int) -> Estimate:
    """Estimate a mean over deals that lies between 0 and 1, with Wilson's interval, which stays within these bounds.

    Wilson's interval needs a number of independent trials; the number used here is the one that would give the measured
    standard error. If all deals had the same result, there is no spread to measure, so each deal counts as one trial,
    the minimum. For example, after 100 lost deals the interval is 0 to 4 %, not 0 to 0 %, and after three tied deals it
    is not 50 to 50 %.
    """
    value = total / (deals * unit)
    if deals < 2:
        return Estimate(value)
    error = _standard_error(total, squares, deals, unit)
    variance = value * (1 - value)
    trials = variance / error**2 if error else float(deals)
    reach = t_quantile(deals - 1) ** 2 / trials
    middle = (value + reach / 2) / (1 + reach)
    half = sqrt(reach * (variance + reach / 4)) / (1 + reach)
    return Estimate(value, error, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)))
