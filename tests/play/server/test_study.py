"""Routes for readers and learners: trying a move, replaying a game, the rules, and counts of dice."""

import json
import random
from typing import Any

import httpx
import pytest

import roost
from play.server.serving import ANNA, BEN, played_for_anna
from roost.core.dice import Roll
from roost.core.record import Recorder, dice_headers, read, write
from roost.core.registry import game_type
from roost.core.sources import SeededDice
from roost.core.words import Language
from roost.core.words.pages import find_rule, plain, rules_pages
from roost.core.words.structure import structure
from roost.play.server.http.study import LONGEST_RECORD, MOST_STEPS, RECORD_BODY
from roost.play.server.live.tally import chance_of, tally

OPENING = "heckmeck grill=21-36 A=- B=- turn=A"


def seeded_game(name: str, seed: int = 1, most: int = 10_000) -> str:
    """Return the record of a random game with seeded dice."""
    dice, chance = SeededDice(seed), random.Random(seed)
    recorder = Recorder(roost.game(name), ["Anna", "Ben"], dice_headers(dice))
    while recorder.state.node is not roost.Node.OVER and most:
        state = recorder.state
        recorder.add(chance.choice(state.actions()) if state.dice is None else dice.roll(state.dice))
        most -= 1
    return write(recorder.record())


def try_move(http: httpx.Client, **query: Any) -> httpx.Response:
    """Ask for the result of a move in a position."""
    return http.get("/api/positions/play", params=query)


def test_a_tried_move_gives_the_next_position_and_sentences(http: httpx.Client) -> None:
    """The position agrees with the rules engine, and the sentences are in the requested language."""
    answer = try_move(http, position=OPENING, move="w5444211", lang="en").json()
    assert (answer["move"], answer["sentences"]) == ("1124445w", ["A rolls 1 1 2 4 4 4 5 worm."])
    assert answer["after"]["node"] == "decide"
    position, names = answer["after"]["position"], ["Lena", "Otto"]
    answer = try_move(http, position=position, move="4", lang="de", names=names).json()
    assert answer["sentences"] == ["Lena legt drei Vieren beiseite: 12."]
    to_reader = try_move(http, position=position, move="4", lang="de", names=names, reader=0).json()
    assert to_reader["sentences"] == ["Du legst drei Vieren beiseite: 12."]
    assert answer["events"][0]["type"] == "laid_aside"
    assert answer["after"]["position"] == str(roost.position(position).play("4").state)
    assert answer["after"]["actions"][0]["text"]
    assert try_move(http, position=position, move="4").json()["sentences"] is None


def test_a_seed_always_gives_the_same_first_roll(http: httpx.Client) -> None:
    first = try_move(http, position=OPENING, seed="a lesson").json()
    assert first == try_move(http, position=OPENING, seed="a lesson").json()
    assert first["move"] == str(SeededDice("a lesson").roll(roost.game("heckmeck").die.dice(8)))


BAD_TRIES: dict[str, tuple[int, dict[str, Any]]] = {
    "no position": (400, {"move": "w"}),
    "neither a move nor a seed": (422, {"position": OPENING}),
    "both a move and a seed": (422, {"position": OPENING, "move": "11111111", "seed": "x"}),
    "a choice where dice are due": (422, {"position": OPENING, "move": "take21"}),
    "too few dice": (422, {"position": OPENING, "move": "111"}),
    "dice where a choice is due": (422, {"position": f"{OPENING} roll=1123445w", "move": "11111111"}),
    "a seed where a choice is due": (422, {"position": f"{OPENING} aside=44", "seed": "x"}),
    "an illegal choice": (422, {"position": f"{OPENING} aside=44", "move": "take24"}),
    "a game that is over": (422, {"position": "heckmeck grill=- A=21 B=- over=grill-empty", "move": "roll"}),
    "a long move": (400, {"position": OPENING, "move": "1" * 41}),
    "an empty move": (400, {"position": OPENING, "move": ""}),
    "a long seed": (400, {"position": OPENING, "seed": "x" * 65}),
    "a long position": (400, {"position": "x" * 2001, "move": "1"}),
    "no position at all": (422, {"position": "\x00", "move": "1"}),
    "too many names": (400, {"position": OPENING, "seed": "x", "names": ["x"] * 8}),
    "a long name": (400, {"position": OPENING, "seed": "x", "names": ["x" * 81]}),
    "an unknown language": (400, {"position": OPENING, "seed": "x", "lang": "xx"}),
}


