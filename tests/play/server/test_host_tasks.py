"""The host's tasks: tables closed, deleted and made nameless, notices, the code for new tables, and the token."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

from patience import PATIENCE
from play.server.serving import ANNA, BEN, OPEN, Serving, choose_first, fast, serving
from roost.cli import host as host_command
from roost.cli.app import app
from roost.core.record import read
from roost.play.client import ServerError, TableClient
from roost.play.server import json_log
from roost.play.server.storage.host_state import HostState, Notice
from roost.play.server.storage.store import StoreError

Admin = Callable[..., str]


@pytest.fixture
def roost_admin(database: Path, monkeypatch: pytest.MonkeyPatch) -> Admin:
    """``roost admin`` in another program than the server, which looks for news without a pause."""
    monkeypatch.setattr("roost.play.server.platform._LOOK_EVERY", 0.01)

    def run(*words: str) -> str:
        result = CliRunner().invoke(app, ["admin", *words, "--database", str(database)])
        assert result.exit_code == 0, result.exception
        return result.output.strip()

    return run


async def events_of(server: Serving, table: TableClient) -> AsyncIterator[tuple[str, Any]]:
    """Yield the kind and content of each event that a page gets, until the stream ends."""
    kind = ""
    url = f"{server.url}/api/tables/{table.id}/events?more=true&lang=en"
    async with server.http.stream("GET", url, timeout=PATIENCE) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield kind, json.loads(line.removeprefix("data: "))


async def next_of(events: AsyncIterator[tuple[str, Any]], wanted: str) -> Any:
    """Return the content of the next event of a kind."""
    async with asyncio.timeout(PATIENCE):
        async for kind, content in events:
            if kind == wanted:
                return content
    raise AssertionError(f"no {wanted}")


async def admin_in_thread(roost_admin: Admin, *words: str) -> str:
    """Run ``roost admin`` while the server in this loop goes on."""
    return await asyncio.to_thread(roost_admin, *words)


async def test_watchers_learn_that_another_program_closed_or_deleted_their_table(
    database: Path, roost_admin: Admin
) -> None:
    async with serving(fast(database)) as server:
        closed, deleted, purged = [await server.client.create("junior", [ANNA, BEN]) for _ in range(3)]
        streams = [events_of(server, table) for table in (closed, deleted, purged)]
        for stream in streams:
            await next_of(stream, "snapshot")
        assert await admin_in_thread(roost_admin, "close", closed.code) == f"Table {closed.id} is closed."
        change = await next_of(streams[0], "change")
        assert (change["table"]["status"], change["entries"][0]["type"]) == ("closed", "closed")
        await admin_in_thread(roost_admin, "delete", deleted.id)
        await next_of(streams[1], "gone")
        assert [event async for event in streams[1]] == []  # the stream has ended
        with pytest.raises(ServerError, match="There is no table"):
            await deleted.snapshot()
        await asyncio.sleep(0.001)
        assert await admin_in_thread(roost_admin, "purge", "--days", "1e-9") == "2 tables deleted."
        await next_of(streams[2], "gone")


async def test_a_name_is_deleted_from_a_running_table_and_its_records(database: Path, roost_admin: Admin) -> None:
    """The game goes on, and an open page reads the table again."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        stream = events_of(server, table)
        await next_of(stream, "snapshot")
        game = await choose_first(table, (await table.start())["table"]["game"])
        assert "Anna, Ben" in await admin_in_thread(roost_admin, "tables")
        assert "deleted from 1 entry" in await admin_in_thread(roost_admin, "forget", table.code, "Anna")
        await next_of(stream, "reread")
        assert [seat["name"] for seat in (await table.snapshot())["table"]["seats"]] == ["?", "Ben"]
        assert read(await table.record()).names == ("?", "Ben")
        await choose_first(table, game)
        assert "?, Ben" in await admin_in_thread(roost_admin, "tables")


