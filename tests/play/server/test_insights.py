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
from roost.play.server.storage.sql_store import SqlStore
from roost.study.models import value
from roost.study.review import warm_up
from roost.study.review.report import FORMAT

HECKMECK = "heckmeck grill=21-36 A=- B=- turn=A aside=5555w"
ODDS = f"/api/positions/odds?position={HECKMECK.replace(' ', '+')}"


def reviewed(http: httpx.Client, table: str, **query: Any) -> dict[str, Any]:
    """Return the review of a table's game, once it is ready."""
    review: dict[str, Any] = answered(http, f"/api/tables/{table}/review", **query).raise_for_status().json()
    return review


@pytest.mark.parametrize(("lang", "words"), [("en", "win"), ("de", "gewinnanteil")])
def test_a_hint_names_the_best_choice_of_any_position(http: httpx.Client, lang: str, words: str) -> None:
    """The hint gives the solved turn's best choice with a reason, and a sentence for every other choice."""
    hint = answered(http, "/api/positions/hint", position=HECKMECK, lang=lang).raise_for_status().json()
    state = roost.position(HECKMECK)
    assert hint["best"] == str(value(state).best(state)) == hint["choices"][0]["action"]
    assert words in hint["text"].lower()
    assert all(words in choice["what_if"].lower() for choice in hint["choices"])


@pytest.mark.parametrize(("lang", "words"), [("en", "too uncertain"), ("de", "noch nicht gut genug")])
def test_a_position_that_no_model_knows_well_gets_no_hint(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch, lang: str, words: str
) -> None:
    """The refusal gives the reason in the requested language."""

    def unknown(state: State) -> None:
        raise NotKnownError("shares are ±28%")

    monkeypatch.setattr("roost.study.review.hints.hint_at", unknown)
    other_position = HECKMECK.replace("5555w", "4444w")  # the first position's hint may be cached
    refused = answered(http, "/api/positions/hint", position=other_position, lang=lang)
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:roost:problem:not-now")
    assert words in refused.json()["detail"]


def test_odds_to_win_agree_with_the_hint(http: httpx.Client) -> None:
    """Odds for the aim "win" give the win shares of the hint; an unknown aim is refused."""
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
def test_the_rule_about_odds_covers_hints(http: httpx.Client, odds: bool, status: int) -> None:
    """The rule holds for hints at the table, and for the routes for any position if the position is this table's."""
    body = {"game": "heckmeck", "seats": [ANNA, OPEN], "rules": {"odds": odds}}
    created = http.post("/api/tables", json=body).json()
    url, headers = f"/api/tables/{created['id']}", {"authorization": f"Bearer {created['token']}"}
    http.post(f"{url}/seats", json={"name": "Ben"}).raise_for_status()
    http.cookies.clear()
    game = http.post(f"{url}/start", json={}, headers=headers).json()["table"]["game"]
    assert http.get(f"{url}/hint").status_code == (409 if odds else 403)  # no choice to make yet
    move = {"version": game["moved"], "key": "roll", "throw": True}
    game = http.post(f"{url}/moves", json=move, headers=headers).raise_for_status().json()["table"]["game"]
    assert answered(http, f"{url}/hint").status_code == status
    for question in ("odds", "hint"):
        assert answered(http, f"/api/positions/{question}", position=game["position"]).status_code == status


def test_a_review_adds_up_and_is_cached(http: httpx.Client) -> None:
    """A player's review is about their own game, and anyone else's is about the winner."""
    table, anna = played_for_anna(http)
    public = reviewed(http, table, lang="en")
    for account in public["accounts"]:
        parts = sum(account[part] for part in ("start", "own_luck", "others_luck", "draw", "gifts", "residual"))
        assert parts - account["mistakes"] == pytest.approx(account["result"], abs=1e-9)
    assert public["names"][1] == "Hen"
    winner = public["outcome"]["winners"][0]
    assert public["headline"].startswith(public["names"][winner])
    yours = http.get(f"/api/tables/{table}/review", params={"lang": "en"}, headers=anna).json()
    assert yours["headline"].startswith("You ")
    assert yours["accounts"] == public["accounts"]
    for review, seat in ((public, winner), (yours, 0)):
        for moment in review["moments"]:
            move = public["moves"][moment["place"]]
            assert moment["change"] == move.get("luck", move.get("gifts"))[seat]
    german = http.get(f"/api/tables/{table}/review", params={"game": 1, "lang": "de"})
    assert german.status_code == 200  # cached
    assert german.json()["curve"] == public["curve"]
    assert german.json()["names"][1] == "Henne"
    picture = http.get(f"/api/tables/{table}/review/picture", params={"lang": "de"})
    assert picture.headers["content-type"].startswith("image/svg+xml")
    ElementTree.fromstring(picture.text)


