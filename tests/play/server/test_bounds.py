"""The bounds of a request, and the clients that are answered at all."""

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


async def said(server: Serving, sent: bytes) -> bytes:
    """Everything that comes back until the server hangs up."""
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
async def test_a_head_too_long_is_refused_and_the_connection_ends(head: bytes, server: Serving) -> None:
    """One endless header or many small ones: 431, and nothing more is read."""
    assert (await said(server, head)).startswith(b"HTTP/1.1 431 ")
    assert (await server.http.get(f"{server.url}/health")).is_success


@pytest.mark.parametrize("sent", [
    b"",
    b"GET / HTTP/1.1\r\nhost:",
    b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
], ids=["nothing", "head", "body"])  # fmt: skip
async def test_a_request_that_does_not_come_in_time_is_given_up(sent: bytes, database: Path) -> None:
    """Whether nothing comes, or the head or the body breaks off: the server hangs up, and holds up nobody meanwhile."""
    async with serving(fast(database, request_seconds=0.2)) as server:
        waiting = asyncio.create_task(said(server, sent))
        assert (await server.http.get(f"{server.url}/api/games")).status_code == 200
        answer = await waiting
        assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")


async def test_requests_far_ahead_of_their_answers_end_the_connection(server: Serving) -> None:
    """Sixteen may be sent at once; more are not even read."""
    asked = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"
    last = asked.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n")
    assert (await said(server, asked * 15 + last)).count(b"200 OK") == 16
    assert b"200 OK" not in await said(server, asked * 16 + last)


