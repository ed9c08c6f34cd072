"""A device draws only dice that it has computed itself, no matter what the host sends."""

import copy
import json
import random
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from play.dice.hosting import OURS, TABLE, THEIRS, Host, changes, device_after, honest, mixed, schema, seal
from play.dice.two_devices import Drawing, drawn_by_client, drawn_by_page, violation
from roost.core.stream import Stream
from roost.play.dice.device import Device, DeviceMemory
from roost.play.dice.fair import Listed, rolled
from roost.play.table import commands, entered_dice
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import drafted
from roost.play.table.log import NumberOpened, SeatClaimed, SeatFreed
from same_dice import dice_of
from soak import tries

pytestmark = pytest.mark.slow

_STRIDE = tries(300, 1)
"""Step width through the list of single falsifications; a smaller one tries more of them."""
_MIXED = tries(150, 100_000)
_AT_ONCE = 200


def checked_drawings(transcripts: list[tuple[str, list[Any]]], played: dict[str, Any]) -> list[Drawing]:
    """Assert that page and Python client break no rule on any named transcript, and return the page's drawings."""
    drawings = drawn_by_page([(messages, played) for _, messages in transcripts])
    for (name, messages), by_page in zip(transcripts, drawings, strict=True):
        for drawing in (by_page, drawn_by_client(messages)):
            assert not violation(messages, drawing), f"{name}: {violation(messages, drawing)}"
    return drawings


def both_drawings(messages: list[Any], played: dict[str, Any]) -> tuple[Drawing, Drawing]:
    """Return the drawings of the page and of the Python client."""
    (by_page,) = checked_drawings([("messages", messages)], played)
    return by_page, drawn_by_client(messages)


@pytest.mark.parametrize(("game", "real", "series"), [
    ("heckmeck", False, False), ("picnic", False, False), ("junior", True, False), ("barbecue", False, True),
])  # fmt: skip
def test_an_honest_host_is_trusted_to_the_end(game: str, real: bool, series: bool) -> None:
    """Every change is drawn; the shield is green with two devices, and grey where real dice are entered."""
    host = honest(game, real=real, series=series, changes=600 if game == "heckmeck" else tries(150, 600))
    for drawing in both_drawings(host.messages, host.played):
        assert (drawing.standing, drawing.rule) == ("grey" if real else "green", None)
        assert len(drawing.drawn) == len(host.messages)
        assert sum(len(step["rolls"]) for steps in drawing.drawn for step in steps) > 20


def test_honest_transcripts_cover_every_log_entry_about_dice() -> None:
    fields: dict[str, set[str]] = {}
    for host in (honest(changes=300), honest("junior", real=True, changes=300)):
        for entry in (entry for change in host.messages for entry in change["entries"]):
            fields.setdefault(entry["type"], set()).update(entry)
    for kind in ("device_sealed", "dice_listed", "number_opened", "started", "rolled", "acted", "undone", "entered"):
        # Only dice that depend on the position travel with a roll: test_mixed_dice.py.
        assert schema()[kind] - {"dice"} <= fields[kind], kind


@pytest.mark.soak
def test_no_single_falsification_makes_a_device_draw_wrong_dice(request: pytest.FixtureRequest) -> None:
    """The host changes or removes one field, or drops, repeats or swaps one message."""
    first = random.Random(dice_of(request.node.nodeid)).randrange(_STRIDE)
    host = honest()
    falsified = islice(changes(host.messages), first, None, _STRIDE)
    while batch := [*islice(falsified, _AT_ONCE)]:
        checked_drawings(batch, host.played)


@pytest.mark.soak
def test_no_mixture_of_falsifications_makes_a_device_draw_wrong_dice(request: pytest.FixtureRequest) -> None:
    chance, host = random.Random(dice_of(request.node.nodeid)), honest("junior")
    for first in range(0, _MIXED, _AT_ONCE):
        batch = [(str(n), mixed(host.messages, chance)) for n in range(first, min(first + _AT_ONCE, _MIXED))]
        checked_drawings(batch, host.played)


