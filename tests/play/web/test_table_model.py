"""The pure modules of the table page compared with the Python code: steps, dice, and the view of a table."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from play.web.node import evaluate
from play.web.page_device import case, received, table_of
from roost.core.registry import all_games, game_type, position
from roost.play.dice.evidence import check_evidence
from roost.play.table.board_facts import board_facts
from roost.play.web.adapter import page_parts

SEATS = [
    {"seat": 0, "letter": "A", "kind": "person", "name": "Anna", "person": 0, "bot": None, "away": False},
    {"seat": 1, "letter": "B", "kind": "bot", "name": "", "person": None, "bot": "hen", "away": False},
]

STEPS = """await import(`${base}/games/roost.games.${data[0]}.adapters/events.js`).then(
    ({ after }) => data[1].map(([table, change]) => it.stepsOf(table, change, after)))"""
FACES = "12345w"


def steps_of(game: str, changes: list[tuple[dict[str, Any], dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    """Return the page's steps of changes in a game."""
    steps: list[list[dict[str, Any]]] = evaluate("model/steps.js", STEPS, [game, changes])
    return steps


def table(text: str, **changed: Any) -> dict[str, Any]:
    """Return a table of Anna, the host, and a hen, at this position."""
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
        "facts": msgspec.to_builtins(board_facts(state)),
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
    """Return the table before some moves, and the change that they make."""
    state, events = position(before), []
    for move in moves:
        state, happened = state.play(move)
        events += [event.to_json() for event in happened]
    types = [event["type"] for event in events]
    after = {"version": 8, "at": 0.0, "entries": [], "events": events, "sentences": types, "table": table(str(state))}
    return table(before), after


def views(*models: dict[str, Any]) -> list[Any]:
    """Return the page's views of models."""
    shown: list[Any] = evaluate("model/table.js", "data.map((model) => it.viewOf(model))", models)
    return shown


def model(text: str, person: int | None = 0, **changed: Any) -> dict[str, Any]:
    """Return the page's model of a table, on this person's device."""
    spec = {"game": "heckmeck", "seats": [{}, {}]}
    return {"table": table(text, **changed), "spec": spec, "person": person, "log": [], "device": None}


_OPEN = "heckmeck grill=21-36 A=- B=- turn=A"
STEPS_OF_MOVES: list[tuple[str, str, list[tuple[str, str, str]]]] = [
    ("heckmeck grill=21-24,26-36 A=25 B=- turn=A aside=44 roll=next", "444444",
     [("rolled", "44", "444444"), ("dead_roll", "44", "444444"), ("failed,returned,faced_down", "", "")]),
    (_OPEN, "1123445w", [("rolled", "", "1123445w")]),
    (f"{_OPEN} roll=1123445w", "4", [("laid_aside", "44", "")]),
    (f"{_OPEN} aside=5555w", "take25", [("took", "", "")]),
    (f"{_OPEN} aside=5555 roll=1111", "1", [("laid_aside", "11115555", ""), ("failed", "", "")]),
]  # fmt: skip
"""Position, move, and its steps, each with its events, the dice set aside, and the dice rolled."""


def test_a_change_is_split_into_visible_steps() -> None:
    """Rolled dice are shown before their consequences, and the last step shows the server's position."""
    changes = [change(before, move) for before, move, _ in STEPS_OF_MOVES]
    for (_, happened), page_steps, (*_, steps) in zip(
        changes, steps_of("set_aside", changes), STEPS_OF_MOVES, strict=True
    ):
        shown = [(step, step["table"]["game"]["facts"]) for step in page_steps]
        assert steps == [
            (",".join(event["type"] for event in step["events"]), facts.get("aside", ""), facts.get("rolled", ""))
            for step, facts in shown
        ]  # fmt: skip
        assert shown[-1][1] == json.loads(json.dumps(happened["table"]["game"]["facts"]))
        assert [step["isLast"] for step, _ in shown] == [False] * (len(page_steps) - 1) + [True]


