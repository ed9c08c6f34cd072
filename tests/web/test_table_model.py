"""The pure side of the table page, run by Node.js: steps, playback, trust in the dice, and the view of a table."""

from __future__ import annotations

from typing import Any

import pytest

from roost.core.fair import FairDice
from roost.games import game_type, position
from web.node import evaluate

SEATS = [
    {"seat": 0, "letter": "A", "kind": "person", "name": "Anna", "person": 0, "bot": None, "away": False},
    {"seat": 1, "letter": "B", "kind": "bot", "name": "", "person": None, "bot": "hen", "away": False},
]


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
        "scores": list(state.scores()),
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


def view(model: dict[str, Any]) -> Any:
    """What the page shows of a model."""
    return evaluate("model/table.js", "it.viewOf(data)", model)


def model(text: str, person: int | None = 0, **changed: Any) -> dict[str, Any]:
    """A model of a table whose device is that of this person."""
    spec = {"game": "heckmeck", "seats": [{}, {}]}
    return {"table": table(text, **changed), "spec": spec, "person": person, "log": [], "trust": None}


@pytest.mark.parametrize(
    ("before", "moves", "steps"),
    [
        (
            "heckmeck grill=21-24,26-36 A=25 B=- turn=A aside=44 roll=next",
            ["444444"],
            [("rolled", "44", "444444"), ("dead_roll", "44", "444444"), ("failed,returned,faced_down", None, None)],
        ),
        ("heckmeck grill=21-36 A=- B=- turn=A", ["1123445w"], [("rolled", None, "1123445w")]),
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1123445w", ["4"], [("laid_aside", "44", None)]),
        ("heckmeck grill=21-36 A=- B=- turn=A aside=5555w", ["take25"], [("took", None, None)]),
        (
            "heckmeck grill=21-36 A=- B=- turn=A aside=5555 roll=1111",
            ["1"],
            [("laid_aside", "55551111", None), ("failed", None, None)],
        ),
    ],
)
def test_a_change_is_taken_apart_into_what_people_see(before: str, moves: list[str], steps: list[Any]) -> None:
    """The dice fall, and are seen, before what they lead to; the last step is the position that the server tells."""
    table, happened = change(before, *moves)
    found = evaluate("model/steps.js", "it.stepsOf(data[0], data[1])", [table, happened])
    shown = [(step, step["table"]["game"]["state"]) for step in found]
    told = [",".join(event["type"] for event in step["events"]) for step, _ in shown]
    assert told == [events for events, _, _ in steps]
    assert [sorted(state.get("aside") or "") for _, state in shown] == [sorted(aside or "") for _, aside, _ in steps]
    assert [state.get("roll") for _, state in shown] == [roll for _, _, roll in steps]
    assert shown[-1][1] == happened["table"]["game"]["state"]
    assert [step["isLast"] for step, _ in shown] == [False] * (len(found) - 1) + [True]


def test_dice_that_are_picked_up_are_missing_until_they_fall() -> None:
    """In Picnic Blitz the kept dice stay on the table while the others are rolled again."""
    table, happened = change("picnic board=1A/-/-/-/-/- A=- B=- turn=A dice=112346 rerolls=1/1", "reroll6", "5")
    found = evaluate("model/steps.js", "it.stepsOf(data[0], data[1])", [table, happened])
    assert [step["table"]["game"]["state"]["dice"] for step in found] == ["11234", "112345"]


def test_playback_dwells_hurries_and_catches_up() -> None:
    """Steps are shown one by one; four that wait go faster, a crowd is shown at once, and skipping shows the rest."""
    script = """(() => {
        const later = [], said = [];
        const stage = {
            show: (step, pace) => said.push([step.name, pace]), idle: () => said.push("idle"), speed: () => data.speed,
            isOwn: () => false, later: (run, after) => later.push([run, after]), cancel: () => later.pop(),
        };
        const playback = new it.Playback(stage);
        const steps = (n) => Array.from({ length: n }, (_, i) => ({ name: i, events: [{ type: "rolled" }] }));
        playback.add(steps(data.count));
        const waits = [];
        for (let i = 0; i < data.ticks && later.length; i++) {
            const [run, after] = later.shift();
            waits.push(after);
            run();
        }
        const behind = playback.behind;
        if (data.skip) playback.skip();
        return { said, waits, behind, isBusy: playback.isBusy };
    })()"""

    def played(**data: Any) -> Any:
        return evaluate("model/playback.js", script, {"speed": "normal", "ticks": 99, "skip": False, **data})

    assert played(count=2) == {"said": [[0, 1], [1, 1], "idle"], "waits": [950, 950], "behind": 0, "isBusy": False}
    assert played(count=6, ticks=0)["said"] == [[0, 2]]
    assert played(count=3, ticks=1, skip=True)["said"] == [[0, 1], [1, 1], [2, 0], "idle"]
    assert played(count=3, ticks=1)["behind"] == 1
    assert played(count=30)["said"] == [*([i, 0] for i in range(30)), "idle"]
    assert played(count=2, speed="instant")["said"] == [[0, 0], [1, 0], "idle"]
    assert played(count=1, speed="slow")["waits"] == [1615]


