"""The dice of a record, checked against the source that its headers name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError, quote
from roost.core.record.dice import resume_dice
from roost.core.record.proof import HASH, Proof, ProofError
from roost.core.record.record import Record
from roost.core.shared import Place, shared_roll
from roost.play.dice.fair import (
    NUMBER,
    PROTOCOL,
    check_number,
    check_roll,
    opening_story,
    renewed_story,
    rolled_story,
    sealed_story,
)
from roost.play.dice.trust import fingerprint

__all__ = ["DiceCheck", "verify_dice"]

_COMMITMENT = re.compile(HASH)
_BEFORE = -1
"""When the seals were made that were there before the game began."""
_OPENING = re.compile(NUMBER)
_HOST = "host"
"""Who seals where a host commits anew."""
_SEAL = re.compile(rf"({_HOST}|0|[1-9][0-9]{{0,5}})(?:@(0|[1-9][0-9]{{0,4}}))?:({HASH})")
_Sealing = tuple[int | None, int, bytes]


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """What :func:`verify_dice` found, if it found nothing wrong."""

    is_proved: bool
    """Whether every roll was checked. Typed and entered dice cannot be."""
    rolls: int
    message: str
    fingerprint: str = ""
    """What everybody who watched the game must have seen, in short; protocol 1 has none."""
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
            return _verify_story(record, rolls) if "Protocol" in record.headers else _verify_proofs(record, rolls)
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
        rolled = shared_roll(seed, place, before.dice)
        if rolled != move:
            raise ProofError(f"the dice show {move}, but the seed {quote(seed)} gives {rolled}", number=number)
    if number != count:
        raise ProofError("whoever begins was drawn, which shared dice do not do", number=1)
    return DiceCheck(True, count, f"All {count} rolls are those that everybody gets from the seed {quote(seed)}.")


def _verify_proofs(record: Record, count: int) -> DiceCheck:
    """Protocol 1."""
    anchor, table = _source(record)
    seals, after = _seals(record.headers.get("Seals", "")), 0
    _check_header(record)
    for number, (dice, shown) in enumerate(_rolled(record), 1):
        for _, _, commitment in [seal for seal in seals if seal[0] is None and seal[1] == number - 1]:
            anchor, after = commitment, 0
        proof = _proof(record, number)
        _check(anchor, table, proof, dice, shown, after, None)
        anchor, after = proof.link, number
    if renewals := _renewals(seals):
        return _renewed(count, renewals, entered=len(record.entered))
    if record.entered:
        return _partly(record, count)
    return DiceCheck(True, count, f"All {count} rolls are proved: they follow from the commitment.")


def _rolled(record: Record) -> Iterator[tuple[Dice, Roll]]:
    """The rolls of the table's own dice, without those of real dice that were entered."""
    for place, rolled in enumerate(record.rolls(), 1):
        if place not in record.entered:
            yield rolled


def _check_header(record: Record) -> None:
    if record.entered and record.headers["Dice"] != "real":
        raise ProofError("it was entered, but the record does not say that real dice were rolled", number=0)


def _partly(record: Record, count: int, short: str = "") -> DiceCheck:
    """Real dice were entered: whatever else is proved, those are not."""
    entered = len(record.entered)
    corrected = sum(1 for roll in record.entered.values() if roll.was)
    who = ", ".join(sorted({roll.by for roll in record.entered.values()}))
    message = f"{entered} of {count} rolls are real dice that people entered (seat {who}): nothing proves them."
    if corrected:
        message += f" {corrected} of them were corrected."
    if count > entered:
        message += f" The other {count - entered} rolls are proved: they follow from the commitment"
        message += ", the players' numbers and each other." if short else "."
    if short:
        message += f" Fingerprint of the table's own dice: {short}."
    return DiceCheck(False, count, message, short, entered)


def _proof(record: Record, number: int) -> Proof:
    if number > len(record.proofs):
        raise ProofError("it has no proof", number=number)
    proof = record.proofs[number - 1]
    if proof.number != number:
        raise ProofError(f"its proof is that of roll {proof.number}", number=number)
    return proof


def _check(anchor: bytes, table: str, proof: Proof, dice: Dice, shown: Roll, after: int, story: bytes | None) -> None:
    proved = check_roll(anchor, table, proof, dice, after=after, story=story)
    if proved != shown:
        raise ProofError(f"the dice show {shown}, but the proof gives {proved}", number=proof.number)


def _renewals(seals: list[_Sealing]) -> list[int]:
    """After how many rolls the host committed anew."""
    return [at for person, at, _ in seals if person is None]


