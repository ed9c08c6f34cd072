"""Fit a card's short lists of lines: repeatedly add the line that saves most, then replace each line once."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.study.cards.adapter import CardDecision
from roost.study.cards.card import Condition, Rule
from samples import Sample

_MOST_BOUNDS = 10
"""Maximum number of bounds that are tried for a feature."""
_LEAST_USES = 0.002
"""Minimum fraction of the decisions to which a condition must apply for its line to be worthwhile."""
_ROUNDS = 3


class _Table(NamedTuple):
    """Decisions as arrays over conditions and advice."""

    when: tuple[tuple[Condition, ...], ...]
    holds: NDArray[np.float32]
    """For each combination of conditions and each decision, whether the combination holds."""
    advice: tuple[str, ...]
    prices: NDArray[np.float32]
    """The cost of following each piece of advice in each decision; NaN if that is impossible."""


class _Line(NamedTuple):
    when: int
    advice: int


def fit_lines(samples: Sequence[Sample], decision: CardDecision, most: int) -> list[tuple[tuple[Rule, ...], float]]:
    """Fit lists of 1, 2, 3 … lines; return each list with its total cost over all decisions."""
    table = _tabulate(samples, decision)
    last = _last(table)
    lines, lists = [last], [(_rules([last], table), _cost([last], table))]
    while len(lines) < most:
        longer = _with_one_more(lines, table)
        if _cost(longer, table) > _cost(lines, table) - 1e-6:
            break  # no further line helps
        lines = longer
        for _ in range(_ROUNDS):
            before = _cost(lines, table)
            for place in range(len(lines) - 1):
                changed = _with_one_more(lines[:place] + lines[place + 1 :], table)
                if _cost(changed, table) < _cost(lines, table) - 1e-9:
                    lines = changed
            if _cost(lines, table) > before - 1e-9:
                break
        lists.append((_rules(lines, table), _cost(lines, table)))
    return lists


def _tabulate(samples: Sequence[Sample], decision: CardDecision) -> _Table:
    states = [sample.state for sample in samples]
    values = {name: np.array([feature.ask(state) for state in states]) for name, feature in decision.features.items()}
    conditions = [condition for name, column in values.items() for condition in _bounds(name, column)]
    holding = {condition: _holds(condition, values) for condition in conditions}
    when: list[tuple[Condition, ...]] = [(), *((condition,) for condition in conditions)]
    when += [pair for pair in combinations(conditions, 2) if pair[0].feature != pair[1].feature]
    holds = np.ones((len(when), len(samples)), np.float32)
    places = []
    for place, combination in enumerate(when):
        for condition in combination:
            holds[place] *= holding[condition]
        if holds[place].mean() >= _LEAST_USES:
            places.append(place)
    prices = np.full((len(decision.advice), len(samples)), np.nan, np.float32)
    for row, advise in enumerate(decision.advice.values()):
        for column, (state, costs) in enumerate(samples):
            action = advise(state)
            if action is not None:
                prices[row, column] = costs[state.actions().index(action)]
    return _Table(tuple(when[place] for place in places), holds[places], tuple(decision.advice), prices)


def _bounds(name: str, column: NDArray[np.int64]) -> Iterator[Condition]:
    """Yield the conditions on both sides of every bound that divides the decisions."""
    values = np.unique(column)
    if len(values) > _MOST_BOUNDS:
        values = np.unique(np.quantile(column, np.linspace(0, 1, _MOST_BOUNDS + 1)).astype(np.int64))
    for bound in values[1:].tolist():
        yield Condition(name, least=bound)
        yield Condition(name, most=bound - 1)


def _holds(condition: Condition, values: dict[str, NDArray[np.int64]]) -> NDArray[np.bool_]:
    return np.array([condition.holds(value) for value in values[condition.feature].tolist()])


def _last(table: _Table) -> _Line:
    """Return the best single piece of advice that can be followed in all, or nearly all, decisions."""
    price = np.where(np.isnan(table.prices), np.nanmax(table.prices), table.prices).sum(axis=1)
    return _Line(0, int(price.argmin()))


def _path(lines: Sequence[_Line], table: _Table) -> Iterator[tuple[_Line, NDArray[np.bool_]]]:
    """Yield each line of a list with the decisions to which it applies."""
    open_ = np.ones(table.holds.shape[1], bool)
    for line in lines:
        decided = open_ & (table.holds[line.when] > 0) & ~np.isnan(table.prices[line.advice])
        yield line, decided
        open_ &= ~decided


def _priced(lines: Sequence[_Line], table: _Table) -> NDArray[np.float32]:
    """Return the cost of each decision under a list; decisions to which no line applies get the worst advice's cost."""
    price: NDArray[np.float32] = np.nanmax(table.prices, axis=0)
    for line, decided in _path(lines, table):
        price[decided] = table.prices[line.advice][decided]
    return price


def _cost(lines: Sequence[_Line], table: _Table) -> float:
    return float(_priced(lines, table).sum(dtype=np.float64))


def _with_one_more(lines: Sequence[_Line], table: _Table) -> list[_Line]:
    """Add the line that saves most, at its best position in the list."""
    best, best_list = -np.inf, list(lines)
    open_ = np.ones(table.holds.shape[1], bool)
    decided_by = [decided for _, decided in _path(lines, table)]
    costs = _priced(lines, table)
    for place in range(len(lines)):
        saved = np.where(np.isnan(table.prices), 0.0, costs - table.prices) * open_
        gains = table.holds @ saved.T.astype(np.float32)
        when, advice = np.unravel_index(int(gains.argmax()), gains.shape)
        if gains[when, advice] > best:
            best = gains[when, advice]
            best_list = [*lines[:place], _Line(int(when), int(advice)), *lines[place:]]
        open_ &= ~decided_by[place]
    return best_list


def _rules(lines: Sequence[_Line], table: _Table) -> tuple[Rule, ...]:
    return tuple(Rule(table.when[line.when], table.advice[line.advice]) for line in lines)
