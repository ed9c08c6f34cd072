"""The public views of a table, the same for all clients and watchers because nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roost.core.game import Game
from roost.core.moves import Action, Event, Kind
from roost.core.notation import seat_letter
from roost.core.state import Node, State
from roost.core.words import Language, Messages
from roost.core.words.reasons import describe_reason, doubts
from roost.core.words.sentences import (
    concerned,
    describe_action,
    describe_event,
    describe_face,
    describe_outcome,
    describe_tie_break,
)
from roost.play.dice.fair import faces_of
from roost.play.table.board_facts import BoardFacts, TransferView, board_facts, transfers_of
from roost.play.table.chairs import Chair
from roost.play.table.log import Change, Entry, ReactionName
from roost.play.table.play import LastEntered
from roost.play.table.series_views import SeriesView, names_of, series_view
from roost.play.table.spec import TableSpec
from roost.play.table.table import HOST, Table

encode = msgspec.json.Encoder().encode
"""Encodes any response body as JSON."""


class ActionView(Struct, frozen=True, omit_defaults=True):
    """A legal action. Without a language only its token is set."""

    action: str
    """The token that a move sends."""
    text: str | None = None
    """The action's effect, in words."""
    kind: str = "move"
    """Kind of choice: ``roll`` on, which ``dice``, or what to do with them (``move``)."""
    dice: str = ""
    """The dice on the table that it would choose."""
    picked: bool = False
    """Whether its dice are picked one by one, because there are too many combinations for a list."""
    quiet: bool = False
    """Whether it changes nothing: stop, pass, keep."""
    doubt: str | None = None
    """Question before an action that players often regret."""
    sure: str | None = None
    """Answer that confirms the action."""
    after: str | None = None
    """The action that must come first, for an action in ``ahead``."""


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat and its player."""

    seat: int
    letter: str
    kind: str
    """``open``, ``guest`` (reserved), ``person`` or ``bot``."""
    name: str
    person: int | None
    bot: str | None
    """The bot that plays; with a ``person``, it stands in."""
    away: bool
    avatar: str | None = None
    """The bird that the player chose."""
    real: bool = False
    """Whether the player's real dice are entered. A bot that stands in rolls the table's dice."""


class OpeningView(Struct, frozen=True):
    """The opening of the next game's dice, while it waits for devices."""

    attempt: int
    waits: list[int]
    """Listed people whose devices have yet to open their number."""


class DiceView(Struct, frozen=True):
    """The dice of a game: see docs/dice-protocol.md."""

    table: str
    rolls: int
    """Number of rolls, without entered real dice."""
    protocol: int
    """Dice protocol. Only dice of protocol 4 can be checked."""
    entered: int = 0
    """Number of entered rolls of real dice, which cannot be checked."""


class EnteredView(Struct, frozen=True):
    """The latest entered roll, which can be corrected until a player chooses or rolls."""

    seat: int
    roll: str
    person: int
    """The person who entered it."""
    proposed: str
    """The proposed correction; empty if there is none."""
    agreed: list[int]
    """People who agree with the correction, the proposer first."""


class GameView(Struct, frozen=True):
    """The current or latest game."""

    number: int
    position: str
    """The position as text."""
    state: dict[str, Any]
    """The position as JSON; its schema is in /api/schema."""
    node: str
    """The next step: ``roll``, ``decide`` or ``over``."""
    seat: int | None
    """The seat whose turn it is."""
    actions: list[ActionView]
    obvious: str | None
    """The obvious action, if there is one and the request named a language: screens may take it."""
    ahead: list[ActionView]
    """Actions that may follow a choice of dice at once, if the request named a language: one tap can send both."""
    scores: list[int]
    outcome: dict[str, Any] | None
    dice: DiceView
    moved: int
    """The version after the latest move; a move must refer to this version or a later one."""
    turn_at: float
    """Start of the turn's time, in seconds since 1970, after screens have shown the bots' turns."""
    undo: int | None
    """The seat that may take back its latest choice."""
    facts: BoardFacts
    """The board view of the position; empty unless the request named a language."""
    outcome_text: str | None = None
    """The outcome in a sentence, if there is one and the request named a language."""
    entered: EnteredView | None = None
    """The roll that can be corrected, if there is one."""
    tie_break: str | None = None
    """The reason that decided between equals, if needed and the request named a language."""


_NO_FACTS = BoardFacts()
"""The board view for requests without a language, which come from programs that know the rules."""


