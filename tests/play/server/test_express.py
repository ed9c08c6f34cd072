"""The express lane is a faster way to the same answers, and uvicorn goes on to look after the connection."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from patience import PATIENCE
from play.server.serving import ANNA, BEN, Serving, choose_first, fast, serving
from roost.play.client import TableClient
from roost.play.server import process
from roost.play.server.http import express
from roost.play.server.http.express import Express, missing_parts


def move_request(table: TableClient, version: int, key: str, *headers: str, body: str | None = None) -> bytes:
    """The bytes of a move: a roll of a device that gives no number."""
    sent = body or json.dumps({"version": version, "key": key, "throw": True})
    lines = [f"POST /api/tables/{table.id}/moves HTTP/1.1", "host: x", "content-type: application/json"]
    lines += [f"content-length: {len(sent)}", f"authorization: Bearer {table.token}", *headers]
    return "\r\n".join([*lines, "", sent]).encode()


async def answers(server: Serving, sent: bytes, count: int) -> list[tuple[int, dict[str, str], Any]]:
    """The answers on one connection: status, headers and body of so many."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    writer.write(sent)
    found: list[tuple[int, dict[str, str], Any]] = []
    async with asyncio.timeout(PATIENCE):
        while len(found) < count:
            status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
            if " 100 " in status:
                continue
            headers = dict(line.split(": ", 1) for line in lines)
            body = await reader.readexactly(int(headers["content-length"]))
            found.append((int(status.split()[1]), headers, json.loads(body)))
    writer.close()
    return found


async def started(server: Serving) -> tuple[TableClient, int]:
    """A table where the first roll is due, and its version."""
    made = await server.client.call("POST", "/api/tables", {"game": "heckmeck", "seats": [ANNA, BEN]})
    table = TableClient(server.client, made["id"], made["token"])
    begun = await server.client.call("POST", f"/api/tables/{table.id}/start", {}, table.token)
    return table, begun["version"]


async def test_requests_on_one_connection_are_answered_in_order(server: Serving) -> None:
    """A move, the same again and a snapshot, sent at once, are answered one after another."""
    table, version = await started(server)
    snapshot = f"GET /api/tables/{table.id} HTTP/1.1\r\nhost: x\r\n\r\n".encode()
    both = move_request(table, version, "a") + move_request(table, version, "a") + snapshot
    first, again, after = await answers(server, both, 3)
    assert (first[0], first[2]["version"]) == (200, version + 1)
    assert again[2] == first[2]
    assert (after[0], after[2]["table"]["version"]) == (200, version + 1)


@pytest.mark.parametrize("header", ["connection: close", "expect: 100-continue"])
async def test_what_a_client_asks_of_the_connection_is_done(header: str, server: Serving) -> None:
    """A connection is closed when the client says so, and a client that waits to be told to go on is told."""
    table, version = await started(server)
    ((status, headers, _),) = await answers(server, move_request(table, version, "a", header), 1)
    assert (status, headers.get("connection")) == (200, "close" if "close" in header else None)


async def test_a_client_that_falls_silent_is_hung_up_on(server: Serving) -> None:
    """A connection stays open between moves, and is closed when none has come for a while."""
    table, version = await started(server)
    known = set(server.state.connections)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    for key in ("a", "b"):
        writer.write(move_request(table, version, key))
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.split(b"content-length: ")[1].split()[0]))
    (connection,) = (one for one in server.state.connections - known if isinstance(one, Express))
    assert connection._alarm is not None
    assert connection._silent_since is not None
    connection._alarm.cancel()
    connection._ring()  # an hour after the first move, less than an hour after the second
    assert not connection.transport.is_closing()
    assert connection._alarm is not None
    connection._silent_since -= 3600  # an hour later
    connection._alarm.cancel()
    connection._ring()
    async with asyncio.timeout(PATIENCE):
        assert await reader.read() == b""
    writer.close()


