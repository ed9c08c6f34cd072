"""Events: snapshot first, every change once and in order, resuming after any interruption."""

import asyncio
import socket
from pathlib import Path

import pytest

from patience import PATIENCE
from play.server.serving import ANNA, BEN, Serving, choose_first, fast, serving
from roost.play.client import ServerError, TableClient


async def played(server: Serving, moves: int) -> TableClient:
    """A table with some moves."""
    host = await server.client.create("heckmeck", [ANNA, BEN])
    await play_on(host, moves, (await host.start())["table"]["game"])
    return host


async def play_on(table: TableClient, moves: int, game: dict[str, object]) -> None:
    """Make some moves."""
    for _ in range(moves):
        game = await choose_first(table, game)


async def versions(table: TableClient, after: int | None, until: int) -> list[tuple[str, int]]:
    """The news of a watcher, up to a version."""
    seen = []
    async with asyncio.timeout(PATIENCE):
        async for event in table.events(after):
            seen.append((event.kind, event.version))
            if event.version >= until:
                break
    return seen


@pytest.mark.parametrize("missed", [1, 5, 40])
async def test_a_watcher_resumes_after_the_last_event_it_saw(missed: int, server: Serving) -> None:
    """With Last-Event-ID come the missed changes one by one, from memory or from the log, and then the new ones."""
    table = await played(server, 45)
    last = table.version
    seen = await versions(table, last - missed, last)
    assert seen == [("change", version) for version in range(last - missed + 1, last + 1)]


async def test_a_watcher_who_is_up_to_date_hears_only_what_is_new(server: Serving) -> None:
    """Resuming at the current version tells nothing again."""
    table = await played(server, 3)
    last = table.version
    watching = asyncio.create_task(versions(table, last, last + 1))
    async with asyncio.timeout(PATIENCE):
        while not server.app.services.hub.count:
            await asyncio.sleep(0)
    game = (await table.snapshot())["table"]["game"]
    await choose_first(table, game)
    assert await watching == [("change", last + 1)]


@pytest.mark.parametrize("last", ["0", "999999", "-1", "x", "٣", ""])
async def test_who_resumes_from_nowhere_gets_a_snapshot(last: str, server: Serving) -> None:
    """An id that the table never had is as good as none."""
    table = await played(server, 2)
    headers = [(b"last-event-id", last.encode())]
    async with server.http.stream("GET", f"{server.url}/api/tables/{table.id}/events", headers=headers) as stream:
        lines = stream.aiter_lines()
        told = [await anext(lines) for _ in range(4)]
    assert told == ["retry: 2000", "", f"id: {table.version}", "event: snapshot"]


async def test_events_work_behind_a_proxy_and_are_never_cached(database: Path) -> None:
    """The stream says that it must not be buffered, and beats while nothing happens, as long as a watcher likes.

    Deadlines are for requests.
    """
    async with serving(fast(database, request_seconds=0.1, heartbeat=0.3)) as server:
        table = await played(server, 0)
        async with server.http.stream("GET", f"{server.url}/api/tables/{table.id}/events") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert stream.headers["x-accel-buffering"] == "no"
            assert stream.headers["cache-control"] == "no-store"
            lines = stream.aiter_lines()
            for _ in range(2):
                while await anext(lines) != ": heartbeat":
                    pass


async def test_a_slow_reader_is_dropped_and_can_resume(server: Serving) -> None:
    """A client who does not read is cut off, holds nobody up, and gets everything on coming back."""
    table = await played(server, 0)
    server.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # accepted connections inherit it
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
    reader.send(f"GET /api/tables/{table.id}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    last = table.version
    game = (await table.snapshot())["table"]["game"]
    metrics = ""
    async with asyncio.timeout(PATIENCE):
        while "roost_streams_dropped_total 1" not in metrics:
            for _ in range(100):
                if game["node"] == "over":
                    game = (await table.rematch())["table"]["game"]
                game = await choose_first(table, game)
            metrics = (await server.http.get(f"{server.url}/metrics")).text
    reader.close()
    first = (await versions(table, last, last + 1))[0]
    assert first in [("change", last + 1), ("snapshot", table.version)]


async def test_a_dropped_watcher_is_cut_off_at_once(database: Path) -> None:
    """The connection ends although nothing of what was sent has been read: nothing is left to be flushed."""
    async with serving(fast(database, answer_seconds=10 * PATIENCE)) as server:
        table = await played(server, 0)
        hub, connections = server.app.services.hub, server.state.connections
        before = set(connections)
        reader = socket.socket()
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
        reader.send(f"GET /api/tables/{table.id}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            while not hub.is_watched(table.id):
                await asyncio.sleep(0)
            version = table.version
            while hub.is_watched(table.id):
                version += 1
                hub.publish(table.id, version, lambda _: b"x" * 100_000)
                await asyncio.sleep(0)
            assert hub.dropped == 1
            while set(connections) - before:
                await asyncio.sleep(0)
        reader.close()


async def test_a_watcher_who_goes_is_forgotten(database: Path) -> None:
    """Streams are counted while they are open, and limited."""
    async with serving(fast(database, max_streams=2, heartbeat=0.05)) as server:
        table = await played(server, 0)
        url = f"{server.url}/api/tables/{table.id}/events"
        async with server.http.stream("GET", url) as one, server.http.stream("GET", url) as two:
            await anext(one.aiter_lines())
            await anext(two.aiter_lines())
            with pytest.raises(ServerError, match="Too many event streams"):
                await anext(table.events().__aiter__())
        async with asyncio.timeout(PATIENCE):
            while "roost_streams 0" not in (await server.http.get(f"{server.url}/metrics")).text:
                await asyncio.sleep(0.02)


async def test_a_stream_is_counted_when_it_opens(server: Serving) -> None:
    """As a request that was answered at once, and not when it ends as one that took as long as it was open."""
    table = await played(server, 0)

    async def answered() -> int:
        metrics = (await server.http.get(f"{server.url}/metrics")).text
        return int(metrics.partition("roost_request_seconds_count ")[2].split()[0])

    before = await answered()
    async with server.http.stream("GET", f"{server.url}/api/tables/{table.id}/events") as stream:
        await anext(stream.aiter_lines())
        assert await answered() == before + 2  # asking for the number counts as well
    async with asyncio.timeout(PATIENCE):
        while server.app.services.hub.count:
            await asyncio.sleep(0.01)
    assert await answered() == before + 3


async def test_the_stream_speaks_the_watcher_s_language(server: Serving) -> None:
    """Asked for a language, the stream tells what happened and what each action does in its words."""
    table = await played(server, 0)
    async with server.http.stream("GET", f"{server.url}/api/tables/{table.id}/events?lang=de") as stream:
        lines = stream.aiter_lines()
        while (await anext(lines)) != "event: snapshot":
            pass
        await table.move()
        while not (line := await anext(lines)).startswith('data: {"version"'):
            pass
    assert '"told":["Anna' in line
    assert '"to_you":{"0":["Du ' in line  # Anna's own device says so to her
    assert '"text":"' in line
