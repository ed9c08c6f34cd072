"""Dice that are the same for everybody who plays with the same seed, however they decide.

The n-th roll of the t-th turn of a seat depends on nothing else: it is drawn from the stream
(:mod:`roost.core.stream`) of the seed ``SEED/SEAT/T/N``, with the seat's letter and both numbers counted from 1.
Whoever rolls fewer dice there sees the first of those that others see. A turn is a run of rolls of one seat.
"""

from __future__ import annotations

from typing import NamedTuple

from roost.core.dice import Dice, Roll
from roost.core.notation import seat_letter
from roost.core.stream import Stream


class Place(NamedTuple):
    """The place of the latest roll."""

    seat: int | None = None
    roll: int = 0
    """The number of the roll in its turn."""
    turns: tuple[int, ...] = ()
    """How many turns each seat has had."""

    def next(self, seat: int) -> Place:
        """The place of the next roll, if it is this seat's."""
        if seat == self.seat:
            return self._replace(roll=self.roll + 1)
        turns = [*self.turns, *[0] * (seat + 1 - len(self.turns))]
        turns[seat] += 1
        return Place(seat, 1, tuple(turns))


def shared_roll(seed: str, place: Place, dice: Dice) -> Roll:
    """The dice at a place."""
    assert place.seat is not None
    return dice.draw(Stream(f"{seed}/{seat_letter(place.seat)}/{place.turns[place.seat]}/{place.roll}"))