async def test_a_body_that_cannot_be_read_is_answered_by_the_long_way(server: Serving) -> None:
    """The answer is the same problem as anywhere, and the connection goes on."""
    table, version = await started(server)
    sent = move_request(table, version, "a", body="{") + move_request(table, version, "b")
    (status, headers, problem), move = await answers(server, sent, 2)
    assert (status, headers["content-type"]) == (400, "application/problem+json")
    assert problem["type"] == "urn:roost:problem:unreadable"
    assert move[0] == 200


async def test_both_ways_answer_alike(server: Serving) -> None:
    """Headers and body of a refused move do not tell which way it went."""
    table, version = await started(server)
    express = move_request(table, version + 1, "a")
    long_way = move_request(table, version + 1, "a", "expect: 100-continue")
    (one,), (other,) = await answers(server, express, 1), await answers(server, long_way, 1)
    assert one[0] == 409
    assert one[2] == other[2]
    assert one[1].keys() == other[1].keys()


async def test_behind_a_trusted_proxy_the_client_is_the_one_who_asked(database: Path) -> None:
    """Limits are the client's own, and whoever came by TLS is told to stay with it."""
    async with serving(fast(database, rate=0.1, burst=5)) as server:
        table, version = await started(server)
        forwarded = ["x-forwarded-for: 198.51.100.7", "x-forwarded-proto: https"]
        for _ in range(5):
            ((status, headers, _),) = await answers(server, move_request(table, version, "a", *forwarded), 1)
            assert (status, headers["strict-transport-security"]) == (200, "max-age=31536000")
        ((status, headers, _),) = await answers(server, move_request(table, version, "a", *forwarded), 1)
        assert (status, headers["retry-after"]) == (429, "10")
        ((status, headers, _),) = await answers(server, move_request(table, version, "a"), 1)
        assert (status, "strict-transport-security" in headers) == (200, False)


async def test_a_page_moves_by_its_cookie_and_in_its_language(server: Serving) -> None:
    """The cookie is as good as the header, and the answer tells what happened."""
    table, version = await started(server)
    body = {"version": version, "key": "a", "throw": True}
    async with httpx.AsyncClient(cookies={"other": "1", f"roost-{table.id}": str(table.token)}, verify=False) as page:
        answer = await page.post(f"{server.url}/api/tables/{table.id}/moves?lang=de", json=body)
    assert (answer.status_code, answer.json()["told"][0][:4]) == (200, "Anna")


async def test_another_asgi_server_works_without_it(database: Path) -> None:
    """Moves are made and told by the routes alone."""
    async with serving(fast(database), http="h11") as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        version = (await table.start())["version"]
        seen, game = [], (await table.snapshot())["table"]["game"]
        async with asyncio.timeout(PATIENCE):
            async for event in table.events():
                seen.append(event.version)
                if len(seen) == 4:
                    break
                game = await choose_first(table, game)
        assert seen == [version, version + 1, version + 2, version + 3]


def test_this_uvicorn_has_what_the_express_lane_needs() -> None:
    """The version that is installed is one that we know."""
    assert missing_parts() == []
    assert process.protocol() is Express


class _Changed:
    """A protocol of some later uvicorn."""

    def __init__(self) -> None:
        self.headers: list[tuple[bytes, bytes]] = []

    def on_body(self, body: bytes) -> None:
        """Nothing."""


def test_a_uvicorn_that_has_changed_is_used_the_plain_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts that are gone are named in a warning, and uvicorn chooses its own protocol."""
    missing = missing_parts(_Changed, _Changed)
    assert "on_headers_complete" in missing
    assert "cycle" in missing
    assert "trusted_hosts" in missing
    assert {"headers", "on_body"}.isdisjoint(missing)
    monkeypatch.setattr(express, "missing_parts", lambda: missing)
    for module in (express, None):  # and where it has moved itself
        monkeypatch.setitem(sys.modules, "roost.play.server.http.express", module)
        with pytest.warns(RuntimeWarning, match="lacks what the express lane needs"):
            assert process.protocol() == "auto"