@pytest.mark.parametrize(("status", "query"), BAD_TRIES.values(), ids=BAD_TRIES.keys())
def test_a_move_that_cannot_be_tried_is_refused(status: int, query: dict[str, Any], http: httpx.Client) -> None:
    """The refusal has the right status and a sentence."""
    answer = try_move(http, **query)
    assert (answer.status_code, answer.json()["status"]) == (status, status), answer.text
    assert answer.json()["detail"].endswith((".", "?"))
    if query.get("move") == "take24":  # the same answer as at a table
        assert (answer.json()["type"], answer.json()["actions"]) == ("urn:roost:problem:illegal", ["roll", "stop"])


@pytest.mark.parametrize("name", ["heckmeck", "junior", "barbecue", "picnic"])
def test_a_record_is_replayed_step_by_step(name: str, http: httpx.Client) -> None:
    """Every step has its seat, position and sentences, from the start to the outcome."""
    text = seeded_game(name, most=400)
    record = read(text)
    answer = http.post("/api/replays?lang=de", json={"record": text}).json()
    assert answer["names"] == ["Anna", "Ben"]
    assert [step["position"] for step in answer["steps"]] == [str(state) for state in record.states()]
    assert [step.get("move") for step in answer["steps"]] == [None, *map(str, record.moves)]
    assert [step.get("roll", False) for step in answer["steps"][1:]] == [isinstance(m, Roll) for m in record.moves]
    assert all(step["sentences"] for step in answer["steps"][1:] if step["events"])
    assert roost.position(answer["steps"][7]["state"]) == record.replay(to=7)
    assert answer["steps"][-1]["turn"] == sum(turn.seat is not None for turn in record.turns())
    assert (answer["outcome"] is not None) == record.is_finished == (answer["outcome_text"] is not None)
    assert sum(face["seen"] for face in answer["dice"]["faces"]) == answer["dice"]["dice"]


def test_the_replay_of_a_tables_game_agrees_with_its_record(http: httpx.Client) -> None:
    table, _ = played_for_anna(http)
    answer = http.get(f"/api/tables/{table}/replay?lang=en").json()
    record = read(http.get(f"/api/tables/{table}/record").text)
    assert len(answer["steps"]) == len(record.moves) + 1
    assert answer["headers"]["List"] == record.headers["List"]
    assert answer["outcome"]["scores"] == list(record.outcome.scores if record.outcome else ())
    assert http.get(f"/api/tables/{table}/replay?game=1").json()["steps"] == [
        {**step} for step in http.get(f"/api/tables/{table}/replay").json()["steps"]
    ]
    assert http.get(f"/api/tables/{table}/replay?game=2").status_code == 404
    assert http.get(f"/api/tables/{table}/replay?game=0").status_code == 400
    waiting = http.post("/api/tables", json={"game": "junior", "seats": [ANNA, BEN]}).json()["id"]
    assert http.get(f"/api/tables/{waiting}/replay").status_code == 409
    assert http.get(f"/api/tables/{'0' * 20}/replay").status_code == 404


