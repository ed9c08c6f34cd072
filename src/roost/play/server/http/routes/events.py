"""Server-sent events of a table: a snapshot first, then every change, with the table's version as event id."""

from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Annotated, cast

from roost.core.words import Language
from roost.play.server.http.messages import SCREEN_NAME, PastChange
from roost.play.server.http.operations import Answer, Cookie, InHeader, InQuery, StreamedAnswer, StreamTarget, get
from roost.play.server.http.routes.request_context import (
    CallerHere,
    ContextHere,
    Follow,
    Lang,
    ServicesHere,
    TableId,
    cookie_in,
    new_cookie,
    screen_cookie,
)
from roost.play.server.live.hub import Watcher, sse
from roost.play.server.live.rooms import Committed, Room
from roost.play.server.live.services import LONGEST_RESUME, Services
from roost.play.server.storage.tokens import new_token, screen_name
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.table import Table
from roost.play.table.views import describe_events, describe_those, encode, snapshot

_FEW_CHANGES = 16
"""Maximum number of changes read without waiting for the job pool. A room caches the same number."""
_RETRY = b"retry: 2000\n\n"
_HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",  # prevents nginx from buffering events
}


@get(
    "/tables/{table_id:str}/events",
    tag="play",
    refuses=(Refusal.NOT_FOUND,),
    media_type="text/event-stream",
    streams="The events.",
)
async def watch(
    table_id: TableId,
    context: ContextHere,
    services: ServicesHere,
    caller: CallerHere,
    lang: Lang = None,
    last_event_id: Annotated[
        str | None, InHeader(name="last-event-id", description="Resume after this version.")
    ] = None,
    after: Annotated[
        int, InQuery(ge=0, le=2**53, description="The same, for clients that cannot send the header.")
    ] = 0,
    more: Annotated[
        bool, InQuery(description="Also send events outside the log: absences and spectators' applause.")
    ] = False,
    follow: Follow = False,
    screen: Annotated[
        str | None,
        InQuery(
            pattern=SCREEN_NAME,
            description="Name of a big screen; any valid value will do: a cookie identifies it. It has no seat. "
            "It leads if the request has a player's token, or a player of the table has admitted it.",
        ),
    ] = None,
) -> StreamedAnswer:
    """Watch a table by server-sent events: a ``snapshot`` first, then each ``change`` with its version as event id.

    ``more`` adds two kinds of events without an id: ``presence`` (absent players and the progress of big screens; sent
    first, and after each change of these) and ``cheer`` (a spectator claps).
    """
    settings, client = services.settings, caller.client
    if services.hub.count >= settings.max_streams or services.hub.of_client(client) >= settings.max_streams_per_client:
        raise RefusedError(Refusal.TOO_MANY, "Too many event streams are open; close one first.", retry_after=10)
    room = await context.room()
    person = await services.rooms.person(room, context.token)
    person = person if person is not None and person >= 0 else None
    watcher = Watcher(client, lang, hears_more=more)
    opened = _OpenedScreen(caller, table_id, leads=person is not None) if screen is not None else None
    if opened is not None and not opened.leads:
        services.check_screen(table_id, opened.name, client)
    return _EventStream(services, room, watcher, person, _version(last_event_id) or after, opened, follow)


@get("/tables/{table_id:str}/changes", tag="play", refuses=(Refusal.NOT_FOUND,))
async def list_changes(
    table_id: TableId,
    context: ContextHere,
    services: ServicesHere,
    lang: Lang = None,
    after: Annotated[int, InQuery(ge=0, le=2**53, description="Changes after this version.")] = 0,
) -> Answer[list[PastChange]]:
    """List the changes of a table after a version, at most 500, each with the proofs of its dice."""
    room, rooms, jobs = await context.room(), services.rooms, services.jobs
    async with jobs.turn():
        if lang is None:
            changes = await rooms.changes(room, after)
            body = await jobs.do_next(
                lambda: encode([PastChange(change.version, change.at, change.entries, None) for change in changes])
            )
        else:
            past = await rooms.since(room, after)
            body = await jobs.do_next(lambda: encode([_past_change(change, lang) for change in past]))
    return Answer(cast("list[PastChange]", body))