def _after_the_start(messages: list[Any]) -> int:
    return next(at for at, change in enumerate(messages) if any(e["type"] == "started" for e in change["entries"]))


def assert_red(messages: list[Any], host: Host, rule: str) -> None:
    """Assert that both devices draw no part of the lie, turn red, and name the broken rule."""
    for drawing in both_drawings(messages, host.played):
        assert (drawing.standing, drawing.rule) == ("red", rule)


def test_a_host_that_shows_other_dice_than_its_log_is_caught() -> None:
    """Dice that differ from the log, in the event or in the position, are not drawn."""
    host = honest()
    at = next(n for n, change in enumerate(host.messages) if any(e["type"] == "rolled" for e in change["events"]))
    for place in ("events", "table"):
        messages = [*host.messages[:at], _replaced(host.messages[at], place)]
        assert_red(messages, host, "screen")


def _replaced(change: dict[str, Any], place: str) -> dict[str, Any]:
    """Return the change with all worms in place of its roll."""
    roll = next(event["roll"] for event in change["events"] if event["type"] == "rolled")
    return {**change, place: json.loads(json.dumps(change[place]).replace(roll, "w" * len(roll)))}


def test_a_host_that_rolls_with_another_chain_is_caught() -> None:
    """The host's messages agree with each other, but the link does not lead to the chain's end in the dice list."""
    host = Host()
    host.start(0, 1)
    before = len(host.messages)
    host.dealer = TableDealer(bytes([8]) * 32)
    host.play(20, Stream("another chain"))
    assert all(len(drawing.drawn) <= before + 2 for drawing in checked_drawings([("link", host.messages)], host.played))
    assert_red(host.messages, host, "link")


def test_a_host_that_uses_a_link_twice_is_caught() -> None:
    """A host that likes a roll may not repeat it for the same seat."""
    host = Host()
    host.start(0, 1)
    host.play(12, Stream("twice the same"))
    assert host.table.play is not None
    links = tuple([max(0, used - 1) for used in host.table.play.links])
    host.table = replace(host.table, play=replace(host.table.play, links=links))
    host.play(20, Stream("twice the same"))
    assert_red(host.messages, host, "link")


def test_a_roll_that_is_not_due_is_caught_by_the_rules() -> None:
    """The host skips a roll that it dislikes. The page does not know the rules, so only the Python client turns red."""
    host = honest(changes=40)
    rolls = [
        (at, entry) for at, sent in enumerate(host.messages) for entry in sent["entries"] if entry["type"] == "rolled"
    ]
    (at, disliked), (_, later) = [(at, entry) for at, entry in rolls if entry["seat"] == 0][:2]
    listed = Listed.parse(
        next(e["list"] for sent in host.messages for e in sent["entries"] if e["type"] == "dice_listed")
    )
    numbers = {e["person"]: bytes.fromhex(e["number"]) for sent in host.messages for e in sent["entries"]
               if e["type"] == "number_opened"}  # fmt: skip
    dice = host.table.spec.make_game().die.dice(8)
    liked = str(rolled(listed.seed(numbers), 1, 2, bytes.fromhex(later["link"]), dice))
    again = json.loads(json.dumps(host.messages[at]).replace(disliked["roll"], liked))
    again["version"] += 1
    next(entry for entry in again["entries"] if entry["type"] == "rolled")["link"] = later["link"]
    drawing = drawn_by_client([*host.messages[: at + 1], again])
    assert (drawing.standing, drawing.rule) == ("red", "rules")


def test_a_host_that_reveals_another_number_for_its_friend_is_caught() -> None:
    """The host waits for all numbers and then reveals one that its friend's device has not sealed."""
    host = Host()
    host.take(commands.start(host.table, 0, None, host.dealer, 1.0))
    draft = drafted(host.table, 2.0, NumberOpened(1, OURS))
    host.take(draft)
    host.take(commands._start_if_opened(drafted(host.table, 2.0, NumberOpened(0, "77" * 32)), host.dealer))
    host.play(10, Stream("chosen"))
    assert_red(host.messages, host, "number")


