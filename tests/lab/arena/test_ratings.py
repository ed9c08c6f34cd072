from math import isclose, log10, sqrt
from statistics import stdev

import pytest

from roost.core.stream import Stream
from roost.lab.arena.ratings import ratings


def products(deals: list[list[float]]) -> list[list[float]]:
    """Return the sums of products of the bots' points, from their points in each deal."""
    bots = range(len(deals[0]))
    return [[sum(deal[a] * deal[b] for deal in deals) for b in bots] for a in bots]


def test_the_rating_difference_of_two_bots_follows_from_their_points() -> None:
    """Bots with ten points to one are 400 rating points apart, and the mean rating is 0."""
    strong, weak = ratings([[0, 100], [10, 0]], [[0, 110], [110, 0]], [[0, 0], [0, 0]], 1)
    assert isclose(strong.value - weak.value, 400, rel_tol=1e-9)
    assert isclose(strong.value, -weak.value)


def test_a_single_bot_has_the_rating_0() -> None:
    (only,) = ratings([[0]], [[0]], [[0]], 10)
    assert only.value == 0


def test_a_fit_to_expected_points_reproduces_the_ratings() -> None:
    known = [120.0, 30.0, -50.0, -100.0]
    met = [[0 if a == b else 100 * (a + b) for b in range(4)] for a in range(4)]
    points = [[met[a][b] / (1 + 10 ** ((known[b] - known[a]) / 400)) for b in range(4)] for a in range(4)]
    estimates = ratings(points, met, [[0.0] * 4] * 4, 1)
    assert all(isclose(rating.value, value, abs_tol=1e-6) for rating, value in zip(estimates, known, strict=True))


@pytest.mark.parametrize("scale", [1, 10**6])
def test_the_fit_converges_for_lopsided_results(scale: int) -> None:
    points = [[0, 99_999 * scale, 100_000 * scale - 1], [scale, 0, 99_999 * scale], [1, scale, 0]]
    met = [[0 if a == b else 100_000 * scale for b in range(3)] for a in range(3)]
    fitted = [rating.value for rating in ratings(points, met, [[0.0] * 3] * 3, 1)]
    for a in range(3):
        expected = sum(met[a][b] / (1 + 10 ** ((fitted[b] - fitted[a]) / 400)) for b in range(3) if b != a)
        assert isclose(sum(points[a]), expected, rel_tol=1e-7)


def test_a_bot_that_never_lost_has_a_rating_without_a_standard_error() -> None:
    """One additional drawn meeting makes 40 wins in 40 count as 81 to 1."""
    deals = [[2.0, 0.0]] * 20
    winner, loser = ratings([[0, 40], [0, 0]], [[0, 40], [40, 0]], products(deals), 20)
    assert isclose(winner.value - loser.value, 400 * log10(40.5 / 0.5))
    assert winner.standard_error is None
    assert loser.low is None


def test_a_group_that_never_lost_to_the_rest_has_no_standard_errors() -> None:
    """Standard errors need a chain of points scored from the weakest bot back to the strongest."""
    points = [[0, 5, 10], [5, 0, 10], [0, 0, 0]]
    met = [[0, 10, 10], [10, 0, 10], [10, 10, 0]]
    estimates = ratings(points, met, [[1.0] * 3] * 3, 10)
    assert all(rating.standard_error is None for rating in estimates)
    assert isclose(estimates[0].value, estimates[1].value, abs_tol=1e-9)


def simulated(rng: Stream, deals: int) -> tuple[list[list[float]], list[list[float]]]:
    """Simulate bots of strength 3, 2 and 1 that meet four times per deal; return the points in total and per deal."""
    strength, rows = (3, 2, 1), []
    points = [[0.0] * 3 for _ in range(3)]
    for _ in range(deals):
        row = [0.0] * 3
        for a, b in ((0, 1), (0, 2), (1, 2)):
            for _ in range(2):
                winner, loser = (a, b) if rng.below(strength[a] + strength[b]) < strength[a] else (b, a)
                points[winner][loser] += 2  # two meetings that always end the same way
                row[winner] += 2
        rows.append(row)
    return points, rows


def test_standard_errors_match_the_real_spread_of_ratings() -> None:
    """The standard errors agree with the spread of ratings over 300 simulated tournaments.

    Every result counts as two meetings, so standard errors that treated meetings as independent would be too small by a
    factor of 1.4.
    """
    rng, deals = Stream("ratings"), 60
    met = [[0 if a == b else 4 * deals for b in range(3)] for a in range(3)]
    tournaments = []
    for _ in range(300):
        points, rows = simulated(rng, deals)
        tournaments.append(ratings(points, met, products(rows), deals))
    for bot in range(3):
        real = stdev(run[bot].value for run in tournaments)
        stated = sqrt(sum((run[bot].standard_error or 0) ** 2 for run in tournaments) / len(tournaments))
        assert isclose(real, stated, rel_tol=0.12)


def test_four_times_the_deals_halve_the_error() -> None:
    points, rows = simulated(Stream("more"), 50)
    met = [[0 if a == b else 200 for b in range(3)] for a in range(3)]
    few = ratings(points, met, products(rows), 50)
    many = ratings(
        [[4 * value for value in row] for row in points], [[4 * n for n in row] for row in met], products(rows * 4), 200
    )
    for before, after in zip(few, many, strict=True):
        assert isclose(before.value, after.value, abs_tol=1e-6)
        assert before.standard_error is not None
        assert after.standard_error is not None
        assert isclose(before.standard_error, 2 * after.standard_error, rel_tol=0.01)
