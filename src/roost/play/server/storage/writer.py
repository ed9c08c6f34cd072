"""Group commit: while one transaction is written to disk, all new appends wait to form the next one.

Every change is as durable as if it had its own transaction, but a hundred tables that move at once share one write
instead of making a hundred. An append completes only after the commit. A group of many appends waits a moment for more,
to share the cost of the transaction; a single append hardly waits.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from roost.play.server.storage.store import Append, Store, StoreError, Written
from roost.play.table.refusals import Refusal, RefusedError

_LARGEST_GROUP = 512
_PATIENCE = 0.0001
"""Waiting time before a group is written, in seconds per append in it. If there are many appends, more will follow."""
_LONGEST_WAIT = 0.002


class _Waiting(NamedTuple):
    append: Append
    written: asyncio.Future[Written]


class Writer:
    """The only writer of this process to the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self.orphaned: Callable[[str], None] = lambda table_id: None
        """Called after storing a change whose request has been cancelled."""
        self.groups = 0
        self.appends = 0

    def submit(self, append: Append) -> asyncio.Future[Written]:
        """Store an append in the next group. The future fails with :class:`RefusedError` if writing is impossible."""
        written: asyncio.Future[Written] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(append, written))
        if self._task is None:
            self._task = asyncio.create_task(self._write_groups())
        return written

    async def _write_groups(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(min(len(self._waiting) * _PATIENCE, _LONGEST_WAIT))
                group, self._waiting = self._waiting[:_LARGEST_GROUP], self._waiting[_LARGEST_GROUP:]
                appends = [waiting.append for waiting in group]
                try:
                    results = await self._store.commit(appends)
                except Exception as error:
                    failed = _failure(error)
                    for _, written in group:
                        if not written.done():
                            written.set_exception(failed)
                    continue
                self.groups += 1
                self.appends += len(group)
                for (append, written), result in zip(group, results, strict=True):
                    if written.done():
                        self.orphaned(append.table_id)
                    else:
                        written.set_result(result)
        finally:
            self._task = None

    async def close(self) -> None:
        """Write the waiting appends, then stop."""
        if self._task is not None:
            await self._task


def _failure(error: Exception) -> Exception:
    if isinstance(error, StoreError | OSError):
        reason = str(error).splitlines()[0]
        return RefusedError(
            Refusal.UNAVAILABLE, f"The table cannot be saved at the moment ({reason}). Repeat the request later."
        )
    return error
