"""The dice of a record, checked against the source that its headers name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError, quote
from roost.core.record.dice import resume_dice
from roost.core.record.proof import HASH, Proof, ProofError
from roost.core.record.record import Record
from roost.core.shared import Place, shared_roll
from roost.play.dice.fair import (
    PROTOCOL,
    fingerprint,
    leads_to,
    list_of,
    rolled,
    seed_of,
    told_opening,
    told_roll,
)

__all__ = ["DiceCheck", "verify_dice"]

_COUNT = "0|[1-9][0-9]{0,5}"
_ROUND = re.compile(rf"([1-9][0-9]{{0,5}}) ({_COUNT}) ([1-9][0-9]{{0,5}}) ({HASH})")
_DEVICE = re.compile(rf"({_COUNT}):({HASH}):({HASH})")


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """What :func:`verify_dice` found, if it found nothing wrong."""

    is_proved: bool
    """Whether every roll was fixed before the first of them, by a list of devices. Typed and entered dice are not."""
    rolls: int
    message: str
    fingerprint: str = ""
    """What everybody who watched the game must have heard, in short."""
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


class _Round(NamedTuple):
    """A round as the headers ``Round-N`` and ``Devices-N`` tell it."""

    number: int
    after: int
    lists: int
    commitment: bytes
    seals: dict[int, bytes]
    opened: dict[int, bytes]


def _rounds(record: Record) -> list[_Round]:
    found: list[_Round] = []
    while (text := record.headers.get(f"Round-{len(found) + 1}")) is not None:
        devices = record.headers.get(f"Devices-{len(found) + 1}", "")
        listed = [_DEVICE.fullmatch(word) for word in (devices.split(" ") if devices != "-" else [])]
        match, known = _ROUND.fullmatch(text), [device for device in listed if device is not None]
        people = [int(device[1]) for device in known]
        is_first = match is not None and (int(match[2]) >= found[-1].after if found else match[2] == "0")
        if match is None or len(known) < len(listed) or people != sorted(set(people)) or not is_first:
            raise NotationError(f"the headers of round {len(found) + 1} cannot be read", input=text)
        seals = {int(device[1]): bytes.fromhex(device[2]) for device in known}
        opened = {int(device[1]): bytes.fromhex(device[3]) for device in known}
        found.append(_Round(int(match[1]), int(match[2]), int(match[3]), bytes.fromhex(match[4]), seals, opened))
    if not found or "Table" not in record.headers:
        raise NotationError("a record with verifiable dice needs the headers Table, Round-1 and Devices-1")
    return found


class _Check:
    """The rolls of a record, round by round."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.told = self._seed = self._link = self._opened = b""
        self._linked = 0
        self._numbers: dict[int, tuple[int, bytes]] = {}

    def begin(self, opened: _Round) -> None:
        """Open a round."""
        for person, seal in opened.seals.items():
            if not leads_to(seal, 0, 1, opened.opened[person]):
                raise ProofError("a number that opened the round was not sealed", number=opened.after + 1)
        listed = list_of(self.table, opened.number, opened.commitment, opened.seals.items())
        self._seed = seed_of(listed, opened.opened.items())
        self.told = told_opening(self.told, opened.lists, self._seed)
        self._link, self._linked, self._opened = opened.commitment, 0, b""
        self._numbers = {person: (1, number) for person, number in opened.opened.items()}

    def roll(self, proof: Proof, dice: Dice, shown: Roll) -> None:
        """Check the next roll."""
        if not leads_to(self._link, self._linked, proof.number, proof.link):
            raise ProofError("its link does not lead to the one before it", number=proof.number)
        if proof.nonce:
            for person, (which, known) in self._numbers.items():
                if leads_to(known, which, proof.number + 1, proof.nonce):
                    self._numbers[person] = proof.number + 1, proof.nonce
                    break
            else:
                raise ProofError("its number is not one that a listed device had sealed", number=proof.number)
            self._opened = proof.nonce
        given = rolled(self._seed, proof.number, proof.link, self._opened, dice)
        if given != shown:
            raise ProofError(f"the dice show {shown}, but the proof gives {given}", number=proof.number)
        self._link, self._linked = proof.link, proof.number
        self.told = told_roll(self.told, proof, str(shown))


def _rolled(record: Record) -> Iterator[tuple[bool, Dice, Roll]]:
    """The rolls of the table's own dice, without real ones that were entered; and whether each is the draw."""
    place = 0
    for before, move in zip(record.states(), record.moves, strict=False):
        if isinstance(move, Roll) and before.dice is not None:
            place += 1
            if place not in record.entered:
                yield before.seat is None, before.dice, move


def _verify_rounds(record: Record, count: int) -> DiceCheck:
    """Protocol 3."""
    rounds, check, unheld = _rounds(record), _Check(record.headers.get("Table", "")), Counter[str]()
    if record.entered and record.headers["Dice"] != "real":
        raise ProofError("it was entered, but the record does not say that real dice were rolled", number=0)
    waiting, number = list(rounds), 0
    for number, (is_draw, dice, shown) in enumerate(_rolled(record), 1):
        while waiting and waiting[0].after == number - 1:
            check.begin(waiting.pop(0))
        if number > len(record.proofs) or record.proofs[number - 1].number != number:
            raise ProofError("it has no proof of its own", number=number)
        proof = record.proofs[number - 1]
        check.roll(proof, dice, shown)
        if not proof.nonce:
            unheld["draw" if is_draw else "other"] += 1
    for opened in waiting:
        if opened.after != number:
            raise NotationError(f"a round cannot begin after roll {opened.after}: there are {number}")
        check.begin(opened)
    short, entered = fingerprint(check.told), len(record.entered)
    is_proved = len(rounds) == 1 and not entered and bool(rounds[0].seals)
    message = " ".join(_sentences(record, rounds, number, unheld))
    return DiceCheck(is_proved, count, f"{message} Fingerprint: {short}.", short, entered)


def _sentences(record: Record, rounds: list[_Round], count: int, unheld: Counter[str]) -> Iterator[str]:
    """What holds, and nothing else."""
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
    devices = min(len(one.seals) for one in rounds)
    if not devices:
        yield "No device gave a number for the opening: nobody but the host fixed the dice."
    else:
        who = "1 device was listed: nobody chose the dice if it is" if devices == 1 else ""
        yield f"{who or f'{devices} devices were listed: nobody chose the dice if one of them is'} honest."
    if unheld:
        draws = f", {unheld['draw']} of them the draw" if unheld["draw"] else ""
        yield f"{unheld.total()} rolls hold nobody's number{draws}: bots, and whoever is not listed."
    if (lists := max(one.lists for one in rounds)) > 1:
        yield f"It took {lists} lists: devices that were listed before did not answer."
