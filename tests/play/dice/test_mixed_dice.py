"""Dice that depend on the position travel with each roll: devices compute from them, and the rules check them."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import convert
from roost_zombiedice import KINDS, SHOWN, ZombieDice

from play.web.finished import played
from play.web.node import evaluate
from play.web.page_device import NUMBER, Change, case, received, table_of
from roost.core.record import read, write
from roost.core.record.proof import ProofError
from roost.core.record.reader import RecordError
from roost.core.registry import all_games
from roost.core.sources import SeededDice
from roost.core.stream import Stream
from roost.play.dice import verify_dice
from roost.play.dice.device import Broken, Device, DeviceMemory
from roost.play.dice.fair import Listed, rolled
from roost.play.server.live.tally import tally
from roost.play.server.storage.game_records import PastGame, table_record
from roost.play.table.draft import Draft
from roost.play.table.log import Change as LogChange
from roost.play.table.log import Entry, Started

Sent = tuple[list[Change], dict[str, Any], list[Draft]]


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(all_games(), "zombiedice", ZombieDice)


@pytest.fixture
def sent() -> Sent:
    """The messages of an honest host in which both seats roll, with the first player drawn."""
    return table_of("zombiedice", moves=30, start="random")


def heard(messages: list[Change]) -> Device:
    """Return a program's device that has heard all messages."""
    device = Device("t", DeviceMemory({1: NUMBER.hex()}))
    device.person = 0
    for change in messages:
        for entry in change["entries"]:
            device.hear(entry)
        if device.asked is not None:
            device.answer()
        if game := change["table"]["game"]:
            device.hear({"position": game["position"]})
    return device


def with_entry(messages: list[Change], change: Callable[[dict[str, Any]], object]) -> list[Change]:
    """Return the messages with the last roll changed."""
    messages = copy.deepcopy(messages)
    last = max(at for at, sent in enumerate(messages) if any(e["type"] == "rolled" for e in sent["entries"]))
    messages = messages[: last + 1]
    for entry in messages[last]["entries"]:
        if entry["type"] == "rolled":
            change(entry)
    return messages


def test_an_honest_host_is_trusted(sent: Sent) -> None:
    """The page does not know which dice a position calls for, so it shows amber; the client knows, and shows green."""
    messages, first, _ = sent
    (page,) = received(case(messages, first))
    assert page["broken"] is None
    assert page["rolls"] > 10
    assert (page["standing"], page["doubts"]) == ("amber", ["varies"])
    device = heard(messages)
    assert device.broken is None
    assert (device.standing, device.doubts, device.rolls) == ("green", [], page["rolls"])
    rolls = [entry["roll"] for sent in messages for entry in sent["entries"] if entry["type"] == "rolled"]
    assert len({*rolls} & {shown for _, shown, _, _ in page["drawn"]}) > 4


def test_a_host_that_sends_other_dice_is_caught(sent: Sent) -> None:
    """The roll does not follow from the dice, or the dice cannot be read."""
    messages, first, _ = sent
    texts = ["", "3:", "3:ggg117*2", "2:ggg117*3", "3:xxx*3", "3:ggg117*200,yy2288*57", "3:ggg117*6,yy2288*4", 7, None]
    lies = [with_entry(messages, lambda entry, text=text: entry.update(dice=text)) for text in texts]  # type: ignore[misc]
    pages = received(*(case(lie, first) for lie in lies))
    assert [page["broken"] and page["broken"]["rule"] for page in pages] == ["dice"] * len(texts)
    assert [heard(lie).broken for lie in lies] == [Broken("dice", 1, pages[0]["broken"]["roll"])] * len(texts)


def test_dice_that_contradict_the_position_are_caught_by_the_rules(sent: Sent) -> None:
    """The roll follows from the dice that the host names, so only a program that knows the rules notices."""
    messages, _, _ = sent
    listed = Listed.parse(next(e["list"] for m in messages for e in m["entries"] if e["type"] == "dice_listed"))
    reds = SHOWN.mixed((3, {KINDS[2]: 3}))

    def lie(entry: dict[str, Any]) -> None:
        place, seat = entry["seat"] + 1, entry["seat"]
        number = sum(e["type"] == "rolled" and e["seat"] == seat for m in messages for e in m["entries"])
        roll = rolled(listed.seed({0: NUMBER}), place, number, bytes.fromhex(entry["link"]), reds)
        entry.update(dice=reds.text, roll=str(roll))

    broken = heard(with_entry(messages, lie)).broken
    assert broken is not None
    assert broken.rule == "dice"


