"""A host that may say anything: whatever it tells, a device draws no die but those that it has computed itself."""

import copy
import json
import random
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from play.dice.hosting import OURS, TABLE, THEIRS, Host, changes, honest, mixed, schema, seal
from play.dice.judges import Seen, holds, in_the_client, on_the_page
from roost.core.stream import Stream
from roost.play.dice.device import Device, Memory
from roost.play.table import commands, entered_dice
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import drafted
from roost.play.table.log import NumberOpened, SeatClaimed, SeatFreed
from same_dice import dice_of
from soak import tries

pytestmark = pytest.mark.slow

_STRIDE = tries(120, 1)
"""Every how many of the single changes are tried."""
_MIXED = tries(150, 100_000)
_AT_ONCE = 1_000


def judge(told: list[tuple[str, list[Any]]], played: dict[str, Any]) -> list[Seen]:
    """What the page drew. Neither it nor the Python client may break a statement."""
    seen = on_the_page([(said, played) for _, said in told])
    for (what, said), page in zip(told, seen, strict=True):
        for device in (page, in_the_client(said)):
            assert not holds(said, device), f"{what}: {holds(said, device)}"
    return seen


@pytest.mark.parametrize(("game", "real", "series"), [
    ("heckmeck", False, False), ("picnic", False, False), ("junior", True, False), ("barbecue", False, True),
])  # fmt: skip
def test_an_honest_host_is_believed_to_the_end(game: str, real: bool, series: bool) -> None:
    """Green with two devices; grey where real dice are entered. Everything that it told was drawn."""
    host = honest(game, real=real, series=series, changes=600)
    for seen in (*judge([("honest", host.told)], host.played), in_the_client(host.told)):
        assert (seen.standing, seen.rule) == ("grey" if real else "green", None)
        assert len(seen.drawn) == len(host.told)
        assert sum(len(step["rolls"]) for steps in seen.drawn for step in steps) > 20


def test_every_entry_of_a_log_is_there_to_be_changed() -> None:
    """The honest transcripts hold every field of every entry that decides or shows dice."""
    told: dict[str, set[str]] = {}
    for host in (honest(changes=300), honest("junior", real=True, changes=300)):
        for entry in (entry for change in host.told for entry in change["entries"]):
            told.setdefault(entry["type"], set()).update(entry)
    for kind in ("device_sealed", "dice_listed", "number_opened", "started", "rolled", "acted", "undone", "entered"):
        assert schema()[kind] <= told[kind], kind


@pytest.mark.soak
def test_whatever_single_thing_a_host_says_otherwise(request: pytest.FixtureRequest) -> None:
    """Each field of each message otherwise or left out; messages dropped, repeated, exchanged."""
    first = random.Random(dice_of(request.node.nodeid)).randrange(_STRIDE)
    host = honest()
    told = islice(changes(host.told), first, None, _STRIDE)
    while some := [*islice(told, _AT_ONCE)]:
        judge(some, host.played)


@pytest.mark.soak
def test_whatever_a_host_says_at_all(request: pytest.FixtureRequest) -> None:
    """Several of these at once."""
    chance, host = random.Random(dice_of(request.node.nodeid)), honest("junior")
    for first in range(0, _MIXED, _AT_ONCE):
        some = [(str(n), mixed(host.told, chance)) for n in range(first, min(first + _AT_ONCE, _MIXED))]
        judge(some, host.played)


def _after_the_start(told: list[Any]) -> int:
    return next(at for at, change in enumerate(told) if any(e["type"] == "started" for e in change["entries"]))


def red(told: list[Any], host: Host, rule: str) -> None:
    """Both devices draw nothing of the lie, and name the rule."""
    for seen in (*judge([(rule, told)], host.played), in_the_client(told)):
        assert (seen.standing, seen.rule) == ("red", rule)


def test_a_host_that_shows_other_dice_than_it_told() -> None:
    """The log has one roll, the event another; then the position has another one. Nothing of it is drawn."""
    host = honest()
    at = next(n for n, change in enumerate(host.told) if any(e["type"] == "rolled" for e in change["events"]))
    for place in ("events", "table"):
        told = [*host.told[:at], _replaced(host.told[at], place)]
        red(told, host, "screen")


def _replaced(change: dict[str, Any], place: str) -> dict[str, Any]:
    """The change with all worms in the place of its roll."""
    roll = next(event["roll"] for event in change["events"] if event["type"] == "rolled")
    return {**change, place: json.loads(json.dumps(change[place]).replace(roll, "w" * len(roll)))}