def _renewed(count: int, renewals: list[int], short: str = "", entered: int = 0) -> DiceCheck:
    """Every roll follows from some commitment, but that is not all that should be proved."""
    when = ", ".join(f"after roll {at}" if at else "before the first roll" for at in renewals)
    parts = len(renewals) + 1
    message = f"Not everything is proved. The {count - entered} rolls follow from {parts} different commitments: {when}"
    message += " the host said that it had restored a backup, and committed to the dice anew."
    message += " Within each part the rolls are right; nothing proves why the host changed its commitment,"
    message += " nor what it had rolled before it did."
    if entered:
        message += f" Besides, {entered} rolls are real dice that people entered."
    return DiceCheck(False, count, f"{message} Fingerprint: {short}." if short else message, short, entered)


def _source(record: Record) -> tuple[bytes, str]:
    headers = record.headers
    commitment, table = headers.get("Commitment", ""), headers.get("Table")
    if not _COMMITMENT.fullmatch(commitment) or table is None:
        message = (
            "a record with verifiable dice needs the headers Commitment, 64 lowercase hexadecimal digits, and Table"
        )
        raise NotationError(message, input=commitment)
    return bytes.fromhex(commitment), table


def _verify_story(record: Record, count: int) -> DiceCheck:
    """Protocol 2: the links, the people's numbers and the story that every roll depends on."""
    (commitment, table), headers = _source(record), record.headers
    opening = "" if headers.get("Opening", "-") == "-" else headers["Opening"]
    if headers["Protocol"] != str(PROTOCOL) or not _OPENING.fullmatch(opening):
        raise NotationError(f"the protocol of the dice is {PROTOCOL}, with an Opening in hexadecimal digits")
    seals = _seals(headers.get("Seals", ""))
    story = opening_story(table, commitment, bytes.fromhex(opening))
    known: dict[int, tuple[int, bytes]] = {}
    for person, at, seal in seals:
        if at == _BEFORE and person is not None:
            known[person] = (0, seal)
            story = sealed_story(story, person, seal)
    if not _is_next(known, 1, bytes.fromhex(opening)):
        raise ProofError("the number that opened the game was not sealed", number=0)
    anchor, after = commitment, 0
    _check_header(record)
    for number, (dice, shown) in enumerate(_rolled(record), 1):
        for person, at, seal in seals:
            if at != number - 1:
                continue
            if person is None:  # what anybody had sealed before is void
                known.clear()
                anchor, after, story = seal, 0, renewed_story(story, seal)
            else:
                known[person] = (0, seal)
                story = sealed_story(story, person, seal)
        proof = _proof(record, number)
        if proof.nonce and not _is_next(known, number + 1, proof.nonce):
            raise ProofError("its number is not one that somebody had sealed", number=number)
        _check(anchor, table, proof, dice, shown, after, story)
        anchor, after, story = proof.link, number, rolled_story(story, proof, str(shown))
    for person, at, seal in seals:
        if at == count - len(record.entered):
            story = renewed_story(story, seal) if person is None else sealed_story(story, person, seal)
    if renewals := _renewals(seals):
        return _renewed(count, renewals, fingerprint(story), len(record.entered))
    if record.entered:
        return _partly(record, count, fingerprint(story))
    bots = sum(1 for proof in record.proofs if not proof.nonce)
    resealed = sum(1 for _, at, _ in seals if at >= 0)
    message = f"All {count} rolls are proved: they follow from the commitment, the players' numbers and each other."
    if bots:
        message += f" {bots} hold nobody's number: those of bots and of the draw."
    if resealed:
        message += f" Numbers were sealed {resealed} times during the game."
    return DiceCheck(True, count, f"{message} Fingerprint: {fingerprint(story)}.", fingerprint(story))


def _seals(text: str) -> list[_Sealing]:
    """The header Seals: people, or nobody for the host, after how many rolls they sealed, and their seals."""
    found: list[_Sealing] = []
    for word in text.split():
        match = _SEAL.fullmatch(word)
        if match is None or (match[1] == _HOST and match[2] is None):
            raise NotationError(f"{quote(word)} is not a seal, which looks like PERSON:SEAL or PERSON@ROLLS:SEAL")
        person = None if match[1] == _HOST else int(match[1])
        found.append((person, _BEFORE if match[2] is None else int(match[2]), bytes.fromhex(match[3])))
    return found


def _is_next(known: dict[int, tuple[int, bytes]], which: int, number: bytes) -> bool:
    """Whether a number is the one that somebody had sealed; it is known from then on."""
    for person, (after, earlier) in known.items():
        if check_number(earlier, after, which, number):
            known[person] = (which, number)
            return True
    return False
