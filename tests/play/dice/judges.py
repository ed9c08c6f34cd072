"""Two devices that hear what a host tells, that of the Python client and that of the page, and what they draw."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from play.dice.hosting import OURS, TABLE, Json, rolls_of
from play.web.node import evaluate
from roost.play.dice.device import Device, Memory

_PAGE = """await (async () => {
    const {Device} = await import(base + "/model/device.js");
    const {Hearing} = await import(base + "/model/hearing.js");
    const {stepsOf} = await import(base + "/model/steps.js");
    const events = await import(base + "/games/roost.games.set_aside.faces/events.js");
    return data.transcripts.map(({told, played}) => {
        const memory = {numbers: {1: data.number}, opened: {}, rolls_real: null};
        const device = new Device({table: data.table, faces: played.faces, players: played.players}, memory);
        const hearing = new Hearing(device);
        device.person = 1;
        const drawn = [];
        let before = null;
        for (const change of told) {
            try {
                const fallen = hearing.hear(change);
                if (device.asked) device.answer();
                if (!fallen || device.broken) break; // the page asks again, and draws nothing until it has heard all
                const steps = stepsOf(before ?? change.table, change, events.after, [1]);
                if (!hearing.holdsSteps(steps, fallen, played, events.EVENTS)) break;
                before = change.table;
                drawn.push(steps.map(({table, events}) => ({
                    rolls: events.flatMap(({type, roll}) => type === "rolled" ? [roll] : []),
                    lies: [...(table.game?.sight.rolled ?? "") + (table.game?.sight.aside ?? "")].sort().join(""),
                })));
            } catch (error) {
                if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
                break; // such a page shows nothing more
            }
        }
        return {drawn, standing: device.standing, doubts: device.doubts, rule: device.broken?.rule ?? null,
                attempt: device.listed?.attempt ?? 0};
    });
})()"""


class Seen(NamedTuple):
    """What a device drew, change by change: the rolls, and the dice that lie there after each step."""

    drawn: list[list[Json]]
    standing: str
    doubts: list[str]
    rule: str | None
    attempt: int


def on_the_page(transcripts: Sequence[tuple[list[Json], Json]]) -> list[Seen]:
    """The same for the page's modules, which Node.js runs."""
    data = {"table": TABLE, "number": OURS, "transcripts": [{"told": t, "played": p} for t, p in transcripts]}
    return [Seen(**seen) for seen in evaluate("model/device.js", _PAGE, data)]


def in_the_client(told: list[Json]) -> Seen:
    """What the Python client would draw of what it is told, as it is told."""
    device = Device(TABLE, Memory({1: OURS}))
    device.person = 1
    drawn: list[list[Json]] = []
    for version, change in enumerate(told, 1):
        if change.get("version") != version:
            break  # the client asks for what is missing, and tells nothing until it has heard it
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
            break  # what cannot be read is not shown
        if device.broken is not None:
            break
        drawn.append([{"rolls": rolls, "lies": _lying(device)}])
    attempt = 0 if device.listed is None else device.listed.attempt
    return Seen(drawn, device.standing, device.doubts, device.broken and device.broken.rule, attempt)


def _lying(device: Device) -> str:
    """The dice of the position that the client shows, which is its own replay's."""
    state = device.state
    if state is None:
        return ""
    return "".join(sorted(state.dice_rolled + state.dice_aside))


class Fallen(NamedTuple):
    """A roll as it must have fallen, and in which change."""

    change: int
    seat: int | None
    roll: str


def computed(told: list[Json]) -> list[Fallen]:
    """All rolls that follow from the told lists, numbers and links, computed by a program apart; and those entered."""
    found: list[Fallen] = []
    listed, numbers, links = "", dict[int, str](), list[tuple[int | None, str, int]]()
    for at, change in enumerate(told):
        for entry in _entries(change):
            match entry.get("type"):
                case "dice_listed":
                    listed, numbers, links = entry["list"], {}, []
                case "number_opened":
                    numbers[entry["person"]] = entry["number"]
                case "rolled":
                    links.append((entry["seat"], entry["link"], len(entry["roll"])))
                    found.append(Fallen(at, entry["seat"], rolls_of(listed, numbers, links)[-1]))
                case "entered" | "corrected":
                    found.append(Fallen(at, entry["seat"], entry["roll"]))
    return found


def holds(told: list[Json], seen: Seen) -> str:
    """The first statement that what was drawn breaks; nothing, if all hold."""
    told = told[: len(seen.drawn)]
    fallen = computed(told)
    for at, steps in enumerate(seen.drawn):
        rolls = [roll for step in steps for roll in step["rolls"]]
        if rolls and rolls != [one.roll for one in fallen if one.change == at and one.seat is not None]:
            return f"change {at} drew the rolls {rolls}"
        turn: list[str] = []
        seats = [one for one in fallen if one.change <= at and one.seat is not None]
        for one in reversed(seats):
            if one.change < at and one.seat != seats[-1].seat:
                break
            turn.append(one.roll)
        for step in steps:
            if Counter[str](step["lies"]) - Counter[str]("".join(turn)):
                return f"change {at} drew {step['lies']} where {turn} fell"
    lists = [entry["list"] for change in told for entry in _entries(change) if entry.get("type") == "dice_listed"]
    openings = 0 if not lists else int(lists[-1].split(" ")[1].removeprefix("attempt="))
    if seen.attempt > 1 and "attempts" not in seen.doubts and seen.standing != "red":
        return f"{seen.attempt} openings were not shown"
    if seen.standing == "green" and openings != 1:
        return f"green after {openings} openings"
    return ""


def _entries(change: Json) -> list[Any]:
    entries = change["entries"]
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
