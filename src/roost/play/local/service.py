"""The service of one device: it answers the API's requests without a server.

The page's worker hands each request to :meth:`LocalService.open` and gets the answer piece by piece. The
service confirms a change only after the browser has stored it, so a worker that dies can be started again without a
loss.
"""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, aclosing
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import Meta

from roost.core.errors import RoostError
from roost.core.words import Language
from roost.play.local.platform import DevicePlatform
from roost.play.local.routes import DEVICE
from roost.play.local.store import Bridge, DeviceStore
from roost.play.server.http.operations import Answer, Argument, Caller, InHeader, InPath, Operation, StreamTarget
from roost.play.server.http.problems import MEDIA_TYPE, problem_bytes, refusal_of
from roost.play.server.http.routes.api import API
from roost.play.server.http.routes.request_context import RequestContext
from roost.play.server.live.services import Services
from roost.play.server.settings import Settings
from roost.play.table.refusals import Refusal, RefusedError

_log = logging.getLogger("roost.local")
_SEGMENTS = {"str": "[^/]+", "int": "-?[0-9]+"}
"""Pattern of each kind of variable part of a path."""
_UNLIMITED = 10**9

Hear = Callable[[str, str], object]
"""Takes a part of an answer: ``start`` with a JSON object of status and headers, ``part`` with text, and ``end``."""


def device_settings() -> Settings:
    """Return the settings of a service for one device, which limits nobody."""
    return Settings(
        question_seconds=9.0,  # less than a waiting job's patience, because all jobs share one thread
        heartbeat=86_400.0,
        sweep=3_600.0,
        purge_after=0.0,
        max_tables=_UNLIMITED,
        max_tables_per_client=_UNLIMITED,
        max_log_per_client=float(_UNLIMITED),
        max_streams=_UNLIMITED,
        max_streams_per_client=_UNLIMITED,
        warm_up=False,
        log=False,
    )


async def start(bridge: Bridge) -> "LocalService":
    """Start the service of a device, with the tables that its browser has stored."""
    store = DeviceStore(bridge, await bridge.load())
    services = Services(device_settings(), DevicePlatform(store))
    stack = AsyncExitStack()
    await stack.enter_async_context(services.running())
    return LocalService(services, store, stack)


class LocalAnswer(NamedTuple):
    """A complete answer as text."""

    status: int
    headers: dict[str, str]
    text: str


class Exchange:
    """A request that is being answered."""

    def __init__(self, answering: Awaitable[None]) -> None:
        self.done = asyncio.ensure_future(answering)

    def close(self) -> None:
        """Stop answering, because nobody reads the answer any more."""
        self.done.cancel()


