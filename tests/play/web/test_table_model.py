"""The pure side of the table page beside the Python that it must agree with: steps, dice, and the view of a table."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from play.web.heard import case, heard, table_of
from play.web.node import evaluate
from roost.core.registry import all_games, game_type, position
from roost.play.dice.evidence import check_evidence
from roost.play.table.sight import sight_of
from roost.play.web.face import page_parts

SEATS = [
    {"seat": 0, "letter": "A", "kind": "person", "name": "Anna", "person": 0, "bot": None, "away": False},
    {"seat": 1, "letter": "B", "kind": "bot", "name": "", "person": None, "bot": "hen", "away": False},
]

STEPS = """await import(`${base}/games/roost.games.${data[0]}.faces/events.js`).then(
    ({ after }) => data[1].map(([table, change]) => it.stepsOf(table, change, after)))"""
FACES = "12345w"


def taken_apart(game: str, changes: list[tuple[dict[str, Any], dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    """The steps of changes, with what a game says that events do to its dice."""
    found: list[list[dict[str, Any]]] = evaluate("model/steps.js", STEPS, [game, changes])
    return found


def table(text: str, **changed: Any) -> dict[str, Any]:
    """A table of Anna, the host, and a hen, at this position."""
    state = position(text)
    game = {
        "number": 1,
        "position": text,
        "state": state.to_json(),
        "node": state.node.value,
        "seat": state.seat,
        "actions": [{"action": str(action)} for action in state.actions()],
        "ahead": [],
        "scores": list(state.scores()),
        "sight": msgspec.to_builtins(sight_of(state)),
        "outcome": None,
        "dice": {"table": "t/1", "rolls": 0, "protocol": 4, "entered": 0},
        "moved": 1,
        "turn_at": 0.0,
        "undo": None,
    }
    status = "over" if state.seat is None else "playing"
    shown = {"id": "t", "code": "ABC234", "version": 7, "at": 0.0, "status": status, "seats": SEATS, "rematch": []}
    return {**shown, "game": game, **changed}


def change(before: str, *moves: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The table before some moves, and the change that they are."""
    state, events = position(before), []
    for move in moves:
        state, happened = state.play(move)
        events += [event.to_json() for event in happened]
    told = [event["type"] for event in events]
    after = {"version": 8, "at": 0.0, "entries": [], "events": events, "told": told, "table": table(str(state))}
    return table(before), after


def views(*models: dict[str, Any]) -> list[Any]:
    """The page's views of models."""
    found: list[Any] = evaluate("model/table.js", "data.map((model) => it.viewOf(model))", models)
    return found


def model(text: str, person: int | None = 0, **changed: Any) -> dict[str, Any]:
    """A model of a table whose device is that of this person."""
    spec = {"game": "heckmeck", "seats": [{}, {}]}
    return {"table": table(text, **changed), "spec": spec, "person": person, "log": [], "device": None}


_OPEN = "heckmeck grill=21-36 A=- B=- turn=A"
TAKEN_APART: list[tuple[str, str, list[tuple[str, str, str]]]] = [
    ("heckmeck grill=21-24,26-36 A=25 B=- turn=A aside=44 roll=next", "444444",
     [("rolled", "44", "444444"), ("dead_roll", "44", "444444"), ("failed,returned,faced_down", "", "")]),
    (_OPEN, "1123445w", [("rolled", "", "1123445w")]),
    (f"{_OPEN} roll=1123445w", "4", [("laid_aside", "44", "")]),
    (f"{_OPEN} aside=5555w", "take25", [("took", "", "")]),
    (f"{_OPEN} aside=5555 roll=1111", "1", [("laid_aside", "11115555", ""), ("failed", "", "")]),
]  # fmt: skip
"""A position, a move, and the steps: their events, what lies aside then, and what was rolled."""


def test_a_change_is_taken_apart_into_what_people_see() -> None:
    """The dice fall, and are seen, before what they lead to; the last step is the position that the server tells."""
    changes = [change(before, move) for before, move, _ in TAKEN_APART]
    for (_, happened), found, (*_, steps) in zip(changes, taken_apart("set_aside", changes), TAKEN_APART, strict=True):
        shown = [(step, step["table"]["game"]["sight"]) for step in found]
        assert steps == [
            (",".join(event["type"] for event in step["events"]), sight.get("aside", ""), sight.get("rolled", ""))
            for step, sight in shown
        ]  # fmt: skip
        assert shown[-1][1] == json.loads(json.dumps(happened["table"]["game"]["sight"]))
        assert [step["isLast"] for step, _ in shown] == [False] * (len(found) - 1) + [True]


