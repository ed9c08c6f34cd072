"""Fold a table's log into its state. Each change makes a new table, so an uncommitted change is simply dropped.

Folding uses neither the clock nor randomness, because the log holds every time and roll.
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
    Corrected,
    CorrectionDeclined,
    CorrectionProposed,
    Created,
    DeviceSealed,
    DiceListed,
    DiceRolled,
    Entered,
    Entry,
    NextChosen,
    NumberOpened,
    Reacted,
    RematchOffered,
    SeatClaimed,
    SeatFreed,
    SeatLeft,
    SeatReturned,
    Started,
    TableClosed,
    Undone,
)
from roost.play.table.opening import Opening
from roost.play.table.play import Before, LastEntered, Play
from roost.play.table.series import Series, enrolled, result_of
from roost.play.table.spec import BotSeat, GameSetup, GuestSeat, OpenSeat
from roost.play.table.table import Table

_BOT_TURN = 5.0
"""Seconds for which screens show a bot's turn. The next player's clock starts afterwards."""
_PLAYED = (Acted, DiceRolled, Entered, Corrected, Undone, Started)
"""Kinds of entry that change the game."""


def folded(table_id: str, changes: Iterable[Change], table: Table | None = None) -> Iterator[Draft]:
    """Replay a log, or the changes made after ``table``, and yield a draft for each change, with the table after it."""
    for change in changes:
        draft = Draft(table_id, table, change.at)
        for entry in change.entries:
            draft.add(entry)
        draft.pass_over()
        table = draft.table
        yield draft


class Draft:
    """An uncommitted change: each added entry is applied to a table that is not public yet."""

    def __init__(self, table_id: str, table: Table | None, at: float) -> None:
        self._id = table_id
        self._table = table
        self.at = at
        self.version = 1 if table is None else table.version + 1
        self.entries: list[Entry] = []
        self.events: list[Event] = []

    @property
    def table(self) -> Table:
        """The table after all entries added so far."""
        if self._table is None:
            raise ValueError(f"the log of table {self._id} does not begin with its creation")
        return self._table

    @property
    def change(self) -> Change:
        return Change(self.version, self.at, tuple(self.entries))

    def pass_over(self) -> None:
        """Skip a change if only older versions used its entries, but count its version."""
        if not self.entries and self._table is not None:
            self._table = replace(self._table, version=self.version, changed_at=self.at)

    def add(self, entry: Entry, move: Action | Roll | None = None) -> None:
        """Apply an entry. If the rules raise an error, the draft stays as it was.

        ``move`` is the entry's text, already parsed, if the caller has it.
        """
        if isinstance(entry, _PLAYED):
            play = self._play_after(self.table, entry, move)
            table = self.table
            if isinstance(entry, Started):
                table = replace(table, seals=(), sealings=(), opening=None)
            self._table = replace(table, play=play, rematch=frozenset(), version=self.version, changed_at=self.at)
            if self._table.series is not None and play.state.node is Node.OVER:
                self._table = _count_result(self._table, self._table.series, play)
        else:
            table = _new_table(self._id, entry, self.at) if isinstance(entry, Created) else _apply(self.table, entry)
            if isinstance(entry, DiceListed):
                table = replace(table, opening=Opening.of(entry.list, self.at))
            self._table = replace(table, version=self.version, changed_at=self.at)
        self.entries.append(entry)

    def _play_after(
        self,
        table: Table,
        entry: Acted | DiceRolled | Entered | Corrected | Undone | Started,
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
        if isinstance(entry, Undone):  # restore the clock too, or players could gain unlimited time by undoing choices
            state, turn_at, entered = play.before[-1]
            play = replace(play, state=state, turn_at=turn_at, before=play.before[:-1], last_entered=entered)
            return replace(play, moved=self.version, moved_at=self.at)
        if isinstance(entry, (Entered, Corrected)):
            return self._enter_roll(play, entry, move)
        before = play.state
        links = play.links
        open_choices: tuple[Before, ...] = ()
        if isinstance(entry, DiceRolled):
            state, events = before.play(entry.roll if move is None else move)
            self.events += events
            place = place_of(entry.seat)
            links = (*links[:place], links[place] + 1, *links[place + 1 :])
            if play.place is not None and entry.seat is not None:
                play = replace(play, place=play.place.next(entry.seat))
        else:
            state, events = before.play(entry.action if move is None else move, seat=entry.seat)
            self.events += events
            if entry.by is None:  # a bot's move, like another player's, ends the undo history
                history = play.before if play.before and play.before[-1].state.seat == entry.seat else ()
                open_choices = (*history, Before(before, play.turn_at, play.last_entered))
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

    def _enter_roll(self, play: Play, entry: Entered | Corrected, move: Action | Roll | None) -> Play:
        """Return the game after real dice were entered or corrected. No link of the table's own dice is used."""
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


