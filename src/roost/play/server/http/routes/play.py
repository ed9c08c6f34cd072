"""API operations for playing: start, move, undo, react, rematch, and the record of a game."""

from typing import Annotated

from roost.play.server.http.messages import (
    CorrectionRequest,
    MoveRequest,
    OpenRequest,
    ReactionRequest,
    ScreenRequest,
    SealRequest,
    ShownRequest,
    StartRequest,
    UndoRequest,
    WaitRequest,
)
from roost.play.server.http.operations import Answer, Body, InQuery, get, post
from roost.play.server.http.routes.request_context import (
    CallerHere,
    ContextHere,
    Lang,
    ServicesHere,
    TableId,
    cookie_in,
    screen_cookie,
)
from roost.play.server.live.hub import sse_aside
from roost.play.server.live.rooms import Committed, Rooms
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.server.storage.tokens import screen_name
from roost.play.table import commands, entered_dice
from roost.play.table.draft import Draft
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.table import Table
from roost.play.table.views import ChangeView, Cheer, encode

_AT_TABLE = (Refusal.NO_TOKEN, Refusal.NOT_YOURS, Refusal.NOT_FOUND, Refusal.NOT_NOW)
_MOVING = (Refusal.OUT_OF_TURN, Refusal.STALE, Refusal.ILLEGAL, Refusal.BAD_VALUE)


