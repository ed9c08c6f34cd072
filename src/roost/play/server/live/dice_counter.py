"""Count the dice rolled at this server's latest tables, using their logs."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from time import monotonic

from roost.core.dice import Die, Roll
from roost.core.errors import OptionError
from roost.core.game import Game
from roost.core.registry import game_type
from roost.play.server.live.tally import DiceReport, tally
from roost.play.server.storage.store import Store
from roost.play.table.log import Arranged, Created, DiceRolled

MOST_TABLES = 200
"""Number of tables to count, starting with the latest changed. On a large server, all tables would take too long."""
MOST_CHANGES = 1_000
"""Number of changes to read from the end of each table's log."""
_EVERY = 30.0
"""Seconds for which the counts are cached."""


class DiceCounter:
    """Counts dice on request, for one request at a time, and caches the report."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._counted_at = 0.0
        self._report: DiceReport | None = None

    async def report(self) -> DiceReport:
        """Return the dice counts of the latest tables."""
        async with self._lock:
            if self._report is None or monotonic() - self._counted_at > _EVERY:
                tables = await self._store.aside(self._store.latest, MOST_TABLES)
                await self._store.fetch(*tables)
                self._report = await self._store.aside(_count, self._store, tables)
                self._counted_at = monotonic()
            return self._report


def _count(store: Store, table_ids: Sequence[str]) -> DiceReport:
    rolls: dict[tuple[str, Die], list[Roll]] = defaultdict(list)
    tables = 0
    for table_id in table_ids:
        created = store.read(table_id, most=1).changes[0].entries[0]
        assert isinstance(created, Created)  # every log begins with this entry
        try:
            game: Game | None = created.spec.make_game()
        except OptionError:  # the game was uninstalled, so its dice are unknown
            continue
        tables += 1
        if created.spec.series is not None:
            game = None  # unknown until the log names a game of the series
        changes = store.read(table_id, store.last_version(table_id) - MOST_CHANGES).changes
        for entry in (entry for change in changes for entry in change.entries):
            if isinstance(entry, Arranged):
                game = _game(entry)
            elif isinstance(entry, DiceRolled) and entry.seat is not None and game is not None:  # no seat in a draw
                rolls[game.name, game.die].append(game.die.parse(entry.roll))
    return DiceReport(tables, [tally(name, die, thrown) for (name, die), thrown in rolls.items() if thrown])


def _game(entry: Arranged) -> Game | None:
    try:
        return game_type(entry.game).make(entry.players, entry.options)
    except OptionError:
        return None
