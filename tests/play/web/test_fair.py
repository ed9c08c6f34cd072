"""The page verifies dice by itself, with the same verdicts as the Python code."""

import hmac
import random
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
import pytest

import roost
from play.web.fair_table import FairTable
from play.web.finished import played
from play.web.node import evaluate
from roost.core.errors import RoostError
from roost.core.game import Game
from roost.core.record import Recorder, read, write
from roost.core.shared import Place, shared_roll
from roost.core.sources import SeededDice
from roost.play.dice import verify_dice
from roost.play.dice.fair import Listed, hashed, host_chains, rolled
from roost.play.server.storage.game_records import PastGame, table_record
from roost.play.table import commands, entered_dice
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.house_rules import HouseRules
from roost.play.table.spec import BotSeat, HereSeat, TableSpec
from roost.play.table.table import Table
from roost.play.table.views import die_view
from roost.play.web.adapter import page_parts
from soak import tries

_VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("heckmeck", {"players": 3}),
    ("heckmeck", {"start": "random"}),
    ("junior", {"players": 4}),
    ("junior", {"double_face": "ketchup"}),
    ("barbecue", {"players": 2}),
    ("picnic", {"players": 4}),
]
GAMES = [roost.game(name, **chosen) for name, chosen in _VARIANTS if name in roost.all_games()]
BEGUN = [
    "heckmeck grill=21-36 A=- B=- turn=A aside=444",
    "heckmeck grill=21-36 A=- B=- turn=A aside=444 roll=next",
    "heckmeck grill=21-36 A=- B=- turn=A aside=444 roll=1125w",
    "heckmeck grill=21-36 A=- B=- turn=A roll=11244455",
    "picnic beginner=yes board=-/-/-/-/-/- A=- B=- turn=A dice=112346 rerolls=3/1",
    "picnic beginner=yes board=-/-/-/-/-/- A=- B=- turn=A dice=1123 rerolls=0/0",
]
READING = """async (text) => {
    const {game, options} = it.headOf(text), info = data.games[game];
    if (!info) return null;
    const own = await import(`${base}/${info.record}`);
    return {faces: own.faces?.(info, options) ?? info.die.faces, dice: info.dice, Turn: own.Turn};
}"""
VERDICT = f"""await Promise.all(data.records.map(async (text) => {{
    try {{ const record = it.parseRecord(text, await ({READING})(text));
          const {{kind, ok, reason, number, checked, shown, proved, devices, attempts}} = it.checkDice(record);
          return {{kind, ok, reason, number, checked, shown, proved, devices, attempts}}; }}
    catch (error) {{ if (!(error instanceof it.RecordError)) throw error;
                    return {{ok: false, reason: error.reason, line: error.line}}; }}
}}))"""


def verdicts(records: list[str]) -> list[dict[str, Any]]:
    """Return the page's verdicts on records, with the server's descriptions of their games."""
    games = {
        name: {
            **msgspec.to_builtins({"die": die_view(kind(), None), "dice": kind.dice_count}),
            "record": page_parts(kind)["record"],
        }
        for name, kind in roost.all_games().items()
        if "record" in page_parts(kind)
    }
    verdicts_of_page: list[dict[str, Any]] = evaluate("model/record.js", VERDICT, {"records": records, "games": games})
    return verdicts_of_page


def fair(chance: random.Random, game: Game, **more: Any) -> FairTable:
    """Return the dice of a table with a random secret."""
    return FairTable(chance.randbytes(32), game, **more)


