"""Review finished games. Each review is made only once, one after another, and cached in the database."""

import zlib
from typing import Any

import msgspec

from roost.core.errors import BeingLearntError, NotKnownError, RoostError
from roost.core.record import read
from roost.play.server.live.answers import Calculator
from roost.play.server.live.platform import Platform
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.server.storage.store import Store
from roost.play.table.refusals import Refusal, RefusedError

_Report = dict[str, Any]


class Reviewer:
    """Reviews finished games in a thread, and caches the reviews in the database."""

    def __init__(self, store: Store, platform: Platform) -> None:
        self._store = store
        self._calculator = Calculator(platform, 1)

    async def review(self, table_id: str, number: int, game: str) -> _Report | None:
        """Return the review of a finished game; None while the review is in progress."""
        cached = await self._store.aside(self.kept, table_id, number)
        if cached is not None:
            return cached
        return await self._calculator.ask(
            (table_id, number), ("hint", game), lambda: self._review_and_cache(table_id, number)
        )

    def kept(self, table_id: str, number: int) -> _Report | None:
        """Return the cached review of a game; None if there is none or its format is outdated."""
        from roost.study.review.report import FORMAT

        body = self._store.read_review(table_id, number)
        if body is None:
            return None
        report: _Report = msgspec.json.decode(zlib.decompress(body))
        return report if report.get("format") == FORMAT else None

    def _review_and_cache(self, table_id: str, number: int) -> _Report:
        if (cached := self.kept(table_id, number)) is not None:
            return cached  # cached by another request since the first lookup
        report = self._review(table_id, number)
        self._store.keep_review(table_id, number, zlib.compress(msgspec.json.encode(report)))
        return report

    def _review(self, table_id: str, number: int) -> _Report:
        from roost.study.review.modelled import review_game  # imported here because it loads a compiler
        from roost.study.review.report import report

        record = read(table_record(past_game(self._store, table_id, number)))
        try:
            return report(review_game(record))
        except (BeingLearntError, NotKnownError):
            raise
        except RoostError as error:
            raise RefusedError(Refusal.NOT_NOW, f"This game cannot be reviewed: {error}.") from None

    async def close(self) -> None:
        await self._calculator.close()
