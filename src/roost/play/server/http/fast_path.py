"""The fast path: moves and watchers' events pass directly between the connection and the table.

Moves and events are nearly all of a server's work, and every player at a table waits for them. uvicorn's own protocol
reads each request and manages the connection. A plain move is made by the same function as in the documented route, and
the response is sent in one write. Any unusual request takes the general route through Litestar, as do all requests
under another ASGI server.

The fast path relies on private parts of uvicorn. The allowed versions of uvicorn are therefore limited, and
:func:`missing_parts` checks for each part before a server starts; if any part is missing, all requests take the general
route, with a warning. No public interface is as fast, because before an ASGI application sees a request, uvicorn builds
a scope, a cycle and two queues for it, which is more work than a move (``bench/load.py`` measures the ratio, once with
``ROOST_FAST_PATH=false``).
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
from roost.play.server.live.hub import DIRECT_WRITER
from roost.play.table.refusals import Refusal

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
"""Maximum number of bytes that a watcher may leave unread, beyond the operating system's buffers."""
_LONGEST_HEAD = 32 * 1024
"""Maximum size of a request head, in bytes."""
_END_OF_HEAD = b"\r\n\r\n"
_MOST_AHEAD = 16
"""Maximum number of pipelined requests on one connection, counted by blank lines. No JSON body has that many."""
_decode = msgspec.json.Decoder(MoveRequest).decode


def missing_parts(protocol: type = HttpToolsProtocol, proxies: type = ProxyHeadersMiddleware) -> list[str]:
    """Return the parts of uvicorn that the fast path needs but the installed version lacks."""
    methods = [name for name in _METHODS if not callable(getattr(protocol, name, None))]
    fields = [name for name in _FIELDS if name not in _names_in_init(protocol)]
    return [*methods, *fields, *(name for name in ("app", "trusted_hosts") if name not in _names_in_init(proxies))]


def _names_in_init(kind: type) -> tuple[str, ...]:
    """Return all names used in a class's initialiser, including the fields that it sets."""
    code = getattr(vars(kind).get("__init__"), "__code__", None)
    return () if code is None else code.co_names


class _Move:
    """A move that is being read or made. It takes the place of uvicorn's request cycle."""

    __slots__ = ("body", "disconnected", "headers", "keep_alive", "language", "message_event", "path",
                 "response_complete", "table_id")  # fmt: skip

    def __init__(self, match: re.Match[bytes], headers: dict[bytes, bytes], event: asyncio.Event) -> None:
        path, table_id, language = match.groups()
        self.path: str = path.decode()
        self.table_id: str = table_id.decode()
        self.language = None if language is None else Language(language.decode())
        self.headers = headers
        self.body = b""
        self.message_event = event
        self.keep_alive = True
        self.disconnected = False
        self.response_complete = False