def test_dice_that_are_picked_up_are_missing_until_they_fall() -> None:
    """In Picnic Blitz the kept dice stay on the table while the others are rolled again."""
    picked = change("picnic board=1A/-/-/-/-/- A=- B=- turn=A dice=112346 rerolls=1/1", "reroll6", "5")
    (found,) = taken_apart("picnic", [picked])
    assert [step["table"]["game"]["sight"]["rolled"] for step in found] == ["11234", "112345"]


def test_games_say_only_how_their_own_events_are_met() -> None:
    """Every event that a game's board names is one that the game can tell."""
    boards = {name: page_parts(kind)["board"] for name, kind in all_games().items()}
    script = """Object.fromEntries(await Promise.all(Object.entries(data).map(async ([name, board]) =>
        [name, Object.keys((await import(`${base}/${board}`)).EVENTS ?? {})])))"""
    for name, events in evaluate("model/event-cues.js", script, boards).items():
        assert set(events) <= {event.name() for event in game_type(name).event_types}


def test_nobody_is_told_what_still_moves() -> None:
    """Until the screen has come to rest the seat that acted is marked, nobody may choose, and nobody has won."""
    script = "[false, true].map((isAtRest) => it.viewOf({ ...data, actor: 1 }, isAtRest))"
    moving, resting = evaluate("model/table.js", script, model("heckmeck grill=21-35 A=- B=36 turn=A"))
    assert [[seat["isTurn"] for seat in view["seats"]] for view in (moving, resting)] == [[False, True], [True, False]]
    assert (moving["acting"], resting["acting"]) == (None, 0)
    over = model("heckmeck grill=- A=- B=36 over=grill-empty")
    over["table"]["game"]["outcome"] = {"winners": [1]}
    moving, resting = evaluate("model/table.js", script, over)
    assert [view["phase"] for view in (moving, resting)] == ["playing", "over"]
    assert [view["seats"][1]["hasWon"] for view in (moving, resting)] == [False, True]


Lie = Callable[[list[dict[str, Any]]], object]


def _rolled(changes: list[dict[str, Any]]) -> dict[str, Any]:
    """The first change with a roll."""
    return next(change for change in changes if change["entries"][-1]["type"] == "rolled")


def _laid_aside(changes: list[dict[str, Any]]) -> dict[str, Any]:
    """The first change after which dice lie aside."""
    return next(
        change for change in changes if change["table"]["game"] and change["table"]["game"]["sight"].get("aside")
    )


