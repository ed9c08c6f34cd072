"""Seats: claims, invitations, leaving and returning, hosts, bots that stand in, and clocks."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from play.server.serving import ANNA, BEN, CHICK, OPEN, Clock, Serving, fast, serving
from roost.play.client import ServerError, TableClient


async def until(table: TableClient, holds: Any) -> dict[str, Any]:
    """Return the first view of the table that satisfies a condition."""
    async with asyncio.timeout(PATIENCE):
        async for event in table.events():
            if holds(event.table):
                return event.table
    raise AssertionError


async def test_only_one_person_can_claim_a_seat(server: Serving) -> None:
    """A later claim is refused, and at a full table the refusal offers to watch."""
    host = await server.client.create("heckmeck", [OPEN, OPEN])
    results = await asyncio.gather(
        *(server.client.join(host.id, f"P{i}", seat=1) for i in range(5)), return_exceptions=True
    )
    assert sum(isinstance(result, TableClient) for result in results) == 1
    assert {error.kind for error in results if isinstance(error, ServerError)} == {"not-now"}
    await server.client.join(host.id, "Zoe")
    with pytest.raises(ServerError, match="you can watch"):
        await server.client.join(host.id, "Late")


async def test_an_invitation_claims_only_the_guests_seat(server: Serving) -> None:
    """A reserved seat is refused to others, and its invitation works once."""
    host = await server.client.create("heckmeck", [{"kind": "guest", "name": "Carla"}, OPEN, OPEN])
    other_table = await server.client.create("heckmeck", [{"kind": "guest", "name": "Carla"}, OPEN])
    with pytest.raises(ServerError, match="reserved for Carla"):
        await server.client.join(host.id, "Mallory", seat=0)
    with pytest.raises(ServerError, match="not for this table"):
        await server.client.join(host.id, "Mallory", invitation=other_table.invitations["0"])
    with pytest.raises(ServerError, match="not for this table"):  # a person's token is not an invitation
        await server.client.join(host.id, "Mallory", invitation=host.token)
    first = await server.client.join(host.id, "Ben")
    assert (await first.snapshot())["you"]["seats"] == [1]
    carla = await server.client.join(host.id, "Carla", invitation=host.invitations["0"])
    assert (await carla.snapshot())["you"] == {"person": 2, "host": False, "seats": [0]}
    with pytest.raises(ServerError, match="taken by Carla"):
        await server.client.join(host.id, "Mallory", invitation=host.invitations["0"])
    with pytest.raises(ServerError):  # an invitation is not a token
        await TableClient(server.client, host.id, host.invitations["0"]).start()


async def test_one_token_can_hold_several_seats(server: Serving) -> None:
    """A player who claims a second seat for a person beside them gets no second token."""
    host = await server.client.create("heckmeck", [OPEN, OPEN, OPEN])
    anna = await server.client.join(host.id, "Anna")
    second_claim = await anna.claim("Ada")
    assert second_claim["token"] is None
    assert (await anna.snapshot())["you"]["seats"] == [0, 1]


async def test_a_player_may_change_their_name_until_the_game_begins(server: Serving) -> None:
    """Players can change the name and the bird of their own seats only."""
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
    """The cookie is limited to this table's addresses, hidden from scripts, and not sent across sites."""
    host = await server.client.create("heckmeck", [OPEN, OPEN])
    claimed = await server.http.post(f"{server.url}/api/tables/{host.id}/seats", json={"name": "Anna"})
    cookie = claimed.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", f"Path=/api/tables/{host.id}"} <= set(cookie.split("; "))
    headers = {"cookie": cookie.partition(";")[0], "origin": server.url}
    shown = await server.http.get(f"{server.url}/api/tables/{host.id}", headers=headers)
    assert shown.json()["you"] == {"person": 1, "host": False, "seats": [0]}
    left = await server.http.post(f"{server.url}/api/tables/{host.id}/leave", json={}, headers=headers)
    assert left.status_code == 200


async def test_leaving_before_the_game_frees_the_seat(server: Serving) -> None:
    """Another person can claim it. The game starts once enough people are there, and gives up the seats left open."""
    host = await server.client.create("heckmeck", [ANNA, OPEN, OPEN])
    with pytest.raises(ServerError, match="At least 2 must play"):
        await host.start()
    ben = await server.client.join(host.id, "Ben")
    assert (await ben.leave())["table"]["seats"][1]["kind"] == "open"
    carla = await server.client.join(host.id, "Carla")
    table = (await carla.start())["table"]
    assert (table["status"], [seat["name"] for seat in table["seats"]]) == ("playing", ["Anna", "Carla"])


async def test_a_bot_plays_for_a_player_who_left_until_they_return(database: Path) -> None:
    """A takeover rule lets the bot start at once, and the player returns to the same seat."""
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
        with pytest.raises(ServerError, match="not left"):
            await anna.come_back()


async def test_without_a_takeover_rule_the_table_waits_for_an_absent_player(server: Serving) -> None:
    """The host alone can let a bot play for the player."""
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


async def test_a_bot_takes_over_from_an_idle_player(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who is idle longer than the house rule allows is replaced, and must return before moving again."""
    clock = Clock(monkeypatch)
    async with serving(fast(database, bot_delay=1000)) as server:
        anna = await server.client.create("heckmeck", [ANNA, OPEN], {}, {"takeover_after": 60})
        ben = await server.client.join(anna.code, "Ben")
        await anna.start()
        clock.ahead = 61
        table = await until(ben, lambda table: table["seats"][0]["bot"] == "hen")
        assert table["seats"][0]["person"] == 0
        with pytest.raises(ServerError, match="return to your seat first"):
            await anna.move(version=table["version"])


async def test_a_bot_finishes_the_turn_when_the_clock_runs_out(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat stays with its player."""
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


async def test_the_host_may_free_the_seat_of_an_idle_player(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host has to wait for the server's idle time, and other players may not do it."""
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


async def test_a_table_with_an_unusable_bot_is_refused(server: Serving) -> None:
    """Unknown bots, bots that do not know the game, and commands to run are all refused."""
    for bot in ("nobody", "exec", "simple"):
        body = {"game": "junior", "seats": [OPEN, {"kind": "bot", "bot": bot}]}
        assert (await server.refused("POST", "/api/tables", body)).kind == "bad-value", bot
    body = {"game": "junior", "seats": [OPEN, {"kind": "bot", "bot": "exec:touch x"}]}
    assert (await server.refused("POST", "/api/tables", body)).kind == "unreadable"


async def test_every_command_at_a_closed_table_is_refused(server: Serving) -> None:
    host = await server.client.create("junior", [ANNA, BEN, CHICK])
    await host.close()
    commands: dict[str, Any] = {
        "start": {}, "seats": {"name": "Zoe"}, "leave": {}, "return": {}, "reactions": {"reaction": "wow"},
        "rematch": {}, "close": None, "undo": {"version": 1, "key": "u"},
        "moves": {"version": 1, "key": "m", "throw": True},
    }  # fmt: skip
    for command, body in commands.items():
        error = await server.refused("POST", f"/api/tables/{host.id}/{command}", body, host.token)
        assert (command, error.kind, str(error)) == (command, "not-now", "The table is closed.")
