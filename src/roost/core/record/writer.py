"""Writes records as text: headers, an empty line, a line for each turn, and the proofs of verifiable dice."""

from collections.abc import Iterator

from roost.core.notation import seat_letter
from roost.core.record.headers import header
from roost.core.record.record import NOBODY, Record

PROOF = "%roll "
"""The prefix of a line that holds a proof."""
DICE = "%dice "
"""The prefix of a line that holds the dice of a roll, if they depend on the position; one line for each such roll."""
ENTERED = "%entered "
"""The prefix of a line for a roll that was entered by hand."""


def write(record: Record) -> str:
    """Return a record's text, for :func:`~roost.core.record.read`. Separate several records by an empty line."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    for key, value in record.headers.items():
        yield header(key, value)
    if record.played:
        yield ""
    for number, seat, moves in record.turns():
        yield " ".join((str(number), NOBODY if seat is None else seat_letter(seat), *map(str, moves)))
    mixed = [dice.text for dice, _ in record.rolls() if dice.text]
    if record.proofs or record.entered or mixed:
        yield ""
    for text in mixed:
        yield f"{DICE}{text}"
    proofs = iter(record.proofs)
    for roll in range(1, len(record.proofs) + len(record.entered) + 1):
        entered = record.entered.get(roll)
        yield f"{PROOF}{next(proofs)}" if entered is None else f"{ENTERED}{entered}"
