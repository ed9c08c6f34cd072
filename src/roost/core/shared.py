"""Shared dice: everyone who plays with the same seed gets the same dice, whatever they decide.

Roll N of a seat's turn T is drawn from the stream (:mod:`roost.core.stream`) of the seed ``SEED/SEAT/T/N``, with the
seat's letter and both numbers counted from 1. It depends on nothing else. A player who rolls fewer dice sees the first
dice of a player who rolls more. A turn is a run of rolls of one seat.
"""

from __future__ import annotations

from typing import NamedTuple

from roost.core.dice import Dice, Roll
from roost.core.notation import seat_letter
from roost.core.stream import Stream


class Place(NamedTuple):
    """The seat, turn and number of the latest roll."""

    seat: int | None = None
    roll: int = 0
    """The number of the roll in its turn, from 1; 0 before the first roll."""
    turns: tuple[int, ...] = ()
    """The number of turns that each seat has begun."""

    def next(self, seat: int) -> Place:
        """Return the place of the next roll if ``seat`` makes it."""
        if seat == self.seat:
            return self._replace(roll=self.roll + 1)
        turns = [*self.turns, *[0] * (seat + 1 - len(self.turns))]
        turns[seat] += 1
        return Place(seat, 1, tuple(turns))


def shared_roll(seed: str, place: Place, dice: Dice) -> Roll:
    """Roll the dice of a place in the game."""
    assert place.seat is not None
    return dice.draw(Stream(f"{seed}/{seat_letter(place.seat)}/{place.turns[place.seat]}/{place.roll}"))
