"""Tables without a server: whole games, and engines that die during them."""

import asyncio
import json
import random

import pytest

from play.local.device import ANNA, HEN, Bridge, begin, get, run_again
from roost.core.record import read
from roost.core.stream import Stream
from roost.play.dice import verify_dice
from roost.play.local import start
from soak import tries

_GAMES = ["heckmeck", "junior", "barbecue", "picnic"]
_KILLS = tries(6, 100)
"""Number of moments at which an engine is killed."""


@pytest.mark.parametrize("game", _GAMES)
async def test_a_whole_game_is_played_and_recorded_on_a_device(game: str) -> None:
    """The record says who rolled the dice, and every roll follows from its list."""
    service = await start(Bridge())
    page = await begin(service, game, ANNA, HEN)
    await page.play(Stream(game))
    record = read((await service.request("GET", f"{page.path}/record")).text)
    assert record.outcome is not None
    assert record.headers["Dice"] == "device"
    check = verify_dice(record)
    assert not check.is_proved
    assert check.rolls > 10
    assert "rolled on the device" in str(check)
    snapshot = await get(service, page.path)
    assert snapshot["faces"] == ""  # the page has no dice to check
    await service.close()


async def test_no_stored_move_is_lost_when_the_engine_dies() -> None:
    """At random moments the engine dies before or after a change is stored; the page repeats its last request."""
    chance = random.Random(58)
    bridge = Bridge()
    service = await start(bridge)
    page, choices = await begin(service, "junior", ANNA, HEN), Stream("kills")
    game, killed = 0, 0
    while killed < _KILLS:
        if page.is_over:
            game += 1
            page = await begin(service, _GAMES[game % 4], ANNA, HEN)
        bridge.dies_at = bridge.appends + chance.randint(1, 12)
        bridge.dies_before = chance.random() < 0.5
        bridge.has_died.clear()
        dying = asyncio.ensure_future(bridge.has_died.wait())
        playing = asyncio.ensure_future(page.play(choices))
        await asyncio.wait({dying, playing}, return_when=asyncio.FIRST_COMPLETED)
        if not bridge.has_died.is_set():
            bridge.dies_at = -1  # the game ended before
            continue
        killed += 1
        seen = page.table
        service = await run_again(bridge)
        stored = len(bridge.rows[seen["id"]])
        assert seen["version"] <= stored
        page.restart(service)
        if page.last_request is not None:  # the page does not know whether it was stored
            await page.post("moves", page.last_request)
            keys = [json.loads(row).get("key") for row in bridge.rows[seen["id"]].values()]
            assert keys.count(f"0:{page.last_request['key']}") == 1
        await page.until(stored)
    await service.close()
