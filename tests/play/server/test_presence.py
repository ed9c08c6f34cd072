"""The people at a table: a closed page is noticed, a reloaded one is not, and the host may let a bot play."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from play.server.serving import ANNA, OPEN, Serving, fast, serving
from roost.play.server.live.presence import Presence

TABLE = "0" * 20


class Timers:
    """Timers that run when they are told to."""

    def __init__(self) -> None:
        self.waiting: list[Timer] = []

    def later(self, after: float, run: Callable[[], None]) -> Timer:
        """Note what is to be done later."""
        assert after == 3.0
        self.waiting.append(Timer(self, run))
        return self.waiting[-1]

    def pass_by(self) -> None:
        """Let the time pass."""
        for timer in self.waiting[:]:
            timer.cancel()
            timer.run()


class Timer:
    """One of them."""

    def __init__(self, timers: Timers, run: Callable[[], None]) -> None:
        self.timers, self.run = timers, run

    def cancel(self) -> None:
        """Forget it."""
        self.timers.waiting.remove(self)


def presence(most: int = 10) -> tuple[Presence, Timers, list[frozenset[int]]]:
    """Presence with timers of the test's own, and who was said to be away."""
    timers, told = Timers(), list[frozenset[int]]()
    watched = Presence(timers.later, grace=3.0, most=most)
    watched.changed = lambda table_id: told.append(watched.away(table_id))
    return watched, timers, told


def test_somebody_whose_last_page_is_closed_is_away_after_a_while() -> None:
    """Not at once, not while another page is open, not if it is loaded again, and only until they come back."""
    watched, timers, told = presence()
    watched.enter(TABLE, 1)
    watched.leave(TABLE, 1)
    watched.enter(TABLE, 1)
    timers.pass_by()
    assert told == []
    watched.enter(TABLE, 1)
    watched.leave(TABLE, 1)
    timers.pass_by()
    assert watched.away(TABLE) == frozenset()
    watched.leave(TABLE, 1)
    assert watched.away(TABLE) == frozenset()
    timers.pass_by()
    assert watched.away(TABLE) == {1}
    watched.enter(TABLE, 1)
    assert told == [{1}, frozenset()]


def test_few_tables_are_remembered() -> None:
    """The table that was left longest ago is forgotten first, and a server that stops waits for nobody."""
    watched, timers, told = presence(most=1)
    for table in ("a", "b"):
        watched.enter(table, 0)
        watched.leave(table, 0)
    timers.pass_by()
    assert (len(watched.away("a")), len(watched.away("b"))) == (0, 1)
    watched.enter("c", 0)
    watched.enter("d", 0)
    watched.leave("c", 0)
    watched.close()
    watched.leave("d", 0)
    timers.pass_by()
    assert len(told) == 2


def test_a_big_screen_is_there_until_it_has_been_gone_for_a_while() -> None:
    """The first is told and the last, but none that is loaded again; and no person is away because of it."""
    watched, timers, told = presence()
    assert not watched.has_screen(TABLE)
    watched.enter(TABLE, "tv")
    watched.enter(TABLE, "tv")
    watched.leave(TABLE, "tv")
    watched.leave(TABLE, "tv")
    watched.enter(TABLE, "tv")  # loaded again
    assert (watched.has_screen(TABLE), told) == (True, [frozenset()])
    watched.leave(TABLE, "tv")
    assert watched.has_screen(TABLE)
    timers.pass_by()
    assert (watched.has_screen(TABLE), told) == (False, [frozenset(), frozenset()])


def test_the_slowest_of_several_big_screens_says_how_far_the_room_is() -> None:
    """One that has said nothing counts for nothing, nor one that is not there; if all load anew they are waited for."""
    watched, timers, told = presence()
    watched.show(TABLE, "tv", (5, 0))
    assert (watched.shown(TABLE), told) == (None, [])
    watched.enter(TABLE, "tv")
    watched.enter(TABLE, "laptop")
    watched.show(TABLE, "tv", (5, 1))
    assert watched.shown(TABLE) == (5, 1)
    watched.show(TABLE, "laptop", (4, 2))
    assert watched.shown(TABLE) == (4, 2)
    watched.show(TABLE, "tv", (6, 0))
    assert len(told) == 3  # a screen, and twice how far: that the quicker one goes on is no news
    watched.leave(TABLE, "laptop")
    assert (watched.shown(TABLE), len(told)) == ((6, 0), 4)
    watched.leave(TABLE, "tv")
    assert watched.shown(TABLE) == (4, 2)
    watched.enter(TABLE, "tv")
    timers.pass_by()
    assert watched.shown(TABLE) == (6, 0)


