"""Hints, reviews and puzzles over HTTP."""

import asyncio
import threading
import zlib
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

import roost
from patience import PATIENCE
from play.server.serving import ANNA, BEN, OPEN, Serving, answered, fast, played_for_anna, serving
from roost.core.errors import NotKnownError
from roost.core.state import State
from roost.play.server.http.messages import OddsView
from roost.play.server.http.routes import knowledge
from roost.play.server.live.reviewer import Reviewer
from roost.play.server.storage.store import Store
from roost.study.models import value
from roost.study.review import warm_up
from roost.study.review.report import FORMAT

HECKMECK = "heckmeck grill=21-36 A=- B=- turn=A aside=5555w"
ODDS = f"/api/positions/odds?position={HECKMECK.replace(' ', '+')}"


def reviewed(http: httpx.Client, table: str, **query: Any) -> dict[str, Any]:
    """The review of a table's game, once it is made."""
    found: dict[str, Any] = answered(http, f"/api/tables/{table}/review", **query).raise_for_status().json()
    return found


@pytest.mark.parametrize(("lang", "words"), [("en", "to win"), ("de", "Gewinnanteil")])
def test_a_hint_for_any_position(http: httpx.Client, lang: str, words: str) -> None:
    """The best choice of the solved turn, its reason in a sentence, and a sentence for every other choice."""
    hint = answered(http, "/api/positions/hint", position=HECKMECK, lang=lang).raise_for_status().json()
    state = roost.position(HECKMECK)
    assert hint["best"] == str(value(state).best(state)) == hint["choices"][0]["action"]
    assert words in hint["text"]
    assert all(words in choice["what_if"] for choice in hint["choices"])


@pytest.mark.parametrize(("lang", "words"), [("en", "not known well enough"), ("de", "noch nicht gut genug")])
def test_what_is_not_known_is_not_told(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch, lang: str, words: str
) -> None:
    """Where a model is too far off there is no hint, and a sentence says so in the language that was asked for."""

    def unknown(state: State) -> None:
        raise NotKnownError("shares are ±28%")

    monkeypatch.setattr("roost.study.review.hints.hint_at", unknown)
    nobody_asked = HECKMECK.replace("5555w", "4444w")  # an answer that came late would be given now
    refused = answered(http, "/api/positions/hint", position=nobody_asked, lang=lang)
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:roost:problem:not-now")
    assert words in refused.json()["detail"]


def test_odds_to_win_are_the_hints(http: httpx.Client) -> None:
    """Asked for the win, odds tell the shares that the hint tells; other aims are refused."""
    odds = answered(http, "/api/positions/odds", position=HECKMECK, aim="win").raise_for_status().json()
    hint = answered(http, "/api/positions/hint", position=HECKMECK).raise_for_status().json()
    assert odds["aim"] == "win"
    shares = {choice["action"]: choice["share"] for choice in hint["choices"]}
    assert {choice["action"]: choice["value"] for choice in odds["choices"]} == pytest.approx(shares, abs=1e-6)
    assert odds["value"] == pytest.approx(hint["choices"][0]["share"], abs=1e-6)
    assert sum(odds["results"].values()) == pytest.approx(1, abs=1e-6)
    refused = http.get("/api/positions/odds", params={"position": HECKMECK, "aim": "glory"})
    assert refused.status_code == 400


@pytest.mark.parametrize(("odds", "status"), [(True, 200), (False, 403)])
def test_a_table_gives_hints_if_its_rules_say_so(http: httpx.Client, odds: bool, status: int) -> None:
    """The rule about odds covers hints too, also at the address that tells those of any position."""
    asked = {"game": "heckmeck", "seats": [ANNA, OPEN], "rules": {"odds": odds}}
    made = http.post("/api/tables", json=asked).json()
    url, headers = f"/api/tables/{made['id']}", {"authorization": f"Bearer {made['token']}"}
    http.post(f"{url}/seats", json={"name": "Ben"}).raise_for_status()
    http.cookies.clear()
    game = http.post(f"{url}/start", json={}, headers=headers).json()["table"]["game"]
    assert http.get(f"{url}/hint").status_code == (409 if odds else 403)  # nothing to choose yet
    move = {"version": game["moved"], "key": "roll", "throw": True}
    game = http.post(f"{url}/moves", json=move, headers=headers).raise_for_status().json()["table"]["game"]
    assert answered(http, f"{url}/hint").status_code == status
    for what in ("odds", "hint"):
        assert answered(http, f"/api/positions/{what}", position=game["position"]).status_code == status


