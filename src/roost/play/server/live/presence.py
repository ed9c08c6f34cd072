"""Keep track of the people at a table. A closed tab is noticed within seconds. The log does not store presence.

Phones are notified when a big screen connects or disconnects. The screen reports how far it has shown the table,
so that no phone runs ahead of it. Anyone may open a screen, but the screen leads only if a player of the table opened
or admitted it; otherwise a stranger could stall the phones.

A player is present while an event stream with their token is open. A player whose last stream ended, and who does not
return soon, is away. A player who never opened a stream, such as a program that only sends moves, is not reported as
away. A process knows only its own streams, so presence is not reported if the server has several processes.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

_ASKING = 4
"""Maximum number of screens, latest first, that players are asked to admit at once."""
_NUMBERS = 99
"""Highest number that a screen displays. The next screen is number 1 again."""

Shown = tuple[int, int]
"""A screen's progress: the version that it is showing, and how many steps of that version were seen."""
_Guest = int | str
"""The index of a player, or the name of a big screen, which is a hash of its secret."""


@dataclass(slots=True)
class Screen:
    """A big screen that shows a table, and its progress."""

    number: int
    """Number that the screen displays, so that players know which screen to admit."""
    leads: bool = False
    """Whether phones wait for this screen."""
    shown: Shown | None = None
    """The screen's progress; None until the screen has reported it."""


class _Timer(Protocol):
    def cancel(self) -> None: ...


class Presence:
    """Open event streams, absent players and big screens of each table."""

    def __init__(self, later: Callable[[float, Callable[[], None]], _Timer], *, grace: float, most: int) -> None:
        self._later = later
        self._grace = grace
        self._most = most
        self._streams: dict[tuple[str, _Guest], int] = {}
        self._leaving: dict[tuple[str, _Guest], _Timer] = {}
        self._away: OrderedDict[str, frozenset[int]] = OrderedDict()
        self._screens: dict[str, dict[str, Screen]] = {}
        """The big screens of each table, by name. A screen that reloads is kept for a while."""
        self._numbered = 0
        self._held_games: dict[str, int] = {}
        self.changed: Callable[[str], None] = lambda table_id: None
        """Called when a player or big screen connects or disconnects, and when a screen makes progress."""

    def away(self, table_id: str) -> frozenset[int]:
        return self._away.get(table_id, frozenset())

    def screens(self, table_id: str) -> dict[str, Screen]:
        """Return the screens that lead at a table, and the most recent of those that ask to lead."""
        screens = self._screens.get(table_id, {})
        asking = [name for name, screen in screens.items() if not screen.leads]
        return {name: screen for name, screen in screens.items() if screen.leads or name in asking[-_ASKING:]}

    def knows(self, table_id: str, name: str) -> bool:
        """Whether this screen shows the table, or did so a moment ago."""
        return name in self._screens.get(table_id, {})

    def has_screen(self, table_id: str) -> bool:
        """Whether any big screen leads at a table."""
        return any(screen.leads for screen in self._screens.get(table_id, {}).values())

    def shown(self, table_id: str) -> Shown | None:
        """Return the progress of the leading screen that is furthest behind.

        A screen that is reloading counts only if no other screen leads.
        """
        screens = {name: screen.shown for name, screen in self._screens.get(table_id, {}).items() if screen.leads}
        connected = [shown for name, shown in screens.items() if (table_id, name) in self._streams]
        return min(filter(None, connected or screens.values()), default=None)

    def show(self, table_id: str, name: str, shown: Shown) -> None:
        """Store the progress of a big screen. Do nothing if the screen is unknown."""
        before = self.shown(table_id)
        if (screen := self._screens.get(table_id, {}).get(name)) is not None:
            screen.shown = shown
        if self.shown(table_id) != before:
            self.changed(table_id)

    def admit(self, table_id: str, name: str) -> None:
        """Let a big screen lead. Do nothing if the screen is unknown."""
        if (screen := self._screens.get(table_id, {}).get(name)) is not None and not screen.leads:
            screen.leads = True
            self.changed(table_id)

    def held(self, table_id: str) -> int:
        """Return the number of the game whose automatic start was stopped; 0 if none was."""
        return self._held_games.get(table_id, 0)

    def hold(self, table_id: str, game: int) -> None:
        """Stop the automatic start of a game, which big screens count down to. Forgotten when no screen is left."""
        if self.has_screen(table_id):
            self._held_games[table_id] = game
            self.changed(table_id)

    def enter(self, table_id: str, guest: _Guest, *, leads: bool = False) -> None:
        """Count a new stream of a player or big screen. A screen ``leads`` if a player of the table opened it."""
        key = (table_id, guest)
        self._streams[key] = self._streams.get(key, 0) + 1
        if (leaving := self._leaving.pop(key, None)) is not None:
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
        """Count the end of a stream. If a page is reloading, it will open another stream soon."""
        key = (table_id, guest)
        before = self.shown(table_id)
        remaining = self._streams.pop(key) - 1
        if remaining:
            self._streams[key] = remaining
            return
        self._leaving[key] = self._later(self._grace, lambda: self._on_gone(table_id, guest))
        if self.shown(table_id) != before:
            self.changed(table_id)

    def close(self) -> None:
        """Cancel all timers, because the server is stopping."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()
        self._later = lambda after, run: _NEVER

    def _on_gone(self, table_id: str, guest: _Guest) -> None:
        del self._leaving[(table_id, guest)]
        if isinstance(guest, int):
            self._set(table_id, self.away(table_id) | {guest})
            return
        del self._screens[table_id][guest]
        if not self._screens[table_id]:
            del self._screens[table_id]
        if not self.has_screen(table_id):
            self._held_games.pop(table_id, None)
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
        """Do nothing, because no timer was started."""


_NEVER = _Never()
