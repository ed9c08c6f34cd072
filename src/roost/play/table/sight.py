"""A screen's knowledge of a position beyond its fields, so that no screen needs to know a rule.

How many dice are due, which lie on the table, what a game's own board wants to be told (its face ``shown``), and, for
games without a board of their own, what else the position says, of all and of each seat, and which pieces lie where.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Protocol, cast

from msgspec import Struct, structs

from roost.core.faces import face_files, find_face
from roost.core.game import Game
from roost.core.moves import Event, Kind
from roost.core.state import State
from roost.core.words import Language, Messages
from roost.core.words.fields import FieldTold, seat_fields, shared_fields
from roost.core.words.sentences import tell_score


class ShownFace(Protocol):
    """The knowledge of a game's own board about a position: whatever follows from the rules."""

    def shown(self, state: Any) -> dict[str, object]:
        """Values that the board's module knows by name."""


class FieldView(Struct, frozen=True):
    """Something that a position says: what it is called, and what it holds, one thing after another."""

    name: str
    values: list[str]


class TransferView(Struct, frozen=True):
    """Pieces that went from one place to another."""

    piece: str
    source: str
    target: str
    count: int


class Sight(Struct, frozen=True, omit_defaults=True):
    """A screen's knowledge of a position beyond its fields."""

    due: int = 0
    """How many dice are to be rolled now."""
    new: bool = False
    """Whether a turn is about to begin: all dice are rolled, and nothing has happened in it."""
    shown: dict[str, Any] = {}
    """The part for the game's own board."""
    rolled: str = ""
    """The dice on the table."""
    aside: str = ""
    """The dice that the turn has set aside."""
    on: int = 0
    """How many dice rolling on would throw."""
    scored: list[str] = []
    """The score of each seat now, in the game's own coin, for games without a board of their own."""
    fields: list[FieldView] = []
    """The other fields of the position, for games without a board of their own."""
    held: list[list[FieldView]] = []
    """The fields of each seat, for games without a board of their own."""
    places: dict[str, dict[str, int]] = {}
    """The pieces by the place where they lie, for games without a board of their own; a seat goes by its letter."""


@lru_cache(1000)  # turns begin alike, and several ask about one position
def sight_of(state: State, language: Language | None = None) -> Sight:
    """The knowledge that a screen needs of a position."""
    kind = type(state.game)
    dice = state.dice
    due = 0 if dice is None else dice.count
    face = cast("ShownFace | None", find_face(kind, "shown"))
    shown = {} if face is None else face.shown(state)
    new = due > 0 and state.seat is not None and state.values().keys() == _at_rest(kind)
    told = Sight(due, new, shown, state.dice_rolled, state.dice_aside, _rolling_on(state))
    return told if _has_board(kind) else _with_everything(told, state, Messages(language or Language.EN))


def _with_everything(sight: Sight, state: State, messages: Messages) -> Sight:
    """The sight with all that a plain board shows."""
    return structs.replace(
        sight,
        scored=[tell_score(score, state.game, messages) for score in state.scores()],
        fields=_views(shared_fields(state, messages)),
        held=list(map(_views, seat_fields(state, messages))),
        places={
            place: {piece: count for piece, count in pieces.items() if count > 0}
            for place, pieces in state.holdings().items()
        },
    )


def _views(told: Iterable[FieldTold]) -> list[FieldView]:
    return [FieldView(name, values) for name, values in told]


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
    return bool(face_files(kind, "page/board.js"))


def transfers_of(events: Iterable[Event]) -> list[list[TransferView]]:
    """The pieces that each event moved; nothing at all, if none moved any."""
    found = [
        [TransferView(moved.piece, moved.source, moved.target, moved.count) for moved in event.transfers()]
        for event in events
    ]
    return found if any(found) else []