def test_a_host_that_rolls_with_a_link_of_its_choice() -> None:
    """Everything that it tells fits together, but the link leads to no end of the list."""
    host = Host()
    host.start(0, 1)
    before = len(host.told)
    host.dealer = TableDealer(bytes([8]) * 32)
    host.play(20, Stream("another chain"))
    assert all(len(seen.drawn) <= before + 2 for seen in judge([("link", host.told)], host.played))
    red(host.told, host, "link")


def test_a_host_that_uses_a_link_twice() -> None:
    """A roll that it likes comes again for the same seat."""
    host = Host()
    host.start(0, 1)
    host.play(12, Stream("twice the same"))
    assert host.table.play is not None
    links = tuple([max(0, used - 1) for used in host.table.play.links])
    host.table = replace(host.table, play=replace(host.table.play, links=links))
    host.play(20, Stream("twice the same"))
    red(host.told, host, "link")


def test_a_host_that_opens_a_number_of_its_choice() -> None:
    """It waits for all numbers and then opens another one for its friend; everything fits together."""
    host = Host()
    host.take(commands.start(host.table, 0, None, host.dealer, 1.0))
    draft = drafted(host.table, 2.0, NumberOpened(1, OURS))
    host.take(draft)
    host.take(commands._go_on(drafted(host.table, 2.0, NumberOpened(0, "77" * 32)), host.dealer))
    host.play(10, Stream("chosen"))
    red(host.told, host, "number")


def test_a_host_that_starts_with_another_seat_than_listed() -> None:
    """Who begins is fixed before any number is opened."""
    host = honest("junior")
    told = copy.deepcopy(host.told)
    for change in told:
        for entry in change["entries"]:
            if entry["type"] == "started":
                entry["start"] = 1
    red(told, host, "seats")


def test_a_host_that_stays_silent_about_a_change() -> None:
    """Whatever comes after the gap is not drawn."""
    host = honest()
    at = _after_the_start(host.told) + 2
    told = [*host.told[:at], *host.told[at + 1 :]]
    for seen in (*judge([("silent", told)], host.played), in_the_client(told)):
        assert len(seen.drawn) == at


def test_a_game_that_is_opened_twice_is_counted() -> None:
    """Anna's device does not answer: the second list goes without it, and the shield is amber."""
    host = Host()
    host.start(1)
    host.play(30, Stream("twice"))
    for seen in (*judge([("twice", host.told)], host.played), in_the_client(host.told)):
        assert (seen.standing, seen.doubts, seen.attempt) == ("amber", ["attempts"], 2)


def test_a_second_list_may_leave_devices_out_and_change_nothing_else() -> None:
    """Other chains, another game or another start in the second attempt break a promise."""
    host = Host()
    host.start(1)
    other = Host(secret=8)
    other.start(1)
    second = [at for at, change in enumerate(host.told) if change["entries"][-1]["type"] == "dice_listed"][1]
    red([*host.told[:second], *other.told[second:]], host, "list")


def test_our_number_is_opened_for_one_list_only() -> None:
    """A host that tells the log anew, with another list for the same attempt and the number that it knows now."""
    host, other = honest(), Host(secret=8)
    other.start(0, 1)
    at = next(n for n, change in enumerate(host.told) if change["entries"][-1]["type"] == "number_opened")
    told = [*host.told[: at - 1], *other.told[at - 1 :]]
    assert all(seen.standing == "green" for seen in judge([("other chains", told)], other.played))  # it knew no number
    device = Device(host.table.id, Memory({1: OURS}))
    device.person = 1
    for change in host.told:
        for entry in change["entries"]:
            device.hear(entry)
        if device.asked is not None:
            device.answer()
    device.restart()
    for change in other.told:
        for entry in change["entries"]:
            device.hear(entry)
        assert device.asked is None
    assert (device.broken and device.broken.rule) == "number"


def test_a_seal_of_somebody_else_s_accuses_nobody() -> None:
    """A server refuses a seal that was used before; a device that finds its seal twice takes no part."""
    host = Host()
    with pytest.raises(Exception, match="sealed before"):
        commands.seal(host.table, 0, seal(OURS), 0.0)
    host.start(0, 1)
    listed = next(n for n, change in enumerate(host.told) if change["entries"][-1]["type"] == "dice_listed")
    text = host.told[listed]["entries"][-1]["list"]
    doubled = text.replace(f"seal:0={seal(THEIRS)}", f"seal:0={seal(OURS)}")
    entry = {**host.told[listed]["entries"][-1], "list": doubled}
    told = [*host.told[:listed], {**host.told[listed], "entries": [entry]}]
    for seen in (*judge([("doubled", told)], host.played), in_the_client(told)):
        assert seen.standing == "waiting"


