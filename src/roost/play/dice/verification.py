"""The dice of a record, checked against the source that its headers name."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError, quote
from roost.core.record.dice import resume_dice
from roost.core.record.proof import HASH, ProofError
from roost.core.record.record import Record
from roost.core.shared import Place, shared_roll
from roost.play.dice.fair import PROTOCOL, fingerprint, told_opening, told_roll
from roost.play.dice.round import Round, must

_COUNT = "0|[1-9][0-9]{0,5}"
_ROUND = re.compile(rf"([1-9][0-9]{{0,5}}) ({_COUNT}) ([1-9][0-9]{{0,5}}) ({HASH})")
_DEVICE = re.compile(rf"({_COUNT}):({HASH}):({HASH})")
_BROKEN = {
    "pot": "a number that opened the round was not sealed",
    "counted": "it has no proof of its own",
    "linked": "its link does not lead to the one before it",
    "number": "its number is not one that a listed device had sealed",
    "dice": "the dice are not those that follow from its proof: {}",
}
"""The meaning of a broken rule."""


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """The findings of :func:`verify_dice`, if it found nothing wrong."""

    is_proved: bool
    """Whether every roll was fixed before the first of them, by a list of devices. Typed and entered dice are not."""
    rolls: int
    message: str
    fingerprint: str = ""
    """The fingerprint that everybody who watched the game must have heard."""
    entered: int = 0
    """How many of the rolls are real dice that people entered at a table."""

    def __str__(self) -> str:
        return self.message


def verify_dice(record: Record) -> DiceCheck:
    """Check every roll of a record against the source that its headers name.

    Raises :class:`~roost.core.record.ProofError` for the first roll that the source did not give, and
    :class:`~roost.core.errors.NotationError` if the headers do not say enough to check any.
    """
    rolls = sum(1 for _ in record.rolls())
    match record.headers.get("Dice"):
        case "seeded":
            seed = resume_dice(record).seed
            return DiceCheck(True, rolls, f"All {rolls} rolls are those of the seed {quote(seed)}.")
        case "shared":
            return _verify_shared(record, rolls)
        case "verifiable" | "real":
            if record.headers.get("Protocol") != str(PROTOCOL):
                return DiceCheck(False, rolls, "An older version rolled these dice: they are not checked by this one.")
            return _verify_rounds(record, rolls)
        case "typed":
            return DiceCheck(False, rolls, "The dice were typed by hand, so they cannot be checked.")
        case None:
            return DiceCheck(False, rolls, "The record does not say where its dice came from: they cannot be checked.")
        case other:
            return DiceCheck(False, rolls, f"Dice from {quote(other)} cannot be checked.")


def _verify_shared(record: Record, count: int) -> DiceCheck:
    """Dice that are the same for everybody who plays with the seed."""
    seed, place = record.headers.get("Seed"), Place()
    if seed is None:
        raise NotationError("a record with shared dice needs the header Seed")
    number = 0
    for before, move in zip(record.states(), record.moves, strict=False):
        if not isinstance(move, Roll) or before.dice is None or before.seat is None:
            continue
        number, place = number + 1, place.next(before.seat)
        shown = shared_roll(seed, place, before.dice)
        if shown != move:
            raise ProofError(f"the dice show {move}, but the seed {quote(seed)} gives {shown}", number=number)
    if number != count:
        raise ProofError("whoever begins was drawn, which shared dice do not do", number=1)
    return DiceCheck(True, count, f"All {count} rolls are those that everybody gets from the seed {quote(seed)}.")


class _Opened(NamedTuple):
    """A round as the headers ``Round-N`` and ``Devices-N`` tell it: after how many rolls, its list, the answers."""

    after: int
    round: Round
    answers: dict[int, bytes]


def _rounds(record: Record) -> list[_Opened]:
    found: list[_Opened] = []
    while (text := record.headers.get(f"Round-{len(found) + 1}")) is not None:
        devices = record.headers.get(f"Devices-{len(found) + 1}", "")
        listed = [_DEVICE.fullmatch(word) for word in (devices.split(" ") if devices != "-" else [])]
        match, known = _ROUND.fullmatch(text), [device for device in listed if device is not None]
        people = [int(device[1]) for device in known]
        is_next = match is not None and (int(match[2]) >= found[-1].after if found else match[2] == "0")
        if match is None or len(known) < len(listed) or people != sorted(set(people)) or not is_next:
            raise NotationError(f"the headers of round {len(found) + 1} cannot be read", input=text)
        seals, answers = ({int(one[1]): bytes.fromhex(one[at]) for one in known} for at in (2, 3))
        table, commitment = record.headers.get("Table", ""), bytes.fromhex(match[4])
        opened = Round(table, int(match[1]), commitment, seals, lists=int(match[3]))
        found.append(_Opened(int(match[2]), opened, answers))
    if not found or "Table" not in record.headers:
        raise NotationError("a record with verifiable dice needs the headers Table, Round-1 and Devices-1")
    return found


def _rolled(record: Record) -> Iterator[tuple[bool, Dice, Roll]]:
    """The rolls of the table's own dice, without real ones that were entered; and whether each is the draw."""
    place = 0
    for before, move in zip(record.states(), record.moves, strict=False):
        if isinstance(move, Roll) and before.dice is not None:
            place += 1
            if place not in record.entered:
                yield before.seat is None, before.dice, move


