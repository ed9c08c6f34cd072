"""A table, folded from its log. Frozen: a change makes a new table, and one that was not committed is simply dropped.

There is no clock and no chance in here: when something happened, and how the dice fell, is in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from roost.core.dice import Roll
from roost.core.fair import opening_story, renewed_story, rolled_story, sealed_story
from roost.core.game import Game
from roost.core.moves import Action, Event
from roost.core.shared import Place
from roost.core.state import Node, State
from roost.table.chairs import Chair, named
from roost.table.log import (
    Acted,
    Arranged,
    BotSeated,
    Change,
    Closed,
    Corrected,
    CorrectionDeclined,
    CorrectionProposed,
    Created,
    Entered,
    Entry,
    NextChosen,
    Reacted,
    RematchOffered,
    Renewed,
    Rolled,
    Sealed,
    SeatClaimed,
    SeatFreed,
    SeatLeft,
    SeatReturned,
    Started,
    Undone,
)
from roost.table.series import Series, enrolled, result_of
from roost.table.spec import BotSeat, GameSetup, GuestSeat, OpenSeat, TableSpec

__all__ = ["HOST", "Before", "Draft", "LastEntered", "Play", "Renewal", "Status", "Table", "folded"]

HOST = 0
"""The person who made the table."""
_NOBODY: frozenset[int] = frozenset()
_BOT_TURN = 5.0
"""Seconds in which a screen shows a bot's turn. A bot needs none; the time of whoever plays next begins after them."""
_PLAYED = (Acted, Rolled, Entered, Corrected, Undone, Started)
"""The entries that change the game."""


class Status(Enum):
    """Where a table stands."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


_Numbers: TypeAlias = tuple[tuple[int, int, bytes], ...]


class LastEntered(Struct, frozen=True):
    """The roll that was entered last, while it can be corrected: nobody has chosen since."""

    state: State
    """The position that it was rolled in."""
    turn_at: float
    roll: str
    person: int
    proposed: str = ""
    """What it should have been, as somebody says."""
    agreed: tuple[int, ...] = ()
    """Who says so, whoever was first in front."""


class Before(NamedTuple):
    """What a choice was made in, and leads back to when it is taken back."""

    state: State
    turn_at: float
    last_entered: LastEntered | None = None


class Play(Struct, frozen=True):
    """The game that is played at a table, or was played last."""

    number: int
    state: State
    dice: str
    """The name of the table in the proofs of its dice."""
    commitment: str
    rolls: int = 0
    nonce: bytes = b""
    """The latest nonce that a person gave. By protocol 1 bots roll with it."""
    protocol: int = 1
    story: bytes = b""
    """By protocol 2: the hash of all that was seen of the dice so far."""
    numbers: _Numbers = ()
    """Of each person who sealed their numbers, the latest that is known, and which it is; 0 is the seal itself."""
    seals: tuple[tuple[int, str], ...] = ()
    """The people's seals."""
    sealings: int = 0
    """How often somebody sealed during the game."""
    renewed: tuple[int, ...] = ()
    """After how many rolls the dice were committed to anew."""
    moved: int = 0
    """The version of the latest change to the game. A move that answers this version or a later one is not stale."""
    moved_at: float = 0.0
    turn_at: float = 0.0
    """When the turn under way began, for people: once a screen has shown the bots' turns before it."""
    shown_at: float = 0.0
    """When a screen has shown what bots did."""
    before: tuple[Before, ...] = ()
    """What was before each choice that can still be taken back."""
    place: Place | None = None
    """Where the shared dice of a challenge stand; at all other tables nowhere."""
    entered: int = 0
    """How many rolls were entered; ``rolls`` counts those of the table's own dice."""
    last_entered: LastEntered | None = None

    @property
    def game(self) -> Game:
        """The rules."""
        return self.state.game

    @property
    def waits_since(self) -> float:
        """Since when whoever is to play has been able to: nobody is replaced for what their screen still shows."""
        return max(self.moved_at, self.shown_at)


class Renewal(Struct, frozen=True):
    """When a table was restored from a backup."""

    id: str
    version: int
    """The first version after it."""


