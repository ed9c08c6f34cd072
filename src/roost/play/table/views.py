"""The views of a table for clients and watchers. The same for everybody: nothing is hidden."""

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
from roost.core.words.reasons import doubts, tell_reason
from roost.core.words.sentences import concerned, describe_action, tell_event, tell_face, tell_outcome, tell_tie_break
from roost.play.dice.fair import faces_of
from roost.play.table.chairs import Chair
from roost.play.table.log import Change, Entry, ReactionName
from roost.play.table.play import LastEntered
from roost.play.table.series_views import SeriesView, names_of, series_view
from roost.play.table.sight import Sight, TransferView, sight_of, transfers_of
from roost.play.table.spec import TableSpec
from roost.play.table.table import HOST, Table

encode = msgspec.json.Encoder().encode
"""Everything that the server says, as JSON."""


class ActionView(Struct, frozen=True, omit_defaults=True):
    """A legal action. Programs are told its token; a screen, which asks for a language, all the rest."""

    action: str
    """The token that a move sends."""
    text: str | None = None
    """The effect of it."""
    kind: str = "move"
    """The subject of it: ``roll`` on, which ``dice``, or what to do with them (``move``)."""
    dice: str = ""
    """The dice on the table that a choice of dice is about."""
    picked: bool = False
    """Whether these dice are picked one by one: there are too many ways for a list."""
    quiet: bool = False
    """Whether it leaves things as they are: stop, pass, keep."""
    doubt: str | None = None
    """The question before an action that people regret."""
    sure: str | None = None
    """The answer of somebody who means it."""
    after: str | None = None
    """The action that must come first, of one that is not legal yet (``ahead``)."""


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat and who is on it."""

    seat: int
    letter: str
    kind: str
    """``open``, ``guest`` (kept for one), ``person`` or ``bot``."""
    name: str
    person: int | None
    bot: str | None
    """The bot that plays; with a ``person``, in the person's place."""
    away: bool
    avatar: str | None = None
    """The bird that a person shows themselves as, if they chose one."""
    real: bool = False
    """Whether its person rolls real dice, and they are entered. A bot in their place rolls the table's."""


class OpeningView(Struct, frozen=True):
    """The dice of the next game are about to be opened."""

    attempt: int
    waits: list[int]
    """The listed people whose devices have not opened their number."""


class DiceView(Struct, frozen=True):
    """The dice of a game: see docs/dice-protocol.md."""

    table: str
    rolls: int
    """How many rolls there were, without real dice that were entered."""
    protocol: int
    """Only the dice of protocol 4 are checked: older versions rolled otherwise."""
    entered: int = 0
    """How many rolls of real dice were entered beside them, which nobody can check."""


class EnteredView(Struct, frozen=True):
    """The roll that was entered last. It can be corrected until somebody chooses or rolls."""

    seat: int
    roll: str
    person: int
    """The person who entered it."""
    proposed: str
    """The roll that it should have been, if somebody says so."""
    agreed: list[int]
    """The people who say so, whoever was first in front."""


class GameView(Struct, frozen=True):
    """The game that is played, or was played last."""

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
    """The action that goes without saying, if there is one and a language was asked for: screens may take it."""
    ahead: list[ActionView]
    """The actions that may follow at once when dice are chosen, if a language was asked for: one tap can say both."""
    scores: list[int]
    outcome: dict[str, Any] | None
    dice: DiceView
    moved: int
    """The version that the latest move led to: a move must answer this one or a later one."""
    turn_at: float
    """The start of the turn's time, in seconds since 1970: once screens have shown the bots' turns."""
    undo: int | None
    """The seat that may take back its latest choice."""
    sight: Sight
    """A screen's knowledge of the position beyond its fields; nothing, unless a language was asked for."""
    told: str | None = None
    """The outcome in a sentence, once there is one, if a language was asked for."""
    entered: EnteredView | None = None
    """The roll that can be corrected, if there is one."""
    tie_break: str | None = None
    """The reason that decided between equals, if something had to and a language was asked for."""


_NO_SIGHT = Sight()
"""For programs, which know the rules: screens ask for a language."""


