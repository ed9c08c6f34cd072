"""Hints, reviews and puzzles over HTTP."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

import roost
from roost.models import value
from roost.server.reviewing import Reviewer
from server.serving import ANNA, BEN, NONCE, OPEN, fast, serving

HECKMECK = "heckmeck grill=21-36 A=- B=- turn=A aside=5555w"


def bots_table(http: httpx.Client, game: str) -> str:
    """The id of a table at which two bots have played to the end."""
    seats = [{"kind": "bot", "bot": "pullet"}, {"kind": "bot", "bot": "hen"}]
    made = http.post("/api/tables", json={"game": game, "seats": seats}).json()
    headers = {"authorization": f"Bearer {made['token']}"}
    http.post(f"/api/tables/{made['id']}/start", json={"nonce": NONCE}, headers=headers).raise_for_status()
    give_up = time.monotonic() + 60
    while http.get(f"/api/tables/{made['id']}").json()["table"]["status"] != "over":
        assert time.monotonic() < give_up
        time.sleep(0.05)
    return str(made["id"])


def reviewed(http: httpx.Client, table: str, **query: Any) -> dict[str, Any]:
    """The review of a table's game, once it is made."""
    give_up = time.monotonic() + 60
    while (answer := http.get(f"/api/tables/{table}/review", params=query)).status_code == 202:
        assert answer.json() == {"status": "working"}
        assert answer.headers["retry-after"] == "1"
        assert time.monotonic() < give_up
        time.sleep(0.1)
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


@pytest.mark.parametrize(("lang", "words"), [("en", "to win"), ("de", "Gewinnanteil")])
def test_a_hint_for_any_position(http: httpx.Client, lang: str, words: str) -> None:
    """The best choice of the solved turn, its reason in a sentence, and a sentence for every other choice."""
    hint = http.get("/api/positions/hint", params={"position": HECKMECK, "lang": lang}).raise_for_status().json()
    state = roost.position(HECKMECK)
    assert hint["best"] == str(value(state).best(state)) == hint["choices"][0]["action"]
    assert words in hint["text"]
    assert all(words in choice["what_if"] for choice in hint["choices"])


def test_no_hint_where_there_is_nothing_to_choose(http: httpx.Client) -> None:
    """Before a roll the answer says so."""
    refused = http.get("/api/positions/hint", params={"position": "junior grill=4 A=- B=- turn=A"})
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:roost:problem:not-now")


@pytest.mark.parametrize(("odds", "seats", "status"), [(True, [ANNA, OPEN], 200), (False, [ANNA, OPEN], 403)])
def test_a_table_gives_hints_if_its_rules_say_so(
    http: httpx.Client, odds: bool, seats: list[dict[str, str]], status: int
) -> None:
    """The rule about odds covers hints too."""
    asked = {"game": "heckmeck", "seats": seats, "rules": {"odds": odds}}
    made = http.post("/api/tables", json=asked).json()
    url, headers = f"/api/tables/{made['id']}", {"authorization": f"Bearer {made['token']}"}
    http.post(f"{url}/seats", json={"name": "Ben"}).raise_for_status()
    http.cookies.clear()
    game = http.post(f"{url}/start", json={"nonce": NONCE}, headers=headers).json()["table"]["game"]
    assert http.get(f"{url}/hint").status_code == (409 if odds else 403)  # nothing to choose yet
    move = {"version": game["moved"], "key": "roll", "nonce": NONCE}
    http.post(f"{url}/moves", json=move, headers=headers).raise_for_status()
    assert http.get(f"{url}/hint").status_code == status


def test_a_review_is_made_once_and_kept(http: httpx.Client) -> None:
    """Asked for while it is made, the answer is 202; then it adds up, and is the same again in another language."""
    table = bots_table(http, "junior")
    found = reviewed(http, table, lang="en")
    for account in found["accounts"]:
        parts = sum(account[part] for part in ("start", "own_luck", "others_luck", "draw", "gifts", "residual"))
        assert parts - account["slips"] == pytest.approx(account["result"], abs=1e-9)
    assert found["names"] == ["Pullet (bot)", "Hen (bot)"]
    again = http.get(f"/api/tables/{table}/review", params={"game": 1, "lang": "de"})
    assert again.status_code == 200  # kept
    assert again.json()["accounts"] == found["accounts"]
    assert again.json()["names"] == ["Junghenne (Bot)", "Henne (Bot)"]
    drawn = http.get(f"/api/tables/{table}/review/picture", params={"lang": "de"})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    ElementTree.fromstring(drawn.text)


@pytest.mark.anyio
async def test_a_review_that_many_ask_for_at_once_is_made_once(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them get the same one."""
    asked: list[tuple[str, int]] = []

    def make(_: Reviewer, table_id: str, number: int) -> dict[str, Any]:
        asked.append((table_id, number))
        return {"names": []}

    monkeypatch.setattr(Reviewer, "_reviewed", make)
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        reviewer = server.app.services.reviewer
        reports = await asyncio.gather(*(reviewer.review(table.id, 1) for _ in range(5)))
        assert reports == [{"names": []}] * 5
        assert await reviewer.review(table.id, 1) == {"names": []}  # kept
        assert asked == [(table.id, 1)]


@pytest.mark.anyio
async def test_odds_wait_for_other_odds_and_for_nothing_else(database: Path) -> None:
    """However many games are being replayed, odds come at once; but only so many are calculated at the same time."""
    async with serving(fast(database)) as server, AsyncExitStack() as busy:
        services, url = server.app.services, f"{server.url}/api/positions/odds"
        while not services.studying.locked():
            await busy.enter_async_context(services.studying)
        assert (await server.http.get(url, params={"position": HECKMECK})).status_code == 200
        async with AsyncExitStack() as calculating:
            while not services.calculating.locked():
                await calculating.enter_async_context(services.calculating)
            asking = asyncio.create_task(server.http.get(url, params={"position": HECKMECK}))
            assert (await server.http.get(f"{server.url}/api/games")).status_code == 200
            await asyncio.sleep(0.1)
            assert not asking.done()
        assert (await asking).status_code == 200


def test_only_finished_games_are_reviewed(http: httpx.Client) -> None:
    """Not before the start, not during the game, and not a game that was never played."""
    made = http.post("/api/tables", json={"game": "junior", "seats": [ANNA, BEN]}).json()
    url, headers = f"/api/tables/{made['id']}", {"authorization": f"Bearer {made['token']}"}
    assert http.get(f"{url}/review").status_code == 409
    http.post(f"{url}/start", json={"nonce": NONCE}, headers=headers).raise_for_status()
    assert http.get(f"{url}/review").status_code == 409
    assert http.get(f"{url}/review", params={"game": 7}).status_code == 404


def test_puzzles_are_listed_with_their_answers(http: httpx.Client) -> None:
    """Every choice in words, with what it is worth; one of them is today's."""
    found = http.get("/api/puzzles/heckmeck", params={"lang": "de"}).raise_for_status().json()
    assert len(found["puzzles"]) >= 20
    assert 1 <= found["daily"] <= len(found["puzzles"])
    for puzzle in found["puzzles"]:
        assert puzzle["best"] in [choice["action"] for choice in puzzle["choices"]]
        assert all(choice["text"] for choice in puzzle["choices"])
    assert http.get("/api/puzzles/chess").status_code == 404
