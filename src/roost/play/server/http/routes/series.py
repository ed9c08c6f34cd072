"""API operations for a series of games at a table: its standings, its records, and its next game."""

from collections.abc import AsyncGenerator, Sequence
from functools import partial

from roost.core.state import Node
from roost.play.server.http.operations import Answer, Body, Cookie, StreamedAnswer, StreamTarget, get, post
from roost.play.server.http.routes.request_context import ContextHere, Lang, ServicesHere, TableId
from roost.play.server.live.services import Services
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.table.arrangement import choose_next
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.series_views import SeriesReport, series_report
from roost.play.table.spec import GameSetup
from roost.play.table.table import Table
from roost.play.table.views import ChangeView

_AT_TABLE = (Refusal.NO_TOKEN, Refusal.NOT_YOURS, Refusal.NOT_FOUND, Refusal.NOT_NOW)


@get("/tables/{table_id:str}/series", tag="series", refuses=(Refusal.NOT_FOUND, Refusal.NOT_NOW))
async def show_series(table_id: TableId, context: ContextHere, lang: Lang = None) -> SeriesReport:
    """Show the standings of a series, and the result of each game."""
    report = series_report((await context.room()).table, lang)
    if report is None:
        raise RefusedError(Refusal.NOT_NOW, "This table does not play a series.")
    return report


@post("/tables/{table_id:str}/next", tag="series", refuses=(*_AT_TABLE, Refusal.BAD_VALUE))
async def choose_next_game(
    table_id: TableId, data: Body[GameSetup], context: ContextHere, services: ServicesHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Choose a different next game for the series (host only)."""
    person = await context.person()
    for bot in {seat.bot for seat in (await context.room()).table.places if seat.bot is not None}:
        await services.scheduler.check_bot(bot, data.game)
    return await context.change(lambda table, _, now: choose_next(table, person, data, now), lang)


@get(
    "/tables/{table_id:str}/records",
    tag="series",
    refuses=(Refusal.NOT_FOUND, Refusal.NOT_NOW),
    media_type="text/plain",
    streams="The records.",
)
async def show_records(table_id: TableId, context: ContextHere, services: ServicesHere) -> StreamedAnswer:
    """Show the records of all finished games of a table or its series, as one text."""
    table = (await context.room()).table
    numbers = finished_games(table)
    if not numbers:
        raise RefusedError(Refusal.NOT_NOW, "No game is over yet.")
    return _Records(services, table, numbers)


def finished_games(table: Table) -> list[int]:
    """Return the numbers of a table's finished games."""
    if table.series is not None:
        return [result.number for result in table.series.results]
    if table.play is None:
        return []
    return list(range(1, table.play.number + (table.play.state.node is Node.OVER)))


class _Records:
    """The records of a table's games. Each record is made after those before it were sent."""

    def __init__(self, services: Services, table: Table, numbers: list[int]) -> None:
        self._services = services
        self._table = table
        self._numbers = numbers
        file = f'attachment; filename="series-{table.code}.roost"'
        self.headers = {"content-type": "text/plain; charset=utf-8", "content-disposition": file}
        self.cookies: Sequence[Cookie] = ()

    async def parts(self, target: StreamTarget) -> AsyncGenerator[bytes]:
        """Yield the records, separated by blank lines."""
        async with self._services.jobs.turn():
            for number in self._numbers:
                text = await self._services.jobs.do_next(partial(self._record_text, number))
                separator = "" if number == self._numbers[0] else "\n"
                yield f"{separator}{text}".encode()

    def _record_text(self, number: int) -> str:
        return table_record(past_game(self._services.store, self._table.id, number))