class TableView(Struct, frozen=True):
    """A table as it stands."""

    id: str
    code: str
    version: int
    at: float
    """The time of the latest change, in seconds since 1970."""
    status: str
    """``waiting``, ``playing``, ``over`` or ``closed``."""
    seats: list[SeatView]
    game: GameView | None
    rematch: list[int]
    """The people who would like to play again."""
    opening: OpeningView | None = None
    """The opening of the next game's dice, once their list is out."""
    series: SeriesView | None = None
    """The standing of the series, if the table plays one."""


class SymbolView(Struct, frozen=True):
    """A symbol on a die."""

    symbol: str
    """The character that stands for it in rolls."""
    name: str
    """The name of its picture."""
    value: int
    text: str
    """The name of it."""


class DieView(Struct, frozen=True):
    """The die of a game."""

    faces: str
    """All faces in the order in which a stream of bytes counts through them: docs/dice-protocol.md."""
    symbols: list[SymbolView]


class You(Struct, frozen=True):
    """The person who asks."""

    person: int
    host: bool
    seats: list[int]


class Snapshot(Struct, frozen=True):
    """A table with what it was made with, and who asks."""

    table: TableView
    spec: TableSpec
    you: You | None
    faces: str = ""
    """The faces of the die that is played with, as in /api/games; nothing in a challenge, whose dice prove nothing."""


class ScreenView(Struct, frozen=True):
    """A big screen that shows a table."""

    name: str
    """The name under which a person of the table admits it."""
    number: int
    """The number that it shows."""
    leads: bool
    """Whether phones wait for it."""


class PresenceView(Struct, frozen=True, omit_defaults=True):
    """The people who are not there, and what a big screen shows: the event ``presence`` of a stream."""

    away: list[int]
    """The people whose pages are closed."""
    screen: bool
    """Whether a big screen leads: phones show no more than it does."""
    shown: tuple[int, int] | None
    """The version that it is about to reach, and how many of its steps the room has seen; nothing, if none is said."""
    held: int
    """The number of a game that somebody does not want to begin by itself; 0, if there is none."""
    screens: list[ScreenView]
    """The screens that lead, and the latest of those that ask to."""
    you: str | None = None
    """The name of the screen that listens, told once."""


class Cheer(Struct, frozen=True):
    """Somebody who watches claps, or the like: the event ``cheer`` of a stream."""

    reaction: ReactionName


class ChangeView(Struct, frozen=True, omit_defaults=True):
    """One change, and the table after it."""

    version: int
    at: float
    entries: tuple[Entry, ...]
    events: list[dict[str, Any]]
    """The events of the game; the schema is in /api/schema."""
    table: TableView
    told: list[str] | None = None
    """The events in sentences, if a language was asked for."""
    transfers: list[list[TransferView]] = []
    """The pieces that each of the events moved; nothing, if none did, or unless a language was asked for."""
    done_to: list[tuple[int, ...]] = []
    """The seats that each of the events was done to; nothing, if none was, or unless a language was asked for."""
    to_you: dict[int, list[str]] = {}
    """The sentences of ``told`` as people read them whose own seat they are about, by seat: "You roll 1 1 3."."""

    @classmethod
    def of(cls, change: Change, events: Sequence[Event], table: Table, language: Language | None) -> ChangeView:
        """The view of a change that led to ``table``."""
        shown = [event.to_json() for event in events]
        plain = cls(change.version, change.at, change.entries, shown, table_view(table, language))
        if language is None:
            return plain
        done_to = [event.done_to() for event in events]
        return replace(
            plain,
            told=tell_events(table, events, language),
            transfers=transfers_of(events),
            done_to=done_to if any(done_to) else [],
            to_you=tell_those(table, events, language),
        )


def tell_events(table: Table, events: Sequence[Event], language: Language, reader: int | None = None) -> list[str]:
    """Tell the events in the game of a table, in sentences; to the seat that reads them, if there is one."""
    if table.play is None:
        return []
    messages, names = _words(table, language)
    return [tell_event(event, table.play.game, messages, names, reader) for event in events]