async def test_who_asks_too_often_needs_another_connection(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal ends its connection, and of those a client may open only so many a second."""
    monkeypatch.setattr("roost.play.server.http.guard.monotonic", lambda: 0.0)
    monkeypatch.setattr("roost.play.server.live.limits.monotonic", lambda: 0.0)
    async with serving(fast(database, rate=0.1, burst=1, max_connections_per_client=3), proxies="") as server:
        asked = b"GET /api/games HTTP/1.1\r\nhost: x\r\n\r\n"
        refused = [await said(server, asked * 2), await said(server, asked)]
        assert [b"429 Too Many Requests" in answer for answer in refused] == [True, True]
        assert [await said(server, asked) for _ in range(2)][1] == b""


async def test_the_name_of_a_server_has_its_bound(server: Serving) -> None:
    """However long a Host header is, nothing is drawn or kept of one that no name can be.

    The code of a table is a picture under any name that is answered, also the longest and one that is no text.
    """
    code = f"/api/tables/{(await server.client.create('junior', [ANNA, ANNA])).id}/qr"
    long: list[tuple[str, bytes, set[int]]] = []
    for path, status in (("/health", 200), ("/api/games", 200), ("/api/tables", 405), (code, 200)):
        long += [(path, b"h" * 255, {status}), (path, b"h" * 256, {400}), (path, b"h" * 5000, {400})]
    for path, host, statuses in (*long, *((code, odd, {200, 400, 403}) for odd in (b"\xe9\xff\xfe", b"[", b"a b"))):
        answer = await server.http.get(server.url + path, headers={b"host": host})
        assert answer.status_code in statuses, (path, host)


async def test_one_client_has_so_many_connections(database: Path) -> None:
    """One too many is cut at once; when another ends, there is room again."""
    async with serving(fast(database, max_connections_per_client=3), proxies="") as server:
        port = int(server.url.rpartition(":")[2])
        open_ones = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        async with asyncio.timeout(PATIENCE):
            while server.app.connections.count < 3:
                await asyncio.sleep(0)
            assert await said(server, b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n") == b""
            for _, writer in open_ones:
                writer.close()
            while server.app.connections.count:
                await asyncio.sleep(0)
        assert (await server.http.get(f"{server.url}/health")).is_success


def test_connections_fit_the_files_that_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it allows too few, there are fewer connections, and that is said."""
    monkeypatch.setattr("resource.getrlimit", lambda _: (1024, 1024))
    monkeypatch.setattr("resource.setrlimit", lambda *_: None)
    with pytest.warns(RuntimeWarning, match="924 connections instead of 16000"):
        fewer = within_file_limit(Settings())
    assert (fewer.max_connections, fewer.max_streams) == (924, 924)
    assert within_file_limit(Settings(max_connections=500)).max_connections == 500


def test_a_system_without_a_limit_is_asked_for_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So macOS wants it. Where limits cannot be asked for at all, as on Windows, nothing changes."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr("resource.getrlimit", lambda _: asked[-1] if asked else (256, resource.RLIM_INFINITY))
    monkeypatch.setattr("resource.setrlimit", lambda _, wanted: asked.append(wanted))
    assert within_file_limit(Settings()) == Settings()
    assert asked == [(16_100, resource.RLIM_INFINITY)]
    monkeypatch.setitem(sys.modules, "resource", None)
    assert within_file_limit(Settings()) == Settings()


def test_only_linux_gives_threads_a_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere the number of a thread may be that of somebody's process."""
    asked: list[int] = []
    monkeypatch.setattr(os, "setpriority", lambda kind, number, priority: asked.append(number))
    for system in ("linux", "darwin", "win32"):
        monkeypatch.setattr(sys, "platform", system)
        bot_threads.give_way()
    assert asked == [threading.get_native_id()]


OURS = ("localhost:8321", "127.0.0.1", "192.168.1.5:8321", "[::1]:8321", "my-pc", "my-pc.local", "play.example.org",
        "PLAY.example.org:443", "")  # fmt: skip


async def test_other_sites_read_nothing(database: Path) -> None:
    """Neither by a name that they have pointed at our address nor by a request from their pages."""
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
async def test_whoever_goes_away_leaves_no_traceback(
    sent: bytes, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A request that breaks off, answers that nobody waits for, an origin that is none: it is no mistake of ours."""
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


def test_the_database_is_its_owner_s_from_the_start(tmp_path: Path) -> None:
    """Nobody else can read the file, from the moment it is there."""
    engine = open_database(Settings(database=str(tmp_path / "new.db")).database_url)
    assert (tmp_path / "new.db").stat().st_mode & 0o777 == 0o600
    prepare(engine)
    assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(RoostError, match="9999, which is newer than this Roost knows: upgrade Roost"):
        prepare(engine)
    engine.dispose()
    assert HEAD < "9999"


@pytest.mark.parametrize("tables", [1, 100, 5_000, 100_000])
def test_codes_are_long_enough(tables: int) -> None:
    """One client that tries codes all day finds some table with a chance below one in a thousand."""
    assert tables * GUESSES_A_DAY / len(CODE_LETTERS) ** code_length(tables) <= 1e-3
    assert code_length(tables) <= 12
    assert code_length(1) == 6


async def test_looking_up_codes_has_a_limit_of_its_own(database: Path) -> None:
    """After some guesses the next has to wait."""
    async with serving(fast(database, code_guesses=1.0)) as server:
        answers = [(await server.http.get(f"{server.url}/api/codes/AAAAAA")).status_code for _ in range(30)]
        assert answers.count(404) == GUESSES_AT_ONCE
        assert answers[-1] == 429


async def test_the_past_comes_in_pages(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a log is, one answer holds a bounded part of it, read from a snapshot and not from the start."""
    monkeypatch.setattr("roost.play.server.live.rooms._LONGEST_LOOK", 7)
    monkeypatch.setattr("roost.play.server.live.rooms._KEPT_EVERY", 5)
    monkeypatch.setattr("roost.play.server.live.rooms.Rooms.since.__defaults__", (7,))
    monkeypatch.setattr("roost.play.server.live.rooms.Rooms.changes.__defaults__", (7,))
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        game = (await table.start())["table"]["game"]
        for _ in range(30):
            game = await choose_first(table, game)
        store, read = server.app.services.store, []
        honest = store.read

        def noted(table_id: str, after: int, until: int) -> Kept:
            read.append(until - after)
            return honest(table_id, after, until)

        monkeypatch.setattr(store, "read", noted)
        for language in ("", "&lang=en"):
            path, versions = f"/api/tables/{table.id}/changes", list[int]()
            while more := await server.client.call("GET", f"{path}?after={len(versions)}{language}"):
                assert len(more) <= 7
                assert all((change["told"] is None) is (not language) for change in more)
                versions += [change["version"] for change in more]
            assert versions == list(range(1, (await table.snapshot())["table"]["version"] + 1))
        assert max(read) <= 12


async def test_a_clock_that_is_put_back_stops_nothing(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time goes on from where it was, so that a bot does not wait for an hour that comes again."""
    clock = Clock(monkeypatch)
    async with serving(fast(database)) as server:
        rooms = server.app.services.rooms
        before = rooms.now()
        clock.ahead = -3600
        assert before <= rooms.now() < before + 60
        clock.ahead = 3600
        assert rooms.now() >= before + 3500
