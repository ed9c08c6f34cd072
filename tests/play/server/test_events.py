"""Event streams: a snapshot first, then every change once and in order, resumed after any interruption."""

import asyncio
import socket
from pathlib import Path

import pytest

from patience import PATIENCE
from play.server.serving import ANNA, BEN, Serving, choose_first, fast, serving
from roost.play.client import ServerError, TableClient


async def played(server: Serving, moves: int) -> TableClient:
    """Return a table after some moves."""
    host = await server.client.create("heckmeck", [ANNA, BEN])
    await play_on(host, moves, (await host.start())["table"]["game"])
    return host


async def play_on(table: TableClient, moves: int, game: dict[str, object]) -> None:
    for _ in range(moves):
        game = await choose_first(table, game)


async def versions(table: TableClient, after: int | None, until: int) -> list[tuple[str, int]]:
    """Return the kinds and versions of the events that a watcher gets, up to a version."""
    received = []
    async with asyncio.timeout(PATIENCE):
        async for event in table.events(after):
            received.append((event.kind, event.version))
            if event.version >= until:
                break
    return received


@pytest.mark.parametrize("missed", [1, 5, 40])
async def test_a_watcher_resumes_after_its_last_event(missed: int, server: Serving) -> None:
    """A request with Last-Event-ID gets the missed changes one by one, from memory or the log, then the new ones."""
    table = await played(server, 45)
    last = table.version
    received = await versions(table, last - missed, last)
    assert received == [("change", version) for version in range(last - missed + 1, last + 1)]


async def test_an_up_to_date_watcher_gets_only_new_changes(server: Serving) -> None:
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
async def test_resuming_from_an_unknown_event_gives_a_snapshot(last: str, server: Serving) -> None:
    table = await played(server, 2)
    headers = [(b"last-event-id", last.encode())]
    async with server.http.stream("GET", f"{server.url}/api/tables/{table.id}/events", headers=headers) as stream:
        lines = stream.aiter_lines()
        received = [await anext(lines) for _ in range(4)]
    assert received == ["retry: 2000", "", f"id: {table.version}", "event: snapshot"]


async def test_a_stream_is_unbuffered_uncached_and_kept_alive(database: Path) -> None:
    """Heartbeats keep the stream open beyond the deadline for requests."""
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
    """A client that does not read is cut off, delays no one, and gets the missed changes when it returns."""
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


async def test_a_dropped_watchers_connection_is_closed_at_once(database: Path) -> None:
    """Unread data in its buffers are not flushed first."""
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


async def test_open_streams_are_counted_and_limited(database: Path) -> None:
    """A watcher that leaves is no longer counted."""
    async with serving(fast(database, max_streams=2, heartbeat=0.05)) as server:
        table = await played(server, 0)
        url = f"{server.url}/api/tables/{table.id}/events"
        async with server.http.stream("GET", url) as first, server.http.stream("GET", url) as second:
            await anext(first.aiter_lines())
            await anext(second.aiter_lines())
            with pytest.raises(ServerError, match="Too many event streams"):
                await anext(table.events().__aiter__())
        async with asyncio.timeout(PATIENCE):
            while "roost_streams 0" not in (await server.http.get(f"{server.url}/metrics")).text:
                await asyncio.sleep(0.02)


async def test_a_stream_counts_as_a_request_when_it_opens(server: Serving) -> None:
    """A stream that ends is not counted as one long request."""
    table = await played(server, 0)

    async def answered() -> int:
        metrics = (await server.http.get(f"{server.url}/metrics")).text
        return int(metrics.partition("roost_request_seconds_count ")[2].split()[0])

    before = await answered()
    async with server.http.stream("GET", f"{server.url}/api/tables/{table.id}/events") as stream:
        await anext(stream.aiter_lines())
        assert await answered() == before + 2  # reading the metrics counts as well
    async with asyncio.timeout(PATIENCE):
        while server.app.services.hub.count:
            await asyncio.sleep(0.01)
    assert await answered() == before + 3


async def test_a_stream_has_sentences_in_the_watchers_language(server: Serving) -> None:
    """Changes have sentences, and actions have texts, in the language of the request."""
    table = await played(server, 0)
    async with server.http.stream("GET", f"{server.url}/api/tables/{table.id}/events?lang=de") as stream:
        lines = stream.aiter_lines()
        while (await anext(lines)) != "event: snapshot":
            pass
        await table.move()
        while not (line := await anext(lines)).startswith('data: {"version"'):
            pass
    assert '"sentences":["Anna' in line
    assert '"to_you":{"0":["Du ' in line  # the sentence for Anna's own device
    assert '"text":"' in line
