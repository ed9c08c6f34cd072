"""A game's part in its strategy cards: what a card may ask, advise and give points for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast

from roost.core.faces import need_face
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.state import State
from roost.core.words import Messages


@dataclass(frozen=True)
class Feature:
    """A number about a position that a person sees at a glance; a ``flag`` is 0 or 1, and printed as no or yes."""

    ask: Callable[[Any], int]
    flag: bool = False


@dataclass(frozen=True)
class Axis:
    """One side of a table: how its rows or columns are labelled."""

    labels: Callable[[Messages], Sequence[str]]
    size: int


def up_to(most: int, least: int = 0, *, open_end: bool = True) -> Axis:
    """The numbers from ``least`` to ``most``; the last one stands for all greater ones as well."""
    numbers = [str(number) for number in range(least, most + 1)]
    if open_end:
        numbers[-1] += "+"
    return Axis(lambda words: numbers, len(numbers))


@dataclass(frozen=True)
class Points:
    """A kind of table: the points of one choice, by its row and its column."""

    rows: Axis
    columns: Axis
    place: Callable[[Any, Any], tuple[int, int] | None]
    """The place of a choice in the table, if the table is about such choices."""


@dataclass(frozen=True)
class Decision:
    """A kind of decision: everything that a card may say about it. Names are those of the game's words."""

    features: Mapping[str, Feature]
    advice: Mapping[str, Callable[[Any], Action | None]]
    """The advice that a line may give; nothing where it is not possible, and the line is passed over."""
    tables: Mapping[str, Points]
    expert: Sequence[str] = ()
    """The tables of the expert's card."""
    choices: Callable[[Any], Mapping[Any, Action]] = lambda state: {action: action for action in state.actions()}
    """The choices for a reader of tables, and the action that each comes to; of equals the last is made.

    That is every action, unless a game says what one may aim at, where single actions are too many to look at.
    """


class CardFace(Protocol):
    """A game's part in its cards."""

    def decisions(self, game: Any) -> Mapping[str, Decision]:
        """Every kind of decision by its name, in the order in which a card shows them."""

    def decision(self, state: Any) -> str | None:
        """The kind of a decision; nothing where the first action goes without saying."""


def card_face(kind: type[Game]) -> CardFace:
    """The cards' face of a game."""
    return cast("CardFace", need_face(kind, "cards", "strategy card"))


@cache
def _decisions(kind: type[Game]) -> Mapping[str, Decision]:
    return card_face(kind).decisions(kind)


def decision_at(state: State) -> str | None:
    """The kind of decision that a position asks for, if it asks for one."""
    return card_face(type(state.game)).decision(state) if len(state.actions()) > 1 else None


def decisions_of(kind: type[Game]) -> Mapping[str, Decision]:
    """Every kind of decision of a game."""
    return _decisions(kind)
