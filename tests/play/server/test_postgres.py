"""Several servers on one PostgreSQL: each serves every table, moves are serialised, and bots survive their server."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from kills import kill_one_of_two, restart_the_database
from patience import PATIENCE
from play.server.processes import Postgres, ServerProcess, postgres, why_no_postgres
from play.server.serving import ANNA, CHICK, OPEN, choose_first, fast, play_at_both, serving
from roost.core.errors import RoostError
from roost.core.record import read
from roost.play.client import Client, ServerError
from roost.play.dice import verify_dice
from roost.play.server.storage.admin import make_tables
from roost.play.server.storage.database import open_database, prepare
from roost.play.server.storage.sql_store import SqlStore
from soak import SOAKING

pytestmark = pytest.mark.skipif(why_no_postgres() is not None, reason=why_no_postgres() or "")


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        engine = open_database(fast(running.url).database_url)
        with pytest.raises(RoostError, match="roost admin migrate"):
            prepare(engine)
        make_tables(running.url)  # as bench/load.py does
        prepare(engine)
        engine.dispose()
        yield running


@pytest.fixture
def url(database: Postgres) -> str:
    """The database's address."""
    return database.url


async def test_two_servers_share_their_tables(url: str) -> None:
    """A table made on one server is joined on the other, and both send every move."""
    async with serving(fast(url)) as first, serving(fast(url)) as second:
        await play_at_both(first.client, second.client, CHICK)


async def test_only_one_of_two_competing_moves_is_applied(url: str) -> None:
    """The same request at two servers is applied once; of two different requests one is stale."""
    async with serving(fast(url)) as first, serving(fast(url)) as second:
        anna = await first.client.create("heckmeck", [ANNA, OPEN])
        (await second.client.join(anna.code, "Ben")).use(first.client)  # Ben's device answers when the game begins
        await anna.start()
        path = f"/api/tables/{anna.id}/moves"
        body = {"version": anna.version, "key": "both", "throw": True}
        calls = [server.client.call("POST", path, body, anna.token) for server in (first, second) for _ in range(5)]
        answers = await asyncio.gather(*calls)
        assert all(answer == answers[0] for answer in answers)
        game = answers[0]["table"]["game"]
        choice = {"version": game["moved"], "action": game["actions"][0]["action"]}
        results = await asyncio.gather(
            *(
                server.client.call("POST", path, {**choice, "key": key}, anna.token)
                for server, key in ((first, "left"), (second, "right"))
            ),
            return_exceptions=True,
        )
        assert sorted(getattr(result, "kind", "done") for result in results) == ["done", "stale"]


async def test_another_server_takes_over_the_bots_of_a_killed_one(url: str) -> None:
    """The bots play each of their steps exactly once."""
    process = ServerProcess(url, ROOST_BOT_DELAY="0.02")
    try:
        await process.ready()
        async with Client(process.url) as client, serving(fast(url)) as other_server, asyncio.timeout(PATIENCE):
            table = await client.create("junior", [CHICK, CHICK, CHICK])
            await table.start()
            async for event in table.events():
                if event.version > 4:  # the bots have begun to play
                    break
            process.kill()
            table.client = other_server.client
            async for event in table.events(after=1):
                if event.table["status"] == "over":
                    break
            assert verify_dice(read(await table.record())).is_proved
    finally:
        process.kill()


async def test_a_server_survives_the_loss_of_its_database_connections(url: str) -> None:
    async with serving(fast(url)) as server:
        server.client.patience = PATIENCE
        table = await server.client.create("heckmeck", [ANNA, {"kind": "here", "name": "Ben"}])
        game = (await table.start())["table"]["game"]
        engine = open_database(fast(url).database_url)
        for _ in range(3):
            with engine.connect() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                    " AND datname = current_database()"
                )
            for _ in range(5):
                game = await choose_first(table, game)
        engine.dispose()
        assert (await table.snapshot())["table"]["version"] == table.version


if SOAKING:

    @pytest.mark.soak
    async def test_nothing_is_lost_when_one_of_two_servers_is_killed(url: str) -> None:
        """Two servers serve every table; one of them is repeatedly killed under load and restarted."""
        report = await kill_one_of_two(url, 25)
        assert (report.troubles, report.tables >= 2, report.resumed == 2 * report.tables) == (25, True, True)

    @pytest.mark.soak
    async def test_nothing_is_lost_when_the_database_is_restarted(database: Postgres) -> None:
        """The database stops without warning under load and starts again; the servers keep running."""
        report = await restart_the_database(database, 10)
        assert (report.troubles, report.tables >= 4, report.resumed == 2 * report.tables) == (10, True, True)


async def test_moves_are_refused_while_the_database_is_read_only(url: str) -> None:
    """Moves get 503 and change nothing, as after a failover; tables stay readable, and later play continues."""
    async with serving(fast(url)) as server:
        table = await server.client.create("heckmeck", [ANNA, {"kind": "here", "name": "Ben"}])
        game = (await table.start())["table"]["game"]
        engine = open_database(fast(url).database_url).execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            try:
                connection.exec_driver_sql("ALTER SYSTEM SET default_transaction_read_only = on")
                connection.exec_driver_sql("SELECT pg_reload_conf()")
                refused = None
                async with asyncio.timeout(PATIENCE):
                    while refused is None:
                        try:
                            game = await choose_first(table, game)
                        except ServerError as error:
                            refused = error
                assert (refused.status, refused.kind) == (503, "unavailable")
                assert "read-only transaction" in str(refused)
                assert (await table.snapshot())["table"]["version"] == table.version
            finally:
                connection.exec_driver_sql("SET default_transaction_read_only = off")
                connection.exec_driver_sql("ALTER SYSTEM RESET default_transaction_read_only")
                connection.exec_driver_sql("SELECT pg_reload_conf()")
        engine.dispose()
        server.client.patience = PATIENCE
        assert (await choose_first(table, game))["dice"]["rolls"] >= 1


def test_a_connection_in_use_is_closed_when_it_is_returned(url: str) -> None:
    """A server that stops leaves no connection open, not even one whose thread was still reading."""
    store = SqlStore(open_database(fast(url).database_url))
    with store.engine.connect() as connection:
        raw: Any = connection.connection.dbapi_connection
        store.close()
        assert not raw.closed
    assert raw.closed
