"""The express lane: moves, and what watchers are told, go straight between the connection and the table.

They are nearly all of a server's work, and everybody at a table waits for them. uvicorn's own protocol reads every
request and looks after the connection; a plain move is then made by the same function as the route that the API
describes, and answered in one piece. Whatever is unusual about a request goes the long way through Litestar, which
knows how to answer it. Under another ASGI server everything does.

This relies on parts of uvicorn that it does not promise to keep. Its version is bounded, :func:`missing_parts` looks
for every one of them before a server starts, and without them everything goes the long way, with a warning. There is no
public way that is as fast: an ASGI application is handed each request only after uvicorn has built a scope, a cycle and
two queues for it, which is more work than a move (``bench/load.py`` measures the ratio, once with
``ROOST_EXPRESS=false``).
"""

import asyncio
import re
from functools import lru_cache
from itertools import chain
from time import perf_counter
from typing import Any, cast

import msgspec
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from roost.core.words import Language
from roost.play.server.http.guard import Guard, api_headers, network_of
from roost.play.server.http.messages import MoveRequest
from roost.play.server.http.problems import MEDIA_TYPE, problem_bytes, refusal_of
from roost.play.server.http.routes.play import move_at
from roost.play.server.http.routes.request_context import token_in
from roost.play.server.live.answers import CLIENT
from roost.play.server.live.hub import OUTLET
from roost.play.table.refusals import Kind

_METHODS = (
    "on_message_begin",
    "on_headers_complete",
    "on_body",
    "on_message_complete",
    "on_response_complete",
    "on_url",
    "pause_writing",
    "resume_writing",
)
_FIELDS = ("app", "client", "cycle", "expect_100_continue", "headers", "loop", "parser", "pipeline", "scheme", "scope",
           "server_state", "tasks", "timeout_keep_alive", "transport")  # fmt: skip

_MOVES = re.compile(rb"(/api/tables/([0-9a-f]{20})/moves)(?:\?lang=(%s))?" % "|".join(Language).encode())
_FAR_BEHIND = 128 * 1024
"""Bytes that a watcher may leave unread, beyond what the system buffers."""
_LONGEST_HEAD = 32 * 1024
"""Bytes of the head of a request."""
_END_OF_HEAD = b"\r\n\r\n"
_MOST_AHEAD = 16
"""Requests that may be sent ahead of their answers on one connection. No text in JSON has so many empty lines."""
_decode = msgspec.json.Decoder(MoveRequest).decode


def missing_parts(protocol: type = HttpToolsProtocol, proxies: type = ProxyHeadersMiddleware) -> list[str]:
    """The parts that the express lane relies on and this uvicorn does not have."""
    methods = [name for name in _METHODS if not callable(getattr(protocol, name, None))]
    fields = [name for name in _FIELDS if name not in _set_up(protocol)]
    return [*methods, *fields, *(name for name in ("app", "trusted_hosts") if name not in _set_up(proxies))]


def _set_up(kind: type) -> tuple[str, ...]:
    """The names that the initialiser of a class uses: the fields that it sets are among them."""
    code = getattr(vars(kind).get("__init__"), "__code__", None)
    return () if code is None else code.co_names


class _Move:
    """A move under way on a connection, in the place of what uvicorn keeps for a request."""

    __slots__ = ("body", "disconnected", "headers", "keep_alive", "language", "message_event", "path",
                 "response_complete", "table_id")  # fmt: skip

    def __init__(self, found: re.Match[bytes], headers: dict[bytes, bytes], event: asyncio.Event) -> None:
        path, table_id, language = found.groups()
        self.path: str = path.decode()
        self.table_id: str = table_id.decode()
        self.language = None if language is None else Language(language.decode())
        self.headers = headers
        self.body = b""
        self.message_event = event
        self.keep_alive = True
        self.disconnected = False
        self.response_complete = False