class Table(Struct, frozen=True):
    """Everything that there is to know about a table, except its secrets."""

    id: str
    code: str
    spec: TableSpec
    chairs: tuple[Chair, ...]
    version: int = 0
    created_at: float = 0.0
    changed_at: float = 0.0
    people: int = 1
    """How many people there have been, the host among them."""
    play: Play | None = None
    rematch: frozenset[int] = _NOBODY
    """The people who would like to play again."""
    is_closed: bool = False
    coming: str = ""
    """What the dice of the next game are committed to."""
    seals: tuple[tuple[int, str], ...] = ()
    """By whom the numbers for the next game are sealed, and how."""
    renewal: Renewal | None = None
    """When it was restored from a backup last."""
    series: Series | None = None
    """How the series stands, if the table plays one."""
    bench: tuple[Chair, ...] = ()
    """Who sits out, of those who play the series."""
    chosen: GameSetup | None = None
    """What the host wants to be played next, instead of the game whose turn it is."""

    @property
    def places(self) -> tuple[Chair, ...]:
        """The chairs, then those who sit out. Their places are numbered on after the seats."""
        return (*self.chairs, *self.bench)

    @property
    def next_game(self) -> int:
        """The number of the next game."""
        return 1 if self.play is None else self.play.number + 1

    def game_of(self, number: int) -> str:
        """What was played as the game with this number: in a series, not always the same."""
        results = () if self.series is None else self.series.results
        return next((result.game for result in results if result.number == number), self.spec.game)

    @property
    def status(self) -> Status:
        """Where the table stands."""
        if self.is_closed:
            return Status.CLOSED
        if self.play is None:
            return Status.WAITING
        return Status.OVER if self.play.state.node is Node.OVER else Status.PLAYING

    @property
    def seat(self) -> int | None:
        """Whose turn it is."""
        play = self.play
        if play is None or self.is_closed or play.state.node is Node.OVER:
            return None
        return play.state.seat

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat. Bots are labelled."""
        return named(self.chairs)

    def rolls_real(self, seat: int) -> bool:
        """Whether the dice of this seat are real just now. Those of bots never are."""
        return self.chairs[seat].is_real and self.chairs[seat].bot is None

    @property
    def tells_odds(self) -> bool:
        """Whether odds and hints are given here: by the rules of the house; always, where one plays against bots."""
        if self.spec.challenge is not None:
            return False
        return self.spec.rules.odds or sum(chair.person is not None for chair in self.chairs) <= 1

    def seats_of(self, person: int | None) -> tuple[int, ...]:
        """The seats that a person holds."""
        return tuple([seat for seat, chair in enumerate(self.chairs) if person is not None and chair.person == person])

    def places_of(self, person: int | None) -> tuple[int, ...]:
        """The same, and their places among those who sit out."""
        return tuple([at for at, chair in enumerate(self.places) if person is not None and chair.person == person])

    def with_chair(self, place: int, chair: Chair) -> Self:
        """The table with one place changed; the place after the last one is new."""
        places = (*self.places[:place], chair, *self.places[place + 1 :])
        return replace(self, chairs=places[: len(self.chairs)], bench=places[len(self.chairs) :])


def folded(table_id: str, changes: Iterable[Change], table: Table | None = None) -> Iterator[Draft]:
    """A log applied again, or what came after ``table``: each change as a draft that holds the table after it."""
    for change in changes:
        draft = Draft(table_id, table, change.at)
        for entry in change.entries:
            draft.add(entry)
        table = draft.table
        yield draft


class Draft:
    """A change in the making: entries are applied as they are added, to a table that nobody else sees yet."""

    def __init__(self, table_id: str, table: Table | None, at: float) -> None:
        self._id = table_id
        self._table = table
        self.at = at
        self.version = 1 if table is None else table.version + 1
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        """What happened in the game."""

    @property
    def table(self) -> Table:
        """The table with all entries so far."""
        if self._table is None:
            raise ValueError(f"the log of table {self._id} does not begin with its creation")
        return self._table

    @property
    def change(self) -> Change:
        """The change so far."""
        return Change(self.version, self.at, tuple(self.entries))

    def add(self, entry: Entry, move: Action | Roll | None = None) -> None:
        """Apply an entry. Raises what the rules raise, and has changed nothing then.

        ``move`` is what the entry's text says, for whoever has it at hand already.
        """
        if isinstance(entry, _PLAYED):
            play = self._played(self.table, entry, move)
            table = self.table
            if isinstance(entry, Started):
                table = replace(table, coming=entry.next, seals=())
            self._table = replace(table, play=play, rematch=_NOBODY, version=self.version, changed_at=self.at)
            if self._table.series is not None and play.state.node is Node.OVER:
                self._table = _counted(self._table, self._table.series, play)
        else:
            table = _created(self._id, entry, self.at) if isinstance(entry, Created) else _applied(self.table, entry)
            if isinstance(entry, Renewed):
                table = replace(table, renewal=Renewal(entry.id, self.version))
            self._table = replace(table, version=self.version, changed_at=self.at)
        self.entries.append(entry)

    def _played(
        self,
        table: Table,
        entry: Acted | Rolled | Entered | Corrected | Undone | Started,
        move: Action | Roll | None,
    ) -> Play:
        if isinstance(entry, Started):
            state = table.spec.make_game(entry.start).opening()
            play = Play(entry.game, state, entry.dice, entry.commitment, nonce=bytes.fromhex(entry.nonce))
            if entry.protocol > 1:
                play = _opened(play, entry, table)
            if table.spec.challenge is not None:
                play = replace(play, place=Place())
            return replace(play, moved=self.version, moved_at=self.at, turn_at=self.at)
        play = table.play or _no_game()
        if isinstance(entry, Undone):  # the clock goes back too: else whoever chooses and takes back has all the time
            state, turn_at, entered = play.before[-1]
            play = replace(play, state=state, turn_at=turn_at, before=play.before[:-1], last_entered=entered)
            return replace(play, moved=self.version, moved_at=self.at)
        if isinstance(entry, (Entered, Corrected)):
            return self._entered(play, entry, move)
        before = play.state
        story, numbers = play.story, play.numbers
        open_choices: tuple[Before, ...] = ()
        if isinstance(entry, Rolled):
            state, events = before.play(entry.roll if move is None else move)
            self.events += events
            rolls, nonce = play.rolls + 1, _nonce(entry.proof)
            if play.place is not None and entry.seat is not None:
                play = replace(play, place=play.place.next(entry.seat))
            if play.protocol > 1:
                story = rolled_story(story, entry.proof, entry.roll)
                numbers = _given(numbers, entry.person, rolls + 1, nonce)
        else:
            state, events = before.play(entry.action if move is None else move, seat=entry.seat)
            self.events += events
            rolls, nonce = play.rolls, play.nonce
            if entry.by is None:  # what a rival or a bot chose is an answer: it closes the book on what was before
                kept = play.before if play.before and play.before[-1].state.seat == entry.seat else ()
                open_choices = (*kept, Before(before, play.turn_at, play.last_entered))
        shown_at = self.at
        if entry.by is not None:
            shown_at = max(shown_at, play.shown_at) + (_BOT_TURN if state.seat != before.seat else 0.0)
        return replace(
            play,
            state=state,
            rolls=rolls,
            nonce=nonce,
            story=story,
            numbers=numbers,
            before=open_choices,
            last_entered=None,
            moved=self.version,
            moved_at=self.at,
            turn_at=play.turn_at if state.seat == before.seat else shown_at,
            shown_at=shown_at,
        )

    def _entered(self, play: Play, entry: Entered | Corrected, move: Action | Roll | None) -> Play:
        """Real dice were entered, or entered anew: the table's own dice, and their story, know nothing of it."""
        before, turn_at, rolls = play.state, play.turn_at, play.entered + 1
        if isinstance(entry, Corrected):
            if play.last_entered is None:
                raise ValueError("there is no entered roll to correct")
            before, turn_at, rolls = play.last_entered.state, play.last_entered.turn_at, play.entered
        state, events = before.play(entry.roll if move is None else move)
        self.events += events
        return replace(
            play,
            state=state,
            entered=rolls,
            before=(),
            last_entered=LastEntered(before, turn_at, entry.roll, entry.person),
            moved=self.version,
            moved_at=self.at,
            turn_at=turn_at if state.seat == before.seat else self.at,
            shown_at=self.at,
        )