def test_a_replay_is_compressed_if_the_client_accepts_it(http: httpx.Client) -> None:
    text = seeded_game("heckmeck")
    zipped = http.post("/api/replays", json={"record": text})
    plain_answer = http.post("/api/replays", json={"record": text}, headers={"accept-encoding": "identity"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain_answer.headers
    assert zipped.json() == plain_answer.json()
    assert int(zipped.headers["content-length"]) * 8 < int(plain_answer.headers["content-length"])


GOOD = seeded_game("junior", most=40)
BAD_RECORDS: dict[str, tuple[int, Any]] = {
    "nothing": (400, {}),
    "an empty text": (400, {"record": ""}),
    "a number": (400, {"record": 7}),
    "an unknown field": (400, {"record": GOOD, "file": "/etc/passwd"}),
    "no record": (422, {"record": "hello"}),
    "an illegal move": (422, {"record": GOOD.replace(" roll ", " stop ", 1)}),
    "an unknown game": (422, {"record": GOOD.replace('[Game "junior"]', '[Game "chess"]')}),
    "two records": (422, {"record": GOOD + "\n" + GOOD}),
    "control characters": (422, {"record": GOOD.replace("Anna", "An\x00na")}),
    "a line without end": (422, {"record": '[Roost "1"]\n' + "x" * 100_000}),
    "more than a record may have here": (400, {"record": "#" * (LONGEST_RECORD + 1)}),
    "more than a request may have": (413, {"record": "#" * RECORD_BODY}),
}


@pytest.mark.parametrize(("status", "body"), BAD_RECORDS.values(), ids=BAD_RECORDS.keys())
def test_a_damaged_or_oversized_record_is_refused(status: int, body: Any, http: httpx.Client) -> None:
    """The error names the line of the damage."""
    answer = http.post("/api/replays", json=body)
    assert (answer.status_code, answer.json()["status"]) == (status, status), answer.text[:300]
    assert "Traceback" not in answer.text
    if status == 422:
        assert "line " in answer.json()["detail"]


def test_a_game_that_is_too_long_is_not_replayed(http: httpx.Client) -> None:
    recorder = Recorder(roost.game("picnic", start="A"))
    for _ in range(MOST_STEPS + 2):
        recorder.add("pass" if recorder.state.dice is None else "111111")
    answer = http.post("/api/replays", json={"record": write(recorder.record())})
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        f"Only games of up to {MOST_STEPS} moves can be replayed here; this one has {MOST_STEPS + 2}.",
    )


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ["heckmeck", "junior", "barbecue", "picnic"])
def test_the_rules_are_split_into_numbered_paragraphs(name: str, language: str, http: httpx.Client) -> None:
    """Every numbered rule of the pages is there, word for word and without Markdown."""
    answer = http.get(f"/api/rules/{name}?lang={language}").json()
    pages = rules_pages(game_type(name), Language(language))
    assert len(answer["pages"]) == len(pages)
    numbered = 0
    for page in answer["pages"]:
        for section in page["sections"]:
            for paragraph in section["paragraphs"]:
                text = "".join(span["text"] for span in paragraph["spans"])
                assert not set("*`#") & set(text)
                if paragraph["number"]:
                    numbered += 1
                    expected = plain(find_rule(paragraph["number"], pages)).split(" ", 2)[2]
                    assert text == " ".join(expected.split()).replace("[", "").replace("]", "")
    assert numbered == sum(page.count("\n- **") for page in pages)
    kinds = {s["kind"] for p in answer["pages"] for x in p["sections"] for y in x["paragraphs"] for s in y["spans"]}
    assert {"text", "code", "label", "ruling", "rule"} <= kinds


def test_marked_words_become_separate_spans() -> None:
    """Option names, rulings, assumptions and references to other rules are marked."""
    page = structure("# T\n\nLead `x`.\n\n## S\n\n- **HM-1** See SA-5. *(ruling)* *(assumed)*\n  More.\n- Plain.\n")
    assert [(span.kind, span.text) for span in page.lead[0].spans] == [("text", "Lead "), ("code", "x"), ("text", ".")]
    rule, example = page.sections[0].paragraphs
    assert rule.number == "HM-1"
    assert [span.kind for span in rule.spans] == ["text", "rule", "text", "ruling", "text", "assumed", "text"]
    assert (example.number, example.spans[0].text) == (None, "Plain.")


def test_counted_dice_are_compared_with_their_expected_counts() -> None:
    """The chi-square statistic and its probability agree with textbook values."""
    die = roost.game("heckmeck").die
    counted = tally("heckmeck", die, [die.parse("1" * 5 + "2" * 8 + "3" * 9 + "4" * 8 + "5" * 10 + "w" * 20)])
    assert (counted.rolls, counted.dice, counted.faces[0].expected) == (1, 60, 10.0)
    assert counted.chi_square == pytest.approx(13.4)
    assert counted.chance == pytest.approx(0.0199, abs=1e-4)
    # Critical values at 5 % for 1 to 6 degrees of freedom.
    for degrees, critical in enumerate([3.841, 5.991, 7.815, 9.488, 11.070, 12.592], 1):
        assert chance_of(critical, degrees) == pytest.approx(0.05, abs=1e-4)
    assert chance_of(0.0, 5) == 1.0
    double = roost.game("junior", double_face="bun").die
    assert [face.expected for face in tally("junior", double, [double.parse("wgckbb")]).faces] == [1, 1, 1, 1, 2]
    assert tally("junior", double, []).chance == 1.0


def test_the_server_counts_the_dice_of_its_latest_tables(http: httpx.Client) -> None:
    """The count is cached for some time."""
    played_for_anna(http)
    report = http.get("/api/dice").json()
    assert report["tables"] >= 1
    assert report["dice"], json.dumps(report)
    for kind in report["dice"]:
        assert kind["dice"] == sum(face["seen"] for face in kind["faces"])
        assert sum(face["expected"] for face in kind["faces"]) == pytest.approx(kind["dice"])
        assert 0 <= kind["chance"] <= 1
    played_for_anna(http)
    assert http.get("/api/dice").json() == report