MADE = {"format": FORMAT, "names": []}


async def test_a_cached_review_of_an_older_format_is_made_again(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new review replaces the old one in the cache."""
    made_for: list[int] = []

    def make(_: Reviewer, table_id: str, number: int) -> dict[str, Any]:
        made_for.append(number)
        return MADE

    monkeypatch.setattr(Reviewer, "_review", make)
    monkeypatch.setattr("roost.play.server.live.answers._PATIENCE", PATIENCE)
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        services = server.app.services
        services.store.keep_review(table.id, 1, zlib.compress(b'{"names": ["old"]}'))
        for _ in range(2):
            assert await services.reviewer.review(table.id, 1, "junior") == MADE
        assert made_for == [1]


async def test_concurrent_requests_for_a_review_share_one_computation(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that misses the cache just before the review is stored does not start a second computation."""
    made_for: list[tuple[str, int]] = []
    answered = threading.Event()

    def make(_: Reviewer, table_id: str, number: int) -> dict[str, Any]:
        made_for.append((table_id, number))
        return MADE

    def read_review(store: SqlStore, table_id: str, number: int) -> bytes | None:
        is_asker, is_first = threading.current_thread().name.startswith("asyncio"), next(calls) == 0
        cached = original(store, table_id, number)
        if is_asker and not is_first and not answered.is_set():  # delay the result of an early lookup
            assert answered.wait(PATIENCE)
        return cached

    calls = count()
    original = SqlStore.read_review
    monkeypatch.setattr(Reviewer, "_review", make)
    monkeypatch.setattr(SqlStore, "read_review", read_review)
    monkeypatch.setattr("roost.play.server.live.answers._PATIENCE", PATIENCE)
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        reviewer = server.app.services.reviewer
        asking = [asyncio.create_task(reviewer.review(table.id, 1, "junior")) for _ in range(5)]
        await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
        answered.set()
        assert await asyncio.gather(*asking) == [MADE] * 5
        assert await reviewer.review(table.id, 1, "junior") == MADE  # cached
        assert made_for == [(table.id, 1)]


async def test_slow_odds_are_computed_in_the_background_and_once(server: Serving) -> None:
    """A request gets None while the odds are being computed, and a later one gets the result."""
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


async def test_a_failed_computation_is_tried_again(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error reaches those who wait for it, and is not cached."""
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


async def test_the_client_repeats_a_request_until_odds_are_ready(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server answers 202 with Retry-After; the client waits, even with a patience of zero."""
    may_end = threading.Event()
    monkeypatch.setattr(knowledge, "_odds_view", lambda *_, **__: may_end.wait(PATIENCE) and OddsView("worms", 7.0, []))
    async with serving(fast(database)) as server:
        answer = await server.http.get(server.url + ODDS)
        assert (answer.status_code, answer.json(), answer.headers["retry-after"]) == (202, {"status": "working"}, "1")
        asking = asyncio.create_task(server.client.call("GET", ODDS))
        may_end.set()
        assert (await asking)["value"] == 7.0


async def test_only_kernels_that_another_process_compiles_are_waited_for(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While that process holds the lock, odds that are not compiled yet wait, and a compiled game's hints do not."""
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


async def test_odds_do_not_wait_for_the_job_pool(server: Serving) -> None:
    """Odds are computed while the job pool is full; they only wait while all threads for odds are busy."""
    services, may_end = server.app.services, threading.Event()
    replays = [asyncio.create_task(services.jobs.do_next(partial(may_end.wait, PATIENCE))) for _ in range(10)]
    assert (await server.client.answer("GET", ODDS)).is_success
    another = f"{ODDS}&lang=de"  # a different request, because the first one is cached
    busy = [services.odds.pool.run(partial(may_end.wait, PATIENCE)) for _ in range(4)]
    assert (await server.http.get(server.url + another)).status_code == 202
    assert (await server.http.get(f"{server.url}/api/games")).status_code == 200
    may_end.set()
    assert all(await asyncio.gather(*busy))
    assert all(await asyncio.gather(*replays))
    assert (await server.client.call("GET", another))["choices"]


def test_only_finished_games_are_reviewed(http: httpx.Client) -> None:
    """A review is refused before the start, during the game, and for a game that was never played."""
    created = http.post("/api/tables", json={"game": "junior", "seats": [ANNA, BEN]}).json()
    url, headers = f"/api/tables/{created['id']}", {"authorization": f"Bearer {created['token']}"}
    assert http.get(f"{url}/review").status_code == 409
    http.post(f"{url}/start", json={}, headers=headers).raise_for_status()
    assert http.get(f"{url}/review").status_code == 409
    assert http.get(f"{url}/review", params={"game": 7}).status_code == 404


def test_puzzles_are_listed_with_their_answers(http: httpx.Client) -> None:
    """A puzzle has a sentence for every choice, and the list says which puzzle is today's."""
    puzzles = http.get("/api/puzzles/heckmeck").raise_for_status().json()
    assert [puzzle["number"] for puzzle in puzzles["puzzles"]] == list(range(1, len(puzzles["puzzles"]) + 1))
    assert 1 <= puzzles["daily"] <= len(puzzles["puzzles"])
    for number in (1, puzzles["daily"], len(puzzles["puzzles"])):
        puzzle = http.get(f"/api/puzzles/heckmeck/{number}", params={"lang": "de"}).raise_for_status().json()
        assert puzzle["best"] in [choice["action"] for choice in puzzle["choices"]]
        assert all(choice["text"] for choice in puzzle["choices"])
        listed = puzzles["puzzles"][number - 1]
        assert (listed["kind"], listed["players"]) == (puzzle["kind"], puzzle["players"])
    for missing in ("chess", "chess/1", "heckmeck/9999"):
        assert http.get(f"/api/puzzles/{missing}").status_code == 404


def test_a_players_review_has_a_history_entry_that_progress_counts(http: httpx.Client) -> None:
    """The device stores the entries; the server counts those that it receives, and refuses malformed ones."""
    table, anna = played_for_anna(http)
    public = reviewed(http, table)
    assert (public["own_seats"], public["history"]) == ([], [])
    review = http.get(f"/api/tables/{table}/review", headers=anna).json()
    assert review["own_seats"] == [0]
    (game,) = review["history"]
    assert (game["game"], game["name"], game["players"]) == ("junior", "Anna", 2)
    account = review["accounts"][0]
    assert sum(decisions for decisions, _ in game["decisions"].values()) == account["decisions"]
    assert sum(mistakes for _, mistakes in game["decisions"].values()) == pytest.approx(account["mistakes"], abs=1e-5)

    def counted(*games: dict[str, Any]) -> httpx.Response:
        return http.post("/api/progress", json={"games": games})

    later = {**game, "id": "another", "date": "2026-01-01"}
    (progress,) = counted(game, later, game).raise_for_status().json()["players"]
    assert (progress["name"], progress["title"], progress["games"]) == ("Anna", "Heckmeck Junior", 2)
    assert progress["spans"][0]["first"] == "2026-01-01"
    assert counted().json() == {"players": []}
    assert counted({**game, "game": "tavli"}).json()["players"][0]["title"] == "tavli"
    for wrong in ({"players": 7}, {"result": 2.0}, {"decisions": {"sleep": [1, 0]}}):
        assert counted({**game, **wrong}).status_code == 422
    assert counted({**game, "id": "x" * 40}).status_code == 400
