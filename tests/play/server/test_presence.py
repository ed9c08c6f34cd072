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
    watched.enter(TABLE, "tv", leads=True)
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
    watched.enter(TABLE, "tv", leads=True)
    watched.enter(TABLE, "laptop", leads=True)
    watched.show(TABLE, "tv", (5, 1))
    assert watched.shown(TABLE) == (5, 1)
    watched.show(TABLE, "laptop", (4, 2))
    assert watched.shown(TABLE) == (4, 2)
    watched.show(TABLE, "tv", (6, 0))
    assert len(told) == 4  # two screens, and twice how far: that the quicker one goes on is no news
    watched.leave(TABLE, "laptop")
    assert (watched.shown(TABLE), len(told)) == ((6, 0), 5)
    watched.leave(TABLE, "tv")
    assert watched.shown(TABLE) == (4, 2)
    watched.enter(TABLE, "tv")
    timers.pass_by()
    assert watched.shown(TABLE) == (6, 0)


def test_a_screen_leads_only_when_it_is_admitted() -> None:
    """A stranger's screen holds nothing up; people hear of the latest that ask, each with a number of its own."""
    watched, timers, _ = presence()
    watched.enter(TABLE, "stranger")
    watched.show(TABLE, "stranger", (1, 0))
    watched.hold(TABLE, 2)
    assert (watched.has_screen(TABLE), watched.shown(TABLE), watched.held(TABLE)) == (False, None, 0)
    for name in "abcd":
        watched.enter(TABLE, name)
    asking = watched.screens(TABLE)
    assert list(asking) == list("abcd")
    assert len({screen.number for screen in asking.values()}) == 4
    watched.admit(TABLE, "a")
    watched.admit(TABLE, "nobody")
    assert (watched.has_screen(TABLE), watched.shown(TABLE)) == (True, None)
    watched.show(TABLE, "a", (5, 0))
    watched.hold(TABLE, 2)
    assert (watched.shown(TABLE), watched.held(TABLE)) == ((5, 0), 2)
    assert list(watched.screens(TABLE)) == ["stranger", *"abcd"]
    watched.leave(TABLE, "a")
    timers.pass_by()
    assert (watched.has_screen(TABLE), watched.held(TABLE)) == (False, 0)


def told(*screens: dict[str, Any], away: tuple[int, ...] = (), shown: list[int] | None = None) -> dict[str, Any]:
    """What the event says."""
    screen = any(one["leads"] for one in screens)
    return {"away": [*away], "screen": screen, "shown": shown, "held": 0, "screens": [*screens]}


