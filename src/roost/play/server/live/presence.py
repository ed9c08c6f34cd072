"""The people who are at a table: a closed tab is noticed within seconds. Nothing of it is kept in the log.

A big screen that shows the table counts like a person: phones are told while there is one, and when it has gone. It
also says how far it has shown the table, so that no phone tells what the room has not seen. Anybody may open a screen,
but a screen leads only if a person of the table opened it or has admitted it: no stranger can hold the phones back.

A person is here while a stream of events is open that they asked for with their token. Somebody whose last stream has
ended, and who does not come back soon, is away. Whoever never opened one, such as a program that only sends moves, is
not said to be away. A process knows its own streams only: where several serve the same tables nobody is told.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

_ASKING = 4
"""Screens that people are asked about at once: the latest, so that old ones do not keep out a new one."""
_NUMBERS = 99
"""Numbers by which people tell screens apart; then they begin again."""

Shown = tuple[int, int]
"""How far a screen has shown a table: the version that it is about to reach, and how many steps of that were seen."""
_Guest = int | str
"""A person, by their number, or a big screen, by its name: a hash of its secret."""


@dataclass(slots=True)
class Screen:
    """A big screen at a table."""

    number: int
    """The number that it shows, so that people know which screen they are asked about."""
    leads: bool = False
    """Whether phones wait for it."""
    shown: Shown | None = None
    """How far it has shown the table, if it has said so."""


class _Timer(Protocol):
    def cancel(self) -> None: ...


class Presence:
    """The people whose streams are open, and those whose streams have ended, by table."""

    def __init__(self, later: Callable[[float, Callable[[], None]], _Timer], *, grace: float, most: int) -> None:
        self._later = later
        self._grace = grace
        self._most = most
        self._streams: dict[tuple[str, _Guest], int] = {}
        self._leaving: dict[tuple[str, _Guest], _Timer] = {}
        self._away: OrderedDict[str, frozenset[int]] = OrderedDict()
        self._screens: dict[str, dict[str, Screen]] = {}
        """The big screens of each table by name. One that is loaded again has not gone."""
        self._numbered = 0
        self._held: dict[str, int] = {}
        self.changed: Callable[[str], None] = lambda table_id: None
        """Called when somebody has gone or come back, or a big screen, or has shown more."""

    def away(self, table_id: str) -> frozenset[int]:
        """The people of a table who have gone."""
        return self._away.get(table_id, frozenset())

    def screens(self, table_id: str) -> dict[str, Screen]:
        """The big screens of a table that lead, and the latest of those that ask to."""
        here = self._screens.get(table_id, {})
        asking = [name for name, screen in here.items() if not screen.leads]
        return {name: screen for name, screen in here.items() if screen.leads or name in asking[-_ASKING:]}

    def knows(self, table_id: str, name: str) -> bool:
        """Whether a screen is at a table, or was a moment ago."""
        return name in self._screens.get(table_id, {})

    def has_screen(self, table_id: str) -> bool:
        """Whether a big screen leads at a table."""
        return any(screen.leads for screen in self._screens.get(table_id, {}).values())

    def shown(self, table_id: str) -> Shown | None:
        """How far all that lead have shown a table, if they have said so. One that loads anew is waited for alone."""
        screens = {name: screen.shown for name, screen in self._screens.get(table_id, {}).items() if screen.leads}
        there = [shown for name, shown in screens.items() if (table_id, name) in self._streams]
        return min(filter(None, there or screens.values()), default=None)

    def show(self, table_id: str, name: str, shown: Shown) -> None:
        """Note how far a big screen has shown a table, if there is such a screen."""
        before = self.shown(table_id)
        if (screen := self._screens.get(table_id, {}).get(name)) is not None:
            screen.shown = shown
        if self.shown(table_id) != before:
            self.changed(table_id)

    def admit(self, table_id: str, name: str) -> None:
        """Let a big screen lead, if there is such a screen."""
        if (screen := self._screens.get(table_id, {}).get(name)) is not None and not screen.leads:
            screen.leads = True
            self.changed(table_id)

    def held(self, table_id: str) -> int:
        """The number of a game that somebody does not want to begin by itself; 0, if there is none."""
        return self._held.get(table_id, 0)

    def hold(self, table_id: str, game: int) -> None:
        """Let a game not begin by itself: a big screen counts down to it, and with the screen that is forgotten."""
        if self.has_screen(table_id):
            self._held[table_id] = game
            self.changed(table_id)

    def enter(self, table_id: str, guest: _Guest, *, leads: bool = False) -> None:
        """Count a stream of a person, or of a big screen, which ``leads`` if a person of the table opened it."""
        who = (table_id, guest)
        self._streams[who] = self._streams.get(who, 0) + 1
        if (leaving := self._leaving.pop(who, None)) is not None:
            leaving.cancel()
        if isinstance(guest, str):
            screens = self._screens.setdefault(table_id, {})
            if guest not in screens:
                self._numbered = self._numbered % _NUMBERS + 1
                screens[guest] = Screen(self._numbered, leads)
                self.changed(table_id)
            elif leads:
                self.admit(table_id, guest)
        elif guest in self.away(table_id):
            self._set(table_id, self.away(table_id) - {guest})

    def leave(self, table_id: str, guest: _Guest) -> None:
        """A stream has ended. A page that is loaded again opens another one at once."""
        who = (table_id, guest)
        before = self.shown(table_id)
        left = self._streams.pop(who) - 1
        if left:
            self._streams[who] = left
            return
        self._leaving[who] = self._later(self._grace, lambda: self._gone(table_id, guest))
        if self.shown(table_id) != before:
            self.changed(table_id)

    def close(self) -> None:
        """Wait for nobody any more: the server stops."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()
        self._later = lambda after, run: _NEVER

    def _gone(self, table_id: str, guest: _Guest) -> None:
        del self._leaving[(table_id, guest)]
        if isinstance(guest, int):
            self._set(table_id, self.away(table_id) | {guest})
            return
        del self._screens[table_id][guest]
        if not self._screens[table_id]:
            del self._screens[table_id]
        if not self.has_screen(table_id):
            self._held.pop(table_id, None)
        self.changed(table_id)

    def _set(self, table_id: str, away: frozenset[int]) -> None:
        self._away[table_id] = away
        self._away.move_to_end(table_id)
        if not away:
            del self._away[table_id]
        elif len(self._away) > self._most:
            self._away.popitem(last=False)
        self.changed(table_id)


class _Never:
    def cancel(self) -> None:
        """There is nothing to cancel."""


_NEVER = _Never()