class Express(HttpToolsProtocol):
    """uvicorn's protocol with an express lane."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        proxies = cast("ProxyHeadersMiddleware", self.app)
        self._proxies = proxies.trusted_hosts
        self._guard = cast("Guard", proxies.app)
        self._event = asyncio.Event()
        self._silent_since: float | None = None
        """The time of the latest move's answer, if nothing has come since."""
        self._alarm: asyncio.TimerHandle | None = None
        """One timer for many moves. uvicorn sets one after every answer, which costs as much as reading a request."""
        self._reading: _Move | None = None
        """The move that is being read."""
        self._head: int | None = 0
        """Bytes of the head that is being read; nothing while a body is."""
        self._hurry: asyncio.TimerHandle | None = None
        """The time by which a request that is being read must be there."""
        self._open: list[Any] = []
        """The requests that go the long way and are not answered yet. uvicorn knows the latest only."""
        self._reader: asyncio.TimerHandle | None = None
        """The time by which an answer that is too long for the system's buffers must have been read."""
        self._counted: str | None = None
        """Under which address this connection is counted."""

    # -- what a connection may take ----------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if address not in self._proxies:  # a proxy brings many people
            client = network_of(address)
            if not self._guard.connections.enter(client):
                transport.abort()
                return
            self._counted = client
        self._hurry = self.loop.call_later(self._guard.settings.request_seconds, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._hang_up()
        super().connection_lost(exc)
        self._stop_hurrying()
        self._stop_waiting()
        if self._counted is not None:
            self._guard.connections.leave(self._counted)
            self._counted = None

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            self._head += len(data)
            if self._head > _LONGEST_HEAD and _END_OF_HEAD not in data:
                self._refuse(431, "The head of a request has at most 32 kilobytes.")
                return
        if len(self.pipeline) + data.count(_END_OF_HEAD) > _MOST_AHEAD:
            self.cut()
            return
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._is_between:
            if self._hurry is not None:
                self._stop_hurrying()
        elif self._hurry is None:
            self._hurry = self.loop.call_later(self._guard.settings.request_seconds, self._late)

    @property
    def _is_between(self) -> bool:
        """Whether no request is being read."""
        return self._head == 0

    def _late(self) -> None:
        self._hurry = None
        if not self.transport.is_closing() and not (self._is_between and self.cycle is not None):
            self._refuse(408, "The request did not come in time.")

    def _stop_hurrying(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _refuse(self, status: int, sentence: str) -> None:
        """Answer at once, unless an answer is under way, and hang up."""
        if self.cycle is None or self.cycle.response_complete:
            body = sentence.encode()
            head = b"content-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + body)
            self._hang_up()
            self.transport.close()
        else:
            self.cut()

    def cut(self) -> None:
        """End the connection now, whatever is still to be sent: somebody does not read."""
        self._hang_up()
        self.transport.abort()

    def _hang_up(self) -> None:
        """Nothing more is to be written, by anybody who still answers."""
        for cycle in self._open:
            cycle.disconnected = True
            cycle.message_event.set()
        self._open.clear()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reader is None:
            self._reader = self.loop.call_later(self._guard.settings.answer_seconds, self.cut)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None

    # -- what watchers are told ------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._silent_since = None
        self.scope["extensions"] = {OUTLET: {"tell": self.tell, "cut": self.cut}}

    def tell(self, message: bytes) -> bool:
        """Write a chunk of the answer under way. Refuses when nobody is there, or reads what was written before."""
        if self.transport.is_closing() or self.transport.get_write_buffer_size() > _FAR_BEHIND:
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(message), message))
        return True

    # -- moves -------------------------------------------------------------------------------------------------------

    def on_headers_complete(self) -> None:
        self._head = None
        if sum(map(len, chain.from_iterable(self.headers))) > _LONGEST_HEAD:
            self._refuse(431, "The head of a request has at most 32 kilobytes.")
            return
        found = _MOVES.fullmatch(self.url)
        if found is None or not self._is_plain(headers := dict(self.headers)):
            super().on_headers_complete()
            self._open = [*(cycle for cycle in self._open if not cycle.response_complete), self.cycle]
        else:
            self._reading = _Move(found, headers, self._event)

    def _is_plain(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a request is what programs and pages send: JSON of a known and proper size, one at a time."""
        length = headers.get(b"content-length", b"")
        return (
            self.parser.get_method() == b"POST"
            and headers.get(b"content-type") == b"application/json"
            and len(length) < 10
            and length.isdigit()
            and int(length) <= self._guard.settings.max_body
            and (self.cycle is None or self.cycle.response_complete)
            and not self.expect_100_continue
            and not self.parser.should_upgrade()
        )

    def on_body(self, body: bytes) -> None:
        if self._reading is None:
            super().on_body(body)
        else:
            self._reading.body += body

    def on_message_complete(self) -> None:
        self._head = 0
        move, self._reading = self._reading, None
        if move is None:
            super().on_message_complete()
            return
        try:
            request = _decode(move.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            super().on_headers_complete()
            super().on_body(move.body)
            super().on_message_complete()
            return
        move.keep_alive = self.parser.get_http_version() != "1.0" and self.parser.should_keep_alive()
        self.cycle = move  # type: ignore[assignment]  # it has all that uvicorn asks of the latest request
        task = self.loop.create_task(self._make(move, request))
        self.tasks.add(task)  # a server that stops waits for it
        task.add_done_callback(self.tasks.discard)

    async def _make(self, move: _Move, request: MoveRequest) -> None:
        begun, status, (client, is_secure) = perf_counter(), 500, self._asker(move.headers)
        CLIENT.set(client)
        try:
            self._guard.admit("POST", move.path, move.headers, client)
            token = token_in(move.headers, move.table_id)
            happened = await move_at(self._guard.services.rooms, move.table_id, token, request)
        except Exception as error:
            refusal = refusal_of(error)
            status = refusal.kind.status
            move.keep_alive = move.keep_alive and status != Kind.TOO_MANY.status  # connections are counted too
            head = _head(status, MEDIA_TYPE, self._dated, is_secure)
            self._answer(move, head, problem_bytes(refusal), refusal.retry_after)
        else:
            status = 200
            self._answer(move, _head(status, "application/json", self._dated, is_secure), happened.told(move.language))
        finally:
            self._guard.note("POST", move.path, status, client, begun)

    def _asker(self, headers: dict[bytes, bytes]) -> tuple[str, bool]:
        """The client that asks, and whether by TLS, also from behind a proxy that we trust."""
        address = self.client[0] if self.client else "?"
        is_secure = self.scheme == "https"
        if (b"x-forwarded-for" in headers or b"x-forwarded-proto" in headers) and address in self._proxies:
            forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
            address = self._proxies.get_trusted_client_address(forwarded)[0] or address
            is_secure = headers.get(b"x-forwarded-proto", b"").strip() == b"https"
        return network_of(address), is_secure

    def _answer(self, move: _Move, head: bytes, body: bytes, retry_after: int | None = None) -> None:
        move.response_complete = True
        if move.disconnected:
            return
        more = b"" if retry_after is None else b"retry-after: %d\r\n" % retry_after
        if not move.keep_alive:
            more += b"connection: close\r\n"
        self.transport.write(b"%b%bcontent-length: %d\r\n\r\n%b" % (head, more, len(body), body))
        if not move.keep_alive:
            self.transport.close()
        elif self.pipeline:
            self.on_response_complete()
        else:
            self.server_state.total_requests += 1
            self._silent_since = self.loop.time()
            if self._alarm is None:
                self._alarm = self.loop.call_later(self.timeout_keep_alive, self._ring)

    def _ring(self) -> None:
        """Hang up on a client that has sent nothing for as long as uvicorn waits; else look again later."""
        self._alarm = None
        if self._silent_since is None or self.transport.is_closing():
            return
        left = self._silent_since + self.timeout_keep_alive - self.loop.time()
        if left <= 0:
            self.transport.close()
        else:
            self._alarm = self.loop.call_later(left, self._ring)

    @property
    def _dated(self) -> tuple[tuple[bytes, bytes], ...]:
        """The headers that uvicorn adds to every answer, renewed every second."""
        return tuple(self.server_state.default_headers)


@lru_cache(64)
def _head(status: int, media_type: str, dated: tuple[tuple[bytes, bytes], ...], is_secure: bool) -> bytes:
    """The beginning of an answer, which is the same for a second."""
    headers = [*dated, (b"content-type", media_type.encode()), *api_headers(is_secure)]
    return b"".join([STATUS_LINE[status], *(b"%b: %b\r\n" % header for header in headers)])
