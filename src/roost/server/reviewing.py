"""Reviews of finished games: made once, one after another beside the requests, and kept."""

from __future__ import annotations

import asyncio
import zlib
from typing import Any

import msgspec

from roost.core.errors import RoostError
from roost.record import read
from roost.server.keeping import table_of_game, table_record
from roost.server.refusals import Kind, RefusedError
from roost.server.store import Store

__all__ = ["Reviewer"]

_MOST_WAITING = 50
"""Reviews that may wait to be made; who asks for one more is asked to come back."""
_PATIENCE = 0.3
"""Seconds that an answer waits for a review which is made at once."""

_Key = tuple[str, int]


class Reviewer:
    """Makes reviews, and remembers them in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._working: dict[_Key, asyncio.Task[dict[str, Any]]] = {}
        self._one_at_a_time = asyncio.Semaphore(1)

    async def review(self, table_id: str, number: int) -> dict[str, Any] | None:
        """The report on a finished game; nothing yet, while it is being made."""
        key = table_id, number
        task = self._working.get(key)
        if task is None:
            kept = await asyncio.to_thread(self._store.read_review, *key)
            if kept is not None:
                report: dict[str, Any] = msgspec.json.decode(zlib.decompress(kept))
                return report
            task = self._working.get(key) or self._begin(key)  # somebody else may have asked in the meantime
        done, _ = await asyncio.wait({task}, timeout=_PATIENCE)
        return task.result() if done else None

    def _begin(self, key: _Key) -> asyncio.Task[dict[str, Any]]:
        if len(self._working) >= _MOST_WAITING:
            raise RefusedError(Kind.UNAVAILABLE, "Too many reviews are being made; try again.", retry_after=5)
        task = self._working[key] = asyncio.create_task(self._make(*key))
        task.add_done_callback(lambda done: self._done(key, done))
        return task

    def _done(self, key: _Key, task: asyncio.Task[dict[str, Any]]) -> None:
        self._working.pop(key, None)
        if not task.cancelled():
            task.exception()  # whoever asked has been told, or asks again

    async def _make(self, table_id: str, number: int) -> dict[str, Any]:
        async with self._one_at_a_time:
            report = await asyncio.to_thread(self._reviewed, table_id, number)
            body = zlib.compress(msgspec.json.encode(report))
            await asyncio.to_thread(self._store.keep_review, table_id, number, body)
            return report

    def _reviewed(self, table_id: str, number: int) -> dict[str, Any]:
        from roost.review.modelled import review_game  # here, because it brings a compiler along
        from roost.review.report import report

        changes = self._store.read(table_id).changes
        record = read(table_record(table_of_game(table_id, changes, number), changes))
        try:
            return report(review_game(record))
        except RoostError as why:
            raise RefusedError(Kind.NOT_NOW, f"There is no review of this game: {why}.") from None

    async def close(self) -> None:
        """Give up what is being made."""
        tasks = list(self._working.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
