"""Seats: claiming, inviting, leaving and coming back, hosts, bots that stand in, and clocks."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from play.server.serving import ANNA, BEN, CHICK, OPEN, Clock, Serving, fast, serving
from roost.play.client import ServerError, TableClient


async def until(table: TableClient, holds: Any) -> dict[str, Any]:
    """The first table view for which something holds."""
    async with asyncio.timeout(PATIENCE):
        async for seen in table.events():
            if holds(seen.table):
                return seen.table
    raise AssertionError


async def test_a_seat_is_claimed_once(server: Serving) -> None:
    """The second who wants a seat is told who has it; when all are taken, one can watch."""
    host = await server.client.create("heckmeck", [OPEN, OPEN])
    results = await asyncio.gather(
        *(server.client.join(host.id, f"P{i}", seat=1) for i in range(5)), return_exceptions=True
    )
    assert sum(isinstance(result, TableClient) for result in results) == 1
    assert {error.kind for error in results if isinstance(error, ServerError)} == {"not-now"}
    await server.client.join(host.id, "Zoe")
    with pytest.raises(ServerError, match="you can watch"):
        await server.client.join(host.id, "Late")


async def test_an_invitation_opens_the_guest_s_seat_and_no_other(server: Serving) -> None:
    """A kept seat is passed over by others, refused to them, and opened once by its invitation."""
    host = await server.client.create("heckmeck", [{"kind": "guest", "name": "Carla"}, OPEN, OPEN])
    other = await server.client.create("heckmeck", [{"kind": "guest", "name": "Carla"}, OPEN])
    with pytest.raises(ServerError, match="kept for Carla"):
        await server.client.join(host.id, "Mallory", seat=0)
    with pytest.raises(ServerError, match="not for this table"):
        await server.client.join(host.id, "Mallory", invitation=other.invitations["0"])
    with pytest.raises(ServerError, match="not for this table"):  # a person's token is no invitation
        await server.client.join(host.id, "Mallory", invitation=host.token)
    first = await server.client.join(host.id, "Ben")
    assert (await first.snapshot())["you"]["seats"] == [1]
    carla = await server.client.join(host.id, "Carla", invitation=host.invitations["0"])
    assert (await carla.snapshot())["you"] == {"person": 2, "host": False, "seats": [0]}
    with pytest.raises(ServerError, match="taken by Carla"):
        await server.client.join(host.id, "Mallory", invitation=host.invitations["0"])
    with pytest.raises(ServerError):  # an invitation is no token
        await TableClient(server.client, host.id, host.invitations["0"]).start()


async def test_one_token_can_hold_several_seats(server: Serving) -> None:
    """A player who claims again with a token passes the device to a further person, without a further token."""
    host = await server.client.create("heckmeck", [OPEN, OPEN, OPEN])
    anna = await server.client.join(host.id, "Anna")
    again = await anna.claim("Ada")
    assert again["token"] is None
    assert (await anna.snapshot())["you"]["seats"] == [0, 1]


async def test_a_name_is_changed_until_one_plays(server: Serving) -> None:
    """With its bird, on one's own seats alone; once the game has begun a name stays."""
    host = await server.client.create("heckmeck", [ANNA, OPEN])
    ben = await server.client.join(host.id, "Duck")
    url, body = f"/api/tables/{host.id}/name", {"name": " Ben ", "avatar": "duck", "seat": 1}
    seats = (await server.client.call("POST", url, body, ben.token))["table"]["seats"]
    assert (seats[1]["name"], seats[1]["person"], seats[1]["avatar"]) == ("Ben", 1, "duck")
    assert (await server.refused("POST", url, body, host.token)).status in (403, 422)
    assert (await server.refused("POST", url, {"name": "\u200b"}, ben.token)).kind == "bad-value"
    await server.client.call("POST", f"/api/tables/{host.id}/start", {}, host.token)
    assert (await server.refused("POST", url, body, ben.token)).kind == "not-now"


async def test_a_page_is_recognised_by_its_cookie(server: Serving) -> None:
    """The cookie is for this table's addresses alone, hidden from scripts, and not sent across sites."""
    host = await server.client.create("heckmeck", [OPEN, OPEN])
    claimed = await server.http.post(f"{server.url}/api/tables/{host.id}/seats", json={"name": "Anna"})
    cookie = claimed.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", f"Path=/api/tables/{host.id}"} <= set(cookie.split("; "))
    headers = {"cookie": cookie.partition(";")[0], "origin": server.url}
    shown = await server.http.get(f"{server.url}/api/tables/{host.id}", headers=headers)
    assert shown.json()["you"] == {"person": 1, "host": False, "seats": [0]}
    left = await server.http.post(f"{server.url}/api/tables/{host.id}/leave", json={}, headers=headers)
    assert left.status_code == 200


async def test_who_leaves_before_the_game_frees_the_seat(server: Serving) -> None:
    """Another can sit down there, and the game cannot start while a seat is free."""
    host = await server.client.create("heckmeck", [ANNA, OPEN])
    with pytest.raises(ServerError, match="Seat B is free"):
        await host.start()
    ben = await server.client.join(host.id, "Ben")
    assert (await ben.leave())["table"]["seats"][1]["kind"] == "open"
    carla = await server.client.join(host.id, "Carla")
    assert (await carla.start())["table"]["status"] == "playing"


