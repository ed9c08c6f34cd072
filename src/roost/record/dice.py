"""The dice of a record: which headers name their source, whether they can be checked, and rolling on from there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from roost.core.errors import NotationError, quote
from roost.core.fair import FairDice, ProofError, check_rolls
from roost.core.sources import DiceSource, SeededDice, TypedDice
from roost.record.record import Record

__all__ = ["DiceCheck", "dice_headers", "resume_dice", "verify_dice"]

_COMMITMENT = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """What :func:`verify_dice` found, if it found nothing wrong."""

    is_proved: bool
    """Whether every roll was checked. Typed dice cannot be."""
    rolls: int
    message: str

    def __str__(self) -> str:
        return self.message


def dice_headers(source: DiceSource) -> dict[str, str]:
    """The headers that name a source of dice, for a new :class:`~roost.record.Recorder`."""
    match source:
        case SeededDice():
            return {"Dice": "seeded", "Seed": str(source.seed)}
        case FairDice():
            return {"Dice": "verifiable", "Commitment": source.commitment.hex(), "Table": source.table}
        case TypedDice():
            return {"Dice": "typed"}
    return {}


def verify_dice(record: Record) -> DiceCheck:
    """Check every roll of a record against the source that its headers name.

    Raises :class:`~roost.core.fair.ProofError` for the first roll that the source did not give, and
    :class:`~roost.core.errors.NotationError` if the headers do not say enough to check any.
    """
    rolls = sum(1 for _ in record.rolls())
    match record.headers.get("Dice"):
        case "seeded":
            seed = resume_dice(record).seed
            return DiceCheck(True, rolls, f"All {rolls} rolls are those of the seed {quote(seed)}.")
        case "verifiable":
            _verify_proofs(record)
            return DiceCheck(True, rolls, f"All {rolls} rolls are proved: they follow from the commitment.")
        case "typed":
            return DiceCheck(False, rolls, "The dice were typed by hand, so they cannot be checked.")
        case None:
            return DiceCheck(False, rolls, "The record does not say where its dice came from: they cannot be checked.")
        case other:
            return DiceCheck(False, rolls, f"Dice from {quote(other)} cannot be checked.")


def resume_dice(record: Record) -> SeededDice:
    """The dice of a seeded record, ready for its next roll. Raises as :func:`verify_dice` does."""
    seed = record.headers.get("Seed")
    if seed is None:
        raise NotationError("a record with seeded dice needs the header Seed")
    source = SeededDice(seed)
    for number, (dice, shown) in enumerate(record.rolls(), 1):
        rolled = source.roll(dice)
        if rolled != shown:
            raise ProofError(f"the dice show {shown}, but the seed {quote(seed)} gives {rolled}", number=number)
    return source


def _verify_proofs(record: Record) -> None:
    headers, rolls = record.headers, list(record.rolls())
    commitment, table = headers.get("Commitment", ""), headers.get("Table")
    if not _COMMITMENT.fullmatch(commitment) or table is None:
        message = (
            "a record with verifiable dice needs the headers Commitment, 64 lowercase hexadecimal digits, and Table"
        )
        raise NotationError(message, input=commitment)
    proved = [(proof, dice, shown) for proof, (dice, shown) in zip(record.proofs, rolls, strict=False)]
    check_rolls(bytes.fromhex(commitment), table, proved)
    if len(proved) < len(rolls):
        raise ProofError("it has no proof", number=len(proved) + 1)