def tell_those(table: Table, events: Sequence[Event], language: Language) -> dict[int, list[str]]:
    """The same to each person whose own seat it is about."""
    about = {seat for event in events for seat in concerned(event)}
    readers = sorted(seat for seat in about if table.chairs[seat].person is not None)
    return {seat: tell_events(table, events, language, seat) for seat in readers}


def tell_why_not(table: Table, action: Action, language: Language) -> str | None:
    """Tell why an action is not possible at a table; nothing, if it is."""
    return None if table.play is None else tell_reason(table.play.state, action, *_words(table, language))


def snapshot(table: Table, person: int | None, language: Language | None) -> Snapshot:
    """The table for a client that asks."""
    you = None if person is None else You(person, person == HOST, list(table.seats_of(person)))
    faces = "" if table.spec.challenge is not None else faces_of(table.spec.make_game().die)
    return Snapshot(table_view(table, language), table.spec, you, faces)


def table_view(table: Table, language: Language | None) -> TableView:
    """The table as it stands."""
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


@lru_cache(1000)  # who sits where changes far less often than the game
def _seat_views(chairs: tuple[Chair, ...]) -> list[SeatView]:
    return [_seat_view(seat, chair) for seat, chair in enumerate(chairs)]


def _seat_view(seat: int, chair: Chair) -> SeatView:
    if chair.person is not None:
        kind = "person"
    elif chair.bot is not None:
        kind = "bot"
    else:
        kind = "guest" if chair.is_kept else "open"
    who = kind, chair.name, chair.person, chair.bot
    return SeatView(seat, seat_letter(seat), *who, chair.is_away, chair.avatar, chair.is_real)


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
        _NO_SIGHT if language is None else sight_of(state, language),
        None if outcome is None or language is None else tell_outcome(outcome, play.game, *_words(table, language)),
        None if play.last_entered is None or outcome is not None else _entered_view(play.last_entered),
        None if outcome is None or language is None else tell_tie_break(outcome, play.game, Messages(language)),
    )


def _entered_view(last: LastEntered) -> EnteredView:
    assert last.state.seat is not None  # who begins is drawn by the table
    return EnteredView(last.state.seat, last.roll, last.person, last.proposed, list(last.agreed))


def names_in(table: Table, language: Language | None) -> tuple[str, ...]:
    """The names of the players in a language: the name of a bot is a word like any other."""
    return names_of(table.chairs, language)


def _words(table: Table, language: Language) -> tuple[Messages, tuple[str, ...]]:
    return Messages(language), names_in(table, language)


def action_views(state: State, language: Language | None, names: Sequence[str] = ()) -> list[ActionView]:
    """The legal actions, described if a language was asked for."""
    if language is None:
        return [_token_view(action) for action in state.actions()]
    messages = Messages(language)
    return [_action_view(state, action, messages, names) for action in state.actions()]


@lru_cache(10_000)  # a game has few actions, and every position has some of them
def _token_view(action: Action) -> ActionView:
    return ActionView(str(action))


def _ahead(state: State, messages: Messages, names: Sequence[str]) -> list[ActionView]:
    """The actions right after a choice of dice. Where several choices lead to the same, the first one does."""
    found: dict[Action, ActionView] = {}
    for first in state.actions():
        if first.kind is not Kind.DICE or first.picked:
            continue
        after = state.play(first).state
        for action in after.actions() if after.seat == state.seat else ():
            is_end = action.kind not in (Kind.DICE, Kind.ROLL)
            if is_end and action not in found and (first.quiet or not action.quiet):
                found[action] = _action_view(after, action, messages, names, str(first))
    return list(found.values())


def _action_view(
    state: State, action: Action, messages: Messages, names: Sequence[str], after: str | None = None
) -> ActionView:
    text, dice = describe_action(state, action, messages, names), state.dice_of(action)
    doubt, sure = doubts(state, action, messages)
    return ActionView(str(action), text, action.kind.value, dice, action.picked, action.quiet, doubt, sure, after)


def die_view(game: Game, language: Language | None) -> DieView:
    """The die of a game with what its faces are called."""
    words = Messages(language or Language.EN).of(game)
    symbols = [SymbolView(one.char, one.name, one.value, tell_face(one, words)) for one in game.die.symbols]
    return DieView(faces_of(game.die), symbols)
