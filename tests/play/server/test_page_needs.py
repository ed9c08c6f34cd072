"""Data that the page needs besides moves: reasons, past changes, odds in words, and the outcome in a sentence."""

from typing import Any

import httpx
import pytest

from play.server.serving import ANNA, BEN, CHICK, OPEN, answered, wait_for_the_end

ROLLED = "heckmeck grill=21-36 A=- B=- turn=A roll=1123445w"


def begun(http: httpx.Client, *seats: dict[str, str], **more: Any) -> tuple[str, dict[str, str]]:
    """Return the address of a table whose game has begun at seat A, and its host's headers."""
    body = {"game": "heckmeck", "seats": seats, "options": {"start": "A"}, **more}
    created = http.post("/api/tables", json=body).json()
    table, token = f"/api/tables/{created['id']}", {"authorization": f"Bearer {created['token']}"}
    for seat, kind in enumerate(seats):
        if kind == OPEN:
            http.post(f"{table}/seats", json={"name": "Guest", "seat": seat}, headers={"authorization": ""})
    http.cookies.clear()
    assert http.post(f"{table}/start", json={}, headers=token).status_code == 200
    return table, token


@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ({"position": ROLLED, "action": "w"}, 200, None),
        ({"position": ROLLED, "action": "take24"}, 200, "First set aside dice from this roll."),
        ({"position": ROLLED, "action": "take24", "lang": "de"}, 200, "Lege erst Würfel dieses Wurfs beiseite."),
        ({"position": ROLLED, "action": "sneeze"}, 422, None),
        ({"position": "chess", "action": "w"}, 422, None),
        ({"position": ROLLED}, 400, None),
    ],
)
def test_the_server_explains_why_an_action_is_not_possible(
    http: httpx.Client, query: dict[str, str], status: int, reason: str | None
) -> None:
    """The reason comes in the requested language; an unreadable request is refused."""
    answer = http.get("/api/positions/why", params=query)
    assert answer.status_code == status
    assert answer.json().get("reason") == reason


def test_a_table_explains_impossible_actions_of_its_own_position(http: httpx.Client) -> None:
    """A table whose game has not begun answers 409."""
    waiting = http.post("/api/tables", json={"game": "junior", "seats": [ANNA, OPEN]}).json()["id"]
    assert http.get(f"/api/tables/{waiting}/why", params={"action": "take5"}).status_code == 409
    table, _ = begun(http, ANNA, BEN)
    answer = http.get(f"{table}/why", params={"action": "take24", "lang": "en"}).json()
    assert answer == {"action": "take24", "reason": "Roll the dice first."}


def test_the_past_changes_of_a_table_can_be_read(http: httpx.Client) -> None:
    """A change has its entries, and also sentences if the request names a language."""
    table, token = begun(http, ANNA, CHICK)
    move = {"version": 2, "key": "first", "throw": True}
    assert http.post(f"{table}/moves", json=move, headers=token).status_code == 200
    past = http.get(f"{table}/changes", params={"lang": "en"}).json()
    assert [change["version"] for change in past] == [1, 2, 3]
    assert [change["entries"][-1]["type"] for change in past] == ["seat_claimed", "started", "rolled"]
    assert past[2]["sentences"][0].startswith("Anna rolls ")
    assert len(past[2]["entries"][0]["link"]) == 64
    assert [change["version"] for change in http.get(f"{table}/changes", params={"after": 2}).json()] == [3]
    assert http.get(f"{table}/changes").json()[2]["sentences"] is None


def test_events_resume_from_a_version_in_the_address(http: httpx.Client) -> None:
    """A page that reconnects cannot send Last-Event-ID, so it puts the version into the address."""
    table, _ = begun(http, ANNA, BEN)
    with http.stream("GET", f"{table}/events", params={"after": 1}) as events:
        event = next(text for text in events.iter_text() if "event:" in text)
    assert "event: change" in event
    assert "event: snapshot" not in event


def test_odds_describe_every_result_in_words(http: httpx.Client) -> None:
    """If the request names a language, each result has a text and a short form; hint=true adds the rooster's choice."""
    plain = answered(http, "/api/positions/odds", position=ROLLED).json()
    assert "result_texts" not in plain
    assert "rooster" not in plain
    odds = answered(http, "/api/positions/odds", position=ROLLED, lang="de", hint="true").json()
    assert odds["result_texts"]["take21"] == {"text": "die 21 nehmen (1 Wurm)", "short": "21"}
    assert odds["result_texts"]["fails"]["short"] == "✗"
    assert odds["rooster"] in [choice["action"] for choice in odds["choices"]]
    assert sum(odds["results"].values()) == pytest.approx(1.0)
    assert odds["fails"] == odds["results"]["fails"]
    start = answered(http, "/api/positions/odds", position="heckmeck grill=21-36 A=- B=- turn=A").json()
    assert start["choices"] == []
    assert 0 < start["fails"] < 1


def test_odds_are_always_available_against_bots_alone(http: httpx.Client) -> None:
    """The rule that forbids odds holds only where several people play."""
    rules = {"odds": False}
    alone, _ = begun(http, ANNA, CHICK, rules=rules)
    together, _ = begun(http, ANNA, OPEN, rules=rules)
    assert answered(http, f"{alone}/odds").status_code == 200
    assert http.get(f"{together}/odds").status_code == 403


def test_a_finished_game_has_its_outcome_in_a_sentence(http: httpx.Client) -> None:
    """The sentence is in the requested language and names the bots."""
    table, _ = begun(http, CHICK, CHICK, game="junior")
    wait_for_the_end(http, table.rpartition("/")[2])
    game = http.get(table, params={"lang": "de"}).json()["table"]["game"]
    assert "Küken" in game["outcome_text"] or "Küken 2" in game["outcome_text"]
    assert "Sieg" in game["outcome_text"] or "gewinnt" in game["outcome_text"]
    assert http.get(f"{table}/odds").json()["choices"] == []
    assert http.get(table).json()["table"]["game"]["outcome_text"] is None
