"""Presence at a table: a closed page counts as away, a reloaded one does not, and the host may let a bot play."""

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
    """Timers that fire when a test lets the time pass."""

    def __init__(self) -> None:
        self.waiting: list[Timer] = []

    def later(self, after: float, run: Callable[[], None]) -> Timer:
        """Start a timer."""
        assert after == 3.0
        self.waiting.append(Timer(self, run))
        return self.waiting[-1]

    def pass_by(self) -> None:
        """Let the time pass, so that every timer fires."""
        for timer in self.waiting[:]:
            timer.cancel()
            timer.run()


class Timer:
    """One timer."""

    def __init__(self, timers: Timers, run: Callable[[], None]) -> None:
        self.timers, self.run = timers, run

    def cancel(self) -> None:
        self.timers.waiting.remove(self)


def presence(most: int = 10) -> tuple[Presence, Timers, list[frozenset[int]]]:
    """Return a Presence with the test's own timers, and the list of people reported as away."""
    timers, reports = Timers(), list[frozenset[int]]()
    watched = Presence(timers.later, grace=3.0, most=most)
    watched.changed = lambda table_id: reports.append(watched.away(table_id))
    return watched, timers, reports


def test_a_person_is_away_some_time_after_closing_their_last_page() -> None:
    """A person with another open page, or with a reloaded one, is not away."""
    watched, timers, reports = presence()
    watched.enter(TABLE, 1)
    watched.leave(TABLE, 1)
    watched.enter(TABLE, 1)
    timers.pass_by()
    assert reports == []
    watched.enter(TABLE, 1)
    watched.leave(TABLE, 1)
    timers.pass_by()
    assert watched.away(TABLE) == frozenset()
    watched.leave(TABLE, 1)
    assert watched.away(TABLE) == frozenset()
    timers.pass_by()
    assert watched.away(TABLE) == {1}
    watched.enter(TABLE, 1)
    assert reports == [{1}, frozenset()]


def test_presence_remembers_a_bounded_number_of_tables() -> None:
    """The table that was left longest ago is forgotten first, and close() waits for no timer."""
    watched, timers, reports = presence(most=1)
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
    assert len(reports) == 2


def test_a_big_screen_is_present_until_some_time_after_it_closed() -> None:
    """The arrival and the end of a screen are reported, a reload is not, and no person counts as away because of it."""
    watched, timers, reports = presence()
    assert not watched.has_screen(TABLE)
    watched.enter(TABLE, "tv", leads=True)
    watched.enter(TABLE, "tv")
    watched.leave(TABLE, "tv")
    watched.leave(TABLE, "tv")
    watched.enter(TABLE, "tv")  # page reloaded
    assert (watched.has_screen(TABLE), reports) == (True, [frozenset()])
    watched.leave(TABLE, "tv")
    assert watched.has_screen(TABLE)
    timers.pass_by()
    assert (watched.has_screen(TABLE), reports) == (False, [frozenset(), frozenset()])


def test_the_slowest_big_screen_determines_how_far_the_room_has_seen() -> None:
    """A screen that is gone or has reported no version does not count; if all screens reload, the room waits."""
    watched, timers, reports = presence()
    watched.show(TABLE, "tv", (5, 0))
    assert (watched.shown(TABLE), reports) == (None, [])
    watched.enter(TABLE, "tv", leads=True)
    watched.enter(TABLE, "laptop", leads=True)
    watched.show(TABLE, "tv", (5, 1))
    assert watched.shown(TABLE) == (5, 1)
    watched.show(TABLE, "laptop", (4, 2))
    assert watched.shown(TABLE) == (4, 2)
    watched.show(TABLE, "tv", (6, 0))
    assert len(reports) == 4  # two arrivals and two versions: progress of the faster screen is not reported
    watched.leave(TABLE, "laptop")
    assert (watched.shown(TABLE), len(reports)) == ((6, 0), 5)
    watched.leave(TABLE, "tv")
    assert watched.shown(TABLE) == (4, 2)
    watched.enter(TABLE, "tv")
    timers.pass_by()
    assert watched.shown(TABLE) == (6, 0)


