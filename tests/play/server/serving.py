"""Servers for tests: real ones on loopback, in the test's own event loop, each with its own database file."""

import asyncio
import json
import re
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from socket import socket
from typing import Any, Literal
from weakref import WeakSet

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from patience import PATIENCE
from roost.core.record import read
from roost.play.client import Client, ServerError, TableClient, new_http
from roost.play.dice import verify_dice
from roost.play.server.http.app import create_app, make_litestar
from roost.play.server.http.fast_path import FastPath
from roost.play.server.http.guard import Guard
from roost.play.server.live.services import Services
from roost.play.server.settings import Settings
from roost.play.server.storage.sql_store import SqlStore
from roost.study.bots import bot

OPEN = {"kind": "open"}
ANNA = {"kind": "here", "name": "Anna"}
BEN = {"kind": "here", "name": "Ben"}
CHICK = {"kind": "bot", "bot": "chick"}


class Clock:
    """A clock that tests can put forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        monkeypatch.setattr("roost.play.server.live.rooms.time", self)

    def time(self) -> float:
        """Return the time that tables use."""
        return time.time() + self.ahead


@dataclass
class Serving:
    """A running server and a client for it."""

    url: str
    app: Guard
    client: Client
    http: httpx.AsyncClient
    listening: socket
    state: ServerState
    """Uvicorn's record of its open connections."""

    async def refused(self, method: str, path: str, body: Any = None, token: str | None = None) -> ServerError:
        """Return the error with which the server refuses a request."""
        try:
            answer = await self.client.call(method, path, body, token)
        except ServerError as error:
            return error
        raise AssertionError(f"not refused: {answer}")


class _StrongTables(WeakSet[Any]):
    """A client's tables, never garbage-collected, so that each person's device still answers when a game begins."""

    def __init__(self) -> None:
        super().__init__()
        self._all: list[Any] = []

    def add(self, table: Any) -> None:
        self._all.append(table)
        super().add(table)


class _Server(uvicorn.Server):
    """A server that stops at once; Uvicorn's own polls its clock, and every test would wait for that."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        self.should_exit = True
        self._stopping.set()

    async def main_loop(self) -> None:
        counter = 0
        while not await self.on_tick(counter):
            counter += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), 0.1)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        for listening in self.servers:
            listening.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        if answering := set(self.server_state.tasks):
            _, endless = await asyncio.wait(answering, timeout=1)
            for task in endless:
                task.cancel()
        await self.lifespan.shutdown()


@cache
def _described() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    paths = make_litestar(16_384).openapi_schema.to_schema()["paths"]
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operations) for path, operations in paths.items()]


def as_described(answer: httpx.Response) -> None:
    """Assert that the API description lists the status of this answer, unless the guard refused the request."""
    method, path, status = answer.request.method.lower(), answer.request.url.path, str(answer.status_code)
    matching = [
        operations[method] for pattern, operations in _described() if pattern.fullmatch(path) and method in operations
    ]
    expected = {status for operation in matching for status in operation["responses"]} | {"400", "403", "415"}
    assert not matching or status in expected, f"{method} {path}: {status}"


async def _as_described(answer: httpx.Response) -> None:
    as_described(answer)


def fast(database: Path | str, **changed: Any) -> Settings:
    """Return settings for tests: bots move at once, and rate limits are out of reach."""
    defaults: dict[str, Any] = {"database": str(database), "bot_delay": 0.0, "rate": 1e6, "burst": 10**6, "log": False}
    defaults |= {
        "port": 0,
        "max_connections": 500,
        "max_streams": 400,
    }  # independent of this machine's limit of open files
    defaults |= {"warm_up": False, "max_log_per_client": 1e6}
    return Settings(
        **{**defaults, "max_tables_per_client": 10**6, "code_guesses": 1e6, "sweep": 0.2, "grace": 1.0, **changed}
    )


def sql_store(services: Services) -> SqlStore:
    """Return the store of a server's services."""
    assert isinstance(services.store, SqlStore)
    return services.store


