"""Shared dice: players with the same seed get the same dice, whatever they decide.

Roll N of a seat's turn T is drawn from the stream (:mod:`roost.core.stream`) of the seed ``SEED/SEAT/T/N``, with the
seat's letter and both numbers counted from 1. The roll depends on nothing else. A player who rolls fewer dice gets the
first few of the dice that a player who rolls more would get. A turn is a series of rolls by one seat.
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
    """The roll's number within its turn, from 1; 0 before the first roll."""
    turns: tuple[int, ...] = ()
    """The number of turns that each seat has begun."""

    def next(self, seat: int) -> Place:
        """Return the place of the next roll, if ``seat`` rolls next."""
        if seat == self.seat:
            return self._replace(roll=self.roll + 1)
        turns = [*self.turns, *[0] * (seat + 1 - len(self.turns))]
        turns[seat] += 1
        return Place(seat, 1, tuple(turns))


def shared_roll(seed: str, place: Place, dice: Dice) -> Roll:
    """Roll the shared dice for a place in the game."""
    assert place.seat is not None
    return dice.draw(Stream(f"{seed}/{seat_letter(place.seat)}/{place.turns[place.seat]}/{place.roll}"))