def test_the_pages_hashes_agree_with_the_standard_library() -> None:
    """SHA-256 and HMAC are compared for lengths around the edges of their blocks."""
    sizes = [0, 1, 31, 32, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000]
    texts = ["é" * (size // 2) + "x" * (size % 2) for size in sizes]
    hashes = evaluate(
        "model/sha256.js",
        "data.map((text) => [it.sha256(it.bytes(text)), it.hmac(it.bytes(text), it.bytes('roost'))].map(it.hex))",
        texts,
    )
    for text, (plain, keyed) in zip(texts, hashes, strict=True):
        assert plain == sha256(text.encode()).hexdigest()
        assert keyed == hmac.digest(text.encode(), b"roost", "sha256").hex()


def test_the_page_computes_seeds_and_rolls_like_python() -> None:
    """The page computes the seed and the rolls of a dice list, and refuses malformed lists."""
    chains, numbers = host_chains(bytes(16), "t/1", 2), {0: bytes(32), 11: bytes(range(32))}
    seals = {person: hashed(number) for person, number in numbers.items()}
    ends = [chain.end for chain in chains]
    options = {"start": "random", "worms": "1/2/3"}
    listed = Listed("t/1", 2, "heckmeck", options, ["0", "bot:hen"], "12345w", False, ends, seals)
    seed, die = listed.seed(numbers), roost.game("heckmeck").die
    rolls = [(place, number, chains[place].link(number)) for place, number in ((0, 1), (1, 1), (2, 300))]
    script = """((listed) => [listed, it.seedOf(listed, new Map(data.numbers)),
        data.rolls.map(([place, number, link]) => it.rolledBy(data.seed, place, number, link, listed.faces, 8))])(
        it.parseListed(data.text))"""
    data = {"text": str(listed), "numbers": [(person, number.hex()) for person, number in numbers.items()],
            "seed": seed.hex(), "rolls": [(place, number, link.hex()) for place, number, link in rolls]}  # fmt: skip
    parsed, seeded, shown = evaluate("model/fair.js", script, data)
    assert (parsed["dice"], parsed["attempt"], parsed["seats"]) == ("t/1", 2, ["0", "bot:hen"])
    assert seeded == seed.hex()
    assert shown == [str(rolled(seed, *roll, die.dice(8))) for roll in rolls]
    text = str(listed)
    wrong = [text + " x=1", text.replace("attempt=2", "attempt=02"), text.replace("seal:11", "seal:+11"), "", "dice",
             text.replace("ends=", "ends=00"), " ".join(reversed(text.split(" "))), text + " "]  # fmt: skip
    assert evaluate("model/fair.js", "data.map(it.parseListed)", wrong) == [None] * len(wrong)


def test_dice_without_devices_or_from_a_second_attempt_are_not_called_proved() -> None:
    """The page accepts these dice as correct, and reports the numbers of devices and attempts."""
    chance, game = random.Random(2), roost.game("picnic", players=2)
    tables = [fair(chance, game, devices=0), fair(chance, game, devices=2, attempt=3)]
    texts = [played(game, dice, chance, 40) for dice in tables]
    results = verdicts(texts)
    assert [(verdict["ok"], verdict["devices"], verdict["attempts"]) for verdict in results] == [
        (True, 0, 1),
        (True, 2, 3),
    ]
    assert not any(verify_dice(read(text)).is_proved for text in texts)


def test_a_record_from_one_device_is_checked_as_such() -> None:
    """Page and Python check its links, and neither calls it proved by others."""
    game = roost.game("junior")
    text = played(game, fair(random.Random(3), game, devices=0), random.Random(3), 30)
    on_device = text.replace('[Dice "verifiable"]', '[Dice "device"]')
    forged = on_device.replace("%roll 1 ", "%roll 1 0", 1)
    right, wrong = verdicts([on_device, forged])
    assert (right["kind"], right["ok"], wrong["ok"]) == ("device", True, False)
    assert "They were rolled on the device" in str(verify_dice(read(on_device)))


def test_the_page_knows_the_faces_of_every_die() -> None:
    """The page derives the faces from a record's options like the rules engine."""
    for face in ("worm", "cucumber", "cheese", "ketchup", "bun"):
        game = roost.game("junior", double_face=face)
        die = msgspec.to_builtins(die_view(roost.game("junior"), None))
        data = [{"die": die}, {} if face == "worm" else {"double_face": face}]
        faces = evaluate(page_parts(type(game))["record"], "it.faces(...data)", data)
        assert faces == die_view(game, None).faces


def test_the_page_proves_whole_games() -> None:
    """Games start at the opening or elsewhere, with verifiable or seeded dice, and some draw the first player."""
    chance = random.Random(1)
    records = [played(game, dice, chance, 600) for game in GAMES for dice in (fair(chance, game), SeededDice("7/ü"))]
    records += [played(roost.position(start), SeededDice(3), chance, 60) for start in BEGUN]
    for text, verdict in zip(records, verdicts(records), strict=True):
        check = verify_dice(read(text))
        assert check.is_proved
        assert (verdict["ok"], verdict["checked"]) == (True, check.rolls), text


def flips(text: str, chance: random.Random, count: int) -> Iterator[str]:
    """Yield texts with one bit of one character flipped."""
    for _ in range(count):
        at = chance.randrange(len(text))
        yield text[:at] + chr(ord(text[at]) ^ (1 << chance.randrange(7))) + text[at + 1 :]


@pytest.mark.soak
@pytest.mark.parametrize("game", [GAMES[1], GAMES[2], GAMES[-1]], ids=lambda game: str(game.name))
def test_the_page_refuses_a_damaged_record(game: Game) -> None:
    """A flipped bit that makes Python refuse the dice makes the page refuse them too."""
    chance = random.Random(3)
    text = played(game, fair(chance, game), chance, 120)
    damaged = [changed for changed in flips(text, chance, tries(40, 400)) if changed != text]
    refused = 0
    for changed, verdict in zip(damaged, verdicts(damaged), strict=True):
        try:
            proved = verify_dice(read(changed)).is_proved
        except RoostError:
            proved = False
        if proved:
            assert verdict["ok"], changed  # a harmless change of a name, the date or a letter's case
        # The page does not check the rules, so it may accept a record with correct dice that Python refuses.
        refused += not verdict["ok"]
    proofs = text.index("%roll")
    in_proofs = [
        text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :] for at in range(proofs, len(text) - 1, tries(111, 7))
    ]
    assert not any(verdict["ok"] for verdict in verdicts(in_proofs))
    assert refused > len(damaged) * 0.7


def test_a_forged_record_is_refused_with_the_reason() -> None:
    """Reasons include missing and surplus proofs, other dice, too few dice, and an unknown source."""
    chance = random.Random(4)
    game = roost.game("heckmeck")
    text = played(game, fair(chance, game), chance, 40)
    lines = text.splitlines()
    last = next(i for i in range(len(lines) - 1, 0, -1) if lines[i].startswith("%"))
    words = next(line for line in lines if line.startswith("1 A ")).split()
    rolled = words[2]
    changed = ("1" if rolled[-1] != "1" else "2") + rolled[:-1]
    forged = {
        "missing": "\n".join(lines[:last]),
        "surplus": text + lines[last] + "\n",
        "dice": text.replace(f"1 A {rolled}", f"1 A {changed}", 1) if changed.count(words[3]) else "",
        "count": text.replace(f"1 A {rolled}", f"1 A {rolled[1:]}", 1) if rolled[0] != words[3] else "",
        "headers": "\n".join(line for line in lines if not line.startswith("[Table")),
        "numbers": re.sub(r'(Numbers "0:)([0-9a-f]{64})', lambda match: match[1] + "0" * 64, text),
        "list": text.replace(" faces=12345w ", " faces=1234ww ", 1),
        "link": re.sub(r"(ends=[0-9a-f]{64},)([0-9a-f]{64})", lambda match: match[1] + "0" * 64, text),
        "seed": played(roost.game("junior"), SeededDice(1), chance, 30).replace('[Seed "1"]', '[Seed "2"]'),
        "version": text.replace('[Roost "1"]', '[Roost "2"]'),
        "game": text.replace('[Game "heckmeck"]', '[Game "chess"]'),
        "start": "hello\n" + text,
        "several": text + "\n" + text,
        "long": "# " + "x" * 6000,
        "header": text.replace("[Dice ", "[Dice"),
        "proof": text.replace("%roll ", "%rule ", 1),
        "turn": text.replace("\n1 A ", "\none A ", 1),
        "players": text.replace("[B ", "[X "),
    }
    possible = {reason: record for reason, record in forged.items() if record}
    assert len(possible) >= 14
    results = verdicts(list(possible.values()))
    assert [verdict["reason"] for verdict in results] == list(possible)
    assert not any(verdict["ok"] for verdict in results)


def test_dice_without_a_source_are_not_called_proved() -> None:
    """Typed dice, dice of an older protocol, and dice of an unknown source are reported as such."""
    text = played(roost.game("junior"), SeededDice(1), random.Random(6), 30)
    game = roost.game("heckmeck")
    old = played(game, fair(random.Random(1), game), random.Random(1), 30).replace("Protocol", "Protokoll")
    texts = [text.replace('"seeded"', '"typed"'), text.replace('[Dice "seeded"]\n', ""), old]
    results = verdicts(texts)
    expected = [("typed", False), ("unknown", False), ("old", False)]
    assert [(verdict["kind"], verdict["ok"]) for verdict in results] == expected
    assert "This version cannot check" in str(verify_dice(read(old)))


def test_the_page_verifies_a_record_with_real_and_verified_dice() -> None:
    """The page checks the proofs of the table's own dice, and lists the rolls that were entered."""
    dealer = TableDealer(bytes(32))
    spec = TableSpec("heckmeck", (HereSeat("Anna"), BotSeat("chick")), {"start": "A"}, HouseRules(dice="real"))
    number = bytes(range(32))
    created = commands.create("t", "CODE", spec, dealer, 0.0).table
    listed = commands.start(created, 0, hashed(number).hex(), dealer, 1.0)
    drafts = [listed, commands.open_number(listed.table, 0, 1, number, dealer, 1.5)]
    steps: tuple[Callable[[Table], Draft], ...] = (
        lambda table: entered_dice.enter(table, 0, table.version, None, "1123445w", 2.0),
        lambda table: entered_dice.correct(table, 0, table.version, "1123444w", (), 2.0),
        lambda table: commands.move(table, 0, table.version, "w", dealer, 3.0, throws=False),
        lambda table: entered_dice.enter(table, 0, table.version, "roll", "wwwwwww", 4.0),
        lambda table: commands.bot_roll(table, "chick", dealer, 5.0),
    )
    for step in steps:
        drafts.append(step(drafts[-1].table))
    text = table_record(PastGame(drafts[-1].table, [draft.change for draft in drafts]))
    reading = {"faces": "12345w", "dice": 8, "rolls": [
        {"faces": "12345w", "count": len(str(roll)), "text": str(roll), "turn": 1, "seat": seat}
        for seat, (_, roll) in zip("AAB", read(text).rolls(), strict=True)
    ]}  # fmt: skip
    verdict = evaluate("model/record.js", "it.checkDice(it.parseRecord(data[0], data[1]))", [text, reading])
    assert (verdict["ok"], verdict["entered"], verdict["checked"]) == (True, [0, 1], 1)
    assert verify_dice(read(text)).entered == 2
    forged = [text.replace("real", "verifiable"), reading]
    wrong = evaluate("model/record.js", "it.checkDice(it.parseRecord(data[0], data[1]))", forged)
    assert (wrong["ok"], wrong["reason"]) == (False, "headers")


def challenged(game: Game) -> str:
    """Return the record of a challenge's first sixty moves."""
    chance, place = random.Random(4), Place()
    recorder = Recorder(game, ["Anna", "Ben", "Carla", "Dora"][: game.players], {"Dice": "shared", "Seed": "a word"})
    while len(recorder.record().moves) < 60 and recorder.state.node is not roost.Node.OVER:
        state = recorder.state
        if state.dice is None:
            recorder.add(chance.choice(state.actions()))
        else:
            assert state.seat is not None
            place = place.next(state.seat)
            recorder.add(shared_roll("a word", place, state.dice))
    return write(recorder.record())


def test_the_page_reproduces_the_dice_of_a_challenge() -> None:
    """The page computes the challenge's dice from its seed, and detects a changed seed."""
    texts = [challenged(game) for game in GAMES if game.start != "random"]
    assert all(verify_dice(read(text)).is_proved for text in texts)
    results = verdicts([*texts, *(text.replace("a word", "a wort") for text in texts)])
    valid, changed = results[: len(texts)], results[len(texts) :]
    assert [(verdict["kind"], verdict["ok"]) for verdict in valid] == [("seeded", True)] * len(texts)
    assert [(verdict["ok"], verdict["reason"]) for verdict in changed] == [(False, "seed")] * len(texts)