def _past_change(committed: Committed, language: Language) -> PastChange:
    change, table = committed.change, committed.table
    sentences = describe_events(table, committed.events, language)
    if table.play is None:
        return PastChange(change.version, change.at, change.entries, sentences)
    state, to_you = table.play.state, describe_those(table, committed.events, language)
    return PastChange(change.version, change.at, change.entries, sentences, state.scores(), state.seat, to_you)


def _version(text: str | None) -> int:
    """Return the version in the last event id; 0 if the id is not a version."""
    return int(text) if text is not None and len(text) <= 15 and text.isascii() and text.isdigit() else 0


class _OpenedScreen:
    """A big screen that opens the stream, with its name, and a cookie with a new secret if it had none."""

    def __init__(self, caller: CallerHere, table_id: str, *, leads: bool) -> None:
        self.leads = leads
        self.cookies: list[Cookie] = []
        secret = cookie_in(caller.headers, screen_cookie(table_id))
        if secret is None:
            secret = new_token()
            self.cookies.append(new_cookie(caller, table_id, screen_cookie(table_id), secret))
        self.name = screen_name(secret)


class _EventStream:
    """The events of a table for one watcher."""

    def __init__(
        self,
        services: Services,
        room: Room,
        watcher: Watcher,
        person: int | None,
        after: int,
        screen: _OpenedScreen | None,
        follows: bool,
    ) -> None:
        self._services = services
        self._room = room
        self._watcher = watcher
        self._person = person if screen is None else None
        self._after = after
        self._screen = screen
        self._follows = follows
        self.headers = _HEADERS
        self.cookies = [] if screen is None else screen.cookies

    async def parts(self, target: StreamTarget) -> AsyncGenerator[bytes]:
        """Yield the first message, and then every change, until the watcher reads too slowly or the server stops."""
        if target.cut is not None:
            self._watcher.on_overflow = target.cut
        screen = self._screen
        table_id, hub, presence = self._room.table.id, self._services.hub, self._services.presence
        visitor = self._person if screen is None else screen.name
        guest = None if self._services.rooms.is_shared else visitor
        if guest is not None:
            presence.enter(table_id, guest, leads=screen is not None and screen.leads)
        try:
            yield await self._first_message()
            if target.writer is not None:
                self._watcher.connect(target.writer)
            self._watcher.beat(self._services.settings.heartbeat)
            while (message := await self._watcher.next()) is not None:
                yield message
        finally:
            hub.remove(table_id, self._watcher)
            if guest is not None:
                presence.leave(table_id, guest)

    async def _first_message(self) -> bytes:
        """Return what to send first: the presence if wanted, then a snapshot or the missed changes."""
        watcher, table = self._watcher, self._room.table
        watcher.version = table.version
        self._services.hub.add(table.id, watcher)  # from here on, all changes are queued for the watcher
        self._services.rooms.resume(self._room)
        name = None if self._screen is None else self._screen.name
        opening = _RETRY + (self._services.presence_event(table.id, name) if watcher.hears_more else b"")
        if watcher.hears_more and self._services.notice is not None:
            opening += self._services.notice_event()
        if 0 < self._after <= table.version and table.version - self._after <= LONGEST_RESUME:
            with suppress(RefusedError):  # if the job pool is full, send a snapshot instead
                return opening + await self._missed_changes(table.version)
        with suppress(RefusedError):
            shown = await self._services.as_shown(self._room) if self._follows else table
            if shown.version < table.version:
                self._after = shown.version
                return opening + self._snapshot(shown) + await self._missed_changes(table.version)
        return opening + self._snapshot(table)

    def _snapshot(self, table: Table) -> bytes:
        return sse("snapshot", table.version, encode(snapshot(table, self._person, self._watcher.language)))

    async def _missed_changes(self, until: int) -> bytes:
        room, rooms, jobs = self._room, self._services.rooms, self._services.jobs
        if until - self._after <= _FEW_CHANGES:
            return self._encode_changes(await rooms.since(room, self._after), until)
        async with jobs.turn():
            past = await rooms.since(room, self._after)
            return await jobs.do_next(lambda: self._encode_changes(past, until))

    def _encode_changes(self, past: list[Committed], until: int) -> bytes:
        return b"".join(
            sse("change", committed.change.version, committed.encoded(self._watcher.language))
            for committed in past
            if committed.change.version <= until
        )