@asynccontextmanager
async def listening(
    server: Serving, table: str, token: str | None = None, also: str = "", cookie: str = ""
) -> AsyncIterator[Callable[[str], Any]]:
    """A stream of one who wants to hear more; the next event of a kind, when it has come."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    if cookie:
        headers["cookie"] = cookie
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
            assert await heard("presence") == told()
            async with listening(server, table, ben) as own:
                await own("presence")
                error = await server.refused("POST", bot, {"bot": "chick"}, anna)
                assert (error.status, error.kind) == (409, "not-now")
            assert await heard("presence") == told(away=(1,))
            change = await server.client.call("POST", bot, {"bot": "chick"}, anna)
            assert change["table"]["seats"][1]["bot"] == "chick"
            async with listening(server, table, ben) as own:
                assert await own("presence") == told()
                assert await heard("presence") == told()


async def test_a_big_screen_is_told_to_everybody_and_sits_nowhere(tmp_path: Path) -> None:
    """Also on the host's own device it only watches: the host is not there because their television is.

    That one leads at once; what it has shown is known by its cookie.
    """
    async with serving(fast(tmp_path / "roost.db", away_after=0.0)) as server:
        table, anna, _ = await game_of_two(server)
        async with listening(server, table) as heard:
            assert await heard("presence") == told()
            async with listening(server, table, anna, "&screen=true") as screen:
                [own] = (first := await screen("presence")).pop("screens")
                assert own["leads"]
                assert first["you"] == own["name"]
                assert (await screen("snapshot"))["you"] is None
                assert await heard("presence") == told(own)
            assert await heard("presence") == told()


async def test_whoever_follows_begins_where_the_big_screen_is(tmp_path: Path) -> None:
    """Also who loads the page in the middle of something: what the room has not seen yet comes as changes."""
    async with serving(fast(tmp_path / "roost.db")) as server:
        table, anna, _ = await game_of_two(server)
        shown = f"/api/tables/{table}/shown"
        before = (await server.client.call("GET", f"/api/tables/{table}"))["table"]["version"]
        async with listening(server, table, anna, "&screen=tv", f"roost-screen-{table}=secret") as screen:
            [own] = (await screen("presence"))["screens"]
            await screen("snapshot")
            said, mine = {"version": before + 1}, {"cookie": f"roost-screen-{table}=secret"}
            assert (await server.http.post(server.url + shown, json=said, headers=mine)).status_code == 204
            there = told(own, shown=[before + 1, 0])
            assert await screen("presence") == there
            await server.client.call("POST", f"/api/tables/{table}/reactions", {"reaction": "clap"}, anna)
            for path, version in (("", before + 1), ("?follow=true", before)):
                found = await server.client.call("GET", f"/api/tables/{table}{path}")
                assert found["table"]["version"] == version
            async with listening(server, table, anna, "&follow=true") as phone:
                assert await phone("presence") == there  # before anything that it is about
                assert (await phone("snapshot"))["table"]["version"] == before
                assert (await phone("change"))["version"] == before + 1
            await server.client.answer("POST", f"/api/tables/{table}/wait", {"game": 2}, anna)
            assert (await screen("presence"))["held"] == 2
            assert (await server.refused("POST", f"/api/tables/{table}/wait", {"game": 2})).kind == "no-token"
        assert (await server.refused("POST", shown, {"version": 0})).status == 400


async def test_no_stranger_s_screen_holds_back_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a token one may show the table, and lead nobody until somebody of the table agrees.

    What others hear of a screen is no secret: with that alone nobody speaks in its name. Few may ask at once.
    """
    monkeypatch.setattr("roost.play.server.live.services.monotonic", lambda: 0.0)
    async with serving(fast(tmp_path / "roost.db", away_after=0.0)) as server:
        table, anna, _ = await game_of_two(server)
        path, secret = f"/api/tables/{table}", {"cookie": f"roost-screen-{table}=mine"}
        version = (await server.client.call("GET", path))["table"]["version"]
        behind = {"version": 1}
        async with listening(server, table, anna) as phone:
            await phone("presence")
            async with listening(server, table, None, "&screen=true", secret["cookie"]) as screen:
                [asking] = (await phone("presence"))["screens"]
                assert not asking["leads"]
                assert (await screen("presence"))["you"] == asking["name"]
                assert (await server.http.post(f"{server.url}{path}/shown", json=behind, headers=secret)).is_success
                found = await server.client.call("GET", f"{path}?follow=true")
                assert found["table"]["version"] == version
                name = {"screen": asking["name"]}
                assert (await server.refused("POST", f"{path}/screens", name)).kind == "no-token"
                await server.client.answer("POST", f"{path}/screens", name, anna)
                assert await phone("presence") == told(asking | {"leads": True}, shown=[1, 0])
                for stranger in ({}, {"cookie": f"roost-screen-{table}={asking['name']}"}):
                    said = {"version": version + 1}
                    assert (await server.http.post(f"{server.url}{path}/shown", json=said, headers=stranger)).is_success
                said = {"version": version + 1}
                assert (await server.http.post(f"{server.url}{path}/shown", json=said, headers=secret)).is_success
                assert (await phone("presence"))["shown"] == [version + 1, 0]
            assert await phone("presence") == told()
        answer = await server.http.send(
            server.http.build_request("GET", f"{server.url}{path}/events?screen=true"), stream=True
        )
        cookie = answer.headers["set-cookie"]
        await answer.aclose()
        many = [f"roost-screen-{table}={number}" for number in range(7)]
        for other in many[:-3]:
            async with listening(server, table, None, "&screen=true", other) as screen:
                await screen("presence")
        again = {"cookie": many[-1]}
        refused = await server.http.get(f"{server.url}{path}/events?screen=true", headers=again)
        assert refused.status_code == 429
        assert cookie.startswith(f"roost-screen-{table}=")
        assert all(part in cookie for part in ("HttpOnly", f"Path={path}", "SameSite=lax"))


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
