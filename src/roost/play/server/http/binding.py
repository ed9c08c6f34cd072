"""Binds the operations of the API to Litestar."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import fields
from inspect import Parameter as Argument
from inspect import iscoroutinefunction, signature
from typing import Annotated, Any, TypeAlias, cast, get_args, get_origin

import litestar
from litestar import Request, Response
from litestar.datastructures import Cookie as LitestarCookie
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Schema
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Meta

from roost.play.server.http import operations
from roost.play.server.http.guard import client_of, host_of
from roost.play.server.http.operations import Answer, Caller, Cookie, Operation, Parameter, StreamedAnswer, StreamTarget
from roost.play.server.http.problems import MEDIA_TYPE, Problem
from roost.play.server.http.routes.request_context import context_of
from roost.play.server.live.answers import Pending
from roost.play.server.live.hub import DIRECT_WRITER
from roost.play.server.live.services import SERVICES, Services
from roost.play.table.refusals import Refusal

AnyRequest: TypeAlias = Request[Any, Any, Any]
ServerServices: TypeAlias = NamedDependency[Services]
"""The server's services, injected into handlers that only a server has."""
_IS_BODY, _IS_GIVEN = (get_args(cast("Any", mark)[Any])[1:] for mark in (JSONBody, NamedDependency))
_COOKIE_AGE = 30 * 86_400
_PLACES = {operations.InPath: PathParameter, operations.InQuery: QueryParameter, operations.InHeader: HeaderParameter}
_PENDING = ResponseSpec(Pending, description="not ready: repeat the request soon", generate_examples=False)


def bound(operation: Operation) -> HTTPRouteHandler:
    """Return Litestar's handler for an operation."""
    options: dict[str, Any] = {"request_max_body_size": operation.max_body} if operation.max_body else {}
    declare = getattr(litestar, operation.method.lower())
    function = operation.function
    if not iscoroutinefunction(function):
        options["sync_to_thread"] = False
    handler: HTTPRouteHandler = declare(
        operation.path,
        status_code=operation.status,
        media_type=operation.media_type,
        tags=[operation.tag],
        responses=_responses(operation),
        **options,
    )(_translated(function))
    return handler


def documented(*kinds: Refusal) -> dict[int, ResponseSpec]:
    """Return the problems with which an operation may respond, for the API description."""
    always = (Refusal.UNREADABLE, Refusal.TOO_MANY, Refusal.UNAVAILABLE)
    words_by_status: dict[int, list[str]] = {}
    for kind in (*kinds, *always):
        words_by_status.setdefault(kind.status, []).append(kind.word)
    return {
        status: ResponseSpec(Problem, description=", ".join(words), media_type=MEDIA_TYPE, generate_examples=False)
        for status, words in sorted(words_by_status.items())
    }


def _responses(operation: Operation) -> dict[int, ResponseSpec]:
    responses = documented(*operation.refuses)
    if operation.pends:
        responses[202] = _PENDING
    if operation.streams is not None:
        kind = operation.media_type
        responses[200] = ResponseSpec(str, description=operation.streams, media_type=kind, generate_examples=False)
    return responses


def _translated(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does the same, with annotations and a result as Litestar reads them."""
    own = signature(function, eval_str=True)
    parameters = [each.replace(annotation=_annotation(each)) for each in own.parameters.values()]
    result = _result(own.return_annotation)

    async def answer_later(**given: Any) -> Any:
        return _response(await function(**given))

    def answer(**given: Any) -> Any:
        return _response(function(**given))

    translated: Any = answer_later if iscoroutinefunction(function) else answer
    translated.__name__, translated.__doc__ = function.__name__, function.__doc__
    translated.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": result}
    translated.__signature__ = own.replace(parameters=parameters, return_annotation=result)
    return cast("Callable[..., Any]", translated)


def _annotation(argument: Argument) -> Any:
    kind, mark, _, _ = found = operations.Argument.of(argument.name, argument.annotation, argument.default)
    if found.is_body:
        return Annotated[kind, *_IS_BODY]
    if found.is_given:
        return Annotated[kind, *_IS_GIVEN]
    return Annotated[kind, _parameter(kind, mark)]


def _parameter(kind: Any, mark: Parameter) -> Any:
    bounds: dict[str, Any] = {
        each.name: value for each in fields(mark) if (value := getattr(mark, each.name)) is not None
    }
    extra: dict[str, Any] = {}  # parts that Litestar's description omits: bounds of list items, and a bound of 0
    if (bound := _bound_of_items(kind)) is not None:
        extra["items"] = Schema(max_length=bound.max_length)
    if bounds.get("ge") == 0:
        extra["minimum"] = 0
    return _PLACES[type(mark)](**bounds, schema_extra=extra or None)


def _bound_of_items(kind: Any) -> Meta | None:
    """Return the bound of a list's items, if the type is an optional list of bounded items."""
    items = [get_args(part)[0] for part in get_args(kind) if get_origin(part) is list]
    return next((mark for item in items for mark in get_args(item) if isinstance(mark, Meta)), None)


def _result(annotation: Any) -> Any:
    if annotation is StreamedAnswer:
        return ASGIApp
    return cast("Any", Response)[get_args(annotation)] if get_origin(annotation) is Answer else annotation


def _response(result: Any) -> Any:
    if isinstance(result, Answer):
        status, kind, cookies = result.status, result.media_type, [_cookie(cookie) for cookie in result.cookies]
        return Response(result.content, status_code=status, media_type=kind, headers=result.headers, cookies=cookies)
    return _Sending(result) if hasattr(result, "parts") else result


def _cookie(cookie: Cookie) -> LitestarCookie:
    return LitestarCookie(
        key=cookie.name,
        value=cookie.value,
        path=cookie.path,
        max_age=_COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=cookie.is_secure,
    )


class _Sending:
    """ASGI application that sends a stream until it is complete or the client disconnects."""

    def __init__(self, stream: StreamedAnswer) -> None:
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        tasks = [asyncio.create_task(self._send(scope, send)), asyncio.create_task(_disconnected(receive))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if tasks[0].done() and not tasks[0].cancelled():
                tasks[0].result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, scope: Scope, send: Send) -> None:
        direct = cast("dict[str, Any]", (scope.get("extensions") or {}).get(DIRECT_WRITER) or {})
        task = asyncio.current_task()
        assert task is not None
        target = StreamTarget(direct.get("tell"), direct.get("cut", task.cancel))
        headers = [(name.encode(), value.encode()) for name, value in self._stream.headers.items()]
        cookies = [_cookie(cookie).to_header(header="") for cookie in self._stream.cookies]
        headers += [(b"set-cookie", cookie.encode()) for cookie in cookies]
        is_begun = False
        async with aclosing(self._stream.parts(target)) as parts:
            async for part in parts:
                if not is_begun:
                    is_begun = True
                    await send({"type": "http.response.start", "status": 200, "headers": headers})
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def provide_services(scope: Scope) -> Services:
    """Provide the server's services to all route handlers."""
    services: Services = scope["state"][SERVICES]
    return services


def provide_caller(scope: Scope) -> Caller:
    """Provide the client that sent a request to route handlers."""
    origin = f"{scope['scheme']}://{host_of(scope)}{provide_services(scope).settings.path}"
    return Caller(client_of(scope), dict(scope["headers"]), origin)


provide_context = _translated(context_of)
"""Provides the context of a request to route handlers for a table."""
