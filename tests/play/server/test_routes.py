"""Every route has a row in the table of costs, and keeps to it."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from time import thread_time
from typing import Any, NamedTuple

import pytest
from litestar.routes import HTTPRoute

from play.server.long_history import TABLE, TOKEN, long_table, many_results
from play.server.route_table import ROUTES, Row
from play.server.serving import fast
from roost.play.server.http.app import create_app, make_litestar
from roost.play.server.http.guard import Guard, cost_of
from roost.play.server.live.answers import Calculator
from roost.play.web.pages import PAGES

_TRIES, _MOST_TRIES = 2, 8
"""Minimum and maximum number of measurements; a slow one is repeated, because other programs can only slow it down."""
_THREADS = {"roost-jobs": "desk", "roost-calculator": "calculator", "roost-writer": "database", "": "database"}
_POOLS = ("desk", "calculator")


def test_every_route_has_a_row() -> None:
    """The table lists exactly the routes of the API description and of the page."""
    app = make_litestar(16_384)
    described = app.openapi_schema.to_schema()["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    for route in app.routes:
        if isinstance(route, HTTPRoute) and not route.path_format.startswith("/openapi"):  # refused by the guard
            routes |= {f"{method} {route.path_format}" for method in route.methods if method != "OPTIONS"}
    assert routes - {f"GET {address}" for address in PAGES if address != "/"} == set(ROUTES)


class _Measured(NamedTuple):
    """The effects of one request."""

    status: int
    loop: float
    """Time that the event loop's thread worked for the request, in milliseconds."""
    where: set[str]


@pytest.fixture
def submitted(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The threads to which work was submitted, filled as requests come."""
    used: set[str] = set()
    submit = asyncio.BaseEventLoop.run_in_executor

    def record(loop: asyncio.BaseEventLoop, executor: Executor | None, *work: Any) -> Any:
        used.add(_THREADS[getattr(executor, "_thread_name_prefix", "")])
        return submit(loop, executor, *work)

    monkeypatch.setattr(asyncio.BaseEventLoop, "run_in_executor", record)
    return used


async def _ask(app: Guard, method: str, address: str, body: object, host: bytes, submitted: set[str]) -> _Measured:
    """Send a request as a web server would; of an endless stream read only the beginning."""
    path, _, query = address.partition("?")
    content = b"" if body is None else json.dumps(body).encode()
    headers = [(b"host", host), (b"authorization", f"Bearer {TOKEN}".encode()), (b"accept-encoding", b"gzip")]
    headers += (
        [] if body is None else [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(content))]
    )
    scope: Any = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": path,
        "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "scheme": "http",
        "headers": headers, "client": ("192.0.2.1", 1), "server": ("127.0.0.1", 80), "state": {}, "extensions": {},
    }  # fmt: skip
    incoming: list[dict[str, Any]] = [{"type": "http.request", "body": content, "more_body": False}]
    has_enough, status = asyncio.Event(), 0

    async def receive() -> Any:
        if incoming:
            return incoming.pop()
        await has_enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)
        if path.endswith("/events") and message.get("body"):
            has_enough.set()

    submitted.clear()
    begun = thread_time()
    await app(scope, receive, send)
    return _Measured(status, 1000 * (thread_time() - begun), set(submitted))


async def test_every_route_keeps_to_its_row(
    database: Path, monkeypatch: pytest.MonkeyPatch, submitted: set[str]
) -> None:
    """The worst request of each route stays within its cost, its threads and its time on the event loop."""
    monkeypatch.setattr(Calculator, "_work", lambda *_: None)  # calculations count as unfinished
    long_table(database, 1_000)
    many_results(database, 40)
    app, wrong = create_app(fast(database)), []
    async with app.services.running():
        for route, row in ROUTES.items():
            method, _, path = route.partition(" ")
            address = (row.worst or path).replace("{table_id}", TABLE)
            runs: list[_Measured] = []
            for n in range(1, _MOST_TRIES + 1):
                key = b"h" * 254 + b"%d" % n
                runs.append(await _ask(app, method, address.replace("{n}", str(n)), row.body, key, submitted))
                if n >= _TRIES and min(run.loop for run in runs) <= row.most:
                    break
            wrong += [f"{route}: {why}" for why in _wrong(row, address, runs)]
    assert not wrong, "\n".join(wrong)


def _wrong(row: Row, address: str, runs: list[_Measured]) -> Iterator[str]:
    where, fastest = set().union(*(run.where for run in runs)), min(run.loop for run in runs)
    if cost_of(address.partition("?")[0]) != row.cost:
        yield f"it counts for {cost_of(address.partition('?')[0])}, not {row.cost}"
    if row.where == "loop":
        where = runs[-1].where  # the first request may have loaded a table
    if (row.where in ("loop", "database") and where - {row.where}) or (row.where in _POOLS and row.where not in where):
        yield f"it was answered in {where or 'the loop'}, not in {row.where}"
    if fastest > row.most:
        yield f"the event loop worked {fastest:.1f} ms for it, more than {row.most}"
    if any(run.status >= 500 for run in runs):
        yield f"it was answered with {[run.status for run in runs]}"
