"""The adapter for strategy cards: which features, advice and tables of points a game's cards may use."""

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
    """A number about a position that a person can easily see. A ``flag`` is 0 or 1, printed as no or yes."""

    ask: Callable[[Any], int]
    flag: bool = False


@dataclass(frozen=True)
class Axis:
    """One axis of a table: the labels of its rows or columns."""

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
    """A type of table that gives points to a choice by row and column."""

    rows: Axis
    columns: Axis
    place: Callable[[Any, Any], tuple[int, int] | None]
    """Function that returns the row and column for a choice; None if the table does not apply to the choice."""


@dataclass(frozen=True)
class CardDecision:
    """Everything that a card may say about one kind of decision, under the same names as in the game's messages."""

    features: Mapping[str, Feature]
    advice: Mapping[str, Callable[[Any], Action | None]]
    """Functions for the advice that a rule may give, by name. A function returns None if its advice is impossible, and
    the rule is then skipped."""
    tables: Mapping[str, PointsTable]
    expert: Sequence[str] = ()
    """Names of the tables that the expert card uses."""
    choices: Callable[[Any], Mapping[Any, Action]] = lambda state: {action: action for action in state.actions()}
    """Function that returns the choices to which tables give points, with the action for each. If several have the most
    points, the last of them is played.

    By default every action is a choice. Games with too many actions let the card choose between goals instead.
    """


class CardAdapter(Protocol):
    """A game's adapter for strategy cards."""

    def decisions(self, game: Any) -> Mapping[str, CardDecision]:
        """Return every kind of decision by name, in the order in which cards show them."""

    def decision(self, state: Any) -> str | None:
        """Return the kind of decision in a position; None if cards have no advice and the first action is played."""


def card_adapter(kind: type[Game]) -> CardAdapter:
    """Return the game's adapter for strategy cards."""
    return cast("CardAdapter", require_adapter(kind, "cards", "strategy card"))


def decision_at(state: State) -> str | None:
    """Return the kind of decision in a position; None if there is only one action or cards have no advice."""
    return card_adapter(type(state.game)).decision(state) if len(state.actions()) > 1 else None


@cache
def decisions_of(kind: type[Game]) -> Mapping[str, CardDecision]:
    """Return the kinds of decisions on a game's cards, by name."""
    return card_adapter(kind).decisions(kind)
