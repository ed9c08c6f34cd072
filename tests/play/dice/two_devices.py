"""Feed a host's messages to the Python client's device and to the page's, and check what each one draws."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from play.dice.hosting import OURS, TABLE, Json, rolls_of
from play.web.node import evaluate
from roost.play.dice.device import Device, DeviceMemory

_PAGE = """await (async () => {
    const {Device} = await import(base + "/model/device.js");
    const {Hearing} = await import(base + "/model/hearing.js");
    const {stepsOf} = await import(base + "/model/steps.js");
    const events = await import(base + "/games/roost.games.set_aside.adapters/events.js");
    return data.transcripts.map(({messages, played}) => {
        const memory = {numbers: {1: data.number}, opened: {}, rolls_real: null};
        const device = new Device({table: data.table, faces: played.faces, players: played.players}, memory);
        const hearing = new Hearing(device);
        device.person = 1;
        const drawn = [];
        let before = null;
        for (const change of messages) {
            try {
                const fallen = hearing.hear(change);
                if (device.asked) device.answer();
                if (!fallen || device.broken) break; // the page requests the gap, and draws nothing until it is closed
                const steps = stepsOf(before ?? change.table, change, events.after, [1]);
                if (!hearing.holdsSteps(steps, fallen, played, events.EVENTS)) break;
                before = change.table;
                drawn.push(steps.map(({table, events}) => ({
                    rolls: events.flatMap(({type, roll}) => type === "rolled" ? [roll] : []),
                    lies: [...(table.game?.facts.rolled ?? "") + (table.game?.facts.aside ?? "")].sort().join(""),
                })));
            } catch (error) {
                if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
                break; // the page stops after such an error
            }
        }
        return {drawn, standing: device.standing, doubts: device.doubts, rule: device.broken?.rule ?? null,
                attempt: device.listed?.attempt ?? 0};
    });
})()"""


class Drawing(NamedTuple):
    """The output of a device: for each change its steps, each with the rolls and the dice on the table after it."""

    drawn: list[list[Json]]
    standing: str
    doubts: list[str]
    rule: str | None
    attempt: int


def drawn_by_page(transcripts: Sequence[tuple[list[Json], Json]]) -> list[Drawing]:
    """Run the page's modules in Node.js on each transcript, and return what they draw."""
    data = {"table": TABLE, "number": OURS, "transcripts": [{"messages": t, "played": p} for t, p in transcripts]}
    return [Drawing(**fields) for fields in evaluate("model/device.js", _PAGE, data)]


def drawn_by_client(messages: list[Json]) -> Drawing:
    """Return what the Python client draws of a host's messages."""
    device = Device(TABLE, DeviceMemory({1: OURS}))
    device.person = 1
    drawn: list[list[Json]] = []
    for version, change in enumerate(messages, 1):
        if change.get("version") != version:
            break  # the client requests the missing changes, and shows nothing until they arrive
        try:
            for entry in change["entries"]:
                device.hear(entry)
            if device.asked is not None:
                device.answer()
            game = change["table"]["game"]
            rolls = [event["roll"] for event in change["events"] if event.get("type") == "rolled"]
            if game is not None:
                device.hear({"position": game["position"], "rolls": rolls})
        except (KeyError, TypeError, AttributeError, ValueError):
            break  # an unreadable message is not shown
        if device.broken is not None:
            break
        drawn.append([{"rolls": rolls, "lies": _lying(device)}])
    attempt = 0 if device.listed is None else device.listed.attempt
    return Drawing(drawn, device.standing, device.doubts, device.broken and device.broken.rule, attempt)


def _lying(device: Device) -> str:
    """Return the dice on the table in the client's own replay, sorted."""
    state = device.state
    if state is None:
        return ""
    return "".join(sorted(state.dice_rolled + state.dice_aside))


class TrueRoll(NamedTuple):
    """A roll as it must have fallen, with the number of its change."""

    change: int
    seat: int | None
    roll: str


def computed(messages: list[Json]) -> list[TrueRoll]:
    """Compute all rolls from lists, numbers and links by a separate program, and add those entered by hand."""
    rolls: list[TrueRoll] = []
    listed, numbers, links = "", dict[int, str](), list[tuple[int | None, str, int]]()
    for number, change in enumerate(messages):
        for entry in _entries(change):
            match entry.get("type"):
                case "dice_listed":
                    listed, numbers, links = entry["list"], {}, []
                case "number_opened":
                    numbers[entry["person"]] = entry["number"]
                case "rolled":
                    links.append((entry["seat"], entry["link"], len(entry["roll"])))
                    rolls.append(TrueRoll(number, entry["seat"], rolls_of(listed, numbers, links)[-1]))
                case "entered" | "corrected":
                    rolls.append(TrueRoll(number, entry["seat"], entry["roll"]))
    return rolls


def violation(messages: list[Json], drawing: Drawing) -> str:
    """Describe the first rule that the drawing breaks; empty if none."""
    messages = messages[: len(drawing.drawn)]
    true_rolls = computed(messages)
    for number, steps in enumerate(drawing.drawn):
        rolls = [roll for step in steps for roll in step["rolls"]]
        if rolls and rolls != [true.roll for true in true_rolls if true.change == number and true.seat is not None]:
            return f"change {number} drew the rolls {rolls}"
        turn: list[str] = []
        by_seats = [true for true in true_rolls if true.change <= number and true.seat is not None]
        for true in reversed(by_seats):
            if true.change < number and true.seat != by_seats[-1].seat:
                break
            turn.append(true.roll)
        for step in steps:
            if Counter[str](step["lies"]) - Counter[str]("".join(turn)):
                return f"change {number} drew {step['lies']} where {turn} fell"
    lists = [entry["list"] for change in messages for entry in _entries(change) if entry.get("type") == "dice_listed"]
    openings = 0 if not lists else int(lists[-1].split(" ")[1].removeprefix("attempt="))
    if drawing.attempt > 1 and "attempts" not in drawing.doubts and drawing.standing != "red":
        return f"{drawing.attempt} openings were not shown"
    if drawing.standing == "green" and openings != 1:
        return f"green after {openings} openings"
    return ""


def _entries(change: Json) -> list[Any]:
    entries = change["entries"]
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
