"""A table folded from its log. A change makes a new table, and one that was not committed is simply dropped.

There is no clock and no chance in here: when something happened, and how the dice fell, is in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from roost.core.dice import Roll
from roost.core.moves import Action, Event
from roost.core.shared import Place
from roost.core.state import Node
from roost.play.dice.fair import PROTOCOL, place_of
from roost.play.table.chairs import Chair
from roost.play.table.log import (
    Acted,
    Arranged,
    BotSeated,
    Change,
    Closed,
    Corrected,
    CorrectionDeclined,
    CorrectionProposed,
    Created,
    DeviceSealed,
    DiceListed,
    Entered,
    Entry,
    NextChosen,
    NumberOpened,
    Reacted,
    RematchOffered,
    Rolled,
    SeatClaimed,
    SeatFreed,
    SeatLeft,
    SeatReturned,
    Started,
    Undone,
)
from roost.play.table.opening import Opening
from roost.play.table.play import Before, LastEntered, Play
from roost.play.table.series import Series, enrolled, result_of
from roost.play.table.spec import BotSeat, GameSetup, GuestSeat, OpenSeat
from roost.play.table.table import Table

_BOT_TURN = 5.0
"""Seconds in which a screen shows a bot's turn. A bot needs none; the time of whoever plays next begins after them."""
_PLAYED = (Acted, Rolled, Entered, Corrected, Undone, Started)
"""The entries that change the game."""


def folded(table_id: str, changes: Iterable[Change], table: Table | None = None) -> Iterator[Draft]:
    """A log applied again, or what came after ``table``: each change as a draft that holds the table after it."""
    for change in changes:
        draft = Draft(table_id, table, change.at)
        for entry in change.entries:
            draft.add(entry)
        draft.pass_over()
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
        """The events of the game."""

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

    def pass_over(self) -> None:
        """Go on to the version of a change of which nothing is left: older versions wrote what nobody reads today."""
        if not self.entries and self._table is not None:
            self._table = replace(self._table, version=self.version, changed_at=self.at)

    def add(self, entry: Entry, move: Action | Roll | None = None) -> None:
        """Apply an entry. Raises what the rules raise, and has changed nothing then.

        ``move`` is what the entry's text says, for whoever has it at hand already.
        """
        if isinstance(entry, _PLAYED):
            play = self._played(self.table, entry, move)
            table = self.table
            if isinstance(entry, Started):
                table = replace(table, seals=(), sealings=(), opening=None)
            self._table = replace(table, play=play, rematch=frozenset(), version=self.version, changed_at=self.at)
            if self._table.series is not None and play.state.node is Node.OVER:
                self._table = _counted(self._table, self._table.series, play)
        else:
            table = _created(self._id, entry, self.at) if isinstance(entry, Created) else _applied(self.table, entry)
            if isinstance(entry, DiceListed):
                table = replace(table, opening=Opening.of(entry.list, self.at))
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
            play = Play(entry.game, state, entry.dice, (0,) * (len(table.chairs) + 1), entry.protocol)
            if entry.protocol == PROTOCOL:
                if (opening := table.opening) is None or opening.waits_for:
                    raise ValueError(f"the dice of game {entry.game} were not opened")
                play = replace(play, opening=opening, seed=opening.seed)
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
        links = play.links
        open_choices: tuple[Before, ...] = ()
        if isinstance(entry, Rolled):
            state, events = before.play(entry.roll if move is None else move)
            self.events += events
            place = place_of(entry.seat)
            links = (*links[:place], links[place] + 1, *links[place + 1 :])
            if play.place is not None and entry.seat is not None:
                play = replace(play, place=play.place.next(entry.seat))
        else:
            state, events = before.play(entry.action if move is None else move, seat=entry.seat)
            self.events += events
            if entry.by is None:  # what a rival or a bot chose is an answer: it closes the book on what was before
                kept = play.before if play.before and play.before[-1].state.seat == entry.seat else ()
                open_choices = (*kept, Before(before, play.turn_at, play.last_entered))
        shown_at = self.at
        if entry.by is not None:
            shown_at = max(shown_at, play.shown_at) + (_BOT_TURN if state.seat != before.seat else 0.0)
        return replace(
            play,
            state=state,
            links=links,
            before=open_choices,
            last_entered=None,
            moved=self.version,
            moved_at=self.at,
            turn_at=play.turn_at if state.seat == before.seat else shown_at,
            shown_at=shown_at,
        )

    def _entered(self, play: Play, entry: Entered | Corrected, move: Action | Roll | None) -> Play:
        """Real dice were entered, or entered anew: the table's own dice know nothing of it."""
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
        case DeviceSealed(person, _, seal):
            others = [known for known in table.seals if known[0] != person]
            seals = tuple(sorted([*others, (person, seal)]))
            sealings, used_seals = (*table.sealings, person), (*table.used_seals, seal)
            return replace(table, seals=seals, sealings=sealings, used_seals=used_seals)
        case DiceListed():
            return table
        case NumberOpened(person, number):
            if table.opening is None:
                raise ValueError("there is no list to answer")
            return replace(table, opening=table.opening.with_number(person, number))
        case CorrectionProposed() | CorrectionDeclined():
            return _discussed(table, entry)
        case SeatClaimed() | SeatLeft() | SeatReturned() | SeatFreed() | BotSeated():
            return _reseated(table, entry)
    raise ValueError("a table is made once")


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
    return Table(table_id, entry.code, entry.spec, tuple(chairs), created_at=at, series=series)


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


def drafted(table: Table, now: float, *entries: Entry) -> Draft:
    """A change of these entries."""
    draft = Draft(table.id, table, now)
    for entry in entries:
        draft.add(entry)
    return draft