@asynccontextmanager
async def listening(
    server: Serving, table: str, token: str | None = None, also: str = ""
) -> AsyncIterator[Callable[[str], Any]]:
    """A stream of one who wants to hear more; the next event of a kind, when it has come."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    url = f"{server.url}/api/tables/{table}/events?more=true{also}"
    async with server.http.stream("GET", url, headers=headers) as stream:
        lines = stream.aiter_lines()

        async def next_of(kind: str) -> Any:
            async for line in lines:
                if line == f"event: {kind}":
                    return json.loads((await anext(lines)).removeprefix("data: "))
            raise AssertionError("the stream has ended")

        yield next_of


async def game_of_two(server: Serving) -> tuple[str, str, str]:
    """A game of two people that has begun: the table, and their tokens."""
    made = await server.client.call("POST", "/api/tables", {"game": "junior", "seats": [ANNA, OPEN]})
    table, anna = made["id"], made["token"]
    ben = (await server.client.call("POST", f"/api/tables/{table}/seats", {"name": "Ben"}))["token"]
    await server.client.call("POST", f"/api/tables/{table}/start", {}, anna)
    return table, anna, ben


async def test_a_closed_page_is_told_and_a_bot_may_stand_in(tmp_path: Path) -> None:
    """A watcher hears that somebody is away; the host lets a bot play, but for nobody who is there."""
    async with serving(fast(tmp_path / "roost.db", away_after=0.0)) as server:
        table, anna, ben = await game_of_two(server)
        bot = f"/api/tables/{table}/seats/1/bot"
        async with listening(server, table) as heard:
            assert await heard("presence") == {"away": [], "screen": False, "shown": None, "held": 0}
            async with listening(server, table, ben) as own:
                await own("presence")
                error = await server.refused("POST", bot, {"bot": "chick"}, anna)
                assert (error.status, error.kind) == (409, "not-now")
            assert await heard("presence") == {"away": [1], "screen": False, "shown": None, "held": 0}
            change = await server.client.call("POST", bot, {"bot": "chick"}, anna)
            assert change["table"]["seats"][1]["bot"] == "chick"
            async with listening(server, table, ben) as own:
                assert await own("presence") == {"away": [], "screen": False, "shown": None, "held": 0}
                assert await heard("presence") == {"away": [], "screen": False, "shown": None, "held": 0}


async def test_a_big_screen_is_told_to_everybody_and_sits_nowhere(tmp_path: Path) -> None:
    """Also on the host's own device it only watches: the host is not there because their television is."""
    async with serving(fast(tmp_path / "roost.db", away_after=0.0)) as server:
        table, anna, _ = await game_of_two(server)
        async with listening(server, table) as heard:
            assert await heard("presence") == {"away": [], "screen": False, "shown": None, "held": 0}
            async with listening(server, table, anna, "&screen=true") as screen:
                assert (await screen("snapshot"))["you"] is None
                assert await heard("presence") == {"away": [], "screen": True, "shown": None, "held": 0}
            assert await heard("presence") == {"away": [], "screen": False, "shown": None, "held": 0}


async def test_whoever_follows_begins_where_the_big_screen_is(tmp_path: Path) -> None:
    """Also who loads the page in the middle of something: what the room has not seen yet comes as changes."""
    async with serving(fast(tmp_path / "roost.db")) as server:
        table, anna, _ = await game_of_two(server)
        shown = f"/api/tables/{table}/shown"
        before = (await server.client.call("GET", f"/api/tables/{table}"))["table"]["version"]
        async with listening(server, table, None, "&screen=tv") as screen:
            await screen("snapshot")
            said = {"screen": "tv", "version": before + 1}
            assert (await server.http.post(server.url + shown, json=said)).status_code == 204
            told = {"away": [], "screen": True, "shown": [before + 1, 0], "held": 0}
            assert await screen("presence") == told
            await server.client.call("POST", f"/api/tables/{table}/reactions", {"reaction": "clap"}, anna)
            for path, version in (("", before + 1), ("?follow=true", before)):
                found = await server.client.call("GET", f"/api/tables/{table}{path}")
                assert found["table"]["version"] == version
            async with listening(server, table, anna, "&follow=true") as own:
                assert await own("presence") == told  # before anything that it is about
                assert (await own("snapshot"))["table"]["version"] == before
                assert (await own("change"))["version"] == before + 1
            await server.client.answer("POST", f"/api/tables/{table}/wait", {"game": 2}, anna)
            assert (await screen("presence"))["held"] == 2
            assert (await server.refused("POST", f"/api/tables/{table}/wait", {"game": 2})).kind == "no-token"
        assert (await server.refused("POST", shown, {"screen": "a b", "version": 1})).status == 400


async def test_who_watches_may_clap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told and not kept; a few at once, however slowly they come here, at a table that is open."""
    monkeypatch.setattr("roost.play.server.live.services.monotonic", lambda: 0.0)
    async with serving(fast(tmp_path / "roost.db")) as server:
        table, anna, _ = await game_of_two(server)
        cheers = f"/api/tables/{table}/cheers"
        async with listening(server, table) as heard:
            before = (await heard("snapshot"))["table"]["version"]
            assert (await server.http.post(f"{server.url}{cheers}", json={"reaction": "clap"})).status_code == 204
            assert await heard("cheer") == {"reaction": "clap"}
        assert (await server.client.call("GET", f"/api/tables/{table}"))["table"]["version"] == before
        answers = [(await server.http.post(f"{server.url}{cheers}", json={"reaction": "wow"})) for _ in range(9)]
        assert answers[-1].status_code == 429
        assert (await server.refused("POST", cheers, {"reaction": "boo"})).status == 400
        await server.client.call("POST", f"/api/tables/{table}/close", {}, anna)
        assert (await server.refused("POST", cheers, {"reaction": "wow"})).kind == "not-now"
