"""Reviews of finished games: made once, one after another beside the requests, and kept."""

import asyncio
import zlib
from typing import Any

import msgspec

from roost.core.errors import BeingLearntError, NotKnownError, RoostError
from roost.core.record import read
from roost.play.server.live.answers import Calculator
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.server.storage.store import Store
from roost.play.table.refusals import Kind, RefusedError

_Report = dict[str, Any]


class Reviewer:
    """Makes reviews, and remembers them in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._calculator = Calculator(1)

    async def review(self, table_id: str, number: int, game: str) -> _Report | None:
        """The report on a finished game; nothing yet, while it is being made."""
        kept = await asyncio.to_thread(self.kept, table_id, number)
        if kept is not None:
            return kept
        return await self._calculator.ask(
            (table_id, number), ("hint", game), lambda: self._reviewed_and_kept(table_id, number)
        )

    def kept(self, table_id: str, number: int) -> _Report | None:
        """The report on a game, if it was made before."""
        from roost.study.review.report import FORMAT

        body = self._store.read_review(table_id, number)
        if body is None:
            return None
        report: _Report = msgspec.json.decode(zlib.decompress(body))
        return report if report.get("format") == FORMAT else None

    def _reviewed_and_kept(self, table_id: str, number: int) -> _Report:
        if (kept := self.kept(table_id, number)) is not None:
            return kept  # it was made between the first look and this one
        made = self._reviewed(table_id, number)
        self._store.keep_review(table_id, number, zlib.compress(msgspec.json.encode(made)))
        return made

    def _reviewed(self, table_id: str, number: int) -> _Report:
        from roost.study.review.modelled import review_game  # here, because it brings a compiler along
        from roost.study.review.report import report

        record = read(table_record(past_game(self._store, table_id, number)))
        try:
            return report(review_game(record))
        except (BeingLearntError, NotKnownError):
            raise
        except RoostError as why:
            raise RefusedError(Kind.NOT_NOW, f"There is no review of this game: {why}.") from None

    async def close(self) -> None:
        """Give up what is being made."""
        await self._calculator.close()
