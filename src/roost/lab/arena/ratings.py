"""Rate bots by how often each finished before each of the others (the Bradley-Terry model).

In this model, a bot rated ``a`` finishes before a bot rated ``b`` with probability ``1 / (1 + 10 ** ((b − a) / 400))``,
as for chess ratings. The ratings maximise the likelihood of the points scored; their mean is 0. Only differences are
meaningful, and only within one tournament.

The model is a summary: real bots need not obey it, and meetings within a deal are not independent. So the standard
errors do not rely on the model. They use how the bots' points varied from deal to deal (the "sandwich" estimate).
"""

from collections.abc import Sequence
from math import exp, log, sqrt

from roost.study.estimate import Estimate, t_quantile

_SCALE = 400 / log(10)
_STEPS = 200
_LONGEST_STEP = 2.0
_CLOSE = 1e-12

Matrix = list[list[float]]


def ratings(
    points: Sequence[Sequence[float]],
    meetings: Sequence[Sequence[int]],
    products: Sequence[Sequence[float]],
    deals: int,
) -> tuple[Estimate, ...]:
    """Return the ratings of the bots.

    ``points[a][b]`` is the score of ``a`` against ``b`` in ``meetings[a][b]`` meetings: one point for each time it
    finished first and half a point for each tie. ``products[a][b]`` is the sum over deals of ``a``'s points times
    ``b``'s.

    If some bots never lost a point to the others, no finite ratings fit. In this case one tie is added for every pair
    of bots, which makes the ratings finite but leaves them without standard errors.
    """
    count = len(points)
    scored = [[float(value) for value in row] for row in points]
    met = [[float(value) for value in row] for row in meetings]
    is_finite = _is_connected(scored)
    if not is_finite:
        for a in range(count):
            for b in range(count):
                if a != b:
                    scored[a][b] += 0.5
                    met[a][b] += 1
    strengths = _fit(scored, met)
    values = [strength * _SCALE for strength in strengths]
    if not is_finite or deals < 2:
        return tuple(map(Estimate, values))
    spread = _spread([sum(row) for row in points], products, deals)
    bread = _inverse(_information(strengths, met))
    reach = t_quantile(deals - 1)
    estimates = []
    for bot, value in enumerate(values):
        row = bread[bot]
        variance = sum(row[a] * spread[a][b] * row[b] for a in range(count) for b in range(count))
        error = sqrt(max(0.0, variance)) * _SCALE
        estimates.append(Estimate(value, error, value - reach * error, value + reach * error))
    return tuple(estimates)


def _is_connected(scored: Matrix) -> bool:
    """Whether every bot has scored, directly or through other bots, against every other.

    Otherwise ratings are infinite.
    """
    everyone = set(range(len(scored)))

    def reached(forwards: bool) -> set[int]:
        visited, pending = {0}, [0]
        while pending:
            bot = pending.pop()
            neighbours = {b for b in everyone - visited if (scored[bot][b] if forwards else scored[b][bot])}
            visited |= neighbours
            pending += neighbours
        return visited

    return reached(True) == everyone == reached(False)


def _fit(scored: Matrix, met: Matrix) -> list[float]:
    """Return the maximum likelihood strengths, in natural units, by Newton's method.

    The likelihood has a single maximum.
    """
    strengths = [0.0] * len(scored)
    for _ in range(_STEPS):
        missing = [
            sum(scored[a]) - sum(met[a][b] * _chance(strengths[a] - strengths[b]) for b in range(len(scored)))
            for a in range(len(scored))
        ]
        inverse = _inverse(_information(strengths, met))
        step = [sum(x * y for x, y in zip(row, missing, strict=True)) for row in inverse]
        longest = max(map(abs, step))
        if longest < _CLOSE:
            break
        shrink = min(1.0, _LONGEST_STEP / longest)  # a full step would overshoot when far from the maximum
        strengths = [strength + shrink * by for strength, by in zip(strengths, step, strict=True)]
    middle = sum(strengths) / len(strengths)
    return [strength - middle for strength in strengths]


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-difference))


def _information(strengths: Sequence[float], met: Matrix) -> Matrix:
    """Return the negative Hessian of the log-likelihood, with the mean of the strengths fixed at 0."""
    count = len(strengths)
    matrix = [[1.0] * count for _ in range(count)]  # fixes the mean, which the results leave undetermined
    for a in range(count):
        for b in range(count):
            if a != b:
                chance = _chance(strengths[a] - strengths[b])
                weight = met[a][b] * chance * (1 - chance)
                matrix[a][a] += weight
                matrix[a][b] -= weight
    return matrix


def _spread(totals: Sequence[float], products: Sequence[Sequence[float]], deals: int) -> Matrix:
    """Return the covariance matrix of the bots' total points, estimated from how the points varied between deals."""
    return [
        [deals / (deals - 1) * (products[a][b] - totals[a] * totals[b] / deals) for b in range(len(totals))]
        for a in range(len(totals))
    ]


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a matrix by Gauss-Jordan elimination with pivoting. The matrix is small: one row per bot."""
    count = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(count))] for i, row in enumerate(matrix)]
    for column in range(count):
        best = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for other in range(count):
            if other != column and (factor := rows[other][column]):
                rows[other] = [x - factor * y for x, y in zip(rows[other], rows[column], strict=True)]
    return [row[count:] for row in rows]