def test_dice_picked_up_for_a_re_roll_are_missing_until_they_fall() -> None:
    """The kept dice stay on the table meanwhile, as in Picnic Blitz."""
    picked = change("picnic board=1A/-/-/-/-/- A=- B=- turn=A dice=112346 rerolls=1/1", "reroll6", "5")
    (steps,) = steps_of("picnic", [picked])
    assert [step["table"]["game"]["facts"]["rolled"] for step in steps] == ["11234", "112345"]


def test_boards_only_configure_events_that_their_games_have() -> None:
    boards = {name: page_parts(kind)["board"] for name, kind in all_games().items()}
    script = """Object.fromEntries(await Promise.all(Object.entries(data).map(async ([name, board]) =>
        [name, Object.keys((await import(`${base}/${board}`)).EVENTS ?? {})])))"""
    for name, events in evaluate("model/event-pacing.js", script, boards).items():
        assert set(events) <= {event.name() for event in game_type(name).event_types}


def test_a_view_during_an_animation_hides_its_outcome() -> None:
    """During an animation the screen marks the acting seat, offers no choice, and shows no winner."""
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
    """Return the first change with a roll."""
    return next(change for change in changes if change["entries"][-1]["type"] == "rolled")


def _laid_aside(changes: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the first change after which dice are set aside."""
    return next(
        change for change in changes if change["table"]["game"] and change["table"]["game"]["facts"].get("aside")
    )


def _event(change: dict[str, Any], kind: str) -> dict[str, Any]:
    event: dict[str, Any] = next(event for event in change["events"] if event["type"] == kind)
    return event


def _roll_and_aside(changes: list[dict[str, Any]]) -> None:
    """Falsify the dice of a change in its entry, its event and its position."""
    change = _rolled(changes)
    change["entries"][-1]["roll"] = _event(change, "rolled")["roll"] = "wwwwwwww"
    change["table"]["game"]["facts"]["rolled"] = "wwwwwwww"


LIES: dict[str, tuple[str, Lie]] = {
    "position": ("screen", lambda changes: _rolled(changes)["table"]["game"]["facts"].update(rolled="wwwwwwww")),
    "fewer dice": ("screen", lambda changes: _rolled(changes)["table"]["game"]["facts"].update(rolled="1")),
    "event": ("screen", lambda changes: _event(_rolled(changes), "rolled").update(roll="wwwwwwww")),
    "another seat": ("screen", lambda changes: _event(_rolled(changes), "rolled").update(seat=1)),
    "no event": ("screen", lambda changes: _rolled(changes).update(events=[])),
    "entry": ("dice", lambda changes: _rolled(changes)["entries"][-1].update(roll="wwwwwwww")),
    "everywhere": ("dice", _roll_and_aside),
    "link": ("link", lambda changes: _rolled(changes)["entries"][-1].update(link="0" * 64)),
    "no link": ("unreadable", lambda changes: _rolled(changes)["entries"][-1].pop("link")),
    "aside": ("screen", lambda changes: _laid_aside(changes)["table"]["game"]["facts"].update(aside="wwwwww")),
    "laid aside": ("screen", lambda changes: _event(_laid_aside(changes), "laid_aside").update(symbol="w", count=7)),
    "choices": ("screen", lambda changes: _rolled(changes)["table"]["game"]["actions"][0].update(dice="wwwwwwww")),
    "another game": ("screen", lambda changes: _rolled(changes)["table"]["game"].update(number=2)),
    "people": ("seats", lambda changes: _rolled(changes)["table"]["seats"][0].update(person=7)),
    "no list": ("order", lambda changes: changes[1].update(entries=changes[1]["entries"][:1])),
    "no number": ("order", lambda changes: changes[2].update(entries=changes[2]["entries"][1:])),
    "older": ("list", lambda changes: changes[2]["entries"][1].update(protocol=3)),
}
"""A host's lies by name, each with the rule that it breaks."""


def test_an_honest_host_has_a_green_shield() -> None:
    """Every roll is computed, drawn and described; Python reaches the same verdict from the evidence."""
    tables = [(table_of(game, 30), rules) for game, rules in (("heckmeck", "set_aside"), ("picnic", "picnic"))]
    results = received(*(case(changes, first, rules=rules) for (changes, first, _), rules in tables))
    for ((changes, _, drafts), _), result in zip(tables, results, strict=True):
        play = drafts[-1].table.play
        assert play is not None
        assert (result["broken"], result["standing"], result["doubts"]) == (None, "green", [])
        assert result["rolls"] == play.rolls > 5
        lying = [draft.table.play.state.dice_rolled if draft.table.play else "" for draft in drafts]
        last = {version: rolled for version, rolled, _, _ in result["drawn"]}
        assert [last[version] for version in sorted(last)] == lying
        described = [sentence for *_, sentences in result["drawn"] for sentence in sentences]
        entries = [entry for change in changes for entry in change["entries"] if entry["type"] == "rolled"]
        assert described == [f"{entry['seat']} {entry['roll']}" for entry in entries if entry["seat"] is not None]
        assert check_evidence(json.dumps(result["evidence"])).standing == "green"


def test_the_page_draws_no_dice_that_it_did_not_compute(subtests: pytest.Subtests) -> None:
    """Any lie about a roll breaks a rule, and from then on no dice are drawn."""
    changes, first, _ = table_of("heckmeck", 12)
    lying = [deepcopy(changes) for _ in LIES]
    for falsified, (_, lie) in zip(lying, LIES.values(), strict=True):
        lie(falsified)
    honest, *results = received(*(case(sent, first) for sent in (changes, *lying)))
    for (name, (rule, _)), result in zip(LIES.items(), results, strict=True):
        with subtests.test(lie=name):
            assert (result["broken"]["rule"], result["standing"]) == (rule, "red")
            is_drawn = [bool(rolled or aside or sentences) for _, rolled, aside, sentences in result["drawn"]]
            until = len(is_drawn) - is_drawn[::-1].index(True) if True in is_drawn else 0
            assert result["drawn"][:until] == honest["drawn"][:until]
            assert until < len(is_drawn)


def test_a_game_with_an_older_dice_protocol_is_shown_unchecked() -> None:
    """The shield is grey, and the dice are drawn as the host sends them."""
    changes, first, _ = table_of("heckmeck", 6)
    later = deepcopy(changes[2:])
    later[0]["entries"] = [{**later[0]["entries"][1], "protocol": 3}]
    older = [{**change, "version": version} for version, change in enumerate([changes[0], *later], 1)]
    new, old = received(case(changes, first), case(older, first, memory={}))
    assert (old["broken"], old["standing"], old["doubts"]) == (None, "grey", ["unchecked"])
    assert [step[1:3] for step in old["drawn"]] == [step[1:3] for step in new["drawn"][1:]]


def test_changes_after_a_gap_are_drawn_once_the_past_is_known() -> None:
    """A missing change breaks no rule."""
    changes, first, _ = table_of("heckmeck", 12)
    left_out = [*changes[:6], *changes[7:]]
    gap, filled = received(case(left_out, first), case(left_out[:8], first, past=changes[:9], more=changes[9:]))
    assert (gap["broken"], gap["standing"]) == (None, "green")
    assert not any(rolled or aside for version, rolled, aside, _ in gap["drawn"] if version > 7)
    assert (filled["isRead"], filled["broken"]) == (True, None)
    assert any(rolled for version, rolled, *_ in filled["drawn"] if version > 9)


def test_a_restored_backup_turns_the_shield_amber() -> None:
    """The dice must be the same as before, otherwise a rule is broken."""
    changes, first, _ = table_of("heckmeck", 12)
    different, forged = deepcopy(changes), deepcopy(changes)
    different[9]["entries"].append({"type": "reacted", "seat": 0, "reaction": "clap"})
    _rolled(forged)["entries"][-1]["link"] = "0" * 64
    shorter, changed, unchanged, wrong = received(
        case(changes, first, past=changes[:8], more=changes[8:10]),
        *(case(changes, first, past=past) for past in (different, changes, forged)),
    )
    assert (shorter["broken"], shorter["standing"], shorter["doubts"]) == (None, "amber", ["restored"])
    assert (changed["broken"], changed["doubts"]) == (None, ["restored"])
    assert (unchanged["broken"], unchanged["doubts"]) == (None, [])
    assert wrong["broken"]["rule"] == "link"
    verdicts = [check_evidence(json.dumps(result["evidence"])) for result in (shorter, wrong)]
    assert [(device.standing, device.is_restored) for device in verdicts] == [("amber", True), ("red", True)]


def test_the_page_reveals_its_number_for_one_list_only() -> None:
    """A number revealed in another tab, or before a reload, is not revealed for another dice list."""
    changes, first, _ = table_of("heckmeck", 2)
    (first_tab,) = received(case(changes[:2], first))
    assert [answer["attempt"] for answer in first_tab["numbers"]] == [1]
    opened = {"numbers": first_tab["memory"]["numbers"], "opened": first_tab["memory"]["opened"]}
    memories = [opened, {**opened, "opened": {"1.1": "another list"}}, {"numbers": {}}]
    tabs = received(*(case(changes[:2], first, memory=memory) for memory in memories))
    assert [len(tab["numbers"]) for tab in tabs] == [1, 0, 0]
    (watching,) = received(case(changes, first, person=-1, memory={}))
    assert (watching["standing"], watching["doubts"]) == ("amber", ["late"])


def test_a_view_offers_choices_only_in_the_persons_own_turn() -> None:
    """A bot that stands in takes the choices away."""
    text = "heckmeck grill=21-36 A=- B=- turn=A roll=1123445w"
    own_turn, watching, replaced, to_roll, bots_turn = views(
        model(text), model(text, person=None), model(text, seats=[{**SEATS[0], "bot": "hen"}, SEATS[1]]),
        model("heckmeck grill=21-36 A=- B=- turn=A aside=44 roll=next"), model("heckmeck grill=21-36 A=- B=- turn=B"),
    )  # fmt: skip
    assert (own_turn["acting"], own_turn["mine"], own_turn["isHost"], own_turn["mustRoll"]) == (0, [0], True, False)
    assert [action["action"] for action in own_turn["actions"]] == ["1", "2", "3", "4", "5", "w"]
    assert (watching["acting"], watching["isWatching"], watching["actions"]) == (None, True, [])
    assert (replaced["acting"], replaced["replaced"]) == (None, [0])
    assert (to_roll["mustRoll"], to_roll["actions"]) == (True, [])
    assert bots_turn["acting"] is None


def test_bots_of_one_kind_are_numbered() -> None:
    """Bots of other kinds and stand-ins for people do not count."""
    bots = ["hen", "chick", "hen", "hen"]
    seats = [SEATS[0], *({**SEATS[1], "seat": seat, "bot": bot} for seat, bot in enumerate(bots, 1))]
    seats[3] = {**SEATS[0], "seat": 3, "person": 1, "bot": "hen"}
    shown = views(model("heckmeck grill=21-36 A=- B=- turn=A", seats=seats))[0]["seats"]
    called = evaluate("parts/names.js", "data.map(it.shortBotName)", [seat for seat in shown if seat["kind"] == "bot"])
    assert called == ["hen", "chick", "hen 2"]


def test_odds_can_only_be_forbidden_where_several_people_play() -> None:
    text = "heckmeck grill=21-36 A=- B=- turn=A"
    alone = model(text)
    alone["spec"]["rules"] = {"odds": False}
    together = model(text, seats=[SEATS[0], {**SEATS[0], "seat": 1, "person": 1}])
    together["spec"]["rules"] = {"odds": False}
    assert [view["hasOdds"] for view in views(alone, together)] == [True, False]


def test_a_result_in_one_line_has_medals_for_the_first_three_places() -> None:
    """Players who share a place share its medal; players further down are left out."""
    rows = [("Anna", 12, 1), ("Ben", 9, 2), ("Cleo", 9, 2), ("Dora", 1, 4)]
    players = [{"name": name, "score": score, "place": place} for name, score, place in rows]
    line = evaluate("model/share-line.js", 'it.shareLine("Heckmeck", data)', players)
    assert line == "🎲 Heckmeck 🥇 Anna: 12 🥈 Ben: 9 🥈 Cleo: 9"
