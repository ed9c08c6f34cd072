"""The client on an unreliable connection: which requests it repeats, and how events resume."""

import asyncio
from pathlib import Path

import httpx
import pytest

from patience import PATIENCE
from play.server.lines import bad_line
from play.server.processes import free_port
from play.server.serving import ANNA, BEN, OPEN, fast, serving
from roost.play.client import Client, ServerError, TableClient


async def test_the_client_does_not_repeat_a_claim_without_an_answer(database: Path) -> None:
    """A claim has no key, so a repeated one would take a second seat."""
    async with serving(fast(database)) as server, bad_line(server.url) as line, Client(line.url) as client:
        host = await server.client.create("junior", [OPEN, OPEN, OPEN])
        table = await client.find(host.id)
        line.lose_answer("POST ")
        with pytest.raises(httpx.TransportError):
            await table.claim("Cleo")
        seats = (await host.snapshot())["table"]["seats"]
        assert [seat["name"] for seat in seats] == ["Cleo", "", ""]


async def test_the_client_repeats_a_move_until_it_is_answered(database: Path) -> None:
    """A move has a key, so it is applied once."""
    async with serving(fast(database)) as server, bad_line(server.url) as line, Client(line.url) as client:
        host = await client.create("junior", [ANNA, BEN])
        started = (await host.start())["version"]
        line.lose_answer("POST ")
        change = await host.move(version=started)
        assert change["version"] == started + 1
        assert (await host.snapshot())["table"]["version"] == started + 1


async def test_the_client_repeats_a_request_that_reached_no_server(database: Path) -> None:
    """Such a request has had no effect, so any kind may be repeated."""
    port = free_port()
    async with serving(fast(database)) as server, Client(f"http://127.0.0.1:{port}") as client:
        making = asyncio.create_task(client.create("junior", [ANNA, BEN]))
        with pytest.raises(httpx.ConnectError):
            await client.http.get(client.url)
        async with bad_line(server.url, port):
            table = await making
            assert (await server.client.find(table.code)).id == table.id


async def test_events_resume_after_a_long_time_without_changes(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client gives up when the server is unreachable, not when a quiet table's connection breaks."""
    async with (
        serving(fast(database)) as server,
        bad_line(server.url) as line,
        Client(line.url, patience=0.1) as client,
    ):
        host = await server.client.create("junior", [ANNA, BEN])
        await host.start()
        events = TableClient(client, host.id).events()
        first = await anext(events)
        waiting = asyncio.ensure_future(anext(events))
        loop, clock = asyncio.get_running_loop(), asyncio.get_running_loop().time
        monkeypatch.setattr(loop, "time", lambda: clock() + 1.0)  # longer than the client's patience
        line.break_off()
        await host.move()
        async with asyncio.timeout(PATIENCE):
            assert (await waiting).version == first.version + 1


async def test_events_end_with_an_error_when_the_server_stays_unreachable(database: Path) -> None:
    """The client tries to connect for as long as its patience lasts."""
    async with serving(fast(database)) as server, Client(f"http://127.0.0.1:{free_port()}", patience=0.1) as client:
        host = await server.client.create("junior", [ANNA, BEN])
        with pytest.raises(httpx.ConnectError):
            await anext(TableClient(client, host.id).events())


async def test_a_refusal_ends_the_events_at_once(database: Path) -> None:
    """A table that does not exist will not exist later either."""
    async with serving(fast(database)) as server, Client(server.url) as client:
        with pytest.raises(ServerError) as error:
            async with asyncio.timeout(PATIENCE):
                await anext(TableClient(client, "0" * 20).events())
        assert error.value.kind == "not-found"
