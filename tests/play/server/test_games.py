"""Whole games over HTTP, played by people-like clients and by bots."""

import asyncio
import threading
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import roost
from patience import PATIENCE
from play.server.serving import ANNA, CHICK, OPEN, Serving, fast, serving
from roost.core.moves import Action
from roost.core.record import read
from roost.core.registry import game_type
from roost.core.state import State
from roost.core.stream import Stream
from roost.play.client import Seen, TableClient
from roost.play.dice import verify_dice
from roost.play.server.live.bot_turns import Steward
from roost.study.bots import all_bots, bot, plays
from soak import rarely

GAMES = list(roost.all_games())


async def watch_to_the_end(table: TableClient) -> list[Seen]:
    """Everything that a watcher sees until the game is over."""
    seen = []
    async for event in table.events():
        seen.append(event)
        if event.table["game"] is not None and event.table["game"]["node"] == "over":
            break
    return seen


async def test_nobody_waits_until_a_bot_has_thought(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own bots sit down at our own games without being asked for a choice, for which some need a compiler."""
    monkeypatch.setattr(Steward, "_knows", None)
    async with serving(fast(database, bot_delay=1000)) as server:
        for game in GAMES:
            named = [info["name"] for info in await server.client.call("GET", "/api/bots")]
            ours = [name for name in named if plays(name, game_type(game))]
            assert {"chick", "pullet", "hen", "rooster", "fox", "owl"} <= set(ours)
            for name in ours:
                await server.client.create(game, [ANNA, {"kind": "bot", "bot": name}])


@pytest.mark.parametrize("game", ["junior", "picnic", *rarely("heckmeck", "barbecue")])
async def test_people_bots_and_spectators_share_a_game(game: str, server: Serving) -> None:
    """Two people and a bot play to the end; a spectator sees every version; every roll of the record is proved."""
    options = {"start": "random", **({"short_game": True} if game == "heckmeck" else {})}
    host = await server.client.create(game, [OPEN, OPEN, {"kind": "bot", "bot": "pullet"}], options)
    anna = await server.client.join(host.code, " An\u202ena ")  # names are cleaned
    ben = await server.client.join(host.code.lower(), "Ben")
    spectator = await server.client.find(host.code)
    watching = asyncio.create_task(watch_to_the_end(spectator))
    await anna.start()
    first, second = await asyncio.gather(anna.play(bot("hen")), ben.play(bot("pullet")))
    seen = await watching
    assert first == second == seen[-1].table["game"]["outcome"]
    assert seen[0].kind == "snapshot"
    assert [event.version for event in seen] == list(range(seen[0].version, seen[-1].version + 1))
    record = read(await spectator.record())
    assert record.outcome is not None
    assert record.outcome.to_json() == first
    assert record.names == ("Anna", "Ben", "pullet (bot)")
    assert verify_dice(record).is_proved


async def test_bots_play_among_themselves(server: Serving) -> None:
    """A table of bots needs only somebody to start it."""
    host = await server.client.create("junior", [CHICK, {"kind": "bot", "bot": "hen"}, CHICK])
    watching = asyncio.create_task(watch_to_the_end(host))
    await host.start()
    entries = [entry for event in (await watching)[1:] for entry in event.data["entries"]]
    assert {entry["by"] for entry in entries if entry["type"] in ("acted", "rolled")} == {"chick", "hen"}
    record = read(await host.record())
    assert record.names == ("chick (bot)", "hen (bot)", "chick 2 (bot)")
    assert verify_dice(record).is_proved


async def test_a_game_belongs_to_those_who_played_it(server: Serving) -> None:
    """A player who takes a seat after the end is not in the record, the replay or the review of the game before."""
    anna = await server.client.create("junior", [ANNA, OPEN, CHICK])
    ben = await server.client.join(anna.code, "Ben")
    await anna.start()
    await asyncio.gather(anna.play(bot("hen")), ben.play(bot("hen")))
    await ben.leave()
    await server.client.call("DELETE", f"/api/tables/{anna.id}/seats/1", None, anna.token)
    carl = await server.client.join(anna.code, "Carl")
    table = f"/api/tables/{anna.id}"

    async def names(what: str) -> list[str]:
        async with asyncio.timeout(PATIENCE):
            found = await server.client.call("GET", f"{table}/{what}")
        told: list[str] = found["names"]
        return told

    assert read(await anna.record()).names == ("Anna", "Ben", "chick (bot)")
    await carl.rematch()
    await anna.rematch()
    assert read(await anna.record(1)).names == ("Anna", "Ben", "chick (bot)")
    assert read(await anna.record(2)).names == ("Anna", "Carl", "chick (bot)")
    assert verify_dice(read(await anna.record(1))).is_proved
    assert await names("replay?game=1") == ["Anna", "Ben", "chick (bot)"]
    assert await names("replay") == ["Anna", "Carl", "chick (bot)"]
    assert await names("review?game=1&lang=de") == ["Anna", "Ben", "Küken"]
    picture = (await server.client.answer("GET", f"{table}/review/picture?game=1")).text
    assert "Ben" in picture
    assert "Carl" not in picture


async def test_a_rematch_begins_at_the_next_seat(server: Serving) -> None:
    """When everybody wants to play again, the next game has the next number and start."""
    anna = await server.client.create("junior", [ANNA, OPEN])
    ben = await server.client.join(anna.code, "Ben")
    await anna.start()
    await asyncio.gather(anna.play(bot("hen")), ben.play(bot("hen")))
    offered = await ben.rematch()
    assert [entry["type"] for entry in offered["entries"]] == ["rematch_offered", "device_sealed"]
    assert offered["table"]["rematch"] == [1]
    agreed = await anna.rematch()
    started = agreed["entries"][-1]
    assert (started["type"], started["game"], started["start"]) == ("started", 2, 1)
    assert agreed["table"]["game"]["seat"] == 1
    await asyncio.gather(anna.play(bot("hen")), ben.play(bot("hen")))
    for number in (1, 2):
        assert verify_dice(read(await anna.record(number))).is_proved


class _Broken:
    """A bot that cannot go on."""

    name = "broken"
    tries = 0

    def choose(self, state: State, rng: Stream) -> Action:
        _Broken.tries += 1
        if _Broken.tries == 1:  # the server tries a bot before it lets it sit down
            return state.actions()[0]
        raise MemoryError("no room to think")


async def test_a_bot_that_fails_is_replaced_visibly(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another bot plays on, the log says so, and the one that failed is not asked again."""
    bots = {**all_bots(), "broken": EntryPoint("broken", f"{__name__}:_Broken", "roost.bots")}
    monkeypatch.setattr("roost.play.server.live.bot_turns.all_bots", lambda: bots)
    monkeypatch.setattr("roost.study.bots.all_bots", lambda: bots)
    monkeypatch.setattr(_Broken, "tries", 0)
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, {"kind": "bot", "bot": "broken"}])
        await table.start()
        assert (await table.play(bot("hen")))["winners"]
        told = await server.client.call("GET", f"/api/tables/{table.id}/changes", None, table.token)
        entries = [entry for change in told for entry in change["entries"]]
        replaced = [entry for entry in entries if entry["type"] == "bot_seated"]
        assert replaced == [{"type": "bot_seated", "seat": 1, "bot": "hen", "failed": "broken"}]
        assert _Broken.tries == 2