def test_a_dice_list_must_say_that_dice_depend_on_the_position(sent: Sent) -> None:
    messages, first, _ = sent
    for change in messages:
        for entry in change["entries"]:
            if entry["type"] == "dice_listed":
                entry["list"] = entry["list"].replace(" varies=yes", "")
    (page,) = received(case(messages, first))
    assert page["broken"] is not None
    broken = heard(messages).broken
    assert broken is not None


def record_of(sent: Sent) -> str:
    """Return the game's record as the server writes it."""
    past = [
        LogChange(change["version"], change["at"], convert(change["entries"], tuple[Entry, ...])) for change in sent[0]
    ]
    first = next(n for n, change in enumerate(past) if any(isinstance(entry, Started) for entry in change.entries))
    return table_record(PastGame(sent[2][-1].table, past[first:]))


CHECK = """data.map(({text, rolls}) => {
    const record = it.parseRecord(text, {faces: "gyr123789", dice: 3, rolls});
    const {kind, ok, reason, checked} = it.checkDice(record);
    return {kind, ok, reason, checked};
})"""


def on_page(*texts: str) -> list[dict[str, Any]]:
    """Return the page's verdicts on records whose moves the server has replayed."""
    data = []
    for text in texts:
        record = read(text)
        rolls = [
            {"faces": "gyr123789" if dice.text else "AB", "count": dice.count, "text": str(roll), "turn": 1,
             "seat": "-" if before.seat is None else "AB"[before.seat]}
            for (dice, roll), before in zip(
                record.rolls(), (state for state in record.states() if state.dice is not None), strict=False
            )
        ]  # fmt: skip
        data.append({"text": text, "rolls": rolls})
    verdicts: list[dict[str, Any]] = evaluate("model/record.js", CHECK, data)
    return verdicts


def test_page_and_python_verify_a_record_with_mixed_dice(sent: Sent) -> None:
    text = record_of(sent)
    record = read(text)
    assert write(record) == text
    count = text.count("\n%dice 3:")
    assert count > 2
    assert verify_dice(record).is_proved
    seeded = played(ZombieDice(2), SeededDice(7), random.Random(1), most=60)
    assert verify_dice(read(seeded)).is_proved
    (by_page, seeded_by_page) = on_page(text, seeded)
    assert (by_page["ok"], by_page["kind"], by_page["checked"]) == (True, "verifiable", len([*record.rolls()]))
    assert (seeded_by_page["ok"], seeded_by_page["kind"]) == (True, "seeded")


def test_a_record_with_other_dice_is_refused(sent: Sent) -> None:
    text = record_of(sent)
    with pytest.raises(RecordError, match="the dice of the next roll are 3:ggg117"):
        read(text.replace("%dice 3:ggg117*6", "%dice 3:ggg117*5", 1))
    with pytest.raises(RecordError, match="no further such roll"):
        read(text + "%dice 3:ggg117*6\n")
    assert read(text.split("\n\n%dice")[0] + "\n").moves == read(text).moves


def test_a_record_must_say_that_dice_depend_on_the_position(sent: Sent) -> None:
    with pytest.raises(ProofError, match="belongs to another game"):
        verify_dice(read(record_of(sent).replace(" varies=yes", "")))


def test_the_page_draws_mixed_dice_like_python() -> None:
    chance, cases = random.Random(5), []
    for number in range(60):
        bag = {kind: chance.randint(0, 9) for kind in (*KINDS, "g", "gy")}
        count = chance.randint(1, max(1, sum(bag.values())))
        if count <= sum(bag.values()):
            dice = SHOWN.mixed((count, bag), (1, {KINDS[number % 3]: 2}))
            cases.append((dice.text, str(number), str(dice.draw(Stream(str(number))))))
    page = """data.map(([text, seed]) => it.drawn(it.seedStream(seed), "gyr123789", it.parseDice(text, "gyr123789")))"""
    assert evaluate("model/fair.js", page, cases) == [roll for _, _, roll in cases]


def test_statistics_of_mixed_dice_have_no_expected_counts() -> None:
    report = tally("zombiedice", SHOWN, [SHOWN.parse("gg7")])
    assert (report.rolls, report.dice, report.faces, report.chance) == (1, 3, [], 1.0)