def _verify_rounds(record: Record, count: int) -> DiceCheck:
    """Protocol 3. A record does not say who rolled: a number may be that of any listed device."""
    rounds, rolls, told, unheld = _rounds(record), list(_rolled(record)), b"", Counter[str]()
    if record.entered and record.headers["Dice"] != "real":
        raise ProofError("it was entered, but the record does not say that real dice were rolled", number=0)
    if rounds[-1].after > len(rolls):
        raise NotationError(f"a round cannot begin after roll {rounds[-1].after}: there are {len(rolls)}")
    for (after, now, answers), end in zip(rounds, [*(one.after for one in rounds[1:]), len(rolls)], strict=True):
        number = after + 1
        try:
            for person, answer in answers.items():
                now.pot(person, answer)
            now.open()
            told = told_opening(told, now.lists, now.seed)
            for number, (is_draw, dice, shown) in enumerate(rolls[after:end], after + 1):
                must(number <= len(record.proofs) and record.proofs[number - 1].number == number, "counted")
                proof = record.proofs[number - 1]
                whose = next((who for who in now.devices if now.holds(proof, who)), None)
                now.roll(proof, whose, dice, str(shown))
                told = told_roll(told, proof, str(shown))
                if not proof.nonce:
                    unheld["draw" if is_draw else "other"] += 1
        except ProofError as why:
            broken = _BROKEN[why.reason].format(now.shows)
            raise ProofError(f"{broken} ({why.reason})", number=number) from None
    short, entered = fingerprint(told), len(record.entered)
    is_proved = len(rounds) == 1 and not entered and bool(rounds[0].round.seals)
    message = " ".join(_sentences(record, rounds, len(rolls), unheld))
    return DiceCheck(is_proved, count, f"{message} Fingerprint: {short}.", short, entered)


def _sentences(record: Record, rounds: list[_Opened], count: int, unheld: Counter[str]) -> Iterator[str]:
    """The statements that hold, and no others."""
    if record.entered:
        who = ", ".join(sorted({roll.by for roll in record.entered.values()}))
        entered, corrected = len(record.entered), sum(1 for roll in record.entered.values() if roll.was)
        real = f"{entered} of {entered + count} rolls are real dice that people entered"
        yield f"{real} (seat {who}): nothing proves them."
        if corrected:
            yield f"{corrected} of them were corrected."
    all_rolls = f"{'The other' if record.entered else 'All'} {count} rolls"
    if len(rounds) > 1:
        yield f"{all_rolls} follow from {len(rounds)} rounds: the host committed to the dice anew"
        yield ", ".join([f"after roll {one.after}" for one in rounds[1:]]) + ", as after a restored backup."
        yield "Within each round they were fixed before its first; nothing proves why there is more than one."
    else:
        yield f"{all_rolls} are right: they follow from the list of the devices and from who rolled."
    devices = min(len(one.round.seals) for one in rounds)
    if not devices:
        yield "No device gave a number for the opening: nobody but the host fixed the dice."
    else:
        who = "1 device was listed: nobody chose the dice if it is" if devices == 1 else ""
        yield f"{who or f'{devices} devices were listed: nobody chose the dice if one of them is'} honest."
    if unheld:
        draws = f", {unheld['draw']} of them the draw" if unheld["draw"] else ""
        yield f"{unheld.total()} rolls hold nobody's number{draws}: bots, and whoever is not listed."
    if (lists := max(one.round.lists for one in rounds)) > 1:
        yield f"It took {lists} lists: devices that were listed before did not answer."
