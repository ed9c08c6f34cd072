"""Board view: what a screen shows of a position in addition to its fields, so that screens need not know the rules.

The view contains the number of dice to roll, the dice on the table, and data for the game's own board (adapter
``shown``). For games without a board, it also contains all other fields of the position and of each seat, and the
pieces in each place.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Protocol, cast

from msgspec import Struct, structs

from roost.core.adapters import adapter_files, find_adapter
from roost.core.game import Game
from roost.core.moves import Event, Kind
from roost.core.state import State
from roost.core.words import Language, Messages
from roost.core.words.fields import FieldText, seat_fields, shared_fields
from roost.core.words.sentences import describe_score


class ShownAdapter(Protocol):
    """Adapter that computes, from the rules, the data for a game's own board."""

    def shown(self, state: Any) -> dict[str, object]:
        """Return values keyed by the names that the board's module uses."""


class FieldView(Struct, frozen=True):
    """A field of a position: its name and its values."""

    name: str
    values: list[str]


class TransferView(Struct, frozen=True):
    """A move of equal pieces from one place to another."""

    piece: str
    source: str
    target: str
    count: int


class BoardFacts(Struct, frozen=True, omit_defaults=True):
    """The board view of a position."""

    to_roll: int = 0
    """Number of dice to roll now."""
    dice: str = ""
    """The dice to roll now as text, if they depend on the position (:attr:`roost.core.dice.MixedDice.text`)."""
    new: bool = False
    """Whether a turn is about to begin, with all of its dice to roll."""
    shown: dict[str, Any] = {}
    """Data for the game's own board."""
    rolled: str = ""
    """The dice on the table."""
    aside: str = ""
    """The dice set aside in this turn."""
    on: int = 0
    """Number of dice that would be rolled if the player rolled again."""
    scored: list[str] = []
    """Current score of each seat with its unit; only for games without a board."""
    fields: list[FieldView] = []
    """Other fields of the position; only for games without a board."""
    held: list[list[FieldView]] = []
    """Fields of each seat; only for games without a board."""
    places: dict[str, dict[str, int]] = {}
    """Pieces in each place; only for games without a board. A seat is named by its letter."""


@lru_cache(1000)  # many turns begin in the same position, and several clients request it
def board_facts(state: State, language: Language | None = None) -> BoardFacts:
    """Return the board view of a position."""
    kind = type(state.game)
    dice = state.dice
    dice_to_roll = 0 if dice is None else dice.count
    adapter = cast("ShownAdapter | None", find_adapter(kind, "shown"))
    shown = {} if adapter is None else adapter.shown(state)
    new = dice_to_roll > 0 and state.seat is not None and state.values().keys() == _at_rest(kind)
    view = BoardFacts(
        dice_to_roll,
        "" if dice is None else dice.text,
        new,
        shown,
        state.dice_rolled,
        state.dice_aside,
        _rolling_on(state),
    )
    return view if _has_board(kind) else _with_plain_board(view, state, Messages(language or Language.EN))


def _with_plain_board(facts: BoardFacts, state: State, messages: Messages) -> BoardFacts:
    return structs.replace(
        facts,
        scored=[describe_score(score, state.game, messages) for score in state.scores()],
        fields=_views(shared_fields(state, messages)),
        held=list(map(_views, seat_fields(state, messages))),
        places={
            place: {piece: count for piece, count in pieces.items() if count > 0}
            for place, pieces in state.holdings().items()
        },
    )


def _views(fields: Iterable[FieldText]) -> list[FieldView]:
    return [FieldView(name, values) for name, values in fields]


def _rolling_on(state: State) -> int:
    roll_on = next((action for action in state.actions() if action.kind is Kind.ROLL), None)
    dice = None if roll_on is None else state.play(roll_on).state.dice
    return 0 if dice is None else dice.count


@lru_cache(1000)
def _at_rest(kind: type[Game]) -> frozenset[str]:
    """Return the names of the fields that a game's position has at the start of a turn."""
    return frozenset(kind.make(kind.player_range[0]).opening().values())


@lru_cache(1000)
def _has_board(kind: type[Game]) -> bool:
    return bool(adapter_files(kind, "page/board.js"))


def transfers_of(events: Iterable[Event]) -> list[list[TransferView]]:
    """Return the transfers of pieces in each event; an empty list if no event moved any."""
    transfers = [
        [TransferView(moved.piece, moved.source, moved.target, moved.count) for moved in event.transfers()]
        for event in events
    ]
    return transfers if any(transfers) else []
