"""What a screen needs to know of a position beyond its fields, so that no screen needs to know a rule.

How many dice are due, what a game's own board wants to be told (its face ``shown``), and, for games without a board of
their own, which dice lie on the table, what else the position says, and which pieces lie where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Protocol, cast

from msgspec import Struct

from roost.core.dice import Roll
from roost.core.faces import find_face
from roost.core.game import Game, PerSeat
from roost.core.moves import Event, Kind
from roost.core.state import State
from roost.core.words import Language, Messages
from roost.play.web.face import page_parts

__all__ = ["FieldView", "ShownFace", "Sight", "TransferView", "sight_of", "transfers_of"]

_TURN = ("turn", "over")
"""Fields that every screen shows in its own way."""


class ShownFace(Protocol):
    """What a game's own board is told about a position: whatever follows from the rules."""

    def shown(self, state: Any) -> dict[str, object]:
        """Values that the board's module knows by name."""


class FieldView(Struct, frozen=True):
    """Something that a position says."""

    name: str
    value: str


class TransferView(Struct, frozen=True):
    """Pieces that went from one place to another."""

    piece: str
    source: str
    target: str
    count: int


class Sight(Struct, frozen=True, omit_defaults=True):
    """What a screen needs to know of a position beyond its fields."""

    due: int = 0
    """How many dice are to be rolled now."""
    new: bool = False
    """Whether a turn is about to begin: all dice are rolled, and nothing has happened in it."""
    shown: dict[str, Any] = {}
    """What the game's own board wants to know."""
    rolled: str = ""
    """The dice on the table, for games without a board of their own."""
    on: int = 0
    """How many dice rolling on would throw, for games without a board of their own."""
    fields: list[FieldView] = []
    """What else the position says, for games without a board of their own."""
    places: dict[str, dict[str, int]] = {}
    """The pieces by the place where they lie, for games without a board of their own; a seat goes by its letter."""


@lru_cache(1000)  # turns begin alike, and several ask about one position
def sight_of(state: State, language: Language | None = None) -> Sight:
    """What a screen needs to know of a position."""
    kind = type(state.game)
    dice = state.dice
    due = 0 if dice is None else dice.count
    face = cast("ShownFace | None", find_face(kind, "shown"))
    shown = {} if face is None else face.shown(state)
    new = due > 0 and state.seat is not None and state.values().keys() == _at_rest(kind)
    if _has_board(kind):
        return Sight(due, new, shown)
    values = state.values()
    rolled = "".join(value.text for value in values.values() if isinstance(value, Roll) and value.size)
    places = {
        place: {piece: count for piece, count in pieces.items() if count > 0}
        for place, pieces in state.holdings().items()
    }
    fields = list(_fields(state, Messages(language or Language.EN)))
    return Sight(due, new, shown, rolled, _rolling_on(state), fields, places)


def _rolling_on(state: State) -> int:
    on = next((action for action in state.actions() if action.kind is Kind.ROLL), None)
    dice = None if on is None else state.play(on).state.dice
    return 0 if dice is None else dice.count


@lru_cache(1000)
def _at_rest(kind: type[Game]) -> frozenset[str]:
    """The fields of a position while nothing of a turn is under way."""
    return frozenset(kind.make(kind.player_range[0]).opening().values())


@lru_cache(1000)
def _has_board(kind: type[Game]) -> bool:
    return "board" in page_parts(kind)


def _fields(state: State, messages: Messages) -> Iterator[FieldView]:
    """The fields of a position that belong to no seat, by the names that the game gives them; an empty one hides it."""
    words, values = messages.of(state.game), state.values()
    for item in state.game.layout():
        value = values.get(item.name)
        if value is None or isinstance(item, PerSeat) or isinstance(value, Roll) or item.name in _TURN:
            continue
        name = words.say_if_known(f"field.{item.name}")
        name = item.name.replace("_", " ") if name is None else name
        if name:
            yield FieldView(name, item.codec.text(value))


def transfers_of(events: Iterable[Event]) -> list[list[TransferView]]:
    """The pieces that each event moved; nothing at all, if none moved any."""
    found = [
        [TransferView(moved.piece, moved.source, moved.target, moved.count) for moved in event.transfers()]
        for event in events
    ]
    return found if any(found) else []
