"""Public views of a table. They are the same for all clients and watchers, because nothing is hidden."""

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
    """A legal action. If the request names no language, only its token is set."""

    action: str
    """The token to send in a move."""
    text: str | None = None
    """The effect of the action, in words."""
    kind: str = "move"
    """Kind of choice: ``roll`` again, choose ``dice``, or decide what to do with them (``move``)."""
    dice: str = ""
    """The dice on the table that this action would choose."""
    picked: bool = False
    """Whether a player picks the dice of this action one by one, because there are too many combinations to list."""
    quiet: bool = False
    """Whether the action leaves everything as it is, for example stopping, passing or keeping."""
    doubt: str | None = None
    """Question to ask before this action, because players often regret it."""
    sure: str | None = None
    """Answer with which the player confirms the action."""
    after: str | None = None
    """For an action in ``ahead``, the action that must come first."""


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat and its player."""

    seat: int
    letter: str
    kind: str
    """``open``, ``guest`` (reserved), ``person`` or ``bot``."""
    name: str
    person: int | None
    bot: str | None
    """The bot that plays this seat. If ``person`` is set, the bot is standing in."""
    away: bool
    avatar: str | None = None
    """The bird that the player chose as avatar."""
    real: bool = False
    """Whether the player's real dice are entered. A bot that stands in uses the table's dice."""


class OpeningView(Struct, frozen=True):
    """The opening of the next game's dice, until all devices have revealed their numbers."""

    attempt: int
    waits: list[int]
    """Listed people whose devices have not revealed their numbers yet."""


class DiceView(Struct, frozen=True):
    """The dice of a game, as described in docs/dice-protocol.md."""

    table: str
    rolls: int
    """Number of rolls made by the table; rolls of real dice do not count."""
    protocol: int
    """Version of the dice protocol. Only dice of protocol 4 can be checked."""
    entered: int = 0
    """Number of rolls entered from real dice, which cannot be checked."""


class EnteredView(Struct, frozen=True):
    """The latest entered roll. It can be corrected until a player chooses or rolls."""

    seat: int
    roll: str
    person: int
    """The person who entered the roll."""
    proposed: str
    """The proposed correction; empty if there is none."""
    agreed: list[int]
    """People who agree with the correction, starting with the proposer."""


class GameView(Struct, frozen=True):
    """The current or latest game."""

    number: int
    position: str
    """The position in text notation."""
    state: dict[str, Any]
    """The position as JSON, with the schema in /api/schema."""
    node: str
    """The next step: ``roll``, ``decide`` or ``over``."""
    seat: int | None
    """The seat whose turn it is."""
    actions: list[ActionView]
    obvious: str | None
    """The obvious action, if there is one and the request named a language. Screens may take it automatically."""
    ahead: list[ActionView]
    """Actions that can directly follow a choice of dice: one tap sends both. Empty if the request named no language."""
    scores: list[int]
    outcome: dict[str, Any] | None
    dice: DiceView
    moved: int
    """The table's version after the latest move. A move must be based on this version or a later one."""
    turn_at: float
    """Time in seconds since 1970 when the turn's clock started, which is after screens have shown the bots' turns."""
    undo: int | None
    """The seat that may undo its latest choice; None if no seat may."""
    facts: BoardFacts
    """The board view of the position. Empty if the request named no language."""
    outcome_text: str | None = None
    """The outcome as a sentence, if the game is over and the request named a language."""
    entered: EnteredView | None = None
    """The latest entered roll, if it can still be corrected."""
    tie_break: str | None = None
    """The reason that decided a tie, if there was one and the request named a language."""
    lowest_wins: bool = False
    """Whether the lowest score wins, instead of the highest."""


_NO_FACTS = BoardFacts()
"""Empty board view for requests without a language, which come from programs that know the rules."""


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
    """A symbol on the die."""

    symbol: str
    """The character that stands for the symbol in rolls."""
    name: str
    """Name of the picture for this symbol."""
    value: int
    text: str
    """The symbol's name in words."""


class DieView(Struct, frozen=True):
    """The die of a game, with its symbols."""

    faces: str
    """All faces, in the order in which random bytes are mapped to them; see docs/dice-protocol.md."""
    symbols: list[SymbolView]


class You(Struct, frozen=True):
    """The person who sent the request."""

    person: int
    host: bool
    seats: list[int]


class Snapshot(Struct, frozen=True):
    """A table with its settings, as seen by the person who requests it."""

    table: TableView
    spec: TableSpec
    you: You | None
    faces: str = ""
    """All faces of the die, as in /api/games. Empty where dice prove nothing: in a challenge, and on one device."""