def test_a_host_that_starts_with_another_seat_is_caught() -> None:
    """The dice list states the order of the seats before any number is revealed."""
    host = honest("junior")
    messages = copy.deepcopy(host.messages)
    for change in messages:
        for entry in change["entries"]:
            if entry["type"] == "started":
                entry["start"] = 1
    assert_red(messages, host, "seats")


def test_no_dice_are_drawn_after_a_missing_change() -> None:
    host = honest()
    at = _after_the_start(host.messages) + 2
    messages = [*host.messages[:at], *host.messages[at + 1 :]]
    for drawing in both_drawings(messages, host.played):
        assert len(drawing.drawn) == at


def test_the_shield_is_amber_after_a_second_opening() -> None:
    """Anna's device does not answer, so the host's second dice list leaves it out."""
    host = Host()
    host.start(1)
    host.play(30, Stream("twice"))
    for drawing in both_drawings(host.messages, host.played):
        assert (drawing.standing, drawing.doubts, drawing.attempt) == ("amber", ["attempts"], 2)


def test_a_second_list_may_only_leave_devices_out() -> None:
    """A second dice list with other chains is refused."""
    host = Host()
    host.start(1)
    second_host = Host(secret=8)
    second_host.start(1)
    second = [at for at, change in enumerate(host.messages) if change["entries"][-1]["type"] == "dice_listed"][1]
    assert_red([*host.messages[:second], *second_host.messages[second:]], host, "list")


def test_a_device_reveals_its_number_for_one_list_only() -> None:
    """A host that sends another dice list for the same attempt is caught, and gets no number for it."""
    host, second_host = honest(), Host(secret=8)
    second_host.start(0, 1)
    at = next(n for n, change in enumerate(host.messages) if change["entries"][-1]["type"] == "number_opened")
    messages = [*host.messages[: at - 1], *second_host.messages[at - 1 :]]
    drawings = checked_drawings([("other chains", messages)], second_host.played)
    assert all(drawing.standing == "green" for drawing in drawings)  # no number was revealed before the second list
    device = device_after(host)
    device.restart()
    for change in second_host.messages:
        for entry in change["entries"]:
            device.hear(entry)
        assert device.asked is None
    assert (device.broken and device.broken.rule) == "number"


def test_a_copied_seal_is_refused_and_no_player_is_accused() -> None:
    """The server refuses a seal that was used before; a device that sees its seal twice takes no part."""
    host = Host()
    with pytest.raises(Exception, match="already sealed"):
        commands.seal(host.table, 0, seal(OURS), 0.0)
    host.start(0, 1)
    listed = next(n for n, change in enumerate(host.messages) if change["entries"][-1]["type"] == "dice_listed")
    text = host.messages[listed]["entries"][-1]["list"]
    doubled = text.replace(f"seal:0={seal(THEIRS)}", f"seal:0={seal(OURS)}")
    entry = {**host.messages[listed]["entries"][-1], "list": doubled}
    messages = [*host.messages[:listed], {**host.messages[listed], "entries": [entry]}]
    for drawing in both_drawings(messages, host.played):
        assert drawing.standing == "waiting"


def test_other_players_cannot_influence_our_dice() -> None:
    """Each seat has its own chain, so our first rolls do not depend on how many dice the others roll."""
    first = [_own_rolls(choices) for choices in ("one", "two", "three")]
    assert first[0][0] == first[1][0] == first[2][0]


def _own_rolls(choices: str) -> list[str]:
    host = Host()
    host.start(0, 1)
    host.play(60, Stream(choices))
    return [
        entry["roll"]
        for change in host.messages
        for entry in change["entries"]
        if entry["type"] == "rolled" and entry["seat"] == 1
    ]


