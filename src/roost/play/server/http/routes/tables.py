"""API operations for tables and seats: create, find, join, leave and host."""

import io
from functools import partial
from typing import Annotated

import msgspec

from roost.core.words import Language
from roost.play.server.http.messages import (
    BotRequest,
    Claimed,
    ClaimRequest,
    CodeView,
    NameRequest,
    NewTable,
    SeatRequest,
)
from roost.play.server.http.operations import Answer, Body, InPath, delete, get, post
from roost.play.server.http.routes.request_context import (
    CallerHere,
    ContextHere,
    Follow,
    HostCode,
    Lang,
    ServicesHere,
    TableId,
    cookie_name,
    new_cookie,
)
from roost.play.server.live.services import Services
from roost.play.server.storage.store import Creation
from roost.play.server.storage.tokens import CODE_LETTERS, hash_token, new_code, new_secret, new_table_id, new_token
from roost.play.table import commands
from roost.play.table.checks import MOST_PLACES
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.log import SeatClaimed
from roost.play.table.new_name import rename
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.spec import BotSeat, GuestSeat, TableSpec, check_spec
from roost.play.table.table import HOST, Table
from roost.play.table.views import ChangeView, Snapshot, snapshot

_TRIES = 5
_AT_TABLE = (Refusal.NO_TOKEN, Refusal.NOT_YOURS, Refusal.NOT_FOUND, Refusal.NOT_NOW)
SeatPath = Annotated[int, InPath(ge=0, lt=MOST_PLACES)]


@post("/tables", status=201, tag="tables", refuses=(Refusal.BAD_VALUE, Refusal.TOO_LARGE, Refusal.NEEDS_CODE))
async def create_table(
    data: Body[TableSpec],
    services: ServicesHere,
    caller: CallerHere,
    lang: Lang = None,
    code: HostCode = None,
) -> Answer[NewTable]:
    """Create a table. Its creator is the host, and plays every seat of kind ``here``."""
    await services.check_new_table(caller.client, code)
    spec = check_spec(data)
    for game in spec.games:
        for name in {seat.bot for seat in spec.seats if isinstance(seat, BotSeat)} | {spec.takeover_bot}:
            await services.scheduler.check_bot(name, game)
    return await make_table(spec, services, caller, lang)


async def make_table(
    spec: TableSpec, services: Services, caller: CallerHere, lang: Language | None
) -> Answer[NewTable]:
    """Create a table from a checked specification."""
    token = new_token()
    invitations = {seat: new_token() for seat, kind in enumerate(spec.seats) if isinstance(kind, GuestSeat)}
    people = {hash_token(token): HOST}
    people |= {hash_token(invitation): _invitation(seat) for seat, invitation in invitations.items()}
    for _ in range(_TRIES):
        table_id, code = new_table_id(), new_code(services.table_count)
        secret = new_secret()
        dealer = TableDealer(secret)
        on_device = services.platform.is_device
        create = partial(commands.create, table_id, code, spec, dealer, services.rooms.now(), on_device=on_device)
        draft = await services.jobs.do(create)  # in the job pool, because making the dice takes some milliseconds
        creation = Creation(code, msgspec.json.encode(spec).decode(), secret, spec.challenge)
        room = await services.rooms.create(draft, creation, dict(people), dealer)
        if room is not None:
            break
    else:
        raise RefusedError(Refusal.UNAVAILABLE, "No free code was found for the table; try again.", retry_after=1)
    created = NewTable(
        table_id,
        code,
        token,
        {str(seat): invitation for seat, invitation in invitations.items()},
        _link(services, caller, code),
        snapshot(room.table, HOST, lang),
    )
    return Answer(created, cookies=[new_cookie(caller, table_id, cookie_name(table_id), token)])


@get("/codes/{code:str}", tag="tables", refuses=(Refusal.NOT_FOUND,))
async def find_code(
    code: Annotated[str, InPath(min_length=1, max_length=12, description="The short code, in either case.")],
    services: ServicesHere,
    caller: CallerHere,
) -> CodeView:
    """Find a table by its short code."""
    services.check_guess(caller.client)
    wanted = code.upper()
    table_id = None
    if all(char in CODE_LETTERS for char in wanted):
        table_id = await services.store.aside(services.store.find_code, wanted)
    if table_id is None:
        raise RefusedError(Refusal.NOT_FOUND, f"No table has the code {wanted!r}.")
    return CodeView(table_id)


@get("/tables/{table_id:str}", tag="tables", refuses=(Refusal.NOT_FOUND,))
async def show_table(table_id: TableId, context: ContextHere, lang: Lang = None, follow: Follow = False) -> Snapshot:
    """Show the current state of a table."""
    room = await context.room()
    person = await context.services.rooms.person(room, context.token)
    table = await context.services.as_shown(room) if follow else room.table
    return snapshot(table, person if person is not None and person >= 0 else None, lang)


@get("/tables/{table_id:str}/qr", tag="tables", media_type="image/svg+xml", refuses=(Refusal.NOT_FOUND,))
async def show_qr(table_id: TableId, context: ContextHere, services: ServicesHere, caller: CallerHere) -> Answer[bytes]:
    """Draw a QR code with the link to a table."""
    link = _link(services, caller, (await context.room()).table.code) + "?sit"  # people who scan the code want to play
    return Answer(await services.jobs.once(("qr", link), lambda: _qr_image(link)), media_type="image/svg+xml")


