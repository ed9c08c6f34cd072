"""Bounds on requests, connections and logs, and clients that are cut off."""

import asyncio
import logging
import os
import resource
import sys
import threading
from pathlib import Path

import pytest

from patience import PATIENCE
from play.server.serving import ANNA, BEN, Clock, Serving, choose_first, fast, serving
from roost.core.errors import RoostError
from roost.play.server.live import bot_threads
from roost.play.server.process import within_file_limit
from roost.play.server.settings import Settings
from roost.play.server.storage.database import HEAD, open_database, prepare
from roost.play.server.storage.store import Kept
from roost.play.server.storage.tokens import CODE_LETTERS, GUESSES_A_DAY, GUESSES_AT_ONCE, code_length


async def reply(server: Serving, sent: bytes) -> bytes:
    """Send bytes and return everything that the server sends until it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    try:
        writer.write(sent)
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("head", [
    b"GET / HTTP/1.1\r\nhost: x\r\nendless: " + b"a" * 40_000,
    b"GET / HTTP/1.1\r\nhost: x\r\n" + b"small: header\r\n" * 4_000,
    b"GET / HTTP/1.1\r\nhost: x\r\n" + b"small: header\r\n" * 4_000 + b"\r\n",
], ids=["endless", "many", "complete"])  # fmt: skip
async def test_a_request_head_that_is_too_long_is_refused(head: bytes, server: Serving) -> None:
    """One endless header or many small ones get 431, and the connection is closed."""
    assert (await reply(server, head)).startswith(b"HTTP/1.1 431 ")
    assert (await server.http.get(f"{server.url}/health")).is_success


@pytest.mark.parametrize("sent", [
    b"",
    b"GET / HTTP/1.1\r\nhost:",
    b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
], ids=["nothing", "head", "body"])  # fmt: skip
async def test_a_stalled_request_is_cut_off(sent: bytes, database: Path) -> None:
    """A client that sends no byte, half a head or half a body is cut off; other clients are answered meanwhile."""
    async with serving(fast(database, request_seconds=0.2)) as server:
        waiting = asyncio.create_task(reply(server, sent))
        assert (await server.http.get(f"{server.url}/api/games")).status_code == 200
        answer = await waiting
        assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")


async def test_too_many_pipelined_requests_end_the_connection(server: Serving) -> None:
    """A client may send at most sixteen requests ahead of their answers."""
    request = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"
    last = request.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n")
    assert (await reply(server, request * 15 + last)).count(b"200 OK") == 16
    assert b"200 OK" not in await reply(server, request * 16 + last)


async def test_a_rate_limit_refusal_closes_the_connection(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client has to reconnect, and may open only a few new connections a second."""
    monkeypatch.setattr("roost.play.server.http.guard.monotonic", lambda: 0.0)
    monkeypatch.setattr("roost.play.server.live.limits.monotonic", lambda: 0.0)
    async with serving(fast(database, rate=0.1, burst=1, max_connections_per_client=3), proxies="") as server:
        request = b"GET /api/games HTTP/1.1\r\nhost: x\r\n\r\n"
        refused = [await reply(server, request * 2), await reply(server, request)]
        assert [b"429 Too Many Requests" in answer for answer in refused] == [True, True]
        assert [await reply(server, request) for _ in range(2)][1] == b""


async def test_a_host_header_has_a_maximum_length(server: Serving) -> None:
    """A longer name is refused; any shorter name works, even for the QR code that contains it."""
    code = f"/api/tables/{(await server.client.create('junior', [ANNA, ANNA])).id}/qr"
    long: list[tuple[str, bytes, set[int]]] = []
    for path, status in (("/health", 200), ("/api/games", 200), ("/api/tables", 405), (code, 200)):
        long += [(path, b"h" * 255, {status}), (path, b"h" * 256, {400}), (path, b"h" * 5000, {400})]
    for path, host, statuses in (*long, *((code, odd, {200, 400, 403}) for odd in (b"\xe9\xff\xfe", b"[", b"a b"))):
        answer = await server.http.get(server.url + path, headers={b"host": host})
        assert answer.status_code in statuses, (path, host)


