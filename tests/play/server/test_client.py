"""The client on a bad line: what may be sent again is, what may not is not, and events resume."""

import asyncio
from pathlib import Path

import httpx
import pytest

from patience import PATIENCE
from play.server.lines import bad_line
from play.server.processes import free_port
from play.server.serving import ANNA, BEN, OPEN, fast, serving
from roost.play.client import Client, ServerError, TableClient


async def test_a_seat_is_taken_once_though_the_answer_is_lost(database: Path) -> None:
    """Sitting down has no key: sent again, it would take a second seat and leave the first to a ghost."""
    async with serving(fast(database)) as server, bad_line(server.url) as line, Client(line.url) as client:
        host = await server.client.create("junior", [OPEN, OPEN, OPEN])
        table = await client.find(host.id)
        line.lose_answer("POST ")
        with pytest.raises(httpx.TransportError):
            await table.claim("Cleo")
        seats = (await host.snapshot())["table"]["seats"]
        assert [seat["name"] for seat in seats] == ["Cleo", "", ""]


async def test_a_move_is_made_once_though_the_answer_is_lost(database: Path) -> None:
    """A move has a key: it is sent again until it is answered, and stands in the log once."""
    async with serving(fast(database)) as server, bad_line(server.url) as line, Client(line.url) as client:
        host = await client.create("junior", [ANNA, BEN])
        started = (await host.start())["version"]
        line.lose_answer("POST ")
        change = await host.move(version=started)
        assert change["version"] == started + 1
        assert (await host.snapshot())["table"]["version"] == started + 1


async def test_what_was_never_sent_is_sent_once_there_is_a_server(database: Path) -> None:
    """A request that reached nobody has done nothing, whatever it asks for."""
    port = free_port()
    async with serving(fast(database)) as server, Client(f"http://127.0.0.1:{port}") as client:
        making = asyncio.create_task(client.create("junior", [ANNA, BEN]))
        with pytest.raises(httpx.ConnectError):
            await client.http.get(client.url)
        async with bad_line(server.url, port):
            table = await making
            assert (await server.client.find(table.code)).id == table.id


async def test_events_resume_after_a_quiet_spell(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long nobody has moved, a break is no reason to give up: only a server that stays away is."""
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
        monkeypatch.setattr(loop, "time", lambda: clock() + 1.0)  # longer than the client is patient
        line.break_off()
        await host.move()
        async with asyncio.timeout(PATIENCE):
            assert (await waiting).version == first.version + 1


async def test_events_end_when_the_server_stays_away(database: Path) -> None:
    """A listener who cannot connect for as long as the client is patient is told."""
    async with serving(fast(database)) as server, Client(f"http://127.0.0.1:{free_port()}", patience=0.1) as client:
        host = await server.client.create("junior", [ANNA, BEN])
        with pytest.raises(httpx.ConnectError):
            await anext(TableClient(client, host.id).events())


async def test_a_refusal_ends_the_events_at_once(database: Path) -> None:
    """A table that is not there will not be there later."""
    async with serving(fast(database)) as server, Client(server.url) as client:
        with pytest.raises(ServerError) as error:
            async with asyncio.timeout(PATIENCE):
                await anext(TableClient(client, "0" * 20).events())
        assert error.value.kind == "not-found"