@post("/tables/{table_id:str}/start", tag="play", refuses=_AT_TABLE)
async def start_game(
    table_id: TableId, data: Body[StartRequest], context: ContextHere, services: ServicesHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Start the game, as soon as each device that sealed a number for its dice has revealed the number."""
    person, away = await context.person(), services.presence.away(table_id)
    return await context.change(
        lambda table, dealer, now: commands.start(table, person, data.seal, dealer, now, away), lang, key=data.key
    )


@post("/tables/{table_id:str}/seal", tag="play", refuses=_AT_TABLE)
async def seal_number(
    table_id: TableId, data: Body[SealRequest], context: ContextHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Seal the number that this device will reveal for the dice of the next game."""
    person = await context.person()
    return await context.change(lambda table, _, now: commands.seal(table, person, data.seal, now), lang, key=data.key)


@post("/tables/{table_id:str}/open", tag="play", refuses=(*_AT_TABLE, Refusal.BAD_VALUE))
async def open_number(
    table_id: TableId, data: Body[OpenRequest], context: ContextHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Reveal this device's number for the listed dice. The game begins once all listed devices have done this."""
    person, number = await context.person(), bytes.fromhex(data.number)
    return await context.change(
        lambda table, dealer, now: commands.open_number(table, person, data.attempt, number, dealer, now),
        lang,
        key=data.key,
    )


@post("/tables/{table_id:str}/moves", tag="play", refuses=(*_AT_TABLE, *_MOVING, Refusal.TOO_LARGE))
async def make_move(
    table_id: TableId, data: Body[MoveRequest], context: ContextHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Choose, roll, or enter a roll. The response and the watchers' events are sent once the move is stored."""
    return context.answer(await move_at(context.services.rooms, table_id, context.token, data), lang)


async def move_at(rooms: Rooms, table_id: str, token: str | None, data: MoveRequest) -> Committed:
    """Make a move for the player to whom a token belongs."""
    room = await rooms.get(table_id)
    person = await rooms.known(room, token)
    if data.roll is not None and data.throw:
        raise RefusedError(Refusal.BAD_VALUE, "Roll the table's dice, or enter a roll, but not both.")

    def make(table: Table, dealer: commands.Dealer, now: float) -> Draft:
        if data.roll is not None:
            return entered_dice.enter(table, person, data.version, data.action, data.roll, now)
        return commands.move(table, person, data.version, data.action, dealer, now, throws=data.throw)

    return await rooms.run_in(room, make, f"{person}:{data.key}")


@post("/tables/{table_id:str}/correction", tag="play", refuses=(*_AT_TABLE, Refusal.STALE, Refusal.BAD_VALUE))
async def correct_roll(
    table_id: TableId,
    data: Body[CorrectionRequest],
    context: ContextHere,
    services: ServicesHere,
    lang: Lang = None,
) -> Answer[ChangeView]:
    """Propose a correction of the latest entered roll, or answer a proposal. It takes effect once all players agree."""
    person, away = await context.person(), services.presence.away(table_id)
    return await context.change(
        lambda table, _, now: entered_dice.correct(table, person, data.version, data.roll, away, now),
        lang,
        key=data.key,
    )


@post("/tables/{table_id:str}/undo", tag="play", refuses=(*_AT_TABLE, Refusal.STALE))
async def undo_move(
    table_id: TableId, data: Body[UndoRequest], context: ContextHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Undo the player's latest choice, if it revealed nothing and no other player has moved since."""
    person = await context.person()
    return await context.change(
        lambda table, _, now: commands.undo(table, person, data.version, now), lang, key=data.key
    )


@post("/tables/{table_id:str}/reactions", tag="play", refuses=_AT_TABLE)
async def react(
    table_id: TableId, data: Body[ReactionRequest], context: ContextHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Send a reaction, such as clapping."""
    person = await context.person()
    context.services.check_reaction(table_id, person)
    return await context.change(lambda table, _, now: commands.react(table, person, data.reaction, now), lang)


@post(
    "/tables/{table_id:str}/cheers",
    status=204,
    tag="play",
    refuses=(Refusal.NOT_FOUND, Refusal.NOT_NOW, Refusal.TOO_MANY),
)
async def cheer(
    table_id: TableId,
    data: Body[ReactionRequest],
    context: ContextHere,
    services: ServicesHere,
    caller: CallerHere,
) -> None:
    """Clap as a spectator. Everyone watching now is notified; the applause is not stored."""
    room = await context.room()
    if room.table.is_closed:
        raise RefusedError(Refusal.NOT_NOW, "The table is closed.")
    services.check_cheer(table_id, caller.client)
    services.hub.whisper(table_id, sse_aside("cheer", encode(Cheer(data.reaction))))


@post("/tables/{table_id:str}/screens", status=204, tag="play", refuses=_AT_TABLE)
async def admit_screen(
    table_id: TableId, data: Body[ScreenRequest], context: ContextHere, services: ServicesHere
) -> None:
    """Let a big screen set the pace: phones show no more than the screen has shown. This is not stored."""
    await context.person()
    services.presence.admit(table_id, data.screen)


@post("/tables/{table_id:str}/shown", status=204, tag="play", refuses=(Refusal.NOT_FOUND,))
async def show_more(
    table_id: TableId, data: Body[ShownRequest], context: ContextHere, services: ServicesHere, caller: CallerHere
) -> None:
    """Report a big screen's progress, so that phones do not run ahead. A cookie identifies the screen. Not stored."""
    await context.room()
    secret = cookie_in(caller.headers, screen_cookie(table_id))
    if secret is not None:
        services.presence.show(table_id, screen_name(secret), (data.version, data.steps))


@post("/tables/{table_id:str}/wait", status=204, tag="play", refuses=_AT_TABLE)
async def wait_with(table_id: TableId, data: Body[WaitRequest], context: ContextHere, services: ServicesHere) -> None:
    """Stop the automatic start of a game, for which a big screen shows a countdown. This is not stored."""
    await context.person()
    services.presence.hold(table_id, data.game)


@post("/tables/{table_id:str}/rematch", tag="play", refuses=_AT_TABLE)
async def offer_rematch(
    table_id: TableId, data: Body[StartRequest], context: ContextHere, services: ServicesHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Offer a rematch. It begins once every player wants one, and the next seat starts."""
    person, away = await context.person(), services.presence.away(table_id)
    return await context.change(
        lambda table, dealer, now: commands.rematch(table, person, data.seal, dealer, now, away), lang, key=data.key
    )


@get("/tables/{table_id:str}/record", tag="play", media_type="text/plain", refuses=(Refusal.NOT_FOUND, Refusal.NOT_NOW))
async def show_record(
    table_id: TableId,
    context: ContextHere,
    services: ServicesHere,
    game: Annotated[int | None, InQuery(ge=1, le=100_000, description="Which game; the latest without.")] = None,
) -> Answer[str]:
    """Show the record of a game with the proofs of its dice, in the format that ``roost verify`` reads."""
    room = await context.room()
    if room.table.play is None:
        raise RefusedError(Refusal.NOT_NOW, "The game has not been started.")
    number = room.table.play.number if game is None else game
    if number > room.table.play.number:
        raise RefusedError(Refusal.NOT_FOUND, f"There is no game {number} at this table yet.")
    text = await services.jobs.do(lambda: table_record(past_game(services.store, table_id, number)))
    name = f"{room.table.game_of(number)}-{room.table.code}-{number}.roost"
    return Answer(text, media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'})
