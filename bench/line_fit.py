"""Short lists of lines, fitted: line after line the one that saves most, then each once more in its place."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.study.cards.card import Condition, Rule
from roost.study.cards.face import Decision
from samples import Sample

_MOST_BOUNDS = 10
"""So many bounds of a feature are tried."""
_LEAST_USES = 0.002
"""A condition that holds in a smaller part of the decisions is not worth a line."""
_ROUNDS = 3


class _Seen(NamedTuple):
    """Decisions as lists of lines see them."""

    when: tuple[tuple[Condition, ...], ...]
    holds: NDArray[np.float32]
    """For each of them, in which decisions it holds."""
    advice: tuple[str, ...]
    prices: NDArray[np.float32]
    """The cost of each advice in each decision; NaN where it is not possible."""


class _Line(NamedTuple):
    when: int
    advice: int


def fit_lines(samples: Sequence[Sample], decision: Decision, most: int) -> list[tuple[tuple[Rule, ...], float]]:
    """The best list that was found of 1, 2, 3 … lines, and what it costs in all decisions together."""
    seen = _look(samples, decision)
    last = _last(seen)
    lines, found = [last], [(_rules([last], seen), _cost([last], seen))]
    while len(lines) < most:
        longer = _with_one_more(lines, seen)
        if _cost(longer, seen) > _cost(lines, seen) - 1e-6:
            break  # nothing helps any more
        lines = longer
        for _ in range(_ROUNDS):
            before = _cost(lines, seen)
            for place in range(len(lines) - 1):
                tried = _with_one_more(lines[:place] + lines[place + 1 :], seen)
                if _cost(tried, seen) < _cost(lines, seen) - 1e-9:
                    lines = tried
            if _cost(lines, seen) > before - 1e-9:
                break
        found.append((_rules(lines, seen), _cost(lines, seen)))
    return found


def _look(samples: Sequence[Sample], decision: Decision) -> _Seen:
    states = [sample.state for sample in samples]
    values = {name: np.array([feature.ask(state) for state in states]) for name, feature in decision.features.items()}
    single = [one for name, column in values.items() for one in _bounds(name, column)]
    held = {one: _holds(one, values) for one in single}
    when: list[tuple[Condition, ...]] = [(), *((one,) for one in single)]
    when += [pair for pair in combinations(single, 2) if pair[0].feature != pair[1].feature]
    holds = np.ones((len(when), len(samples)), np.float32)
    kept = []
    for place, conditions in enumerate(when):
        for one in conditions:
            holds[place] *= held[one]
        if holds[place].mean() >= _LEAST_USES:
            kept.append(place)
    prices = np.full((len(decision.advice), len(samples)), np.nan, np.float32)
    for row, advise in enumerate(decision.advice.values()):
        for column, (state, costs) in enumerate(samples):
            action = advise(state)
            if action is not None:
                prices[row, column] = costs[state.actions().index(action)]
    return _Seen(tuple(when[place] for place in kept), holds[kept], tuple(decision.advice), prices)


def _bounds(name: str, column: NDArray[np.int64]) -> Iterator[Condition]:
    """Both sides of every bound that parts the decisions."""
    values = np.unique(column)
    if len(values) > _MOST_BOUNDS:
        values = np.unique(np.quantile(column, np.linspace(0, 1, _MOST_BOUNDS + 1)).astype(np.int64))
    for bound in values[1:].tolist():
        yield Condition(name, least=bound)
        yield Condition(name, most=bound - 1)


def _holds(condition: Condition, values: dict[str, NDArray[np.int64]]) -> NDArray[np.bool_]:
    return np.array([condition.holds(value) for value in values[condition.feature].tolist()])


def _last(seen: _Seen) -> _Line:
    """The best single advice that is possible everywhere, or nearly so."""
    price = np.where(np.isnan(seen.prices), np.nanmax(seen.prices), seen.prices).sum(axis=1)
    return _Line(0, int(price.argmin()))


def _path(lines: Sequence[_Line], seen: _Seen) -> Iterator[tuple[_Line, NDArray[np.bool_]]]:
    """Each line, and the decisions that it makes."""
    open_ = np.ones(seen.holds.shape[1], bool)
    for line in lines:
        decided = open_ & (seen.holds[line.when] > 0) & ~np.isnan(seen.prices[line.advice])
        yield line, decided
        open_ &= ~decided


def _priced(lines: Sequence[_Line], seen: _Seen) -> NDArray[np.float32]:
    """The cost of each decision under a list; where nothing fits, the dearest advice."""
    price: NDArray[np.float32] = np.nanmax(seen.prices, axis=0)
    for line, decided in _path(lines, seen):
        price[decided] = seen.prices[line.advice][decided]
    return price


def _cost(lines: Sequence[_Line], seen: _Seen) -> float:
    return float(_priced(lines, seen).sum(dtype=np.float64))


def _with_one_more(lines: Sequence[_Line], seen: _Seen) -> list[_Line]:
    """The list with the line that saves most, at its best place."""
    best, found = -np.inf, list(lines)
    open_ = np.ones(seen.holds.shape[1], bool)
    decided_by = [decided for _, decided in _path(lines, seen)]
    now = _priced(lines, seen)
    for place in range(len(lines)):
        saved = np.where(np.isnan(seen.prices), 0.0, now - seen.prices) * open_
        gains = seen.holds @ saved.T.astype(np.float32)
        when, advice = np.unravel_index(int(gains.argmax()), gains.shape)
        if gains[when, advice] > best:
            best = gains[when, advice]
            found = [*lines[:place], _Line(int(when), int(advice)), *lines[place:]]
        open_ &= ~decided_by[place]
    return found


def _rules(lines: Sequence[_Line], seen: _Seen) -> tuple[Rule, ...]:
    return tuple(Rule(seen.when[line.when], seen.advice[line.advice]) for line in lines)
