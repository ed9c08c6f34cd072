"""A series of games at a table: how it stands, its records, what is played next."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post
from litestar.params import JSONBody

from roost.core.state import Node
from roost.play.server.http.problems import documented
from roost.play.server.http.routes.request_context import ContextHere, Lang, ServicesHere, TableId
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.server.storage.store import Store
from roost.play.table.arrangement import choose_next
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.series_views import SeriesReport, series_report
from roost.play.table.spec import GameSetup
from roost.play.table.table import Table
from roost.play.table.views import ChangeView

__all__ = ["HANDLERS"]

_AT_TABLE = (Kind.NO_TOKEN, Kind.NOT_YOURS, Kind.NOT_FOUND, Kind.NOT_NOW)


@get("/tables/{table_id:str}/series", tags=["series"], responses=documented(Kind.NOT_FOUND, Kind.NOT_NOW))
async def show_series(table_id: TableId, context: ContextHere, lang: Lang = None) -> SeriesReport:
    """The standings of a series, and what each of its games came to."""
    report = series_report((await context.room()).table, lang)
    if report is None:
        raise RefusedError(Kind.NOT_NOW, "This table plays no series.")
    return report


@post("/tables/{table_id:str}/next", status_code=200, tags=["series"],
      responses=documented(*_AT_TABLE, Kind.BAD_VALUE))  # fmt: skip
async def choose_next_game(
    table_id: TableId, data: JSONBody[GameSetup], context: ContextHere, services: ServicesHere, lang: Lang = None
) -> Response[ChangeView]:
    """The host chooses what is played next in the series, instead of the game whose turn it is."""
    person = await context.person()
    for bot in {chair.bot for chair in (await context.room()).table.places if chair.bot is not None}:
        await services.steward.check_bot(bot, data.game)
    return await context.change(lambda table, _, now: choose_next(table, person, data, now), lang)


@get("/tables/{table_id:str}/records", tags=["series"], media_type="text/plain",
     responses=documented(Kind.NOT_FOUND, Kind.NOT_NOW))  # fmt: skip
async def show_records(table_id: TableId, context: ContextHere, services: ServicesHere) -> Response[str]:
    """The records of all finished games of a table in one text, or of the series that it plays."""
    table = (await context.room()).table
    numbers = _finished(table)
    if not numbers:
        raise RefusedError(Kind.NOT_NOW, "No game is over yet.")
    async with services.studying:
        text = await asyncio.to_thread(_recorded, services.store, table_id, numbers)
    name = f"series-{table.code}.roost"
    return Response(text, media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'})


def _finished(table: Table) -> list[int]:
    """The numbers of the games that are over."""
    if table.series is not None:
        return [result.number for result in table.series.results]
    if table.play is None:
        return []
    return list(range(1, table.play.number + (table.play.state.node is Node.OVER)))


def _recorded(store: Store, table_id: str, numbers: list[int]) -> str:
    return "\n".join([table_record(past_game(store, table_id, number)) for number in numbers])


HANDLERS = [show_series, choose_next_game, show_records]
"""The operations of this module, for the application."""
