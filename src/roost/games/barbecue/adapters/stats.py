"""Statistics about spots: how often each is occupied, stolen and closed, and how often turns fail."""

import numpy as np

from roost.games.barbecue import Barbecue
from roost.games.barbecue.adapters.compiled import NO_SNAIL_TO_TAKE
from roost.games.barbecue.notation import HIGHEST, LOWEST
from roost.games.set_aside.adapters.turn_stats import dead_rolls, fails_first
from roost.study.fast.records import OVER, Records
from roost.study.stats.adapter import ExactFacts
from roost.study.stats.counts import Counts, Numbers
from roost.study.stats.turns import count_fails, count_pieces, of_seats, ones

PLAYER = "rooster"
OCCUPIED, STOLEN, CLOSED, SNAIL = KINDS = ("occupied", "stolen", "closed", "snail")
"""The events counted for a spot.

A plate is placed on it while empty, replaces another player's, or joins the owner's first; or the spot's snail is
taken.
"""
_SPOTS = HIGHEST - LOWEST + 1


def exact(game: Barbecue) -> ExactFacts:
    return ExactFacts(fails_first(game), dead_rolls=dead_rolls(game))


def count(game: Barbecue, before: Records, after: Records, ends: Records, counts: Counts) -> None:
    """Count the plates and snails that the mover has gained.

    A turn that gains neither failed, unless no snail was left.
    """
    seats = before["seat"].astype(np.int64)
    placed = of_seats(after["singles"], seats) & ~of_seats(before["singles"], seats)
    closed = of_seats(after["pairs"], seats) & ~of_seats(before["pairs"], seats)
    was_taken = before["taken"].astype(np.int64)
    snails = of_seats(after["snails"], seats) > of_seats(before["snails"], seats)
    fetched = np.where(snails, before["snail_spots"].astype(np.int64) & ~after["snail_spots"].astype(np.int64), 0)
    for kind, spots in (
        (OCCUPIED, placed & ~was_taken),
        (STOLEN, placed & was_taken),
        (CLOSED, closed),
        (SNAIL, fetched),
    ):
        count_pieces(counts, kind, _spot_numbers(spots))
    no_snail_left = (after["node"] == OVER) & (after["ended"] == NO_SNAIL_TO_TAKE)
    count_fails(_SPOTS - ones(was_taken), (placed == 0) & (closed == 0) & ~snails & ~no_snail_left, counts)


def _spot_numbers(masks: Numbers) -> Numbers:
    """Return the numbers of the spots set in any of the masks; a spot set in two masks is returned twice."""
    _, spots = np.nonzero(masks[:, np.newaxis] >> np.arange(_SPOTS) & 1)
    numbers: Numbers = spots.astype(np.int64) + LOWEST
    return numbers