def _event(change: dict[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(event for event in change["events"] if event["type"] == kind)
    return found


def _roll_and_aside(changes: list[dict[str, Any]]) -> None:
    """Other dice everywhere in a change at once: its entry, its event, its position."""
    change = _rolled(changes)
    change["entries"][-1]["roll"] = _event(change, "rolled")["roll"] = "wwwwwwww"
    change["table"]["game"]["sight"]["rolled"] = "wwwwwwww"


LIES: dict[str, tuple[str, Lie]] = {
    "position": ("screen", lambda told: _rolled(told)["table"]["game"]["sight"].update(rolled="wwwwwwww")),
    "fewer dice": ("screen", lambda told: _rolled(told)["table"]["game"]["sight"].update(rolled="1")),
    "event": ("screen", lambda told: _event(_rolled(told), "rolled").update(roll="wwwwwwww")),
    "another seat": ("screen", lambda told: _event(_rolled(told), "rolled").update(seat=1)),
    "no event": ("screen", lambda told: _rolled(told).update(events=[])),
    "entry": ("dice", lambda told: _rolled(told)["entries"][-1].update(roll="wwwwwwww")),
    "everywhere": ("dice", _roll_and_aside),
    "link": ("link", lambda told: _rolled(told)["entries"][-1].update(link="0" * 64)),
    "no link": ("unreadable", lambda told: _rolled(told)["entries"][-1].pop("link")),
    "aside": ("screen", lambda told: _laid_aside(told)["table"]["game"]["sight"].update(aside="wwwwww")),
    "laid aside": ("screen", lambda told: _event(_laid_aside(told), "laid_aside").update(symbol="w", count=7)),
    "choices": ("screen", lambda told: _rolled(told)["table"]["game"]["actions"][0].update(dice="wwwwwwww")),
    "another game": ("screen", lambda told: _rolled(told)["table"]["game"].update(number=2)),
    "people": ("seats", lambda told: _rolled(told)["table"]["seats"][0].update(person=7)),
    "no list": ("order", lambda told: told[1].update(entries=told[1]["entries"][:1])),
    "no number": ("order", lambda told: told[2].update(entries=told[2]["entries"][1:])),
    "older": ("list", lambda told: told[2]["entries"][1].update(protocol=3)),
}
"""What a host may tell otherwise, and the rule that it breaks."""


def test_an_honest_host_has_a_green_shield() -> None:
    """Every roll is computed, drawn and told; the evidence leads Python to the same verdict."""
    tables = [(table_of(game, 30), rules) for game, rules in (("heckmeck", "set_aside"), ("picnic", "picnic"))]
    results = heard(*(case(changes, first, rules=rules) for (changes, first, _), rules in tables))
    for ((changes, _, drafts), _), found in zip(tables, results, strict=True):
        play = drafts[-1].table.play
        assert play is not None
        assert (found["broken"], found["standing"], found["doubts"]) == (None, "green", [])
        assert found["rolls"] == play.rolls > 5
        lying = [draft.table.play.state.dice_rolled if draft.table.play else "" for draft in drafts]
        last = {version: rolled for version, rolled, _, _ in found["drawn"]}
        assert [last[version] for version in sorted(last)] == lying
        said = [sentence for *_, sentences in found["drawn"] for sentence in sentences]
        entries = [entry for change in changes for entry in change["entries"] if entry["type"] == "rolled"]
        assert said == [f"{entry['seat']} {entry['roll']}" for entry in entries if entry["seat"] is not None]
        assert check_evidence(json.dumps(found["evidence"])).standing == "green"


def test_no_dice_are_drawn_that_were_not_computed(subtests: pytest.Subtests) -> None:
    """Whatever the host tells of a roll: it breaks its rule, and from then on no dice are drawn."""
    changes, first, _ = table_of("heckmeck", 12)
    lying = [deepcopy(changes) for _ in LIES]
    for told, (_, lie) in zip(lying, LIES.values(), strict=True):
        lie(told)
    honest, *results = heard(*(case(told, first) for told in (changes, *lying)))
    for (name, (rule, _)), found in zip(LIES.items(), results, strict=True):
        with subtests.test(lie=name):
            assert (found["broken"]["rule"], found["standing"]) == (rule, "red")
            is_drawn = [bool(rolled or aside or said) for _, rolled, aside, said in found["drawn"]]
            until = len(is_drawn) - is_drawn[::-1].index(True) if True in is_drawn else 0
            assert found["drawn"][:until] == honest["drawn"][:until]
            assert until < len(is_drawn)


def test_a_game_that_an_older_version_began_is_shown_and_not_checked() -> None:
    """The shield is grey, and the dice are drawn as they are told."""
    changes, first, _ = table_of("heckmeck", 6)
    told = deepcopy(changes[2:])
    told[0]["entries"] = [{**told[0]["entries"][1], "protocol": 3}]
    older = [{**change, "version": version} for version, change in enumerate([changes[0], *told], 1)]
    new, old = heard(case(changes, first), case(older, first, memory={}))
    assert (old["broken"], old["standing"], old["doubts"]) == (None, "grey", ["unchecked"])
    assert [step[1:3] for step in old["drawn"]] == [step[1:3] for step in new["drawn"][1:]]


def test_a_gap_is_waited_for() -> None:
    """A change that is left out accuses nobody; what follows is not drawn until the past is known."""
    changes, first, _ = table_of("heckmeck", 12)
    left_out = [*changes[:6], *changes[7:]]
    found, again = heard(case(left_out, first), case(left_out[:8], first, past=changes[:9], more=changes[9:]))
    assert (found["broken"], found["standing"]) == (None, "green")
    assert not any(rolled or aside for version, rolled, aside, _ in found["drawn"] if version > 7)
    assert (again["isRead"], again["broken"]) == (True, None)
    assert any(rolled for version, rolled, *_ in again["drawn"] if version > 9)


def test_a_restored_backup_is_told_and_its_dice_come_again() -> None:
    """The host goes on from an earlier version with other choices: amber, unless dice come otherwise."""
    changes, first, _ = table_of("heckmeck", 12)
    other, forged = deepcopy(changes), deepcopy(changes)
    other[9]["entries"].append({"type": "reacted", "seat": 0, "reaction": "clap"})
    _rolled(forged)["entries"][-1]["link"] = "0" * 64
    shorter, changed, same, wrong = heard(
        case(changes, first, past=changes[:8], more=changes[8:10]),
        *(case(changes, first, past=past) for past in (other, changes, forged)),
    )
    assert (shorter["broken"], shorter["standing"], shorter["doubts"]) == (None, "amber", ["restored"])
    assert (changed["broken"], changed["doubts"]) == (None, ["restored"])
    assert (same["broken"], same["doubts"]) == (None, [])
    assert wrong["broken"]["rule"] == "link"
    verdicts = [check_evidence(json.dumps(found["evidence"])) for found in (shorter, wrong)]
    assert [(device.standing, device.is_restored) for device in verdicts] == [("amber", True), ("red", True)]


def test_a_number_is_opened_for_one_list_only() -> None:
    """What was opened before, in another tab or before the page was loaded, is opened for nothing else."""
    changes, first, _ = table_of("heckmeck", 2)
    (asked,) = heard(case(changes[:2], first))
    assert [answer["attempt"] for answer in asked["numbers"]] == [1]
    opened = {"numbers": asked["memory"]["numbers"], "opened": asked["memory"]["opened"]}
    memories = [opened, {**opened, "opened": {"1.1": "another list"}}, {"numbers": {}}]
    tabs = heard(*(case(changes[:2], first, memory=memory) for memory in memories))
    assert [len(tab["numbers"]) for tab in tabs] == [1, 0, 0]
    (watching,) = heard(case(changes, first, person=-1, memory={}))
    assert (watching["standing"], watching["doubts"]) == ("amber", ["late"])


def test_the_view_knows_what_is_one_s_own() -> None:
    """One's own turn has choices, another's has none, and a bot that stands in takes them away."""
    text = "heckmeck grill=21-36 A=- B=- turn=A roll=1123445w"
    mine, watching, replaced, to_roll, others = views(
        model(text), model(text, person=None), model(text, seats=[{**SEATS[0], "bot": "hen"}, SEATS[1]]),
        model("heckmeck grill=21-36 A=- B=- turn=A aside=44 roll=next"), model("heckmeck grill=21-36 A=- B=- turn=B"),
    )  # fmt: skip
    assert (mine["acting"], mine["mine"], mine["isHost"], mine["mustRoll"]) == (0, [0], True, False)
    assert [action["action"] for action in mine["actions"]] == ["1", "2", "3", "4", "5", "w"]
    assert (watching["acting"], watching["isWatching"], watching["actions"]) == (None, True, [])
    assert (replaced["acting"], replaced["replaced"]) == (None, [0])
    assert (to_roll["mustRoll"], to_roll["actions"]) == (True, [])
    assert others["acting"] is None


def test_bots_of_one_kind_are_told_apart() -> None:
    """The second one of a kind has a number; bots of other kinds, and one that stands in for a person, count apart."""
    bots = ["hen", "chick", "hen", "hen"]
    seats = [SEATS[0], *({**SEATS[1], "seat": seat, "bot": bot} for seat, bot in enumerate(bots, 1))]
    seats[3] = {**SEATS[0], "seat": 3, "person": 1, "bot": "hen"}
    shown = views(model("heckmeck grill=21-36 A=- B=- turn=A", seats=seats))[0]["seats"]
    called = evaluate("parts/names.js", "data.map(it.shortBotName)", [seat for seat in shown if seat["kind"] == "bot"])
    assert called == ["hen", "chick", "hen 2"]


def test_odds_are_for_whoever_plays_against_bots_alone() -> None:
    """A table may forbid odds, but not to somebody who plays against bots."""
    text = "heckmeck grill=21-36 A=- B=- turn=A"
    alone = model(text)
    alone["spec"]["rules"] = {"odds": False}
    together = model(text, seats=[SEATS[0], {**SEATS[0], "seat": 1, "person": 1}])
    together["spec"]["rules"] = {"odds": False}
    assert [one["hasOdds"] for one in views(alone, together)] == [True, False]


def test_a_result_fits_into_a_line() -> None:
    """Medals for the first three places, shared ones too; nobody further down."""
    rows = [("Anna", 12, 1), ("Ben", 9, 2), ("Cleo", 9, 2), ("Dora", 1, 4)]
    told = [{"name": name, "score": score, "place": place} for name, score, place in rows]
    line = evaluate("model/share-line.js", 'it.shareLine("Heckmeck", data)', told)
    assert line == "🎲 Heckmeck 🥇 Anna: 12 🥈 Ben: 9 🥈 Cleo: 9"