def _applied(table: Table, entry: Entry) -> Table:
    match entry:
        case Reacted():
            return table
        case RematchOffered(person):
            return replace(table, rematch=table.rematch | {person})
        case Closed():
            return replace(table, is_closed=True)
        case Arranged():
            return _arranged(table, entry)
        case NextChosen(game, options):
            return replace(table, chosen=GameSetup(game, options))
        case Sealed(person, game, seal):
            return _sealed(table, person, game, seal)
        case Renewed():
            return _renewed(table, entry)
        case CorrectionProposed() | CorrectionDeclined():
            return _discussed(table, entry)
        case SeatClaimed() | SeatLeft() | SeatReturned() | SeatFreed() | BotSeated():
            return _reseated(table, entry)
    raise ValueError("a table is made once")


def _sealed(table: Table, person: int, game: int, seal: str) -> Table:
    play = table.play
    if play is not None and game == play.number:
        numbers = (*(known for known in play.numbers if known[0] != person), (person, 0, bytes.fromhex(seal)))
        story = sealed_story(play.story, person, bytes.fromhex(seal))
        seals = _with_seal(play.seals, person, seal)
        play = replace(play, numbers=numbers, story=story, seals=seals, sealings=play.sealings + 1)
        return replace(table, play=play)
    return replace(table, seals=_with_seal(table.seals, person, seal))


def _renewed(table: Table, entry: Renewed) -> Table:
    play = table.play
    if play is not None and entry.commitment:
        story = renewed_story(play.story, bytes.fromhex(entry.commitment)) if play.protocol > 1 else play.story
        play = replace(
            play, commitment=entry.commitment, story=story, numbers=(), seals=(), renewed=(*play.renewed, play.rolls)
        )
    return replace(table, play=play, coming=entry.next, seals=())