class FastPath(HttpToolsProtocol):
    """uvicorn's HTTP protocol, extended by a fast path for moves."""

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
        self._path = self._guard.settings.path.encode()
        self._event = asyncio.Event()
        self._silent_since: float | None = None
        """Time of the latest response to a move; None once more data has arrived."""
        self._idle_timer: asyncio.TimerHandle | None = None
        """One keep-alive timer for many moves. A timer per response, as in uvicorn, costs as much as a request."""
        self._reading: _Move | None = None
        self._head: int | None = 0
        """Number of bytes read of the current request head; None while a request body is being read."""
        self._request_timer: asyncio.TimerHandle | None = None
        """Timeout for the client to send the current request."""
        self._open: list[Any] = []
        """Pending requests on the general route. uvicorn itself only keeps the latest one."""
        self._write_timer: asyncio.TimerHandle | None = None
        """Timeout for the client to read a response that exceeds the operating system's buffers."""
        self._counted: str | None = None
        """The network address under which this connection is counted."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if address not in self._proxies:  # a trusted proxy serves many clients, so its connections are not counted
            client = network_of(address)
            if not self._guard.connections.enter(client):
                transport.abort()
                return
            self._counted = client
        self._request_timer = self.loop.call_later(self._guard.settings.request_seconds, self._on_request_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        self._mark_disconnected()
        super().connection_lost(exc)
        self._stop_request_timer()
        self._stop_write_timer()
        if self._counted is not None:
            self._guard.connections.leave(self._counted)
            self._counted = None

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            self._head += len(data)
            if self._head > _LONGEST_HEAD and _END_OF_HEAD not in data:
                self._refuse(431, "The head of a request must not exceed 32 kilobytes.")
                return
        if len(self.pipeline) + data.count(_END_OF_HEAD) > _MOST_AHEAD:
            self.cut()
            return
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._is_idle:
            if self._request_timer is not None:
                self._stop_request_timer()
        elif self._request_timer is None:
            self._request_timer = self.loop.call_later(self._guard.settings.request_seconds, self._on_request_timeout)

    @property
    def _is_idle(self) -> bool:
        """Whether no request is being read at the moment."""
        return self._head == 0

    def _on_request_timeout(self) -> None:
        self._request_timer = None
        if not self.transport.is_closing() and not (self._is_idle and self.cycle is not None):
            self._refuse(408, "The request did not arrive in time.")

    def _stop_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _refuse(self, status: int, sentence: str) -> None:
        """Send a refusal and close the connection. If another response is in progress, abort the connection instead."""
        if self.cycle is None or self.cycle.response_complete:
            body = sentence.encode()
            head = b"content-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + body)
            self._mark_disconnected()
            self.transport.close()
        else:
            self.cut()

    def cut(self) -> None:
        """Abort the connection and discard unsent data, because the client does not read it."""
        self._mark_disconnected()
        self.transport.abort()

    def _mark_disconnected(self) -> None:
        """Inform all pending request handlers that the client has disconnected."""
        for cycle in self._open:
            cycle.disconnected = True
            cycle.message_event.set()
        self._open.clear()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(self._guard.settings.answer_seconds, self.cut)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_write_timer()

    def _stop_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._silent_since = None
        self.scope["extensions"] = {DIRECT_WRITER: {"tell": self.tell, "cut": self.cut}}

    def tell(self, message: bytes) -> bool:
        """Write a chunk of the current response. Return False if the client disconnected or reads too slowly."""
        if self.transport.is_closing() or self.transport.get_write_buffer_size() > _FAR_BEHIND:
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(message), message))
        return True

    def on_headers_complete(self) -> None:
        self._head = None
        if sum(map(len, chain.from_iterable(self.headers))) > _LONGEST_HEAD:
            self._refuse(431, "The head of a request must not exceed 32 kilobytes.")
            return
        match = _MOVES.fullmatch(self.url.removeprefix(self._path))
        if match is None or not self._is_plain(headers := dict(self.headers)):
            super().on_headers_complete()
            self._open = [*(cycle for cycle in self._open if not cycle.response_complete), self.cycle]
        else:
            self._reading = _Move(match, headers, self._event)

    def _is_plain(self, headers: dict[bytes, bytes]) -> bool:
        """Whether the fast path can handle a request: JSON of an allowed size, with no earlier request pending."""
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
        self.cycle = move  # type: ignore[assignment]  # has all fields that uvicorn reads of the latest request
        task = self.loop.create_task(self._make(move, request))
        self.tasks.add(task)  # a server that is shutting down waits for these tasks
        task.add_done_callback(self.tasks.discard)

    async def _make(self, move: _Move, request: MoveRequest) -> None:
        started, status, (client, is_secure) = perf_counter(), 500, self._client(move.headers)
        CLIENT.set(client)
        try:
            self._guard.admit("POST", move.path, move.headers, client)
            token = token_in(move.headers, move.table_id)
            change = await move_at(self._guard.services.rooms, move.table_id, token, request)
        except Exception as error:
            refusal = refusal_of(error)
            status = refusal.kind.status
            move.keep_alive = move.keep_alive and status != Refusal.TOO_MANY.status  # reconnecting is limited too
            head = _head(status, MEDIA_TYPE, self._dated, is_secure)
            self._answer(move, head, problem_bytes(refusal), refusal.retry_after)
        else:
            status = 200
            self._answer(move, _head(status, "application/json", self._dated, is_secure), change.encoded(move.language))
        finally:
            self._guard.note("POST", move.path, status, client, started)

    def _client(self, headers: dict[bytes, bytes]) -> tuple[str, bool]:
        """Return the client's network address and whether the client uses TLS, even behind a trusted proxy."""
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
            if self._idle_timer is None:
                self._idle_timer = self.loop.call_later(self.timeout_keep_alive, self._close_if_idle)

    def _close_if_idle(self) -> None:
        """Close the connection if the client has been idle for uvicorn's keep-alive time; else check again later."""
        self._idle_timer = None
        if self._silent_since is None or self.transport.is_closing():
            return
        left = self._silent_since + self.timeout_keep_alive - self.loop.time()
        if left <= 0:
            self.transport.close()
        else:
            self._idle_timer = self.loop.call_later(left, self._close_if_idle)

    @property
    def _dated(self) -> tuple[tuple[bytes, bytes], ...]:
        """The default headers of uvicorn, which updates them every second."""
        return tuple(self.server_state.default_headers)


@lru_cache(64)
def _head(status: int, media_type: str, dated: tuple[tuple[bytes, bytes], ...], is_secure: bool) -> bytes:
    """Return the head of a response. It is cached, because it changes only once a second."""
    headers = [*dated, (b"content-type", media_type.encode()), *api_headers(is_secure)]
    return b"".join([STATUS_LINE[status], *(b"%b: %b\r\n" % header for header in headers)])