class _Hanging:
    """A bot that never comes back, once it sits at a table."""

    name = "hanging"
    may_end = threading.Event()
    tries = 0

    def choose(self, state: State, rng: Stream) -> Action:
        _Hanging.tries += 1
        if _Hanging.tries > 1:
            _Hanging.may_end.wait(PATIENCE)
        return state.actions()[0]


async def test_a_bot_that_hangs_is_replaced_visibly(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where only one bot may think at once: its thread is left to itself, and others think in another."""
    bots = {**all_bots(), "hanging": EntryPoint("hanging", f"{__name__}:_Hanging", "roost.bots")}
    monkeypatch.setattr("roost.play.server.live.bot_turns.all_bots", lambda: bots)
    monkeypatch.setattr("roost.study.bots.all_bots", lambda: bots)
    monkeypatch.setattr(_Hanging, "tries", 0)
    _Hanging.may_end.clear()
    try:
        async with serving(fast(database, bot_threads=1)) as server:
            seats = [{"kind": "bot", "bot": "hanging"}, {"kind": "bot", "bot": "hen"}]
            table = await server.client.create("junior", seats, {"start": "A"})
            monkeypatch.setattr(server.app.services.steward._thinkers, "_seconds", 0.01)
            await table.start()
            async with asyncio.timeout(PATIENCE):
                async for seen in table.events(after=1):  # it may have been replaced already
                    replaced = [entry for entry in seen.data.get("entries", []) if entry["type"] == "bot_seated"]
                    if replaced:
                        break
            monkeypatch.setattr(server.app.services.steward._thinkers, "_seconds", PATIENCE)
            assert replaced[0]["failed"] == "hanging"
            assert not _Hanging.may_end.is_set()
            other = await server.client.create("junior", [ANNA, {"kind": "bot", "bot": "hen"}])
            await other.start()
            assert (await other.play(bot("hen")))["winners"]
    finally:
        _Hanging.may_end.set()