def _discussed(table: Table, entry: CorrectionProposed | CorrectionDeclined) -> Table:
    play = table.play
    if play is None or (last := play.last_entered) is None:
        raise ValueError("there is no entered roll to correct")
    if isinstance(entry, CorrectionDeclined):
        last = replace(last, proposed="", agreed=())
    elif entry.roll == last.proposed:
        last = replace(last, agreed=(*(who for who in last.agreed if who != entry.person), entry.person))
    else:
        last = replace(last, proposed=entry.roll, agreed=(entry.person,))
    return replace(table, play=replace(play, last_entered=last))


def _with_seal(seals: tuple[tuple[int, str], ...], person: int, seal: str) -> tuple[tuple[int, str], ...]:
    return tuple(sorted([*(known for known in seals if known[0] != person), (person, seal)]))


def _opened(play: Play, entry: Started, table: Table) -> Play:
    """A game whose story begins, by protocol 2."""
    story = opening_story(play.dice, bytes.fromhex(play.commitment), play.nonce)
    for person, seal in table.seals:
        story = sealed_story(story, person, bytes.fromhex(seal))
    numbers = tuple([(person, 0, bytes.fromhex(seal)) for person, seal in table.seals])
    numbers = _given(numbers, entry.person, 1, play.nonce)
    return replace(play, protocol=entry.protocol, story=story, numbers=numbers, seals=table.seals)


def _given(numbers: _Numbers, person: int | None, which: int, number: bytes) -> _Numbers:
    """A person's number is known from now on."""
    if person is None:
        return numbers
    return tuple([(who, which, number) if who == person else (who, n, known) for who, n, known in numbers])


def _nonce(proof: str) -> bytes:
    """The nonce of a proof from our own log: whoever checks proofs reads them with all care."""
    text = proof.split(" ")[2] if proof else "-"  # nothing proves shared dice but their seed
    return b"" if text == "-" else bytes.fromhex(text)


def _no_game() -> Play:
    raise ValueError("no game has been started")


def _created(table_id: str, entry: Created, at: float) -> Table:
    chairs = []
    for seat in entry.spec.seats:
        match seat:
            case BotSeat(bot=bot):
                chairs.append(Chair(bot=bot))
            case GuestSeat(name=name):
                chairs.append(Chair(name=name, is_kept=True))
            case _:
                chairs.append(Chair())
    series = None if entry.spec.series is None else Series()
    return Table(table_id, entry.code, entry.spec, tuple(chairs), created_at=at, coming=entry.commitment, series=series)


def _arranged(table: Table, entry: Arranged) -> Table:
    """The next game of a series is set up. After the last one, a new series begins with the same people."""
    series = table.series
    if series is None or table.spec.series is None:
        raise ValueError("the table plays no series")
    if series.is_over(table.spec.series):
        series = Series(series.members)
    series, places = enrolled(series, [table.places[place] for place in entry.order])
    chairs, bench = places[: entry.players], places[entry.players :]
    seats = tuple(
        [OpenSeat() if chair.bot is None or chair.person is not None else BotSeat(chair.bot) for chair in chairs]
    )
    spec = replace(table.spec, game=entry.game, options=entry.options, seats=seats)
    return replace(table, spec=spec, chairs=chairs, bench=bench, series=series, chosen=None)


def _counted(table: Table, series: Series, play: Play) -> Table:
    """A game of the series is over. It counts for whoever sits there at its end."""
    series, places = enrolled(series, table.places)
    table = replace(table, chairs=places[: len(table.chairs)], bench=places[len(table.chairs) :])
    result = result_of(play.number, play.state, table.chairs, table.bench)
    return replace(table, series=replace(series, results=(*series.results, result)))


def _reseated(table: Table, entry: SeatClaimed | SeatLeft | SeatReturned | SeatFreed | BotSeated) -> Table:
    seat, last = entry.seat, len(table.places) - (table.series is None)
    if not 0 <= seat <= last:
        raise ValueError(f"there is no seat {seat}; the last one is {last}")
    chair = table.places[seat] if seat < len(table.places) else Chair()
    match entry:
        case SeatClaimed(_, person, name, avatar, real):
            table = replace(table, people=max(table.people, person + 1))
            chair = Chair(name, person, avatar=avatar, is_real=real)
        case SeatLeft():
            chair = replace(chair, is_away=True) if table.play is not None else Chair()
        case SeatReturned():
            chair = replace(chair, is_away=False, bot=None)
        case SeatFreed():
            chair = Chair()
        case BotSeated(_, bot):
            chair = replace(chair, bot=bot, is_kept=False)
            if chair.person is None:
                chair = replace(chair, name="")
    return table.with_chair(seat, chair)
