"""The pure side of the table page beside the Python that it must agree with: steps, trust, and the view of a table."""

import json
from pathlib import Path
from typing import Any

import msgspec

from play.dice.trusting import PAGE_VERDICT, verdict
from play.web.node import evaluate
from roost.core.registry import all_games, game_type, position
from roost.play.dice.evidence import check_evidence
from roost.play.dice.fair import numbers
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
        "dice": {"table": "t/1", "commitment": "00", "rolls": 0},
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
    return {"table": table(text, **changed), "spec": spec, "person": person, "log": [], "trust": None, "heard": 0}


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
        shown = [(step, step["table"]["game"]["state"]) for step in found]
        assert steps == [
            (",".join(event["type"] for event in step["events"]), "".join(sorted(state.get("aside") or "")),
             state.get("roll") or "")
            for step, state in shown
        ]  # fmt: skip
        assert shown[-1][1] == happened["table"]["game"]["state"]
        assert [step["isLast"] for step, _ in shown] == [False] * (len(found) - 1) + [True]


def test_dice_that_are_picked_up_are_missing_until_they_fall() -> None:
    """In Picnic Blitz the kept dice stay on the table while the others are rolled again."""
    picked = change("picnic board=1A/-/-/-/-/- A=- B=- turn=A dice=112346 rerolls=1/1", "reroll6", "5")
    (found,) = taken_apart("picnic", [picked])
    assert [step["table"]["game"]["state"]["dice"] for step in found] == ["11234", "112345"]


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


VECTORS = json.loads((Path(__file__).parents[2] / "data" / "trust.json").read_text("utf-8"))
REPLAYED = """data.map(({steps}) => {
  const trust = new it.Trust({table: "table", game: "heckmeck", players: 3, faces: "12345w"});
  for (const step of steps) for (const [kind, given] of Object.entries(step)) trust[kind](...given);
  return {told: VERDICT(trust), evidence: trust.evidence};
})""".replace("VERDICT", PAGE_VERDICT)


def test_the_page_sees_every_cheat_that_the_python_client_sees() -> None:
    """By the same vectors: the same verdicts, the same fingerprints, and evidence that leads to them again."""
    for case, found in zip(VECTORS, evaluate("model/trust.js", REPLAYED, VECTORS), strict=True):
        assert found["told"] == case["expect"], case["name"]
        assert verdict(check_evidence(json.dumps(found["evidence"]))) == case["expect"], case["name"]


def test_numbers_are_those_of_the_python_client() -> None:
    """The page's chain of numbers is the one that the protocol describes."""
    chain = numbers(bytes(range(32)))
    asked = "(({seal, number}) => [seal, number(1), number(101), number(10001)])(it.numbersOf(data))"
    found = evaluate("model/fair.js", asked, bytes(range(32)).hex())
    assert found == [chain.top.hex(), *(chain.link(which).hex() for which in (1, 101, 10_001))]


def past_of(case: str) -> list[dict[str, Any]]:
    """The log of a case of the vectors, as changes."""
    steps = next(known for known in VECTORS if known["name"] == case)["steps"]
    entries = [entry for step in steps for entry in step.get("entry", ())]
    return [{"version": version, "entries": [entry], "told": []} for version, entry in enumerate(entries, 1)]


def snapshot_of(case: str) -> dict[str, Any]:
    """The table at the end of it."""
    known = next(known for known in VECTORS if known["name"] == case)
    number, dice, coming = [step["snapshot"] for step in known["steps"] if "snapshot" in step][-1]
    shown = table("heckmeck grill=21-36 A=- B=- turn=A", id="table", version=len(past_of(case)), coming=coming)
    shown["game"] |= {"dice": dice, "number": number}
    spec = {"game": "heckmeck", "seats": [{}, {}, {}]}
    return {"table": shown, "spec": spec, "you": None, "faces": FACES}


OPENED = "(({trust, heard, log}) => ({broken: trust?.broken, checked: trust?.rolls, heard, log}))"


def test_a_new_snapshot_does_not_make_the_page_forget() -> None:
    """A past that was heard before a snapshot is known: another past after it breaks the trust."""
    told, past = snapshot_of("honest"), past_of("honest")
    first = "it.withPast(it.opened(data[0]), data[2])"
    both = f"{OPENED}(((first) => it.withPast(it.opened(data[1], first), data[2]))({first}))"
    found = evaluate("model/table.js", both, [told, told, past])
    assert (found["broken"], found["checked"], found["heard"]) == (None, 5, len(past))
    swapped = json.loads(json.dumps(told))
    swapped["table"]["game"]["dice"]["commitment"] = "33" * 32
    once = f"{OPENED}(it.withPast(it.opened(data[0]), data[1]))"
    assert evaluate("model/table.js", once, [swapped, past])["broken"] == {"number": 6, "reason": "told"}
    behind = evaluate("model/table.js", once, [told, past[2:]])
    assert (behind["broken"], behind["heard"]) == (None, 0)  # what cannot be read is not judged


def test_nothing_is_said_of_dice_whose_faces_are_not_told() -> None:
    """A table whose dice nobody describes is shown, without a word about them."""
    told, past = {**snapshot_of("honest"), "faces": ""}, past_of("honest")
    found = evaluate("model/table.js", f"{OPENED}(it.withPast(it.opened(data[0]), data[1]))", [told, past])
    assert "broken" not in found
    assert [line["text"] for line in found["log"]] == ["table.log.started"]


def test_a_restored_backup_is_heard_from_its_beginning() -> None:
    """The page reads the log again, knows which of its rolls were taken back, and goes on."""
    first, again = snapshot_of("honest"), snapshot_of("renewed")
    again["table"]["renewal"] = {"id": "0123456789abcdef", "version": 1}
    both = """((model) => [model.trust.broken, model.trust.takenBack, model.trust.renewals])(
        it.withPast(it.opened(data[2], it.withPast(it.opened(data[0]), data[1])), data[3]))"""
    given = [first, past_of("honest"), again, past_of("renewed")]
    assert evaluate("model/table.js", both, given) == [None, 0, [[1, 5]]]


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