def test_a_screen_leads_the_table_only_after_it_was_admitted() -> None:
    """An unadmitted screen delays no one; only the latest screens that ask are listed, each with its own number."""
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


def presence_event(
    *screens: dict[str, Any], away: tuple[int, ...] = (), shown: list[int] | None = None
) -> dict[str, Any]:
    """Return the data of a presence event."""
    has_screen = any(screen["leads"] for screen in screens)
    return {"away": [*away], "screen": has_screen, "shown": shown, "held": 0, "screens": [*screens]}


@asynccontextmanager
async def listening(
    server: Serving, table: str, token: str | None = None, also: str = "", cookie: str = ""
) -> AsyncIterator[Callable[[str], Any]]:
    """Open a stream with presence events, and yield a function that returns the next event of a kind."""
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
    """Start a game of two people, and return the table's id and their tokens."""
    created = await server.client.call("POST", "/api/tables", {"game": "junior", "seats": [ANNA, OPEN]})
    table, anna = created["id"], created["token"]
    ben = (await server.client.call("POST", f"/api/tables/{table}/seats", {"name": "Ben"}))["token"]
    await server.client.call("POST", f"/api/tables/{table}/start", {}, anna)
    return table, anna, ben


async def test_a_bot_may_stand_in_only_for_an_absent_player(tmp_path: Path) -> None:
    """A watcher is notified when a player's page closes, and when the player returns."""
    async with serving(fast(tmp_path / "roost.db", away_after=0.0)) as server:
        table, anna, ben = await game_of_two(server)
        bot = f"/api/tables/{table}/seats/1/bot"
        async with listening(server, table) as watcher:
            assert await watcher("presence") == presence_event()
            async with listening(server, table, ben) as bens:
                await bens("presence")
                error = await server.refused("POST", bot, {"bot": "chick"}, anna)
                assert (error.status, error.kind) == (409, "not-now")
            assert await watcher("presence") == presence_event(away=(1,))
            change = await server.client.call("POST", bot, {"bot": "chick"}, anna)
            assert change["table"]["seats"][1]["bot"] == "chick"
            async with listening(server, table, ben) as bens:
                assert await bens("presence") == presence_event()
                assert await watcher("presence") == presence_event()


async def test_a_big_screen_only_watches_even_on_the_hosts_device(tmp_path: Path) -> None:
    """A screen on the host's own device leads without admission, but does not count as the host's presence."""
    async with serving(fast(tmp_path / "roost.db", away_after=0.0)) as server:
        table, anna, _ = await game_of_two(server)
        async with listening(server, table) as watcher:
            assert await watcher("presence") == presence_event()
            async with listening(server, table, anna, "&screen=true") as screen:
                [own_screen] = (first := await screen("presence")).pop("screens")
                assert own_screen["leads"]
                assert first["you"] == own_screen["name"]
                assert (await screen("snapshot"))["you"] is None
                assert await watcher("presence") == presence_event(own_screen)
            assert await watcher("presence") == presence_event()