class LocalService:
    """Answers requests as a server does."""

    def __init__(self, services: Services, store: DeviceStore, running: AsyncExitStack) -> None:
        self.services = services
        self.store = store
        self._running = running
        self._exchanges: set[Exchange] = set()

    def open(self, method: str, path: str, query: str, headers: str, body: str, hear: Hear) -> Exchange:
        """Answer a request. ``hear`` is called with each part of the answer, never before this method has returned.

        ``headers`` is a JSON object, and ``body`` is JSON; both may be empty.
        """
        exchange = Exchange(self._answer(method, path, query, headers, body, hear))
        self._exchanges.add(exchange)
        exchange.done.add_done_callback(lambda _: self._exchanges.discard(exchange))
        return exchange

    async def request(
        self, method: str, path: str, query: str = "", headers: Mapping[str, str] | None = None, body: str = ""
    ) -> LocalAnswer:
        """Return the whole answer to a request."""
        heard: list[tuple[str, str]] = []
        await self.open(method, path, query, json.dumps(headers or {}), body, lambda *part: heard.append(part)).done
        begun = json.loads(heard[0][1])
        return LocalAnswer(begun["status"], begun["headers"], "".join(text for kind, text in heard if kind == "part"))

    async def close(self) -> None:
        """End all streams, finish what is being written, and stop."""
        for exchange in tuple(self._exchanges):
            exchange.close()
        await asyncio.gather(*(exchange.done for exchange in tuple(self._exchanges)), return_exceptions=True)
        await self._running.aclose()
        await self.store.settle()

    async def _answer(self, method: str, path: str, query: str, headers: str, body: str, hear: Hear) -> None:
        await asyncio.sleep(0)
        is_begun = False

        def begin(status: int, fields: Mapping[str, str]) -> None:
            nonlocal is_begun
            is_begun = True
            hear("start", json.dumps({"status": status, "headers": dict(fields)}))

        asked = parse_qsl(query, keep_blank_values=True)
        try:
            operation, places = _find(method, path)
            caller = self._caller(path, json.loads(headers or "{}"))
            result = operation.function(**self._arguments(operation, places, asked, caller, body))
            if asyncio.iscoroutine(result):
                result = await result
            if hasattr(result, "parts"):
                await self.store.keep_cookies(result.cookies)
                async with aclosing(result.parts(StreamTarget())) as parts:
                    async for part in parts:
                        if not is_begun:
                            begin(operation.status, result.headers)
                        hear("part", part.decode())
            else:
                answer = result if isinstance(result, Answer) else Answer(result)
                await self.store.keep_cookies(answer.cookies)
                text, media_type = _text(answer.content), answer.media_type or operation.media_type
                begin(answer.status or operation.status, {"content-type": media_type, **answer.headers})
                if text:
                    hear("part", text)
        except Exception as error:
            refusal = _refusal(error, dict(asked).get("lang", Language.EN))
            if not is_begun:
                wait = {} if refusal.retry_after is None else {"retry-after": str(refusal.retry_after)}
                begin(refusal.kind.status, {"content-type": MEDIA_TYPE, **wait})
                hear("part", problem_bytes(refusal).decode())
        hear("end", "")

    def _caller(self, path: str, headers: Mapping[str, str]) -> Caller:
        raw = {name.encode(): value.encode() for name, value in headers.items()}
        cookies = self.store.cookies("/".join(path.split("/")[:4]))  # the path of a table
        if cookies:
            raw[b"cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()
        return Caller("", raw, "")

    def _arguments(
        self,
        operation: Operation,
        places: Mapping[str, str],
        asked: list[tuple[str, str]],
        caller: Caller,
        body: str,
    ) -> dict[str, Any]:
        """Return the arguments of an operation's function, checked and converted."""
        arguments: dict[str, Any] = {}
        for name, argument in operation.arguments.items():
            if argument.is_body:
                arguments[name] = _body(body, argument.kind)
            elif argument.is_given:
                arguments[name] = self._given(name, caller, places)
            elif isinstance(argument.mark, InPath):
                arguments[name] = _value(argument, [places[argument.name]])
            elif isinstance(argument.mark, InHeader):
                found = caller.headers.get(argument.name.encode())
                arguments[name] = _value(argument, [] if found is None else [found.decode()])
            else:
                arguments[name] = _value(argument, [value for key, value in asked if key == argument.name])
        return arguments

    def _given(self, name: str, caller: Caller, places: Mapping[str, str]) -> object:
        if name == "context":
            return RequestContext(self.services, caller, places["table_id"])
        return {"services": self.services, "caller": caller, "store": self.store}[name]


class LocalRoute(NamedTuple):
    """An operation and its method and path."""

    address: str
    """Path with the names of its variable parts, such as ``/api/tables/{table_id}``."""
    pattern: re.Pattern[str]
    operation: Operation


@cache
def routes() -> list[LocalRoute]:
    """Return all routes of a device."""
    return [_route(operation) for operation in (*API, *DEVICE)]


def _route(operation: Operation) -> LocalRoute:
    path = f"/api{operation.path}"
    pattern = re.sub(r"\{(\w+):(\w+)\}", lambda match: f"(?P<{match[1]}>{_SEGMENTS[match[2]]})", path)
    return LocalRoute(re.sub(r":\w+\}", "}", path), re.compile(pattern), operation)


def _find(method: str, path: str) -> tuple[Operation, dict[str, str]]:
    """Return the operation for a request, and the variable parts of its path."""
    matching = [(route.operation, match) for route in routes() if (match := route.pattern.fullmatch(path))]
    for operation, match in matching:
        if operation.method == method:
            return operation, {name: unquote(value) for name, value in match.groupdict().items()}
    if matching:
        allowed = ", ".join(sorted(operation.method for operation, _ in matching))
        raise RefusedError(Refusal.METHOD, f"This address accepts {allowed}, not {method}.")
    raise RefusedError(Refusal.NOT_FOUND, "There is nothing at this address.")


def _body(text: str, kind: Any) -> Any:
    try:
        return msgspec.json.decode(text or "{}", type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise RefusedError(Refusal.UNREADABLE, f"The request cannot be read: {error}.") from None


def _value(argument: Argument, texts: list[str]) -> Any:
    """Return the value of an argument in the path, the query or a header."""
    if not texts:
        if not argument.is_required:
            return argument.default
        raise RefusedError(Refusal.UNREADABLE, f"The request cannot be read: {argument.name} is missing.")
    kind, is_list = _bounded(argument)
    try:
        return msgspec.convert(texts if is_list else texts[-1], kind, strict=False)
    except msgspec.ValidationError as error:
        raise RefusedError(Refusal.UNREADABLE, f"The request cannot be read: {argument.name}: {error}.") from None


@cache
def _bounded(argument: Argument) -> tuple[Any, bool]:
    """Return an argument's type with its bounds, and whether it is a list."""
    kinds = [kind for kind in get_args(argument.kind) or (argument.kind,) if kind is not type(None)]
    kind = kinds[0] if type(None) in get_args(argument.kind) else argument.kind
    is_list, mark = getattr(kind, "__origin__", None) is list, argument.mark
    bounds = {name: getattr(mark, name) for name in ("pattern", "min_length", "max_length", "ge", "le", "lt")}
    bounds["max_length"] = mark.max_items if is_list else mark.max_length
    given = {name: value for name, value in bounds.items() if value is not None}
    return (Annotated[kind, Meta(**given)] if given else kind), is_list


def _text(content: object) -> str:
    """Return a message or its encoded form as text."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return (content if isinstance(content, bytes) else msgspec.json.encode(content)).decode()


def _refusal(error: Exception, language: str) -> RefusedError:
    if isinstance(error, ImportError) and not isinstance(error, RoostError):
        _log.warning("missing", exc_info=error)
        return RefusedError(Refusal.NOT_NOW, "This device cannot calculate this: play it with a server.")
    return refusal_of(error, language)
