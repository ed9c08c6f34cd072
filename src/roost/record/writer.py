"""A record as text: headers, an empty line, a line for each turn, and the proofs of verifiable dice."""

from __future__ import annotations

from collections.abc import Iterator

from roost.core.notation import seat_letter
from roost.record.headers import header
from roost.record.record import Record

__all__ = ["NOBODY", "PROOF", "write"]

NOBODY = "-"
"""Stands for the seat where the first player is drawn."""

PROOF = "%roll "
"""How the line of a proof begins."""


def write(record: Record) -> str:
    """The text of a record, read again by :func:`roost.record.read`. Join several with an empty line between them."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    for key, value in record.headers.items():
        yield header(key, value)
    if record.played:
        yield ""
    for number, seat, moves in record.turns():
        yield " ".join((str(number), NOBODY if seat is None else seat_letter(seat), *map(str, moves)))
    if record.proofs:
        yield ""
    for proof in record.proofs:
        yield f"{PROOF}{proof}"