async def test_the_connections_of_one_client_are_limited(database: Path) -> None:
    """A connection over the limit is cut at once; when others end, new ones are accepted."""
    async with serving(fast(database, max_connections_per_client=3), proxies="") as server:
        port = int(server.url.rpartition(":")[2])
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        async with asyncio.timeout(PATIENCE):
            while server.app.connections.count < 3:
                await asyncio.sleep(0)
            assert await reply(server, b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n") == b""
            for _, writer in opened:
                writer.close()
            while server.app.connections.count:
                await asyncio.sleep(0)
        assert (await server.http.get(f"{server.url}/health")).is_success


def test_connections_stay_within_the_systems_file_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the limit is lower than requested, the server warns and accepts fewer connections."""
    monkeypatch.setattr("resource.getrlimit", lambda _: (1024, 1024))
    monkeypatch.setattr("resource.setrlimit", lambda *_: None)
    with pytest.warns(RuntimeWarning, match="924 connections instead of 16000"):
        fewer = within_file_limit(Settings())
    assert (fewer.max_connections, fewer.max_streams) == (924, 924)
    assert within_file_limit(Settings(max_connections=500)).max_connections == 500


def test_the_file_limit_is_raised_where_the_system_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """No hard limit applies on macOS; on Windows, without the resource module, the settings stay the same."""
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr("resource.getrlimit", lambda _: limits[-1] if limits else (256, resource.RLIM_INFINITY))
    monkeypatch.setattr("resource.setrlimit", lambda _, wanted: limits.append(wanted))
    assert within_file_limit(Settings()) == Settings()
    assert limits == [(16_100, resource.RLIM_INFINITY)]
    monkeypatch.setitem(sys.modules, "resource", None)
    assert within_file_limit(Settings()) == Settings()


def test_thread_priorities_are_set_on_linux_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """On other systems the id of a thread could be the id of another process."""
    lowered: list[int] = []
    monkeypatch.setattr(os, "setpriority", lambda kind, number, priority: lowered.append(number))
    for system in ("linux", "darwin", "win32"):
        monkeypatch.setattr(sys, "platform", system)
        bot_threads.give_way()
    assert lowered == [threading.get_native_id()]


OURS = ("localhost:8321", "127.0.0.1", "192.168.1.5:8321", "[::1]:8321", "my-pc", "my-pc.local", "play.example.org",
        "PLAY.example.org:443", "")  # fmt: skip


async def test_pages_of_other_sites_are_refused(database: Path) -> None:
    """A request is refused if it comes from another site's page, or if it names another site as its host."""
    async with serving(fast(database, public_url="https://play.example.org")) as server:
        for status, name, values in (
            (200, "host", OURS), (403, "host", ("evil.example.com", "127.0.0.1.evil.example", "[broken")),
            (200, "sec-fetch-site", ("same-origin",)), (403, "sec-fetch-site", ("cross-site",)),
        ):  # fmt: skip
            for value in values:
                answer = await server.http.get(f"{server.url}/api/games", headers={name: value})
                assert answer.status_code == status, value


@pytest.mark.parametrize("sent", [
    b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
    b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * 16,
    b"POST /api/tables HTTP/1.1\r\nhost: x\r\norigin: http://[broken\r\ncontent-length: 0\r\n\r\n",
], ids=["body", "answers", "origin"])  # fmt: skip
async def test_a_client_that_disconnects_causes_no_error_in_the_log(
    sent: bytes, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An incomplete body, unread answers and a malformed origin are the client's mistakes."""
    async with serving(fast(database)) as server:
        caplog.set_level(logging.WARNING, "uvicorn.error")
        _, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
        writer.write(sent)
        await writer.drain()
        async with asyncio.timeout(PATIENCE):
            while not server.state.tasks and not server.state.total_requests:
                await asyncio.sleep(0)
            writer.transport.abort()
            while server.state.tasks or server.state.connections:
                await asyncio.sleep(0)
        assert (await server.http.get(f"{server.url}/health")).is_success
    assert [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR] == []


def test_only_the_owner_can_read_the_database_file(tmp_path: Path) -> None:
    """The file has its final permissions from the moment it is created."""
    engine = open_database(Settings(database=str(tmp_path / "new.db")).database_url)
    assert (tmp_path / "new.db").stat().st_mode & 0o777 == 0o600
    prepare(engine)
    assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(RoostError, match="9999, newer than this version of Roost supports: upgrade Roost"):
        prepare(engine)
    engine.dispose()
    assert HEAD < "9999"


@pytest.mark.parametrize("tables", [1, 100, 5_000, 100_000])
def test_table_codes_are_too_long_to_guess(tables: int) -> None:
    """A client that tries codes all day finds a table with a chance below one in a thousand."""
    assert tables * GUESSES_A_DAY / len(CODE_LETTERS) ** code_length(tables) <= 1e-3
    assert code_length(tables) <= 12
    assert code_length(1) == 6


async def test_guesses_of_table_codes_are_limited(database: Path) -> None:
    """A client that has guessed some codes has to wait before the next one."""
    async with serving(fast(database, code_guesses=1.0)) as server:
        answers = [(await server.http.get(f"{server.url}/api/codes/AAAAAA")).status_code for _ in range(30)]
        assert answers.count(404) == GUESSES_AT_ONCE
        assert answers[-1] == 429


async def test_past_changes_are_sent_in_pages(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer has at most a page of the log, however long the log is, and reads it from a snapshot onwards."""
    monkeypatch.setattr("roost.play.server.live.rooms._MOST_CHANGES", 7)
    monkeypatch.setattr("roost.play.server.live.rooms._SNAPSHOT_EVERY", 5)
    monkeypatch.setattr("roost.play.server.live.rooms.Rooms.since.__defaults__", (7,))
    monkeypatch.setattr("roost.play.server.live.rooms.Rooms.changes.__defaults__", (7,))
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        game = (await table.start())["table"]["game"]
        for _ in range(30):
            game = await choose_first(table, game)
        store, read = server.app.services.store, []
        original = store.read

        def recording_read(table_id: str, after: int, until: int) -> Kept:
            read.append(until - after)
            return original(table_id, after, until)

        monkeypatch.setattr(store, "read", recording_read)
        for language in ("", "&lang=en"):
            path, versions = f"/api/tables/{table.id}/changes", list[int]()
            while page := await server.client.call("GET", f"{path}?after={len(versions)}{language}"):
                assert len(page) <= 7
                assert all((change["sentences"] is None) is (not language) for change in page)
                versions += [change["version"] for change in page]
            assert versions == list(range(1, (await table.snapshot())["table"]["version"] + 1))
        assert max(read) <= 12


async def test_a_clock_set_back_does_not_stop_the_server(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's own time never goes back, so bots do not wait until the clock has caught up."""
    clock = Clock(monkeypatch)
    async with serving(fast(database)) as server:
        rooms = server.app.services.rooms
        before = rooms.now()
        clock.ahead = -3600
        assert before <= rooms.now() < before + 60
        clock.ahead = 3600
        assert rooms.now() >= before + 3500