def test_a_review_is_made_once_and_kept(http: httpx.Client) -> None:
    """Asked for while it is made, the answer is 202; then it adds up, and is the same again in another language.

    Whoever played is told about their own game, and everybody else about the winner.
    """
    table, anna = played_for_anna(http)
    found = reviewed(http, table, lang="en")
    for account in found["accounts"]:
        parts = sum(account[part] for part in ("start", "own_luck", "others_luck", "draw", "gifts", "residual"))
        assert parts - account["slips"] == pytest.approx(account["result"], abs=1e-9)
    assert found["names"][1] == "Hen"
    winner = found["outcome"]["winners"][0]
    assert found["headline"].startswith(found["names"][winner])
    yours = http.get(f"/api/tables/{table}/review", params={"lang": "en"}, headers=anna).json()
    assert yours["headline"].startswith("You ")
    assert yours["accounts"] == found["accounts"]
    for told, seat in ((found, winner), (yours, 0)):
        for moment in told["moments"]:
            move = found["moves"][moment["place"]]
            assert moment["change"] == move.get("luck", move.get("gifts"))[seat]
    again = http.get(f"/api/tables/{table}/review", params={"game": 1, "lang": "de"})
    assert again.status_code == 200  # kept
    assert again.json()["curve"] == found["curve"]
    assert again.json()["names"][1] == "Henne"
    drawn = http.get(f"/api/tables/{table}/review/picture", params={"lang": "de"})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    ElementTree.fromstring(drawn.text)


MADE = {"format": FORMAT, "names": []}


