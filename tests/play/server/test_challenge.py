"""Challenges: the same dice for everybody on every installation, and results without luck."""

import asyncio
import zlib
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from play.server.serving import Serving, fast, serving
from roost.core.errors import OptionError
from roost.core.record import read
from roost.core.record.proof import ProofError
from roost.core.registry import our_games, position
from roost.core.stream import Stream
from roost.play.client import Client, ServerError, TableClient
from roost.play.dice import verify_dice
from roost.play.table.challenge import challenge, daily
from roost.study.bots import bot
from roost.study.review.modelled import review_game


def test_the_name_of_a_challenge_determines_its_game() -> None:
    """A date names the daily challenge; other names consist of the game, the bot and a word."""
    week = [daily(date(2026, 11, day)).game for day in range(16, 24)]
    assert week[:4] == week[4:]
    assert sorted(week[:4]) == sorted(kind.name for kind in our_games())
    assert challenge("2026-11-16") == daily(date(2026, 11, 16))
    assert challenge("junior-rooster-sunshine")[1:3] == ("junior", "rooster")
    for wrong in ("2026-02-30", "junior-hen", "chess-hen-word", "junior-nobody-word", "junior-hen-two words", ""):
        with pytest.raises(OptionError):
            challenge(wrong)


async def take(client: Client, name: str, person: str) -> TableClient:
    """Take a challenge: sit down alone against the bot, and start."""
    created = await client.call("POST", f"/api/challenges/{name}/take", {"name": person})
    table = TableClient(client, created["id"], created["token"])
    await table.start()
    return table


async def played(table: TableClient, bot_name: str) -> list[str]:
    """Play to the end with the choices of a bot, and return the moves of the record."""
    chooser, chance = bot(bot_name), Stream(1)
    game = (await table.snapshot())["table"]["game"]
    while game["node"] != "over":
        if game["seat"] == 0:
            action = None if game["node"] == "roll" else str(chooser.choose(position(game["position"]), chance))
            game = (await table.move(action, version=game["moved"]))["table"]["game"]
        else:
            async for event in table.events():
                game = event.table["game"]
                if game["node"] == "over" or game["seat"] == 0:
                    break
    return [line for line in (await table.record()).splitlines() if line and not line.startswith("[")]


async def test_the_daily_challenge_is_the_same_on_two_installations(tmp_path: Path) -> None:
    """Game, bot and dice are the same, and results agree with the review."""
    name = "2026-11-17"
    records = []
    for place in ("first", "second"):
        async with serving(fast(tmp_path / f"{place}.db")) as server:
            today = await server.client.call("GET", "/api/challenges/today")
            assert today["day"] in (datetime.now(UTC).date().isoformat(), today["name"])
            anna = await take(server.client, name, "Anna")
            assert await server.refused("POST", f"/api/tables/{anna.id}/rematch", {}, anna.token)
            records.append(await played(anna, "hen"))
            text = await anna.record()
            if place == "second":  # a cached review of an older format is made again
                server.app.services.store.keep_review(anna.id, 1, zlib.compress(b'{"format": 0}'))
                (result,) = (await _reviewed(server.client, name))["results"]
    assert records[0] == records[1]  # the same decisions meet the same dice, and the same bot answers
    check = verify_dice(read(text))
    assert check.is_proved
    assert "every player with the seed 'roost challenge 2026-11-17'" in str(check)
    with pytest.raises(ProofError):
        verify_dice(read(text.replace("2026-11-17", "2026-11-18")))
    account = review_game(read(text)).accounts[0]
    assert (result["name"], result["decisions"]) == ("Anna", account.decisions)
    assert result["luck"] == pytest.approx(account.luck)
    assert result["without_luck"] == pytest.approx(account.result - account.luck)
    assert result["mistakes"] == pytest.approx(account.mistakes)


async def _reviewed(client: Client, name: str) -> Any:
    """Return the challenge with its results, once all are reviewed."""
    async with asyncio.timeout(PATIENCE):
        while True:
            view = await client.call("GET", f"/api/challenges/{name}")
            if all(result["reviewed"] for result in view["results"]):
                return view
            await asyncio.sleep(0.02)


async def test_a_challenge_refuses_odds_and_other_tables_with_its_dice(server: Serving) -> None:
    """An unknown challenge and an empty name are refused as well."""
    anna = await take(server.client, "junior-chick-word", "Anna")
    assert (await server.refused("GET", f"/api/tables/{anna.id}/odds")).status == 403
    spec = {"game": "junior", "seats": [{"kind": "here", "name": "A"}, {"kind": "open"}], "challenge": "2026-11-17"}
    assert (await server.refused("POST", "/api/tables", spec)).kind == "bad-value"
    assert (await server.refused("GET", "/api/challenges/nothing")).kind == "not-found"
    with pytest.raises(ServerError):
        await server.client.call("POST", "/api/challenges/today/take", {"name": " "})