class ScreenView(Struct, frozen=True):
    """A big screen that shows a table."""

    name: str
    """Name that a player uses to admit this screen."""
    number: int
    """The number that this screen displays, so that players can recognise it."""
    leads: bool
    """Whether phones wait for this screen."""


class PresenceView(Struct, frozen=True, omit_defaults=True):
    """Absent players and big screens, sent as the stream event ``presence``."""

    away: list[int]
    """People whose pages are closed."""
    screen: bool
    """Whether a big screen leads. Phones must not run ahead of it."""
    shown: tuple[int, int] | None
    """The version that a big screen is showing, and how many of its steps were seen. None if no screen has reported."""
    held: int
    """Number of the game that was stopped from starting automatically; 0 if none was."""
    screens: list[ScreenView]
    """The big screens that lead, and the most recent of those that ask to lead."""
    you: str | None = None
    """Name of the screen that receives this event; sent once."""


class Cheer(Struct, frozen=True):
    """A spectator's reaction, sent as the stream event ``cheer``."""

    reaction: ReactionName


class ChangeView(Struct, frozen=True, omit_defaults=True):
    """One change, and the table after it."""

    version: int
    at: float
    entries: tuple[Entry, ...]
    events: list[dict[str, Any]]
    """Events of the game, with the schema in /api/schema."""
    table: TableView
    sentences: list[str] | None = None
    """The events as sentences, if the request named a language."""
    transfers: list[list[TransferView]] = []
    """The pieces that each event moved. Empty if no piece moved or the request named no language."""
    done_to: list[tuple[int, ...]] = []
    """The seats affected by each event. Empty if no seat is affected or the request named no language."""
    to_you: dict[int, list[str]] = {}
    """For each seat, ``sentences`` reworded for that seat's player (such as "You roll 1 1 3.")."""

    @classmethod
    def of(cls, change: Change, events: Sequence[Event], table: Table, language: Language | None) -> ChangeView:
        """Return the view of a change, given the ``table`` after it."""
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
    """Describe game events in sentences. If ``reader`` is given, address them to the player of that seat."""
    if table.play is None:
        return []
    messages, names = _words(table, language)
    return [describe_event(event, table.play.game, messages, names, reader) for event in events]


def describe_those(table: Table, events: Sequence[Event], language: Language) -> dict[int, list[str]]:
    """For each person's seat that the events concern, return a description addressed to that player."""
    about = {seat for event in events for seat in concerned(event)}
    readers = sorted(seat for seat in about if table.chairs[seat].person is not None)
    return {seat: describe_events(table, events, language, seat) for seat in readers}


def describe_why_not(table: Table, action: Action, language: Language) -> str | None:
    """Explain why an action is illegal in the current position; None if it is legal."""
    return None if table.play is None else describe_reason(table.play.state, action, *_words(table, language))


def snapshot(table: Table, person: int | None, language: Language | None) -> Snapshot:
    """Return a table as the given client sees it."""
    you = None if person is None else You(person, person == HOST, list(table.seats_of(person)))
    faces = "" if table.spec.challenge is not None or table.on_device else faces_of(table.spec.make_game().die)
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


@lru_cache(1000)  # seats change far less often than the game does
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
        play.game.lowest_wins,
    )


def _entered_view(last: LastEntered) -> EnteredView:
    assert last.state.seat is not None  # the table itself draws the first player
    return EnteredView(last.state.seat, last.roll, last.person, last.proposed, list(last.agreed))


def names_in(table: Table, language: Language | None) -> tuple[str, ...]:
    """Return the players' names. If a language is given, the names of bots are translated."""
    return names_of(table.chairs, language)


def _words(table: Table, language: Language) -> tuple[Messages, tuple[str, ...]]:
    return Messages(language), names_in(table, language)


def action_views(state: State, language: Language | None, names: Sequence[str] = ()) -> list[ActionView]:
    """Return the legal actions. If a language is given, they are described in it."""
    if language is None:
        return [_token_view(action) for action in state.actions()]
    messages = Messages(language)
    return [_action_view(state, action, messages, names) for action in state.actions()]


@lru_cache(10_000)  # a game has few different actions
def _token_view(action: Action) -> ActionView:
    return ActionView(str(action))


def _ahead(state: State, messages: Messages, names: Sequence[str]) -> list[ActionView]:
    """Return the actions that can directly follow each choice of dice, each with the first choice that leads to it."""
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
    """Return a game's die with the names of its symbols."""
    words = Messages(language or Language.EN).of(game)
    symbols = [SymbolView(face.char, face.name, face.value, describe_face(face, words)) for face in game.die.symbols]
    return DieView(faces_of(game.die), symbols)