async def test_a_review_kept_in_an_older_format_is_made_anew(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: what is made then is kept instead."""
    asked: list[int] = []

    def make(_: Reviewer, table_id: str, number: int) -> dict[str, Any]:
        asked.append(number)
        return MADE

    monkeypatch.setattr(Reviewer, "_reviewed", make)
    monkeypatch.setattr("roost.play.server.live.answers._PATIENCE", PATIENCE)
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        services = server.app.services
        services.store.keep_review(table.id, 1, zlib.compress(b'{"names": ["old"]}'))
        for _ in range(2):
            assert await services.reviewer.review(table.id, 1, "junior") == MADE
        assert asked == [1]


async def test_a_review_that_many_ask_for_is_made_once(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request before a review is kept gets the one under way, even if it looks for a kept one after its end."""
    asked: list[tuple[str, int]] = []
    answered = threading.Event()

    def make(_: Reviewer, table_id: str, number: int) -> dict[str, Any]:
        asked.append((table_id, number))
        return MADE

    def read_review(store: Store, table_id: str, number: int) -> bytes | None:
        is_asker, is_first = threading.current_thread().name.startswith("asyncio"), next(looks) == 0
        found = look(store, table_id, number)
        if is_asker and not is_first and not answered.is_set():  # whoever looked early learns it late
            assert answered.wait(PATIENCE)
        return found

    looks = count()
    look = Store.read_review
    monkeypatch.setattr(Reviewer, "_reviewed", make)
    monkeypatch.setattr(Store, "read_review", read_review)
    monkeypatch.setattr("roost.play.server.live.answers._PATIENCE", PATIENCE)
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        reviewer = server.app.services.reviewer
        asking = [asyncio.create_task(reviewer.review(table.id, 1, "junior")) for _ in range(5)]
        await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
        answered.set()
        assert await asyncio.gather(*asking) == [MADE] * 5
        assert await reviewer.review(table.id, 1, "junior") == MADE  # kept
        assert asked == [(table.id, 1)]


async def test_no_request_waits_for_slow_work(server: Serving) -> None:
    """While odds are being made the answer is "not yet"; then whoever asks again gets them, made once."""
    may_end, begun = threading.Event(), []

    def work() -> str:
        begun.append(1)
        assert may_end.wait(PATIENCE)
        return "done"

    odds = server.app.services.odds
    assert await odds.ask("question", ("odds", "heckmeck"), work) is None
    assert await odds.ask("question", ("odds", "heckmeck"), work) is None
    may_end.set()
    while await odds.ask("question", ("odds", "heckmeck"), work) is None:
        pass
    assert await odds.ask("question", ("odds", "heckmeck"), work) == "done"
    assert begun == [1]


async def test_an_answer_that_failed_is_tried_again(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error is told to those who wait for it, and forgotten."""
    monkeypatch.setattr("roost.play.server.live.answers._PATIENCE", PATIENCE)
    async with serving(fast(database)) as server:
        odds, outcomes = server.app.services.odds, iter([ValueError("once"), None])

        def work() -> str:
            if (error := next(outcomes)) is not None:
                raise error
            return "done"

        with pytest.raises(ValueError, match="once"):
            await odds.ask("question", ("odds", "heckmeck"), work)
        assert await odds.ask("question", ("odds", "heckmeck"), work) == "done"


async def test_the_client_asks_again_until_odds_are_there(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server says "not yet" with the time to wait; the client waits, also one that has no patience."""
    may_end = threading.Event()
    monkeypatch.setattr(knowledge, "_odds_told", lambda *_, **__: may_end.wait(PATIENCE) and OddsView("worms", 7.0, []))
    async with serving(fast(database)) as server:
        answer = await server.http.get(server.url + ODDS)
        assert (answer.status_code, answer.json(), answer.headers["retry-after"]) == (202, {"status": "working"}, "1")
        asking = asyncio.create_task(server.client.call("GET", ODDS))
        may_end.set()
        assert (await asking)["value"] == 7.0


async def test_work_waits_for_whoever_compiles_and_nobody_else(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another process holds the lock, odds that are not marked as ready are not begun; hints of others are."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm_up, "_ready", {("hint", "junior")})
    async with serving(fast(database)) as server:
        services = server.app.services
        with warm_up._lock() as lock:
            assert lock is not None
            assert await services.odds.ask("question", ("odds", "heckmeck"), lambda: "done") is None
            while await services.hints.ask("question", ("hint", "junior"), lambda: "done") is None:
                pass
        while await services.odds.ask("question", ("odds", "heckmeck"), lambda: "done") is None:
            pass


async def test_odds_wait_for_other_odds_and_for_nothing_else(server: Serving) -> None:
    """However many games are being replayed, odds come at once; but only so many are calculated at the same time."""
    services, may_end = server.app.services, threading.Event()
    reading = [asyncio.create_task(services.desk.do_next(partial(may_end.wait, PATIENCE))) for _ in range(10)]
    assert (await server.client.answer("GET", ODDS)).is_success
    another = f"{ODDS}&lang=de"  # what was answered late is kept
    others = [services.odds.threads.submit(may_end.wait, PATIENCE) for _ in range(services.odds.threads._max_workers)]
    assert (await server.http.get(server.url + another)).status_code == 202
    assert (await server.http.get(f"{server.url}/api/games")).status_code == 200
    may_end.set()
    assert all(other.result() for other in others)
    assert all(await asyncio.gather(*reading))
    assert (await server.client.call("GET", another))["choices"]


def test_only_finished_games_are_reviewed(http: httpx.Client) -> None:
    """Not before the start, not during the game, and not a game that was never played."""
    made = http.post("/api/tables", json={"game": "junior", "seats": [ANNA, BEN]}).json()
    url, headers = f"/api/tables/{made['id']}", {"authorization": f"Bearer {made['token']}"}
    assert http.get(f"{url}/review").status_code == 409
    http.post(f"{url}/start", json={}, headers=headers).raise_for_status()
    assert http.get(f"{url}/review").status_code == 409
    assert http.get(f"{url}/review", params={"game": 7}).status_code == 404


def test_puzzles_are_listed_with_their_answers(http: httpx.Client) -> None:
    """Every choice in words, with what it is worth; one of them is today's."""
    found = http.get("/api/puzzles/heckmeck").raise_for_status().json()
    assert [puzzle["number"] for puzzle in found["puzzles"]] == list(range(1, len(found["puzzles"]) + 1))
    assert 1 <= found["daily"] <= len(found["puzzles"])
    for number in (1, found["daily"], len(found["puzzles"])):
        puzzle = http.get(f"/api/puzzles/heckmeck/{number}", params={"lang": "de"}).raise_for_status().json()
        assert puzzle["best"] in [choice["action"] for choice in puzzle["choices"]]
        assert all(choice["text"] for choice in puzzle["choices"])
        listed = found["puzzles"][number - 1]
        assert (listed["kind"], listed["players"]) == (puzzle["kind"], puzzle["players"])
    for missing in ("chess", "chess/1", "heckmeck/9999"):
        assert http.get(f"/api/puzzles/{missing}").status_code == 404


def test_a_review_adds_to_the_history_of_whoever_played_and_a_history_is_counted(http: httpx.Client) -> None:
    """The device keeps it; the server counts what it is sent, and refuses what is no history."""
    table, anna = played_for_anna(http)
    stranger = reviewed(http, table)
    assert (stranger["own_seats"], stranger["history"]) == ([], [])
    told = http.get(f"/api/tables/{table}/review", headers=anna).json()
    assert told["own_seats"] == [0]
    (game,) = told["history"]
    assert (game["game"], game["name"], game["players"]) == ("junior", "Anna", 2)
    account = told["accounts"][0]
    assert sum(decisions for decisions, _ in game["decisions"].values()) == account["decisions"]
    assert sum(slips for _, slips in game["decisions"].values()) == pytest.approx(account["slips"], abs=1e-5)

    def counted(*games: dict[str, Any]) -> httpx.Response:
        return http.post("/api/progress", json={"games": games})

    again = {**game, "id": "another", "date": "2026-01-01"}
    (progress,) = counted(game, again, game).raise_for_status().json()["players"]
    assert (progress["name"], progress["title"], progress["games"]) == ("Anna", "Heckmeck Junior", 2)
    assert progress["spans"][0]["first"] == "2026-01-01"
    assert counted().json() == {"players": []}
    assert counted({**game, "game": "tavli"}).json()["players"][0]["title"] == "tavli"
    for wrong in ({"players": 7}, {"result": 2.0}, {"decisions": {"sleep": [1, 0]}}):
        assert counted({**game, **wrong}).status_code == 422
    assert counted({**game, "id": "x" * 40}).status_code == 400