def test_one_s_own_choices_are_not_dwelt_on() -> None:
    """Whoever set dice aside knows it; the same of another is looked at."""
    step = {"events": [{"type": "laid_aside"}]}
    own, others = evaluate("model/playback.js", '[true, false].map((own) => it.dwell(data, "normal", own))', step)
    assert own < others


def entries_of(rolls: int) -> list[dict[str, Any]]:
    """A log of fair rolls: the start, then rolls with their proofs."""
    dice = FairDice(b"secret" * 4, "t/1", length=100)
    entries: list[dict[str, Any]] = [
        {"type": "started", "game": 1, "start": 0, "dice": "t/1", "commitment": dice.commitment.hex()}
    ]
    for number in range(rolls):
        roll, proof = dice.roll_with(bytes([number] * 8), game_type("heckmeck")().die.dice(8))
        entries.append({"type": "rolled", "seat": 0, "roll": str(roll), "proof": str(proof)})
    return entries


def trust(entries: list[dict[str, Any]]) -> Any:
    """What to think of the dice after these entries."""
    played = '{ game: "heckmeck", players: 2 }'
    return evaluate(
        "model/trust.js", f"data.reduce((trust, entry) => it.trustAfter(trust, entry, {played}), null)", entries
    )


def test_every_roll_is_checked_against_the_one_before() -> None:
    """Fair rolls are counted; another roll, a link left out or a strange nonce is noticed and not forgotten."""
    entries = entries_of(4)
    assert {**trust(entries), "anchor": ""} == {"table": "t/1", "anchor": "", "after": 4, "checked": 4, "broken": None}
    swapped = [*entries[:2], {**entries[2], "roll": "11111111"}, *entries[3:]]
    assert trust(swapped)["broken"] == {"number": 2, "reason": "dice"}
    assert trust([*entries[:2], *entries[3:]])["broken"] == {"number": 3, "reason": "order"}
    answer = "[it.trustAnswer(data.trust, data.entries, data.nonce), it.trustAnswer(data.trust, data.entries, '00')]"
    data = {"trust": trust(entries), "entries": entries[-1:], "nonce": "03" * 8}
    own, foreign = evaluate("model/trust.js", answer, data)
    assert own["broken"] is None
    assert foreign["broken"] == {"number": 4, "reason": "nonce"}


def test_the_past_of_a_game_is_read_when_the_page_opens() -> None:
    """The log starts with the game under way, and its dice are checked from the first one on."""
    first, second = entries_of(3), entries_of(2)
    past = [
        {"version": version, "entries": [entry], "told": [f"told {version}"]}
        for version, entry in enumerate([*first, *second], 1)
    ]
    data = {"model": model("heckmeck grill=21-36 A=- B=- turn=A"), "past": past}
    found = evaluate("model/table.js", "it.withPast(data.model, data.past)", data)
    assert [line["text"] for line in found["log"]] == ["table.log.started", "told 5", "told 6", "told 7"]
    assert found["trust"]["checked"] == 2


def test_the_view_knows_what_is_one_s_own() -> None:
    """One's own turn has choices, another's has none, and a bot that stands in takes them away."""
    text = "heckmeck grill=21-36 A=- B=- turn=A roll=1123445w"
    mine = view(model(text))
    assert (mine["acting"], mine["mine"], mine["isHost"], mine["mustRoll"]) == (0, [0], True, False)
    assert [action["action"] for action in mine["actions"]] == ["1", "2", "3", "4", "5", "w"]
    watching = view(model(text, person=None))
    assert (watching["acting"], watching["isWatching"], watching["actions"]) == (None, True, [])
    replaced = view(model(text, seats=[{**SEATS[0], "bot": "hen"}, SEATS[1]]))
    assert (replaced["acting"], replaced["replaced"]) == (None, [0])
    to_roll = view(model("heckmeck grill=21-36 A=- B=- turn=A aside=44 roll=next"))
    assert (to_roll["mustRoll"], to_roll["actions"]) == (True, [])
    assert view(model("heckmeck grill=21-36 A=- B=- turn=B"))["acting"] is None


def test_odds_are_for_whoever_plays_against_bots_alone() -> None:
    """A table may forbid odds, but not to somebody who plays against bots."""
    text = "heckmeck grill=21-36 A=- B=- turn=A"
    alone = model(text)
    alone["spec"]["rules"] = {"odds": False}
    together = model(text, seats=[SEATS[0], {**SEATS[0], "seat": 1, "person": 1}])
    together["spec"]["rules"] = {"odds": False}
    assert (view(alone)["hasOdds"], view(together)["hasOdds"]) == (True, False)