class TableView(Struct, frozen=True):
    """The public state of a table."""

    id: str
    code: str
    version: int
    at: float
    """Time of the latest change, in seconds since 1970."""
    status: str
    """``waiting``, ``playing``, ``over`` or ``closed``."""
    seats: list[SeatView]
    game: GameView | None
    rematch: list[int]
    """People who want a rematch."""
    opening: OpeningView | None = None
    """The opening of the next game's dice, once their list is published."""
    series: SeriesView | None = None
    """The standings of the series, if the table plays one."""


class SymbolView(Struct, frozen=True):
    """A symbol on a die."""

    symbol: str
    """The symbol's character in rolls."""
    name: str
    """Name of the symbol's picture."""
    value: int
    text: str
    """The symbol's name in words."""


class DieView(Struct, frozen=True):
    """The die of a game."""

    faces: str
    """All faces in the order in which a byte stream counts through them: docs/dice-protocol.md."""
    symbols: list[SymbolView]


class You(Struct, frozen=True):
    """The requesting person."""

    person: int
    host: bool
    seats: list[int]


class Snapshot(Struct, frozen=True):
    """A table, its settings, and the requesting person."""

    table: TableView
    spec: TableSpec
    you: You | None
    faces: str = ""
    """All faces of the die, as in /api/games; empty in a challenge, whose dice prove nothing."""


class ScreenView(Struct, frozen=True):
    """A big screen that shows a table."""

    name: str
    """Name with which a player admits it."""
    number: int
    """The number that it displays."""
    leads: bool
    """Whether phones wait for it."""


class PresenceView(Struct, frozen=True, omit_defaults=True):
    """Absent players and big screens: the event ``presence`` of a stream."""

    away: list[int]
    """People whose pages are closed."""
    screen: bool
    """Whether a big screen leads, which phones must not run ahead of."""
    shown: tuple[int, int] | None
    """The version that a screen is showing, and how many of its steps were seen; None if not reported."""
    held: int
    """Number of the game whose automatic start was stopped; 0 for none."""
    screens: list[ScreenView]
    """The leading screens, and the latest of those that ask to lead."""
    you: str | None = None
    """Name of the receiving screen, sent once."""


class Cheer(Struct, frozen=True):
    """A spectator's reaction: the event ``cheer`` of a stream."""

    reaction: ReactionName


class ChangeView(Struct, frozen=True, omit_defaults=True):
    """One change, and the table after it."""

    version: int
    at: float
    entries: tuple[Entry, ...]
    events: list[dict[str, Any]]
    """Events of the game; their schema is in /api/schema."""
    table: TableView
    sentences: list[str] | None = None
    """The events in sentences, if the request named a language."""
    transfers: list[list[TransferView]] = []
    """The pieces that each event moved; empty if none did, or without a language."""
    done_to: list[tuple[int, ...]] = []
    """The seats that each event was done to; empty if there are none, or without a language."""
    to_you: dict[int, list[str]] = {}
    """By seat, the sentences of ``sentences`` as its own player should read them: "You roll 1 1 3."."""

    @classmethod
    def of(cls, change: Change, events: Sequence[Event], table: Table, language: Language | None) -> ChangeView:
        """Return the view of a change that led to ``table``."""
        event_list = [event.to_json() for event in events]
        plain = cls(change.version, change.at, change.entries, event_list, table_view(table, language))
        if language is None:
            return plain
        done_to = [event.done_to() for event in events]
        return replace(
            plain,
            sentences=describe_events(table, events, language),
            transfers=transfers_of(events),
            done_to=done_to if any(done_to) else [],
            to_you=describe_those(table, events, language),
        )


def describe_events(table: Table, events: Sequence[Event], language: Language, reader: int | None = None) -> list[str]:
    """Describe the events of a table's game in sentences, addressed to the ``reader`` seat if given."""
    if table.play is None:
        return []
    messages, names = _words(table, language)
    return [describe_event(event, table.play.game, messages, names, reader) for event in events]


def describe_those(table: Table, events: Sequence[Event], language: Language) -> dict[int, list[str]]:
    """Describe the events for each person's seat that they are about."""
    about = {seat for event in events for seat in concerned(event)}
    readers = sorted(seat for seat in about if table.chairs[seat].person is not None)
    return {seat: describe_events(table, events, language, seat) for seat in readers}


def describe_why_not(table: Table, action: Action, language: Language) -> str | None:
    """Explain why an action is illegal at a table; None if it is legal."""
    return None if table.play is None else describe_reason(table.play.state, action, *_words(table, language))


def snapshot(table: Table, person: int | None, language: Language | None) -> Snapshot:
    """Return the snapshot of a table for a client."""
    you = None if person is None else You(person, person == HOST, list(table.seats_of(person)))
    faces = "" if table.spec.challenge is not None else faces_of(table.spec.make_game().die)
    return Snapshot(table_view(table, language), table.spec, you, faces)