def _qr_image(link: str) -> bytes:
    import segno  # imported here because a page without a server has no links to its tables

    image = io.BytesIO()
    segno.make(link, error="m").save(image, kind="svg", scale=8, border=2)
    return image.getvalue()


@post(
    "/tables/{table_id:str}/seats", status=201, tag="seats", refuses=(*_AT_TABLE, Refusal.BAD_VALUE, Refusal.TOO_LARGE)
)
async def claim_seat(
    table_id: TableId,
    data: Body[ClaimRequest],
    context: ContextHere,
    services: ServicesHere,
    caller: CallerHere,
    lang: Lang = None,
) -> Answer[Claimed]:
    """Take a seat. With a token of this table, take an additional seat, for someone who shares the device."""
    rooms = services.rooms
    room = await context.room()
    person = await rooms.person(room, context.token)
    person = None if person is None or person < 0 else person
    invited_to = None if data.invitation is None else await rooms.person(room, data.invitation)
    if data.invitation is not None and (invited_to is None or invited_to >= 0):
        raise RefusedError(Refusal.NOT_YOURS, "This invitation is not for this table.")
    seat = data.seat if invited_to is None else -1 - invited_to
    token = new_token() if person is None else None

    def claim(table: Table, _: commands.Dealer, now: float) -> Draft:
        invited, player = invited_to is not None, (data.name, data.avatar)
        return commands.claim(table, person, seat, *player, real=data.real, sealed=data.seal, invited=invited, now=now)

    newcomer = None if token is None else hash_token(token)
    committed = await rooms.run(table_id, claim, newcomer=newcomer)
    entry = committed.change.entries[0]
    assert isinstance(entry, SeatClaimed)
    cookies = [] if token is None else [new_cookie(caller, table_id, cookie_name(table_id), token)]
    return Answer(Claimed(entry.person, entry.seat, token, committed.view(lang)), cookies=cookies)


@post("/tables/{table_id:str}/name", tag="seats", refuses=(*_AT_TABLE, Refusal.BAD_VALUE))
async def change_name(
    table_id: TableId, data: Body[NameRequest], context: ContextHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Change the name or bird of a player who has not made a move yet."""
    person = await context.person()
    return await context.change(
        lambda table, _, now: rename(table, person, data.seat, data.name, data.avatar, now), lang
    )


@post("/tables/{table_id:str}/leave", tag="seats", refuses=(*_AT_TABLE, Refusal.BAD_VALUE))
async def leave_table(
    table_id: TableId, data: Body[SeatRequest], context: ContextHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Leave the table. During a game your seat stays reserved; if the table's rules allow it, a bot may stand in."""
    person = await context.person()
    return await context.change(lambda table, _, now: commands.leave(table, person, data.seat, now), lang)


@post(
    "/tables/{table_id:str}/return",
    tag="seats",
    refuses=(*_AT_TABLE, Refusal.BAD_VALUE),
)
async def return_to_table(
    table_id: TableId, data: Body[SeatRequest], context: ContextHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Return to your seat. If a bot stood in, it stops playing."""
    person = await context.person()
    return await context.change(lambda table, _, now: commands.come_back(table, person, data.seat, now), lang)


@post("/tables/{table_id:str}/seats/{seat:int}/bot", tag="hosting", refuses=(*_AT_TABLE, Refusal.BAD_VALUE))
async def fill_seat(
    table_id: TableId,
    seat: SeatPath,
    data: Body[BotRequest],
    context: ContextHere,
    services: ServicesHere,
    lang: Lang = None,
) -> Answer[ChangeView]:
    """Let a bot play a free seat, or one whose player has left or closed the page (host only)."""
    person = await context.person()
    room = await context.room()
    for game in room.table.spec.games:
        await services.scheduler.check_bot(data.bot, game)
    away = services.presence.away(table_id)
    return await context.change(lambda table, _, now: commands.fill(table, person, seat, data.bot, away, now), lang)


@delete("/tables/{table_id:str}/seats/{seat:int}", tag="hosting", refuses=(*_AT_TABLE, Refusal.BAD_VALUE))
async def free_seat(
    table_id: TableId, seat: SeatPath, context: ContextHere, services: ServicesHere, lang: Lang = None
) -> Answer[ChangeView]:
    """Free a seat whose bot or absent player should go (host only)."""
    person, idle = await context.person(), services.settings.idle_after
    return await context.change(lambda table, _, now: commands.remove(table, person, seat, idle, now), lang)


@post("/tables/{table_id:str}/close", tag="hosting", refuses=_AT_TABLE)
async def close_table(table_id: TableId, context: ContextHere, lang: Lang = None) -> Answer[ChangeView]:
    """Close the table for good (host only)."""
    person = await context.person()
    return await context.change(lambda table, _, now: commands.close(table, person, now), lang)


def _invitation(seat: int) -> int:
    """Return the negative index under which an invitation is stored; players have indexes from 0."""
    return -1 - seat


def _link(services: Services, caller: CallerHere, code: str) -> str:
    return f"{services.settings.public_address or caller.origin}/t/{code}"
