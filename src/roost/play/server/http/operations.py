"""Declares the operations of the API, without any web framework.

A route handler is a plain function. Its decorator says at which method and path it answers, its annotations say where
each argument comes from, and it returns a message, an :class:`Answer` or a :class:`StreamedAnswer`. Each transport
binds the functions: a server by :mod:`roost.play.server.http.binding`, a page without a server by
:mod:`roost.play.local`.
"""

import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import Signature, signature
from types import ModuleType
from typing import Annotated, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, get_args, get_origin

from roost.play.server.live.hub import DirectWriter
from roost.play.table.refusals import Refusal

_T = TypeVar("_T")
_Function = Callable[..., Any]


@dataclass(frozen=True)
class Parameter:
    """Where an argument comes from, and its bounds."""

    name: str | None = None
    """Name in the request; None for the argument's own name."""
    description: str | None = None
    pattern: str | None = None
    min_length: int | None = None
    max_length: int | None = None
    max_items: int | None = None
    ge: int | None = None
    le: int | None = None
    lt: int | None = None


class InPath(Parameter):
    """An argument that is a part of the path."""


class InQuery(Parameter):
    """An argument in the query of the URL."""


class InHeader(Parameter):
    """An argument in a header."""


class _Body:
    """Marks an argument that is the request's body."""


class _Given:
    """Marks an argument that the transport provides, recognised by its name."""


Body: TypeAlias = Annotated[_T, _Body()]
"""The body of a request, which is JSON."""
Given: TypeAlias = Annotated[_T, _Given()]
"""The ``services``, the ``caller`` or the ``context`` of a request."""


class Cookie(NamedTuple):
    """A secret that the caller sends with every later request below a path. It is hidden from the page's scripts."""

    name: str
    value: str
    path: str
    is_secure: bool
    """Whether the caller may send it only with encryption."""


@dataclass(frozen=True)
class Caller:
    """The client that sent a request."""

    client: str
    """Network address by which clients are counted; empty on one's own device."""
    headers: Mapping[bytes, bytes]
    origin: str
    """Scheme, host and path under which the client reaches the tables, without a slash at the end."""

    @property
    def accepts_gzip(self) -> bool:
        """Whether the client accepts gzip."""
        return accepts_gzip(self.headers.get(b"accept-encoding", b"").decode("latin-1"))


def accepts_gzip(accepted: str) -> bool:
    """Whether a header accepts gzip, for which it must name gzip with a weight above zero."""
    return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted.lower()) is not None


@dataclass
class Answer(Generic[_T]):
    """A complete answer."""

    content: _T
    """The message, or its encoded form."""
    status: int | None = None
    """Status of the answer; None for the operation's own."""
    media_type: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    cookies: Sequence[Cookie] = ()


class StreamTarget(NamedTuple):
    """What a stream may use of the connection to its reader."""

    writer: DirectWriter | None = None
    """Writes directly, past the transport; None if the transport cannot do this."""
    cut: Callable[[], object] | None = None
    """Ends the connection at once; None if a reader that is too slow need not be cut off."""


class StreamedAnswer(Protocol):
    """An answer that is sent in parts, until it is complete or the client disconnects."""

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers of the answer, with the type of its content."""

    @property
    def cookies(self) -> Sequence[Cookie]:
        """Cookies to be stored by the client."""

    def parts(self, target: StreamTarget) -> AsyncGenerator[bytes]:
        """Yield the parts. Nothing is sent before the first part, so until then the request can be refused."""


@dataclass(frozen=True)
class Operation:
    """A function that answers requests, and everything that a transport needs to know about it."""

    method: str
    path: str
    function: _Function
    tag: str
    status: int
    refuses: tuple[Refusal, ...]
    """The refusals that are special to this operation."""
    media_type: str
    pends: bool
    """Whether the answer may be 202: not ready, ask again."""
    streams: str | None
    """Description of the parts if the answer is a stream."""
    max_body: int | None
    """Maximum size of the body in bytes, if it differs from the server's setting."""

    @cached_property
    def arguments(self) -> "dict[str, Argument]":
        """The function's arguments by name."""
        parameters = signature(self.function, eval_str=True).parameters
        return {name: Argument.of(name, each.annotation, each.default) for name, each in parameters.items()}


class Argument(NamedTuple):
    """An argument of an operation's function."""

    kind: Any
    """Type of the value, without marks."""
    mark: Any
    """The :class:`Parameter`, or the mark for a body or a given value."""
    name: str
    """Name in the request."""
    default: Any

    @classmethod
    def of(cls, name: str, annotation: Any, default: Any) -> "Argument":
        """Read an annotation. Raises :class:`TypeError` if it does not say where the argument comes from."""
        kind, *marks = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
        mark = next((mark for mark in marks if isinstance(mark, Parameter | _Body | _Given)), None)
        if mark is None:
            raise TypeError(f"the annotation of {name} does not say where the argument comes from")
        return cls(kind, mark, getattr(mark, "name", None) or name, default)

    @property
    def is_body(self) -> bool:
        """Whether the argument is the request's body."""
        return isinstance(self.mark, _Body)

    @property
    def is_required(self) -> bool:
        """Whether the argument has no default value."""
        return self.default is Signature.empty

    @property
    def is_given(self) -> bool:
        """Whether the transport provides the argument."""
        return isinstance(self.mark, _Given)


def _operation(method: str, default_status: int) -> Callable[..., Callable[[_Function], Operation]]:
    def declare(
        path: str,
        *,
        tag: str,
        refuses: Sequence[Refusal] = (),
        status: int = default_status,
        media_type: str = "application/json",
        pends: bool = False,
        streams: str | None = None,
        max_body: int | None = None,
    ) -> Callable[[_Function], Operation]:
        def of(function: _Function) -> Operation:
            return Operation(method, path, function, tag, status, tuple(refuses), media_type, pends, streams, max_body)

        return of

    return declare


get, post, delete = _operation("GET", 200), _operation("POST", 200), _operation("DELETE", 200)
"""Decorators that declare an operation for a method and a path below ``/api``."""


def operations_in(module: ModuleType) -> list[Operation]:
    """Return the operations that a module declares, in order."""
    return [value for value in vars(module).values() if isinstance(value, Operation)]