def test_other_players_cannot_move_our_dice() -> None:
    """Our first rolls are the same whatever the others roll before: each seat has a chain of its own."""
    first = [_own_rolls(choices) for choices in ("one", "two", "three")]
    assert first[0][0] == first[1][0] == first[2][0]


def _own_rolls(choices: str) -> list[str]:
    host = Host()
    host.start(0, 1)
    host.play(60, Stream(choices))
    return [
        entry["roll"]
        for change in host.told
        for entry in change["entries"]
        if entry["type"] == "rolled" and entry["seat"] == 1
    ]


def test_a_stand_in_at_our_seat_is_counted() -> None:
    """A bot that rolls for us rolls our dice; the shield says so."""
    host = Host()
    host.start(0, 1)
    while host.table.seat != 1:
        host.play(1, Stream("to us"))
    host.take(commands.bot_roll(host.table, "hen", host.dealer, 4.0))
    for seen in (*judge([("stand-in", host.told)], host.played), in_the_client(host.told)):
        assert (seen.standing, seen.doubts) == ("amber", ["stand_in"])


def test_real_dice_are_entered_for_nobody_who_rolls_the_table_s() -> None:
    """A host that enters dice for a device that said that it rolls none breaks a promise."""
    host = honest("junior", real=True)
    device = Device(host.table.id, Memory(rolls_real=False))
    device.person = 0
    for change in host.told:
        for entry in change["entries"]:
            device.hear(entry)
    assert (device.broken and device.broken.rule) == "entered"


def heard(device: Device, host: Host) -> Device:
    """A device after all that a host told."""
    for entry in (entry for change in host.told for entry in change["entries"]):
        device.hear(entry)
    return device


def test_a_device_seals_one_number_for_each_game() -> None:
    """Once since its program was started, and the same after it was started again."""
    host = Host()
    device = heard(Device(TABLE), host)
    wanted, number = device.wants_to_seal, device.seal()
    assert (wanted, device.wants_to_seal) == (True, False)
    again = Device(TABLE, device.memory)
    assert again.wants_to_seal
    assert again.seal() == number
    assert not heard(Device(TABLE), honest()).takes_part


def test_a_seat_that_changes_hands_is_shown() -> None:
    """Somebody is removed during the game and somebody else sits down: amber for all others."""
    host = honest(changes=5)
    host.take(drafted(host.table, 5.0, SeatFreed(0), SeatClaimed(0, 2, "Carl")))
    for seen in (*judge([("changed", host.told)], host.played), in_the_client(host.told)):
        assert seen.doubts == ["changed"]


def test_a_roll_that_was_entered_wrongly_is_corrected() -> None:
    """The device goes on from the corrected roll."""
    host = honest("junior", real=True, changes=0)
    while host.table.play is None or host.table.play.last_entered is None:
        host.play(1, Stream("entered"))
    last = host.table.play.last_entered
    other = "bbbbbb" if last.roll != "bbbbbb" else "cccccc"
    host.take(entered_dice.correct(host.table, 0, host.table.version, other, [1], 6.0))
    host.play(10, Stream("goes on"))
    for seen in (*judge([("corrected", host.told)], host.played), in_the_client(host.told)):
        assert (seen.standing, seen.rule) == ("grey", None)


def test_nothing_is_checked_of_an_older_protocol_or_of_rules_that_are_not_installed() -> None:
    """Neither accuses anybody; a game that we sealed for is never played by an older protocol."""
    host = honest()
    old = json.loads(json.dumps(host.told).replace('"protocol": 4', '"protocol": 3'))
    for memory, standing in ((Memory(), "grey"), (Memory({1: OURS}), "red")):
        device = Device(TABLE, memory)
        for entry in (entry for change in old for entry in change["entries"] if entry["type"] in ("started", "rolled")):
            device.hear(entry)
        assert device.standing == standing
    strange = json.loads(json.dumps(host.told).replace("game=heckmeck", "game=chess"))
    device = Device(TABLE)
    for entry in (entry for change in strange for entry in change["entries"]):
        device.hear(entry)
    assert (device.standing, device.doubts) == ("grey", ["unchecked"])
