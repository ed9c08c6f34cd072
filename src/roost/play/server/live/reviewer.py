"""Reviews of finished games: made once, one after another beside the requests, and kept."""

from __future__ import annotations

import asyncio
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from roost.core.errors import RoostError
from roost.core.record import read
from roost.play.server.live.answers import Answers, compiled
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.server.storage.store import Store
from roost.play.table.refusals import Kind, RefusedError

__all__ = ["Reviewer"]

_Report = dict[str, Any]


class Reviewer:
    """Makes reviews, and remembers them in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._answers: Answers[_Report] = Answers()
        self._thread = ThreadPoolExecutor(1, "roost-reviewer")

    async def review(self, table_id: str, number: int, game: str) -> _Report | None:
        """The report on a finished game; nothing yet, while it is being made."""
        return await self._answers.ask((table_id, number), lambda: self._review(table_id, number, game))

    async def _review(self, table_id: str, number: int, game: str) -> _Report:
        """The kept report. Those who ask before it is kept wait for this one; those who ask later find it kept."""
        from roost.study.review.report import FORMAT

        kept = await asyncio.to_thread(self._store.read_review, table_id, number)
        if kept is not None:
            report: _Report = msgspec.json.decode(zlib.decompress(kept))
            if report.get("format") == FORMAT:
                return report
        await compiled(("hint", game))
        made = await asyncio.get_running_loop().run_in_executor(self._thread, self._reviewed, table_id, number)
        body = zlib.compress(msgspec.json.encode(made))
        await asyncio.to_thread(self._store.keep_review, table_id, number, body)
        return made

    def _reviewed(self, table_id: str, number: int) -> _Report:
        from roost.study.review.modelled import review_game  # here, because it brings a compiler along
        from roost.study.review.report import report

        record = read(table_record(past_game(self._store, table_id, number)))
        try:
            return report(review_game(record))
        except RoostError as why:
            raise RefusedError(Kind.NOT_NOW, f"There is no review of this game: {why}.") from None

    async def close(self) -> None:
        """Give up what is being made."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        await self._answers.close()
