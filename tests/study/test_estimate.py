from math import isclose, sqrt
from statistics import mean as average
from statistics import stdev

import pytest

from roost.core.stream import Stream
from roost.study.estimate import Estimate, mean, share, t_quantile

# Student's t for two-sided 95 %, from the published tables.
PUBLISHED_T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 100: 1.984, 10**6: 1.960}


@pytest.mark.parametrize(("freedom", "value"), PUBLISHED_T.items())
def test_the_t_quantile_agrees_with_published_tables(freedom: int, value: float) -> None:
    assert isclose(t_quantile(freedom), value, rel_tol=0.002)


def sums(values: list[int]) -> tuple[int, int, int]:
    """Return the sums over deals that the arena stores."""
    return sum(values), sum(value * value for value in values), len(values)


def test_a_mean_has_the_textbook_standard_error() -> None:
    """The standard error is the sample's standard deviation over the root of the number of deals."""
    values = [3, 9, 4, 4, 0, 12, 7]
    estimate = mean(*sums(values), unit=2)
    error = stdev(values) / 2 / sqrt(7)
    assert isclose(estimate.value, average(values) / 2)
    assert estimate.standard_error is not None
    assert isclose(estimate.standard_error, error)
    assert estimate.low is not None
    assert isclose(estimate.low, estimate.value - t_quantile(6) * error)
    assert isclose(estimate.width, 2 * t_quantile(6) * error)


def test_one_deal_has_no_interval() -> None:
    """A single deal gives a value without an error and an interval."""
    for estimate in (mean(6, 36, 1, 2), share(6, 36, 1, 12)):
        assert (estimate.standard_error, estimate.low, estimate.high) == (None, None, None)
        assert estimate.width == float("inf")
        assert estimate.scaled(0.5) == Estimate(estimate.value / 2)


def test_a_share_of_independent_trials_has_wilsons_interval() -> None:
    """With one game per deal, the interval is Wilson's, with Student's t and the sample's variance."""
    won, deals = 30, 400
    estimate = share(won, won, deals, 1)
    n, p, z = deals - 1, won / deals, t_quantile(deals - 1)
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    assert estimate.low is not None
    assert estimate.high is not None
    assert isclose(estimate.low, middle - half, rel_tol=1e-9)
    assert isclose(estimate.high, middle + half, rel_tol=1e-9)


def test_extreme_shares_have_an_interval() -> None:
    """After 100 deals without a win the interval reaches about 4 %; 100 wins give the mirror image."""
    never, always = share(0, 0, 100, 1), share(100, 100, 100, 1)
    assert (never.value, never.low) == (0, 0)
    assert never.high is not None
    assert 0.03 < never.high < 0.04
    assert always.low is not None
    assert isclose(always.low, 1 - never.high)
    assert always.high == 1


def test_equal_results_have_an_interval() -> None:
    """Three split deals give a wide interval, and 500 a narrow one."""
    few, many = share(3, 3, 3, 2), share(500, 500, 500, 2)
    assert few.low is not None
    assert few.low < 0.1
    assert 0.05 < many.width < 0.1


@pytest.mark.parametrize(("chance", "deals"), [(50, 30), (50, 200), (70, 100), (3, 200), (95, 60)])
def test_intervals_contain_the_true_share_as_often_as_stated(chance: int, deals: int) -> None:
    """In 1,000 simulated tournaments about 95 % of the intervals contain the true share.

    The two games of a deal share their luck half the time, so their results are not independent.
    """
    rng, covered, rounds = Stream(f"coverage/{chance}/{deals}"), 0, 1000
    for _ in range(rounds):
        values = []
        for _ in range(deals):
            first = rng.below(100) < chance
            second = first if rng.below(2) else rng.below(100) < chance
            values.append(first + second)
        estimate = share(*sums(values), unit=2)
        assert estimate.low is not None
        assert estimate.high is not None
        covered += estimate.low <= chance / 100 <= estimate.high
    assert 0.93 < covered / rounds < 0.975


def test_games_of_one_deal_are_not_treated_as_independent() -> None:
    """Ten copies of every game do not make the interval narrower."""
    once, copied = share(30, 30, 400, 1), share(300, 3000, 400, 10)
    assert isclose(once.width, copied.width)


def test_json_has_nine_digits() -> None:
    """Estimates in JSON do not depend on the last bits of floating-point numbers."""
    assert Estimate(2 / 3, 0.1, None, None).to_json() == {
        "value": 0.666666667,
        "standard_error": 0.1,
        "low": None,
        "high": None,
    }