@pytest.mark.parametrize("roller", ["bot", "friend"])
def test_partners_and_bots_cannot_choose_between_rolls(roller: str) -> None:
    """A seat's roll is the same if a bot rolls for the seat's player, or if a friend takes the seat before the roll."""
    rolls = []
    for is_swapped in (False, True):
        host = Host()
        host.start(0, 1)
        while host.table.seat != 0:
            host.play(1, Stream("to our friend"))
        if is_swapped and roller == "friend":
            host.take(drafted(host.table, 4.0, SeatFreed(0), SeatClaimed(0, 2, "Carl")))
        if is_swapped and roller == "bot":
            host.take(commands.bot_roll(host.table, "hen", host.dealer, 4.0))
        else:
            person, version = 2 if is_swapped else 0, host.table.version
            host.take(commands.move(host.table, person, version, None, host.dealer, 4.0, throws=True))
        (entry,) = host.messages[-1]["entries"]
        rolls.append(entry["roll"])
    assert rolls[0] == rolls[1]


def test_the_shield_is_amber_when_a_bot_rolls_for_us() -> None:
    host = Host()
    host.start(0, 1)
    while host.table.seat != 1:
        host.play(1, Stream("to us"))
    host.take(commands.bot_roll(host.table, "hen", host.dealer, 4.0))
    for drawing in both_drawings(host.messages, host.played):
        assert (drawing.standing, drawing.doubts) == ("amber", ["stand_in"])


def test_a_host_may_not_enter_dice_for_a_device_that_rolls_none() -> None:
    """A device that said it rolls no real dice catches a host that enters such a roll for it."""
    host = honest("junior", real=True)
    device = Device(host.table.id, DeviceMemory(rolls_real=False))
    device.person = 0
    read_log(device, host)
    assert (device.broken and device.broken.rule) == "entered"


def read_log(device: Device, host: Host) -> Device:
    """Return the device after it has read all entries of the host's log."""
    for entry in (entry for change in host.messages for entry in change["entries"]):
        device.hear(entry)
    return device


def test_a_device_seals_one_number_for_each_game() -> None:
    """A restarted program seals the same number again."""
    host = Host()
    device = read_log(Device(TABLE), host)
    wanted, number = device.wants_to_seal, device.seal()
    assert (wanted, device.wants_to_seal) == (True, False)
    restarted = Device(TABLE, device.memory)
    assert restarted.wants_to_seal
    assert restarted.seal() == number
    assert not read_log(Device(TABLE), honest()).takes_part


def test_a_new_person_at_a_seat_raises_a_doubt() -> None:
    """Devices report it if the host frees a seat during the game and another person sits down."""
    host = honest(changes=5)
    host.take(drafted(host.table, 5.0, SeatFreed(0), SeatClaimed(0, 2, "Carl")))
    for drawing in both_drawings(host.messages, host.played):
        assert drawing.doubts == ["changed"]


def test_the_game_continues_from_a_corrected_roll() -> None:
    host = honest("junior", real=True, changes=0)
    while host.table.play is None or host.table.play.last_entered is None:
        host.play(1, Stream("entered"))
    last = host.table.play.last_entered
    corrected = "bbbbbb" if last.roll != "bbbbbb" else "cccccc"
    host.take(entered_dice.correct(host.table, 0, host.table.version, corrected, [1], 6.0))
    host.play(10, Stream("goes on"))
    for drawing in both_drawings(host.messages, host.played):
        assert (drawing.standing, drawing.rule) == ("grey", None)


def test_dice_of_an_older_protocol_or_an_unknown_game_are_not_checked() -> None:
    """The shield is grey; but it is red if our device sealed a number and the host then uses an older protocol."""
    host = honest()
    old = json.loads(json.dumps(host.messages).replace('"protocol": 4', '"protocol": 3'))
    for memory, standing in ((DeviceMemory(), "grey"), (DeviceMemory({1: OURS}), "red")):
        device = Device(TABLE, memory)
        for entry in (entry for change in old for entry in change["entries"] if entry["type"] in ("started", "rolled")):
            device.hear(entry)
        assert device.standing == standing
    host.messages = json.loads(json.dumps(host.messages).replace("game=heckmeck", "game=chess"))
    device = read_log(Device(TABLE), host)
    assert (device.standing, device.doubts) == ("grey", ["unchecked"])
