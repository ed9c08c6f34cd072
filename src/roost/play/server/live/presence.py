"""Who is at a table and who is not: a closed tab is noticed within seconds. Nothing of it is kept in the log.

A big screen that shows the table counts like a person: phones are told while there is one, and when it has gone.

A person is here while a stream of events is open that they asked for with their token. Somebody whose last stream has
ended, and who does not come back soon, is away. Whoever never opened one, such as a program that only sends moves, is
not said to be away. A process knows its own streams only: where several serve the same tables nobody is told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

__all__ = ["SCREEN", "Presence"]

SCREEN = -1
"""Stands for a person where a big screen is meant: people are counted from 0."""


class _Timer(Protocol):
    def cancel(self) -> None: ...


class Presence:
    """The people whose streams are open, and those whose streams have ended, by table."""

    def __init__(self, later: Callable[[float, Callable[[], None]], _Timer], *, grace: float, most: int) -> None:
        self._later = later
        self._grace = grace
        self._most = most
        self._streams: dict[tuple[str, int], int] = {}
        self._leaving: dict[tuple[str, int], _Timer] = {}
        self._away: OrderedDict[str, frozenset[int]] = OrderedDict()
        self.changed: Callable[[str], None] = lambda table_id: None
        """Called when somebody has gone or come back, or a big screen."""

    def away(self, table_id: str) -> frozenset[int]:
        """The people of a table who have gone."""
        return self._away.get(table_id, frozenset())

    def has_screen(self, table_id: str) -> bool:
        """Whether a big screen shows a table. One that is loaded again does not count as gone."""
        return (table_id, SCREEN) in self._streams or (table_id, SCREEN) in self._leaving

    def enter(self, table_id: str, person: int) -> None:
        """A person has opened a stream, or a big screen (``SCREEN``)."""
        who = (table_id, person)
        is_new_screen = person == SCREEN and not self.has_screen(table_id)
        self._streams[who] = self._streams.get(who, 0) + 1
        if (leaving := self._leaving.pop(who, None)) is not None:
            leaving.cancel()
        if person in self.away(table_id):
            self._set(table_id, self.away(table_id) - {person})
        if is_new_screen:
            self.changed(table_id)

    def leave(self, table_id: str, person: int) -> None:
        """A stream of a person has ended. A page that is loaded again opens another one at once."""
        who = (table_id, person)
        left = self._streams.pop(who) - 1
        if left:
            self._streams[who] = left
        else:
            self._leaving[who] = self._later(self._grace, lambda: self._gone(table_id, person))

    def close(self) -> None:
        """Wait for nobody any more: the server stops."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()
        self._later = lambda after, run: _NEVER

    def _gone(self, table_id: str, person: int) -> None:
        del self._leaving[(table_id, person)]
        if person == SCREEN:
            self.changed(table_id)
        else:
            self._set(table_id, self.away(table_id) | {person})

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
