"""Whole games over HTTP, played by clients and by bots."""

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
from roost.play.server.live.bot_turns import Scheduler
from roost.study.bots import all_bots, bot, plays
from soak import rarely

GAMES = list(roost.all_games())


async def watch_to_the_end(table: TableClient) -> list[Seen]:
    """Return everything that a watcher receives until the game is over."""
    received = []
    async for event in table.events():
        received.append(event)
        if event.table["game"] is not None and event.table["game"]["node"] == "over":
            break
    return received


async def test_our_own_bots_sit_down_without_a_trial_choice(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial would need a compiler for some bots, so creating a table would be slow."""
    monkeypatch.setattr(Scheduler, "_knows", None)
    async with serving(fast(database, bot_delay=1000)) as server:
        for game in GAMES:
            named = [info["name"] for info in await server.client.call("GET", "/api/bots")]
            ours = [name for name in named if plays(name, game_type(game))]
            assert {"chick", "pullet", "hen", "rooster", "fox", "owl"} <= set(ours)
            for name in ours:
                await server.client.create(game, [ANNA, {"kind": "bot", "bot": name}])


@pytest.mark.parametrize("game", ["junior", "picnic", *rarely("heckmeck", "barbecue")])
async def test_people_bots_and_spectators_share_a_game(game: str, server: Serving) -> None:
    """Two people and a bot play to the end; a spectator gets every version; every roll of the record is proved."""
    options = {"start": "random", **({"short_game": True} if game == "heckmeck" else {})}
    host = await server.client.create(game, [OPEN, OPEN, {"kind": "bot", "bot": "pullet"}], options)
    anna = await server.client.join(host.code, " An\u202ena ")  # names are cleaned
    ben = await server.client.join(host.code.lower(), "Ben")
    spectator = await server.client.find(host.code)
    watching = asyncio.create_task(watch_to_the_end(spectator))
    await anna.start()
    first, second = await asyncio.gather(anna.play(bot("hen")), ben.play(bot("pullet")))
    received = await watching
    assert first == second == received[-1].table["game"]["outcome"]
    assert received[0].kind == "snapshot"
    assert [event.version for event in received] == list(range(received[0].version, received[-1].version + 1))
    record = read(await spectator.record())
    assert record.outcome is not None
    assert record.outcome.to_json() == first
    assert record.names == ("Anna", "Ben", "pullet (bot)")
    assert verify_dice(record).is_proved


async def test_a_table_with_only_bots_plays_by_itself_once_started(server: Serving) -> None:
    host = await server.client.create("junior", [CHICK, {"kind": "bot", "bot": "hen"}, CHICK])
    watching = asyncio.create_task(watch_to_the_end(host))
    await host.start()
    entries = [entry for event in (await watching)[1:] for entry in event.data["entries"]]
    assert {entry["by"] for entry in entries if entry["type"] in ("acted", "rolled")} == {"chick", "hen"}
    record = read(await host.record())
    assert record.names == ("chick (bot)", "hen (bot)", "chick 2 (bot)")
    assert verify_dice(record).is_proved


async def test_a_finished_game_keeps_the_names_of_its_players(server: Serving) -> None:
    """A player who takes a seat later is not in the game's record, replay or review."""
    anna = await server.client.create("junior", [ANNA, OPEN, CHICK])
    ben = await server.client.join(anna.code, "Ben")
    await anna.start()
    await asyncio.gather(anna.play(bot("hen")), ben.play(bot("hen")))
    await ben.leave()
    await server.client.call("DELETE", f"/api/tables/{anna.id}/seats/1", None, anna.token)
    carl = await server.client.join(anna.code, "Carl")
    table = f"/api/tables/{anna.id}"

    async def names(path: str) -> list[str]:
        async with asyncio.timeout(PATIENCE):
            answer: dict[str, list[str]] = await server.client.call("GET", f"{table}/{path}")
        return answer["names"]

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
    """The rematch starts when everybody has asked for it, and is numbered as the table's next game."""
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
    """A bot that fails at its second choice."""

    name = "broken"
    tries = 0

    def choose(self, state: State, chance: Stream) -> Action:
        _Broken.tries += 1
        if _Broken.tries == 1:  # the server's trial before the bot sits down
            return state.actions()[0]
        raise MemoryError("no room to think")


async def test_a_failing_bot_is_replaced(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log names both bots, and the failed one is not used again."""
    bots = {**all_bots(), "broken": EntryPoint("broken", f"{__name__}:_Broken", "roost.bots")}
    monkeypatch.setattr("roost.play.server.live.bot_turns.all_bots", lambda: bots)
    monkeypatch.setattr("roost.study.bots.all_bots", lambda: bots)
    monkeypatch.setattr(_Broken, "tries", 0)
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, {"kind": "bot", "bot": "broken"}])
        await table.start()
        assert (await table.play(bot("hen")))["winners"]
        changes = await server.client.call("GET", f"/api/tables/{table.id}/changes", None, table.token)
        entries = [entry for change in changes for entry in change["entries"]]
        replaced = [entry for entry in entries if entry["type"] == "bot_seated"]
        assert replaced == [{"type": "bot_seated", "seat": 1, "bot": "hen", "failed": "broken"}]
        assert _Broken.tries == 2


class _Hanging:
    """A bot that never returns from its second choice."""

    name = "hanging"
    may_end = threading.Event()
    tries = 0

    def choose(self, state: State, chance: Stream) -> Action:
        _Hanging.tries += 1
        if _Hanging.tries > 1:
            _Hanging.may_end.wait(PATIENCE)
        return state.actions()[0]


async def test_a_hanging_bot_is_replaced(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's thread is abandoned, and other bots get a new one even if only one may run at a time."""
    bots = {**all_bots(), "hanging": EntryPoint("hanging", f"{__name__}:_Hanging", "roost.bots")}
    monkeypatch.setattr("roost.play.server.live.bot_turns.all_bots", lambda: bots)
    monkeypatch.setattr("roost.study.bots.all_bots", lambda: bots)
    monkeypatch.setattr(_Hanging, "tries", 0)
    _Hanging.may_end.clear()
    try:
        async with serving(fast(database, bot_threads=1)) as server:
            seats = [{"kind": "bot", "bot": "hanging"}, {"kind": "bot", "bot": "hen"}]
            table = await server.client.create("junior", seats, {"start": "A"})
            monkeypatch.setattr(server.app.services.scheduler._runner, "_seconds", 0.01)
            await table.start()
            async with asyncio.timeout(PATIENCE):
                async for event in table.events(after=1):  # the bot may have been replaced already
                    replaced = [entry for entry in event.data.get("entries", []) if entry["type"] == "bot_seated"]
                    if replaced:
                        break
            monkeypatch.setattr(server.app.services.scheduler._runner, "_seconds", PATIENCE)
            assert replaced[0]["failed"] == "hanging"
            assert not _Hanging.may_end.is_set()
            second_table = await server.client.create("junior", [ANNA, {"kind": "bot", "bot": "hen"}])
            await second_table.start()
            assert (await second_table.play(bot("hen")))["winners"]
    finally:
        _Hanging.may_end.set()
