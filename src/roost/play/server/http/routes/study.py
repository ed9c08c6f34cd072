"""API operations for study: try a move in a position, replay a game step by step, read the rules, count dice."""

import gzip
from typing import Annotated, TypeAlias, cast

from roost.core.errors import RoostError
from roost.core.notation import SEATS
from roost.core.record import RecordError, read
from roost.core.registry import game_type, position
from roost.core.words import Language
from roost.core.words.pages import rules_pages
from roost.core.words.structure import structure
from roost.play.server.http.operations import Answer, Body, InPath, InQuery, get, post
from roost.play.server.http.routes.request_context import (
    CallerHere,
    ContextHere,
    Lang,
    Names,
    PositionText,
    ServicesHere,
    TableId,
)
from roost.play.server.http.study import RECORD_BODY, PlayedView, ReplayRequest, ReplayView, RulesView, play_on, replay
from roost.play.server.live.tally import DiceReport
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.views import encode, names_in

MoveText: TypeAlias = Annotated[
    str | None,
    InQuery(name="move", min_length=1, max_length=40, description="The token of an action, or dice as text."),
]
Reader: TypeAlias = Annotated[
    int | None,
    InQuery(
        name="reader", ge=0, le=len(SEATS) - 1, description="The seat to address in the sentences.",
    ),
]  # fmt: skip
Seed: TypeAlias = Annotated[
    str | None,
    InQuery(name="seed", min_length=1, max_length=64, description="Instead of a move: a seed to roll the dice."),
]


@get(
    "/positions/play",
    tag="positions",
    refuses=(Refusal.BAD_VALUE, Refusal.ILLEGAL),
)
def try_move(
    text: PositionText,
    move: MoveText = None,
    seed: Seed = None,
    names: Names = None,
    reader: Reader = None,
    lang: Lang = None,
) -> PlayedView:
    """Try a move in any position, or roll its dice. Returns the events and the next position. Nothing is stored."""
    return play_on(position(text), move, seed, lang, names or (), reader)


@post("/replays", tag="records", max_body=RECORD_BODY, refuses=(Refusal.BAD_VALUE, Refusal.TOO_LARGE))
async def replay_record(
    data: Body[ReplayRequest], services: ServicesHere, caller: CallerHere, lang: Lang = None
) -> Answer[ReplayView]:
    """Read a game record, and return every step of the game. Nothing is stored."""
    is_zipped = caller.accepts_gzip
    return _response(is_zipped, await services.jobs.do(lambda: _zip_if(is_zipped, _replay_bytes(data.record, lang))))


@get("/tables/{table_id:str}/replay", tag="records", refuses=(Refusal.NOT_FOUND, Refusal.NOT_NOW))
async def replay_table(
    table_id: TableId,
    context: ContextHere,
    services: ServicesHere,
    caller: CallerHere,
    game: Annotated[int | None, InQuery(ge=1, le=100_000, description="Which game; the latest without.")] = None,
    lang: Lang = None,
) -> Answer[ReplayView]:
    """Show a game played at a table, step by step."""
    table = (await context.room()).table
    if table.play is None:
        raise RefusedError(Refusal.NOT_NOW, "The game has not been started.")
    number = table.play.number if game is None else game
    if number > table.play.number:
        raise RefusedError(Refusal.NOT_FOUND, f"There is no game {number} at this table yet.")

    is_zipped = caller.accepts_gzip

    def replayed() -> bytes:
        past = past_game(services.store, table_id, number)
        return _zip_if(is_zipped, encode(replay(read(table_record(past)), lang, names_in(past.table, lang))))

    return _response(is_zipped, await services.jobs.do(replayed))


def _replay_bytes(text: str, language: Language | None) -> bytes:
    try:
        record = read(text)
    except RecordError as error:
        raise RefusedError(Refusal.BAD_VALUE, f"The record cannot be read: {error}.") from None
    return encode(replay(record, language))


def _zip_if(is_zipped: bool, body: bytes) -> bytes:
    """Compress a response if the client accepts gzip. Replay steps repeat themselves, so they shrink to a twentieth."""
    return gzip.compress(body, 6, mtime=0) if is_zipped else body


def _response(is_zipped: bool, body: bytes) -> Answer[ReplayView]:
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if is_zipped else {})
    return Answer(cast("ReplayView", body), headers=headers)


@get("/rules/{name:str}", tag="games", refuses=(Refusal.NOT_FOUND,))
async def show_rules(
    name: Annotated[str, InPath(max_length=40)], services: ServicesHere, lang: Lang = None
) -> RulesView:
    """Show the rules of a game as sections, with numbered rules and marked words."""
    return await services.jobs.once(("rules", name, lang), lambda: _rules(name, lang))


def _rules(name: str, lang: Language | None) -> RulesView:
    try:
        kind = game_type(name)
        pages = rules_pages(kind, lang or Language.EN)
    except RoostError as error:
        raise RefusedError(Refusal.NOT_FOUND, f"{error}.") from None
    return RulesView(kind.name, kind.title, [structure(page) for page in pages])


@get("/dice", tag="service")
async def count_dice(services: ServicesHere) -> DiceReport:
    """Show how often each face was rolled at this server's latest tables, compared with the expected counts."""
    return await services.dice.report()
