"""Fit tables of points so that choosing the action with the most points costs least.

First the points are real numbers, and choices are drawn with probabilities that rise with their points, so that the
cost has a gradient (Adam, with falling temperature). Then the points are rounded, and every value is moved up and down
a little as long as that reduces the cost of the best choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.study.cards.adapter import CardDecision
from roost.study.cards.card import AdviceTable
from samples import Sample

_TEMPERATURES = (1.0, 0.3, 0.12, 0.05)
"""Temperatures of the choice, in points, from the first steps to the last."""
_STEPS = 250
"""Number of steps at each temperature."""
_BATCH = 6_000
_RATE = 0.05
_MOST_POINTS = 60
"""Maximum difference within a card, in whole points; larger numbers would not help a reader."""
_MOVES = (-8, -4, -2, -1, 1, 2, 4, 8)


class Choices(NamedTuple):
    """All choices of many decisions, concatenated."""

    starts: NDArray[np.int64]
    owner: NDArray[np.int64]
    """Index of the decision to which each choice belongs."""
    costs: NDArray[np.float64]
    places: NDArray[np.int64]
    """Indices of each choice's cells, one per table; the last cell of all is always 0."""

    def chosen(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return each decision's choice with the most points; among equals the last."""
        total = points[self.places].sum(axis=1)
        most = np.maximum.reduceat(total, self.starts)
        is_best = np.flatnonzero(total >= most[self.owner] - 1e-9)
        chosen = np.empty(len(self.starts), np.int64)
        chosen[self.owner[is_best]] = is_best
        return chosen

    def cost(self, points: NDArray[np.float64]) -> float:
        """Return the total cost of these points over all decisions."""
        return float(self.costs[self.chosen(points)].sum())

    def only(self, decisions: NDArray[np.int64]) -> Choices:
        ends = np.append(self.starts[1:], len(self.costs))
        sizes = ends[decisions] - self.starts[decisions]
        starts = np.cumsum(sizes) - sizes
        owner = np.repeat(np.arange(len(decisions)), sizes)
        rows = np.arange(sizes.sum()) - starts[owner] + self.starts[decisions][owner]
        return Choices(starts, owner, self.costs[rows], self.places[rows])


def choices_of(samples: Sequence[Sample], decision: CardDecision, names: Sequence[str]) -> tuple[Choices, int]:
    """Return the samples' choices as cells of their tables, and the number of cells."""
    kinds = [decision.tables[name] for name in names]
    offsets = np.cumsum([0, *(kind.rows.size * kind.columns.size for kind in kinds)]).tolist()
    starts, owner, costs, places = [], [], list[float](), []
    for number, (state, prices) in enumerate(samples):
        starts.append(len(costs))
        price_of = dict(zip(state.actions(), prices, strict=True))
        for choice, action in decision.choices(state).items():
            cells = []
            for kind, offset in zip(kinds, offsets, strict=False):
                place: Any = kind.place(state, choice)
                cells.append(offsets[-1] if place is None else offset + place[0] * kind.columns.size + place[1])
            owner.append(number)
            costs.append(price_of[action])
            places.append(cells)
    return Choices(np.array(starts), np.array(owner), np.array(costs), np.array(places)), offsets[-1]


def fit_points(
    samples: Sequence[Sample], decision: CardDecision, names: Sequence[str], seed: int = 0
) -> tuple[tuple[AdviceTable, ...], NDArray[np.float64]]:
    """Fit the tables with these names; return them with their cost in each decision."""
    choices, cells = choices_of(samples, decision, names)
    points = _descend(choices, cells, np.random.default_rng(seed))
    points = _polish(choices, _rounded(points))
    return _tables(points, choices, decision, names), choices.costs[choices.chosen(points)]


def _descend(choices: Choices, cells: int, rng: np.random.Generator) -> NDArray[np.float64]:
    points, mean, variance = np.zeros((3, cells + 1))
    step = 0
    for temperature in _TEMPERATURES:
        for _ in range(_STEPS):
            batch = choices.only(rng.integers(0, len(choices.starts), min(_BATCH, len(choices.starts))))
            gradient = _gradient(batch, points, temperature)
            step += 1
            mean = 0.9 * mean + 0.1 * gradient
            variance = 0.99 * variance + 0.01 * gradient**2
            corrected = mean / (1 - 0.9**step) / (np.sqrt(variance / (1 - 0.99**step)) + 1e-7)
            points -= _RATE * temperature**0.5 * corrected
            points[-1] = 0.0
    return points


def _gradient(choices: Choices, points: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """Return the derivative of the expected cost with respect to each cell."""
    total = points[choices.places].sum(axis=1) / temperature
    total = np.exp(total - np.maximum.reduceat(total, choices.starts)[choices.owner])
    probability = total / np.add.reduceat(total, choices.starts)[choices.owner]
    expected = np.add.reduceat(probability * choices.costs, choices.starts)[choices.owner]
    change = probability * (choices.costs - expected) / temperature / len(choices.starts)
    gradient = np.zeros_like(points)
    for column in choices.places.T:
        gradient += np.bincount(column, change, len(points))
    return gradient


def _rounded(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scale the points and round them to integers that are small enough for mental arithmetic."""
    scale = _MOST_POINTS / max(float(np.ptp(points)), 1e-9)
    return np.round(points * min(scale, 20.0))


def _polish(choices: Choices, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Change every value a little as long as that reduces the cost."""
    decisions_of = [np.unique(choices.owner[(choices.places == cell).any(axis=1)]) for cell in range(len(points) - 1)]
    for _ in range(3):
        changed = False
        for cell, decisions in enumerate(decisions_of):
            if not len(decisions):
                continue
            part = choices.only(decisions)
            best = part.cost(points)
            for move in _MOVES:
                changed_points = points.copy()
                changed_points[cell] += move
                cost = part.cost(changed_points)
                if cost < best - 1e-9:
                    best, points, changed = cost, changed_points, True
        if not changed:
            break
    return points


def _tables(
    points: NDArray[np.float64], choices: Choices, decision: CardDecision, names: Sequence[str]
) -> tuple[AdviceTable, ...]:
    """Return the cells as tables, with no value below 0 if possible."""
    kinds = [decision.tables[name] for name in names]
    offsets = np.cumsum([0, *(kind.rows.size * kind.columns.size for kind in kinds)]).tolist()
    parts = [points[start:end].copy() for start, end in pairwise(offsets)]
    is_used = np.bincount(choices.places.ravel(), minlength=len(points)) > 0
    known = [is_used[start:end] for start, end in pairwise(offsets)]
    _raise(parts, known, np.unique(choices.places < offsets[-1], axis=0))
    tables = []
    for kind, name, part, is_known in zip(kinds, names, parts, known, strict=True):
        cells = [int(value) if known_cell else None for value, known_cell in zip(part, is_known, strict=True)]
        width = kind.columns.size
        tables.append(AdviceTable(name, tuple(tuple(cells[row : row + width]) for row in range(0, len(cells), width))))
    return tuple(tables)


def _raise(parts: Sequence[NDArray[np.float64]], known: Sequence[NDArray[np.bool_]], uses: NDArray[np.bool_]) -> None:
    """Raise the tables so that their smallest values are 0 and every choice is raised equally.

    Each row of ``uses`` marks tables in which a choice may have points at the same time. Raising works only if no table
    is used in two ways.
    """
    if (uses.sum(axis=0) != 1).any():
        return
    lifts = [-part[is_known].min() for part, is_known in zip(parts, known, strict=True)]
    highest = max(sum(lift for lift, used in zip(lifts, row, strict=True) if used) for row in uses)
    for row in uses:
        tables = np.flatnonzero(row).tolist()
        missing = highest - sum(lifts[table] for table in tables)
        for place, table in enumerate(tables):
            parts[table] += lifts[table] + (missing if place == 0 else 0.0)
