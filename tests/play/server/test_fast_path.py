"""The fast path for moves: the same answers as the routes, on connections that uvicorn still manages."""

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
from roost.play.server.http import fast_path
from roost.play.server.http.fast_path import FastPath, missing_parts


def move_request(table: TableClient, version: int, key: str, *headers: str, body: str | None = None) -> bytes:
    """Return the bytes of a request that rolls the dice."""
    content = body or json.dumps({"version": version, "key": key, "throw": True})
    lines = [f"POST /api/tables/{table.id}/moves HTTP/1.1", "host: x", "content-type: application/json"]
    lines += [f"content-length: {len(content)}", f"authorization: Bearer {table.token}", *headers]
    return "\r\n".join([*lines, "", content]).encode()


async def answers(server: Serving, sent: bytes, count: int) -> list[tuple[int, dict[str, str], Any]]:
    """Return status, headers and body of the first ``count`` answers on one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    writer.write(sent)
    parsed: list[tuple[int, dict[str, str], Any]] = []
    async with asyncio.timeout(PATIENCE):
        while len(parsed) < count:
            status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
            if " 100 " in status:
                continue
            headers = dict(line.split(": ", 1) for line in lines)
            body = await reader.readexactly(int(headers["content-length"]))
            parsed.append((int(status.split()[1]), headers, json.loads(body)))
    writer.close()
    return parsed


async def started(server: Serving) -> tuple[TableClient, int]:
    """Return a table where the first roll is to be made, and its version."""
    created = await server.client.call("POST", "/api/tables", {"game": "heckmeck", "seats": [ANNA, BEN]})
    table = TableClient(server.client, created["id"], created["token"])
    begun = await server.client.call("POST", f"/api/tables/{table.id}/start", {}, table.token)
    return table, begun["version"]


async def test_pipelined_requests_are_answered_in_order(server: Serving) -> None:
    """A move, its repetition and a request for a snapshot are sent at once and answered in this order."""
    table, version = await started(server)
    snapshot = f"GET /api/tables/{table.id} HTTP/1.1\r\nhost: x\r\n\r\n".encode()
    requests = move_request(table, version, "a") + move_request(table, version, "a") + snapshot
    first, repeated, after = await answers(server, requests, 3)
    assert (first[0], first[2]["version"]) == (200, version + 1)
    assert repeated[2] == first[2]
    assert (after[0], after[2]["table"]["version"]) == (200, version + 1)


@pytest.mark.parametrize("header", ["connection: close", "expect: 100-continue"])
async def test_the_fast_path_obeys_connection_headers(header: str, server: Serving) -> None:
    """The server closes the connection on request, and answers "100 Continue" to a client that waits for it."""
    table, version = await started(server)
    ((status, headers, _),) = await answers(server, move_request(table, version, "a", header), 1)
    assert (status, headers.get("connection")) == (200, "close" if "close" in header else None)


async def test_an_idle_connection_is_closed(server: Serving) -> None:
    """The time counts from the last move on the connection."""
    table, version = await started(server)
    earlier = set(server.state.connections)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    for key in ("a", "b"):
        writer.write(move_request(table, version, key))
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.split(b"content-length: ")[1].split()[0]))
    (connection,) = (new for new in server.state.connections - earlier if isinstance(new, FastPath))
    assert connection._idle_timer is not None
    assert connection._silent_since is not None
    connection._idle_timer.cancel()
    connection._close_if_idle()  # an hour after the first move, less than an hour after the second
    assert not connection.transport.is_closing()
    assert connection._idle_timer is not None
    connection._silent_since -= 3600  # an hour later
    connection._idle_timer.cancel()
    connection._close_if_idle()
    async with asyncio.timeout(PATIENCE):
        assert await reader.read() == b""
    writer.close()


async def test_an_unreadable_body_gets_the_usual_problem(server: Serving) -> None:
    """The connection stays usable."""
    table, version = await started(server)
    requests = move_request(table, version, "a", body="{") + move_request(table, version, "b")
    (status, headers, problem), move = await answers(server, requests, 2)
    assert (status, headers["content-type"]) == (400, "application/problem+json")
    assert problem["type"] == "urn:roost:problem:unreadable"
    assert move[0] == 200


async def test_the_fast_path_and_the_routes_answer_alike(server: Serving) -> None:
    """A refused move gets the same headers and body from both."""
    table, version = await started(server)
    fast_path = move_request(table, version + 1, "a")
    routes = move_request(table, version + 1, "a", "expect: 100-continue")
    (by_fast_path,), (by_routes,) = await answers(server, fast_path, 1), await answers(server, routes, 1)
    assert by_fast_path[0] == 409
    assert by_fast_path[2] == by_routes[2]
    assert by_fast_path[1].keys() == by_routes[1].keys()


async def test_the_fast_path_trusts_forwarded_headers_of_its_proxy(database: Path) -> None:
    """Rate limits count the forwarded client, and a client that uses TLS gets Strict-Transport-Security."""
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


async def test_the_fast_path_accepts_a_cookie_and_a_language(server: Serving) -> None:
    """The answer has sentences in the requested language."""
    table, version = await started(server)
    body = {"version": version, "key": "a", "throw": True}
    async with httpx.AsyncClient(cookies={"other": "1", f"roost-{table.id}": str(table.token)}, verify=False) as page:
        answer = await page.post(f"{server.url}/api/tables/{table.id}/moves?lang=de", json=body)
    assert (answer.status_code, answer.json()["sentences"][0][:4]) == (200, "Anna")


async def test_moves_work_without_the_fast_path(database: Path) -> None:
    """A server with another HTTP protocol class answers moves by the routes alone."""
    async with serving(fast(database), http="h11") as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        version = (await table.start())["version"]
        versions, game = [], (await table.snapshot())["table"]["game"]
        async with asyncio.timeout(PATIENCE):
            async for event in table.events():
                versions.append(event.version)
                if len(versions) == 4:
                    break
                game = await choose_first(table, game)
        assert versions == [version, version + 1, version + 2, version + 3]


def test_the_installed_uvicorn_supports_the_fast_path() -> None:
    assert missing_parts() == []
    assert process.protocol() is FastPath


class _Changed:
    """The protocol class of a later uvicorn, with other parts."""

    def __init__(self) -> None:
        self.headers: list[tuple[bytes, bytes]] = []

    def on_body(self, body: bytes) -> None:
        """Do nothing."""


def test_the_fast_path_is_switched_off_for_an_unknown_uvicorn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning names the missing parts, and uvicorn chooses its own protocol."""
    missing = missing_parts(_Changed, _Changed)
    assert "on_headers_complete" in missing
    assert "cycle" in missing
    assert "trusted_hosts" in missing
    assert {"headers", "on_body"}.isdisjoint(missing)
    monkeypatch.setattr(fast_path, "missing_parts", lambda: missing)
    for module in (fast_path, None):  # None: the module itself is missing
        monkeypatch.setitem(sys.modules, "roost.play.server.http.fast_path", module)
        with pytest.warns(RuntimeWarning, match="lacks parts for the fast path"):
            assert process.protocol() == "auto"