async def test_a_bot_plays_for_who_has_left_until_the_return(database: Path) -> None:
    """With a takeover rule a bot takes the place of who left at once; the person comes back to the same seat."""
    async with serving(fast(database, bot_delay=0.02)) as server:
        anna = await server.client.create("heckmeck", [ANNA, OPEN], {}, {"takeover_after": 60, "takeover_bot": "chick"})
        ben = await server.client.join(anna.code, "Ben")
        await anna.start()
        away = await anna.leave()
        assert away["table"]["seats"][0]["away"] is True
        table = await until(ben, lambda table: table["game"]["seat"] == 1)
        assert (table["seats"][0]["bot"], table["seats"][0]["name"]) == ("chick", "Anna")
        back = await anna.come_back()
        assert (back["table"]["seats"][0]["bot"], back["table"]["seats"][0]["away"]) == (None, False)
        with pytest.raises(ServerError, match="here already"):
            await anna.come_back()


async def test_without_a_takeover_rule_the_table_waits(server: Serving) -> None:
    """Nobody plays for who has left, unless the host lets a bot."""
    anna = await server.client.create("heckmeck", [ANNA, OPEN])
    ben = await server.client.join(anna.code, "Ben")
    await anna.start()
    with pytest.raises(ServerError, match="is played by Ben"):
        await server.client.call("POST", f"/api/tables/{anna.id}/seats/1/bot", {"bot": "chick"}, anna.token)
    await ben.leave()
    room = server.app.services.rooms.loaded(anna.id)
    assert room is not None
    assert room.due is None
    error = await server.refused("POST", f"/api/tables/{anna.id}/seats/1/bot", {"bot": "chick"}, ben.token)
    assert error.kind == "not-yours"
    filled = await server.client.call("POST", f"/api/tables/{anna.id}/seats/1/bot", {"bot": "chick"}, anna.token)
    assert filled["table"]["seats"][1]["bot"] == "chick"
    assert (await ben.come_back())["table"]["seats"][1]["bot"] is None


async def test_who_does_not_play_is_taken_over_by_the_table_s_rule(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the rule's time without a move a bot takes the seat; its person must come back before moving."""
    clock = Clock(monkeypatch)
    async with serving(fast(database, bot_delay=1000)) as server:
        anna = await server.client.create("heckmeck", [ANNA, OPEN], {}, {"takeover_after": 60})
        ben = await server.client.join(anna.code, "Ben")
        await anna.start()
        clock.ahead = 61
        table = await until(ben, lambda table: table["seats"][0]["bot"] == "hen")
        assert table["seats"][0]["person"] == 0
        with pytest.raises(ServerError, match="come back first"):
            await anna.move(version=table["version"])


async def test_when_the_time_is_up_a_bot_finishes_the_turn(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At zero the turn is played to its end, and the seat stays with its person."""
    clock = Clock(monkeypatch)
    async with serving(fast(database)) as server:
        rules = {"turn_seconds": 30, "at_zero": "play", "takeover_bot": "chick"}
        anna = await server.client.create("heckmeck", [ANNA, OPEN], {}, rules)
        ben = await server.client.join(anna.code, "Ben")
        await anna.start()
        clock.ahead = 31
        table = await until(ben, lambda table: table["game"]["seat"] == 1)
        assert table["seats"][0]["bot"] is None
        room = server.app.services.rooms.loaded(anna.id)
        assert room is not None
        assert room.due is not None
        assert room.due.at > clock.time() + 15  # Ben's clock has only begun


async def test_the_host_frees_the_seat_of_who_lets_others_wait(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only after the time that the server sets, only the host, and then somebody else may sit down."""
    clock = Clock(monkeypatch)
    async with serving(fast(database, idle_after=60.0)) as server:
        anna = await server.client.create("heckmeck", [OPEN, OPEN])
        ben = await server.client.join(anna.code, "Ben")
        carla = await server.client.join(anna.code, "Carla")
        await anna.start()
        path = f"/api/tables/{anna.id}/seats/0"
        assert "Ben is playing" in str(await server.refused("DELETE", path, None, anna.token))
        clock.ahead = 61
        assert (await server.refused("DELETE", path, None, carla.token)).kind == "not-yours"
        freed = await server.client.call("DELETE", path, None, anna.token)
        assert freed["table"]["seats"][0]["kind"] == "open"
        assert (await ben.snapshot())["you"]["seats"] == []
        dora = await server.client.join(anna.code, "Dora")
        assert (await dora.move(version=dora.version))["table"]["game"]["dice"]["rolls"] == 1


async def test_bots_are_checked_when_a_table_is_made(server: Serving) -> None:
    """Unknown bots, bots that do not know the game, and programs to run are refused."""
    for bot in ("nobody", "exec", "simple"):
        body = {"game": "junior", "seats": [OPEN, {"kind": "bot", "bot": bot}]}
        assert (await server.refused("POST", "/api/tables", body)).kind == "bad-value", bot
    body = {"game": "junior", "seats": [OPEN, {"kind": "bot", "bot": "exec:touch x"}]}
    assert (await server.refused("POST", "/api/tables", body)).kind == "unreadable"


async def test_nothing_happens_at_a_closed_table(server: Serving) -> None:
    """Every command at a closed table is refused."""
    host = await server.client.create("junior", [ANNA, BEN, CHICK])
    await host.close()
    commands: dict[str, Any] = {
        "start": {}, "seats": {"name": "Zoe"}, "leave": {}, "return": {}, "reactions": {"reaction": "wow"},
        "rematch": {}, "close": None, "undo": {"version": 1, "key": "u"},
        "moves": {"version": 1, "key": "m", "throw": True},
    }  # fmt: skip
    for what, body in commands.items():
        error = await server.refused("POST", f"/api/tables/{host.id}/{what}", body, host.token)
        assert (what, error.kind, str(error)) == (what, "not-now", "The table is closed.")