def table_view(table: Table, language: Language | None) -> TableView:
    """Return the public state of a table."""
    return TableView(
        table.id,
        table.code,
        table.version,
        table.changed_at,
        table.status.value,
        _seat_views(table.chairs),
        _game_view(table, language),
        sorted(table.rematch),
        None if table.opening is None else OpeningView(table.opening.attempt, list(table.opening.waits_for)),
        series_view(table, language),
    )


@lru_cache(1000)  # seats change far less often than the game
def _seat_views(chairs: tuple[Chair, ...]) -> list[SeatView]:
    return [_seat_view(seat, chair) for seat, chair in enumerate(chairs)]


def _seat_view(seat: int, chair: Chair) -> SeatView:
    if chair.person is not None:
        kind = "person"
    elif chair.bot is not None:
        kind = "bot"
    else:
        kind = "guest" if chair.is_kept else "open"
    occupant = kind, chair.name, chair.person, chair.bot
    return SeatView(seat, seat_letter(seat), *occupant, chair.is_away, chair.avatar, chair.is_real)


def _game_view(table: Table, language: Language | None) -> GameView | None:
    play = table.play
    if play is None:
        return None
    state, outcome = play.state, play.state.outcome
    may_undo = play.before and table.spec.rules.undo and outcome is None
    return GameView(
        play.number,
        str(state),
        state.to_json(),
        state.node.value,
        None if state.node is Node.OVER else state.seat,
        action_views(state, language, () if language is None else names_in(table, language)),
        None if language is None or (obvious := state.obvious) is None else str(obvious),
        [] if language is None else _ahead(state, *_words(table, language)),
        list(state.scores()),
        None if outcome is None else outcome.to_json(),
        DiceView(play.dice, play.rolls, play.protocol, play.entered),
        play.moved,
        play.turn_at,
        play.before[-1].state.seat if may_undo else None,
        _NO_FACTS if language is None else board_facts(state, language),
        None if outcome is None or language is None else describe_outcome(outcome, play.game, *_words(table, language)),
        None if play.last_entered is None or outcome is not None else _entered_view(play.last_entered),
        None if outcome is None or language is None else describe_tie_break(outcome, play.game, Messages(language)),
    )


def _entered_view(last: LastEntered) -> EnteredView:
    assert last.state.seat is not None  # the table itself draws the first player
    return EnteredView(last.state.seat, last.roll, last.person, last.proposed, list(last.agreed))


def names_in(table: Table, language: Language | None) -> tuple[str, ...]:
    """Return the players' names in a language, with translated names of bots."""
    return names_of(table.chairs, language)


def _words(table: Table, language: Language) -> tuple[Messages, tuple[str, ...]]:
    return Messages(language), names_in(table, language)


def action_views(state: State, language: Language | None, names: Sequence[str] = ()) -> list[ActionView]:
    """Return the legal actions, described if the request named a language."""
    if language is None:
        return [_token_view(action) for action in state.actions()]
    messages = Messages(language)
    return [_action_view(state, action, messages, names) for action in state.actions()]


@lru_cache(10_000)  # a game has few actions in all
def _token_view(action: Action) -> ActionView:
    return ActionView(str(action))


def _ahead(state: State, messages: Messages, names: Sequence[str]) -> list[ActionView]:
    """Return the actions right after a choice of dice, each after the first choice that leads to it."""
    ahead: dict[Action, ActionView] = {}
    for first in state.actions():
        if first.kind is not Kind.DICE or first.picked:
            continue
        after = state.play(first).state
        for action in after.actions() if after.seat == state.seat else ():
            is_end = action.kind not in (Kind.DICE, Kind.ROLL)
            if is_end and action not in ahead and (first.quiet or not action.quiet):
                ahead[action] = _action_view(after, action, messages, names, str(first))
    return list(ahead.values())


def _action_view(
    state: State, action: Action, messages: Messages, names: Sequence[str], after: str | None = None
) -> ActionView:
    text, dice = describe_action(state, action, messages, names), state.dice_of(action)
    doubt, sure = doubts(state, action, messages)
    return ActionView(str(action), text, action.kind.value, dice, action.picked, action.quiet, doubt, sure, after)


def die_view(game: Game, language: Language | None) -> DieView:
    """Return the die of a game with the names of its faces."""
    words = Messages(language or Language.EN).of(game)
    symbols = [SymbolView(face.char, face.name, face.value, describe_face(face, words)) for face in game.die.symbols]
    return DieView(faces_of(game.die), symbols)