async def test_a_phone_that_follows_starts_at_the_big_screens_version(tmp_path: Path) -> None:
    """Changes that the room has not seen yet arrive as events, also after the phone reloads its page."""
    async with serving(fast(tmp_path / "roost.db")) as server:
        table, anna, _ = await game_of_two(server)
        shown = f"/api/tables/{table}/shown"
        before = (await server.client.call("GET", f"/api/tables/{table}"))["table"]["version"]
        async with listening(server, table, anna, "&screen=tv", f"roost-screen-{table}=secret") as screen:
            [own_screen] = (await screen("presence"))["screens"]
            await screen("snapshot")
            report, headers = {"version": before + 1}, {"cookie": f"roost-screen-{table}=secret"}
            assert (await server.http.post(server.url + shown, json=report, headers=headers)).status_code == 204
            expected = presence_event(own_screen, shown=[before + 1, 0])
            assert await screen("presence") == expected
            await server.client.call("POST", f"/api/tables/{table}/reactions", {"reaction": "clap"}, anna)
            for path, version in (("", before + 1), ("?follow=true", before)):
                view = await server.client.call("GET", f"/api/tables/{table}{path}")
                assert view["table"]["version"] == version
            async with listening(server, table, anna, "&follow=true") as phone:
                assert await phone("presence") == expected  # this event comes before the snapshot
                assert (await phone("snapshot"))["table"]["version"] == before
                assert (await phone("change"))["version"] == before + 1
            await server.client.answer("POST", f"/api/tables/{table}/wait", {"game": 2}, anna)
            assert (await screen("presence"))["held"] == 2
            assert (await server.refused("POST", f"/api/tables/{table}/wait", {"game": 2})).kind == "no-token"
        assert (await server.refused("POST", shown, {"version": 0})).status == 400


async def test_a_strangers_screen_cannot_delay_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's screen leads only once a player admits it, others cannot speak for it, and few may ask at once."""
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
                view = await server.client.call("GET", f"{path}?follow=true")
                assert view["table"]["version"] == version
                name = {"screen": asking["name"]}
                assert (await server.refused("POST", f"{path}/screens", name)).kind == "no-token"
                await server.client.answer("POST", f"{path}/screens", name, anna)
                assert await phone("presence") == presence_event(asking | {"leads": True}, shown=[1, 0])
                for stranger in ({}, {"cookie": f"roost-screen-{table}={asking['name']}"}):
                    report = {"version": version + 1}
                    assert (
                        await server.http.post(f"{server.url}{path}/shown", json=report, headers=stranger)
                    ).is_success
                report = {"version": version + 1}
                assert (await server.http.post(f"{server.url}{path}/shown", json=report, headers=secret)).is_success
                assert (await phone("presence"))["shown"] == [version + 1, 0]
            assert await phone("presence") == presence_event()
        answer = await server.http.send(
            server.http.build_request("GET", f"{server.url}{path}/events?screen=true"), stream=True
        )
        cookie = answer.headers["set-cookie"]
        await answer.aclose()
        cookies = [f"roost-screen-{table}={number}" for number in range(7)]
        for another_cookie in cookies[:-3]:
            async with listening(server, table, None, "&screen=true", another_cookie) as screen:
                await screen("presence")
        last = {"cookie": cookies[-1]}
        refused = await server.http.get(f"{server.url}{path}/events?screen=true", headers=last)
        assert refused.status_code == 429
        assert cookie.startswith(f"roost-screen-{table}=")
        assert all(part in cookie for part in ("HttpOnly", f"Path={path}", "SameSite=lax"))


async def test_watchers_may_clap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cheer is sent on but not stored; a client may send a few at once, while the table is open."""
    monkeypatch.setattr("roost.play.server.live.services.monotonic", lambda: 0.0)
    async with serving(fast(tmp_path / "roost.db")) as server:
        table, anna, _ = await game_of_two(server)
        cheers = f"/api/tables/{table}/cheers"
        async with listening(server, table) as watcher:
            before = (await watcher("snapshot"))["table"]["version"]
            assert (await server.http.post(f"{server.url}{cheers}", json={"reaction": "clap"})).status_code == 204
            assert await watcher("cheer") == {"reaction": "clap"}
        assert (await server.client.call("GET", f"/api/tables/{table}"))["table"]["version"] == before
        answers = [(await server.http.post(f"{server.url}{cheers}", json={"reaction": "wow"})) for _ in range(9)]
        assert answers[-1].status_code == 429
        assert (await server.refused("POST", cheers, {"reaction": "boo"})).status == 400
        await server.client.call("POST", f"/api/tables/{table}/close", {}, anna)
        assert (await server.refused("POST", cheers, {"reaction": "wow"})).kind == "not-now"
