"""The adapter for strategy cards: the features, advice and points that a game's cards may use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast

from roost.core.adapters import require_adapter
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.state import State
from roost.core.words import Messages


@dataclass(frozen=True)
class Feature:
    """A number about a position, easy for a person to see; a ``flag`` is 0 or 1, and printed as no or yes."""

    ask: Callable[[Any], int]
    flag: bool = False


@dataclass(frozen=True)
class Axis:
    """A side of a table: the labels of its rows or columns."""

    labels: Callable[[Messages], Sequence[str]]
    size: int


def up_to(most: int, least: int = 0, *, open_end: bool = True) -> Axis:
    """Return the numbers from ``least`` to ``most`` as labels; an open last label includes all greater numbers."""
    numbers = [str(number) for number in range(least, most + 1)]
    if open_end:
        numbers[-1] += "+"
    return Axis(lambda words: numbers, len(numbers))


@dataclass(frozen=True)
class PointsTable:
    """A kind of table: the points of a choice by row and column."""

    rows: Axis
    columns: Axis
    place: Callable[[Any, Any], tuple[int, int] | None]
    """Returns the row and column of a choice; None if the table does not apply to the choice."""


@dataclass(frozen=True)
class CardDecision:
    """Everything that a card may say about a kind of decision, named as in the game's words."""

    features: Mapping[str, Feature]
    advice: Mapping[str, Callable[[Any], Action | None]]
    """Advice that a line may give; returns None where it is not possible, and the line is skipped."""
    tables: Mapping[str, PointsTable]
    expert: Sequence[str] = ()
    """Names of the tables on the expert card."""
    choices: Callable[[Any], Mapping[Any, Action]] = lambda state: {action: action for action in state.actions()}
    """Returns the choices that tables give points to, with the action for each; among equals, the last is played.

    By default every action is a choice. A game with too many actions defines goals to choose from instead.
    """


class CardAdapter(Protocol):
    """A game's adapter for cards."""

    def decisions(self, game: Any) -> Mapping[str, CardDecision]:
        """Return every kind of decision by name, in the order of a card."""

    def decision(self, state: Any) -> str | None:
        """Return the kind of a decision; None where a card has no advice and the first action is played."""


def card_adapter(kind: type[Game]) -> CardAdapter:
    """Return the game's adapter for strategy cards."""
    return cast("CardAdapter", require_adapter(kind, "cards", "strategy card"))


def decision_at(state: State) -> str | None:
    """Return the kind of decision in a position; None if there is no choice."""
    return card_adapter(type(state.game)).decision(state) if len(state.actions()) > 1 else None


@cache
def decisions_of(kind: type[Game]) -> Mapping[str, CardDecision]:
    """Return the decisions on a game's cards, by name."""
    return card_adapter(kind).decisions(kind)
