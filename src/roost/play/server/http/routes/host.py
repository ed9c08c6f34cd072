"""API operations for the host of the server, who has the token for the host's page."""

from collections.abc import Callable
from hmac import compare_digest
from typing import Annotated, cast
from urllib.parse import urlsplit

from msgspec import Meta, Struct
from sqlalchemy import Engine

from roost.core.version import __version__
from roost.play.server.http.operations import Answer, Body, Caller, Cookie, delete, get, post
from roost.play.server.http.routes.request_context import CallerHere, ServicesHere, TableId, cookie_in
from roost.play.server.live.services import Services
from roost.play.server.platform import ServerPlatform
from roost.play.server.storage import host_tasks
from roost.play.server.storage.host_state import Notice
from roost.play.server.storage.sql_store import SqlStore
from roost.play.table.refusals import Refusal, RefusedError

_COOKIE = "roost-host"
_MOST_TABLES = 100
_LONGEST_NOTICE_MINUTES = 7 * 24 * 60
_REFUSES = (Refusal.NO_TOKEN, Refusal.NOT_FOUND, Refusal.BAD_VALUE)


class HostView(Struct, frozen=True):
    """State of the server for its host."""

    version: str
    counts: host_tasks.HostCounts
    tables: list[host_tasks.HostedTable]
    """The latest changed open tables."""
    limits: dict[str, float]
    """Quotas and times of deletion, by the name of their setting."""
    notice: Notice | None
    code: str
    """The code that new tables need; empty if anyone may create tables."""


class _HostRequest(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class HostToken(_HostRequest, frozen=True):
    """The token of the host, as a person types it."""

    token: Annotated[str, Meta(max_length=100)]


class NewNotice(_HostRequest, frozen=True):
    """A notice to all pages."""

    text: Annotated[str, Meta(max_length=host_tasks.LONGEST_NOTICE)]
    """The notice; empty to end the present one."""
    minutes: Annotated[float, Meta(gt=0, le=_LONGEST_NOTICE_MINUTES)] = 5.0


class NewCode(_HostRequest, frozen=True):
    """The code that new tables need."""

    code: Annotated[str, Meta(max_length=host_tasks.LONGEST_CODE)]
    """The code; empty to let everyone create tables."""


class PlayerName(_HostRequest, frozen=True):
    """The name of a player that is to be deleted."""

    name: Annotated[str, Meta(max_length=100)]


@get("/host", tag="service", refuses=_REFUSES)
async def show_host(services: ServicesHere, caller: CallerHere) -> HostView:
    """Show the tables, the limits, and what the host has set (host of the server only)."""
    _check(services, caller)
    return await _view(services)


@post("/host/enter", tag="service", refuses=_REFUSES)
async def enter(data: Body[HostToken], services: ServicesHere, caller: CallerHere) -> Answer[HostView]:
    """Exchange the token, which ``roost serve`` or ``roost admin token`` printed, for a cookie."""
    services.check_guess(caller.client)
    _check_token(services, data.token)
    origin = urlsplit(caller.origin)
    cookie = Cookie(_COOKIE, data.token, f"{origin.path}/api/host", origin.scheme == "https")
    return Answer(await _view(services), cookies=[cookie])


@post("/host/notice", tag="service", refuses=_REFUSES)
async def set_notice(data: Body[NewNotice], services: ServicesHere, caller: CallerHere) -> HostView:
    """Show a notice on all pages for some minutes (host of the server only)."""
    _check(services, caller)
    return await _do(
        services, lambda engine: host_tasks.set_notice(engine, data.text, data.minutes, services.rooms.now())
    )


@post("/host/code", tag="service", refuses=_REFUSES)
async def set_code(data: Body[NewCode], services: ServicesHere, caller: CallerHere) -> HostView:
    """Let only people with a code create tables (host of the server only)."""
    _check(services, caller)
    return await _do(services, lambda engine: host_tasks.set_code(engine, data.code))


@post("/host/tables/{table_id:str}/close", tag="service", refuses=_REFUSES)
async def close_any_table(table_id: TableId, services: ServicesHere, caller: CallerHere) -> HostView:
    """Close any table for good (host of the server only)."""
    _check(services, caller)
    return await _do(services, lambda engine: host_tasks.close_table(engine, table_id, services.rooms.now()))


@post("/host/tables/{table_id:str}/forget", tag="service", refuses=_REFUSES)
async def forget_name(
    table_id: TableId, data: Body[PlayerName], services: ServicesHere, caller: CallerHere
) -> HostView:
    """Delete a player's name from a table and its records (host of the server only)."""
    _check(services, caller)
    return await _do(services, lambda engine: host_tasks.forget_name(engine, table_id, data.name))


@delete("/host/tables/{table_id:str}", tag="service", refuses=_REFUSES)
async def delete_table(table_id: TableId, services: ServicesHere, caller: CallerHere) -> HostView:
    """Delete any table with its records (host of the server only)."""
    _check(services, caller)
    return await _do(services, lambda engine: host_tasks.delete_table(engine, table_id))


def _check(services: Services, caller: Caller) -> None:
    kind, _, token = caller.headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    _check_token(services, token if kind.lower() == "bearer" else cookie_in(caller.headers, _COOKIE) or "")


def _check_token(services: Services, token: str) -> None:
    expected = services.host_state.token
    if not expected or not compare_digest(host_tasks.hashed_host_token(token[:200]), expected):
        raise RefusedError(Refusal.NO_TOKEN, "Only the host of this server may do this: roost admin token shows how.")


async def _do(services: Services, task: Callable[[Engine], object]) -> HostView:
    """Do a task of the host, let this process follow it at once, and return the new state."""
    store = cast("SqlStore", services.store)
    await store.aside(store.do, task)
    await cast("ServerPlatform", services.platform).follower.look()
    return await _view(services)


async def _view(services: Services) -> HostView:
    store = cast("SqlStore", services.store)
    counts = await store.aside(store.do, host_tasks.count)
    rows = await store.aside(store.do, host_tasks.list_tables, _MOST_TABLES)
    state = services.host_state
    return HostView(__version__, counts, rows, services.settings.limits, services.notice, state.code)