@asynccontextmanager
async def serving(
    settings: Settings,
    *,
    http: type[FastPath] | Literal["h11"] = FastPath,
    proxies: str = "127.0.0.1",
) -> AsyncIterator[Serving]:
    """Run a server on a free port of loopback."""
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=http,
        port=settings.port,
        log_config=None,
        log_level="critical",
        access_log=False,
        timeout_keep_alive=3600,  # even on a slow machine, no client is cut off before its next request
        proxy_headers=True,
        forwarded_allow_ips=proxies,
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.005)
        if running.done():
            running.result()
            raise AssertionError("the server did not start")
    listening = server.servers[0].sockets[0]
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        limits = httpx.Limits(max_connections=200)
        async with new_http(limits=limits, timeout=PATIENCE, event_hooks={"response": [_as_described]}) as requests:
            client = Client(url, http=requests, patience=0.0)
            client.tables = _StrongTables()
            yield Serving(url, app, client, requests, listening, server.server_state)
    finally:
        server.stop()
        await running


def answered(http: httpx.Client, path: str, **query: Any) -> httpx.Response:
    """Repeat a request until its answer is ready; the server sends 202 until then."""
    while (answer := http.get(path, params=query)).status_code == 202:
        assert answer.json() == {"status": "working"}
        assert answer.headers["retry-after"] == "1"
    return answer


def wait_for_the_end(http: httpx.Client, table_id: str) -> None:
    """Watch a table until its game is over."""
    with http.stream("GET", f"/api/tables/{table_id}/events", timeout=PATIENCE) as events:
        for line in events.iter_lines():
            if line.startswith("data:") and json.loads(line.removeprefix("data:"))["table"]["status"] == "over":
                return
    raise AssertionError("the stream ended before the game")


def played_for_anna(http: httpx.Client) -> tuple[str, dict[str, str]]:
    """Return the id of a Junior table that Anna left to a bot, which finished the game, and her request headers."""
    created = http.post("/api/tables", json={"game": "junior", "seats": [ANNA, {"kind": "bot", "bot": "hen"}]}).json()
    url, headers = f"/api/tables/{created['id']}", {"authorization": f"Bearer {created['token']}"}
    http.cookies.clear()
    http.post(f"{url}/start", json={}, headers=headers).raise_for_status()
    http.post(f"{url}/leave", json={}, headers=headers).raise_for_status()
    http.post(f"{url}/seats/0/bot", json={"bot": "pullet"}, headers=headers).raise_for_status()
    wait_for_the_end(http, created["id"])
    return created["id"], headers


async def choose_first(table: TableClient, game: dict[str, Any]) -> dict[str, Any]:
    """Make the next move at a table: roll, or take the last legal action. Return the game after it."""
    action = game["actions"][-1]["action"] if game["node"] == "decide" else None
    after: dict[str, Any] = (await table.move(action, version=game["moved"]))["table"]["game"]
    return after


async def play_at_both(annas_server: Client, bens_server: Client, *more: dict[str, str]) -> None:
    """Play a whole game between Anna on one server and Ben on the other; both get the same outcome."""
    anna = await annas_server.create("junior", [ANNA, OPEN, *more])
    ben = await bens_server.join(anna.code, "Ben")

    async def begin() -> Any:
        await ben.start()
        return await ben.play(bot("pullet"))

    outcome, bens_outcome = await asyncio.gather(
        anna.play(bot("hen")), begin()
    )  # Anna's device has to answer at the start
    assert outcome == bens_outcome
    record = read(await ben.record())
    assert record.outcome is not None
    assert verify_dice(record).is_proved


@contextmanager
def serving_in_thread(settings: Settings) -> Iterator[str]:
    """Run a server in another thread, for tests that only send requests. Yield its address."""
    address: list[str] = []
    is_up = threading.Event()
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    async def serve() -> None:
        async with serving(settings) as server:
            address.append(server.url)
            is_up.set()
            await stop.wait()
        await asyncio.sleep(0)  # the loop closes the sockets in its next iteration, which ends open streams

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert is_up.wait(PATIENCE)
        yield address[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()