async def test_pages_show_a_notice_until_it_ends(database: Path, roost_admin: Admin) -> None:
    """Open pages get it at once, later ones with their first event, and others at /health."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [OPEN, OPEN])
        before = events_of(server, table)
        await next_of(before, "snapshot")
        await admin_in_thread(roost_admin, "notice", "Back in  five minutes")
        for stream in (before, events_of(server, table)):
            assert (await next_of(stream, "notice"))["text"] == "Back in five minutes"
        assert (await server.client.call("GET", "/health"))["notice"]["text"] == "Back in five minutes"
        assert "Back in five minutes" in await admin_in_thread(roost_admin, "status")
        await admin_in_thread(roost_admin, "notice", "")
        assert await next_of(before, "notice") is None
        assert "notice" not in await server.client.call("GET", "/health")
        server.app.services.host_state = HostState(Notice("Old", server.app.services.rooms.now()))
        assert "notice" not in await server.client.call("GET", "/health")


async def test_only_people_with_the_code_create_tables(database: Path, roost_admin: Admin) -> None:
    """Anyone may join them. A challenge creates a table too."""
    async with serving(fast(database, code_guesses=0.1)) as server:
        assert roost_admin("status").endswith("Anyone may create tables.")
        await admin_in_thread(roost_admin, "invite-only", "open sesame")
        await follows(server, "open sesame")
        for path, body in (("/api/tables", {"game": "junior", "seats": [OPEN, OPEN]}),
                           ("/api/challenges/daily-2026-11-19-junior/take", {"name": "Anna"})):  # fmt: skip
            assert (await server.refused("POST", path, body)).kind == "needs-code"
        table = await server.client.create("junior", [ANNA, OPEN], code="open sesame")
        await server.client.join(table.code, "Ben")
        kinds = []
        for _ in range(3):
            with pytest.raises(ServerError) as refused:
                await server.client.create("junior", [ANNA, OPEN], code="open barley")
            kinds.append(refused.value.kind)
        assert kinds == ["needs-code", "too-many", "too-many"]  # joining took a guess too
        assert await admin_in_thread(roost_admin, "invite-only", "--off") == "Anyone may create tables."
        await follows(server, "")
        await server.client.create("junior", [ANNA, OPEN])


async def follows(server: Serving, code: str) -> None:
    """Wait until the server knows the code."""
    async with asyncio.timeout(PATIENCE):
        while server.app.services.host_state.code != code:
            await asyncio.sleep(0.005)


async def test_the_host_enters_with_the_token_alone(database: Path, roost_admin: Admin) -> None:
    """The token may be typed carelessly. A new one replaces it, and a seat's token is not enough."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        assert (await server.refused("GET", "/api/host", token=table.token)).kind == "no-token"
        first = await admin_in_thread(roost_admin, "token")
        token = await admin_in_thread(roost_admin, "token")
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, trust_env=False) as http:

            async def send(method: str, path: str, **body: object) -> httpx.Response:
                return await http.request(method, f"/api/host{path}", json=body or None)

            async with asyncio.timeout(PATIENCE):
                typed = token.lower().replace("-", " ")
                while (entered := await send("POST", "/enter", token=typed)).status_code != 200:
                    await asyncio.sleep(0.005)
            assert {"HttpOnly", "Path=/api/host", "SameSite=lax"} <= set(entered.headers["set-cookie"].split("; "))
            assert (await send("POST", "/enter", token=first)).status_code == 401
            view = (await send("GET", "")).json()
            assert view["counts"] == {"open_tables": 1, "tables": 1, "people": 1}
            assert (view["tables"][0]["code"], view["tables"][0]["names"]) == (table.code, ["Anna", "Ben"])
            assert view["limits"]["max_tables"] == server.app.settings.max_tables
            assert (await send("POST", "/notice", text="Hello", minutes=1)).json()["notice"]["text"] == "Hello"
            assert (await send("POST", "/code", code="abc")).json()["code"] == "abc"
            own = f"/tables/{table.id}"
            assert (await send("POST", f"{own}/forget", name="Anna")).json()["tables"][0]["names"] == ["?", "Ben"]
            assert (await send("POST", f"{own}/forget", name="Cleo")).status_code == 422
            assert (await send("POST", f"{own}/close")).json()["tables"] == []
            assert (await send("DELETE", own)).json()["counts"]["tables"] == 0
            assert (await send("DELETE", own)).status_code == 422


def test_the_token_is_printed_only_to_a_terminal(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anything else that reads a server's output may be a log."""
    settings = fast(database)
    monkeypatch.setattr("sys.stdout.isatty", lambda: False, raising=False)
    assert host_command.new_token(settings) is None
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    token = host_command.new_token(settings)
    assert token is not None
    assert len(token.replace("-", "")) == 16


async def test_metrics_count_the_database_and_name_the_build(database: Path) -> None:
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, OPEN])
        await server.client.join(table.code, "Ben")
        lines = (await server.http.get(f"{server.url}/metrics")).text.splitlines()
    values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    assert (values["roost_tables_open"], values["roost_people"], values["roost_processes"]) == ("1", "2", "1")
    assert any(name.startswith('roost_build_info{version="') for name in values)
    assert float(values["roost_process_cpu_seconds_total"]) > 0


def test_an_outage_of_the_database_is_one_line_in_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    """Other errors keep their traceback, and so does an outage that has not been told for a minute."""
    lines = []
    logger = logging.getLogger("roost.server")
    before = logger.handlers[:]
    try:
        json_log.set_up(requests=False)
        for error in (OperationalError("SELECT 1", {}, Exception("server closed\nthe connection")), KeyError("x")) * 3:
            try:
                try:
                    raise error
                except OperationalError as cause:
                    raise StoreError("server closed") from cause
            except (StoreError, KeyError) as raised:
                logger.error("feed", exc_info=raised)
        lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    finally:
        logger.handlers[:] = before
    assert [line["what"] for line in lines] == ["the database cannot be used", "feed", "feed", "feed"]
    assert (lines[0]["reason"], "error" in lines[0]) == ("server closed", False)
    assert "Traceback" in lines[1]["error"]


def test_a_command_says_in_one_line_that_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    result = CliRunner().invoke(app, ["admin", "tables", "--database", "postgresql://roost@127.0.0.1:1/x"])
    assert str(result.exception).startswith("the database cannot be used: ")
    assert "\n" not in str(result.exception)
