"""The dice of a record: the headers that name the dice source, and the dice to resume a game with."""

from roost.core.errors import NotationError, quote
from roost.core.record.proof import ProofError
from roost.core.record.record import Record
from roost.core.sources import DiceSource, SeededDice


def dice_headers(source: DiceSource) -> dict[str, str]:
    """Return the headers that name a dice source, for a new :class:`~roost.core.record.Recorder`."""
    return dict(getattr(source, "headers", {}))


def resume_dice(record: Record) -> SeededDice:
    """Return the dice of a seeded record, ready for its next roll.

    Raises a :class:`ProofError` at the first roll that does not match the seed.
    """
    seed = record.headers.get("Seed")
    if seed is None:
        raise NotationError("a record with seeded dice needs the header Seed")
    source = SeededDice(seed)
    for number, (dice, shown) in enumerate(record.rolls(), 1):
        rolled = source.roll(dice)
        if rolled != shown:
            raise ProofError(f"the dice show {shown}, but the seed {quote(seed)} gives {rolled}", number=number)
    return source