def _apply(table: Table, entry: Entry) -> Table:
    match entry:
        case Reacted():
            return table
        case RematchOffered(person):
            return replace(table, rematch=table.rematch | {person})
        case TableClosed():
            return replace(table, is_closed=True)
        case Arranged():
            return _arrange(table, entry)
        case NextChosen(game, options):
            return replace(table, chosen=GameSetup(game, options))
        case DeviceSealed(person, _, seal):
            earlier = [sealed for sealed in table.seals if sealed[0] != person]
            seals = tuple(sorted([*earlier, (person, seal)]))
            sealings, used_seals = (*table.sealings, person), (*table.used_seals, seal)
            return replace(table, seals=seals, sealings=sealings, used_seals=used_seals)
        case DiceListed():
            return table
        case NumberOpened(person, number):
            if table.opening is None:
                raise ValueError("there is no list to answer")
            return replace(table, opening=table.opening.with_number(person, number))
        case CorrectionProposed() | CorrectionDeclined():
            return _discuss(table, entry)
        case SeatClaimed() | SeatLeft() | SeatReturned() | SeatFreed() | BotSeated():
            return _reseat(table, entry)
    raise ValueError("a table is created only once")


def _discuss(table: Table, entry: CorrectionProposed | CorrectionDeclined) -> Table:
    play = table.play
    if play is None or (last := play.last_entered) is None:
        raise ValueError("there is no entered roll to correct")
    if isinstance(entry, CorrectionDeclined):
        last = replace(last, proposed="", agreed=())
    elif entry.roll == last.proposed:
        last = replace(last, agreed=(*(person for person in last.agreed if person != entry.person), entry.person))
    else:
        last = replace(last, proposed=entry.roll, agreed=(entry.person,))
    return replace(table, play=replace(play, last_entered=last))


def _no_game() -> Play:
    raise ValueError("no game has been started")


def _new_table(table_id: str, entry: Created, at: float) -> Table:
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
    return Table(
        table_id, entry.code, entry.spec, tuple(chairs), created_at=at, series=series, on_device=entry.on_device
    )


def _arrange(table: Table, entry: Arranged) -> Table:
    """Set up the next game. After the last game of a series, start a new series with the same people."""
    series, places = table.series, tuple([table.places[place] for place in entry.order])
    if series is not None and table.spec.series is not None:
        if series.is_over(table.spec.series):
            series = Series(series.members)
        series, places = enrolled(series, places)
    chairs, bench = places[: entry.players], places[entry.players :]
    seats = tuple(
        [OpenSeat() if chair.bot is None or chair.person is not None else BotSeat(chair.bot) for chair in chairs]
    )
    spec = replace(table.spec, game=entry.game, options=entry.options, seats=seats)
    return replace(table, spec=spec, chairs=chairs, bench=bench, series=series, chosen=None)


def _count_result(table: Table, series: Series, play: Play) -> Table:
    """Add the result of a finished game to its series. The result counts for those who hold the seats at the end."""
    series, places = enrolled(series, table.places)
    table = replace(table, chairs=places[: len(table.chairs)], bench=places[len(table.chairs) :])
    result = result_of(play.number, play.state, table.chairs, table.bench)
    return replace(table, series=replace(series, results=(*series.results, result)))


def _reseat(table: Table, entry: SeatClaimed | SeatLeft | SeatReturned | SeatFreed | BotSeated) -> Table:
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
    """Return a draft with these entries."""
    draft = Draft(table.id, table, now)
    for entry in entries:
        draft.add(entry)
    return draft
