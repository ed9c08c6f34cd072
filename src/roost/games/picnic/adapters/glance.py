"""Numbers for Picnic Blitz's strategy cards that a person can read off a position at a glance."""

from collections.abc import Iterable

from roost.games.picnic import PicnicState
from roost.games.picnic.board import Ant

TRACKS = range(6)
FOODS = (2, 3, 4)
"""Food values that the tables distinguish (PB-1); other values count as the nearest of these."""
FAR = 9
"""Distances to the food are told apart up to this many spaces."""
NEAR = 5
"""Where only short distances matter, distances to the food are told apart up to this many spaces."""
RUNS = (4, 5, 6)
"""Lengths of the straights that give attacks (PB-6)."""
ATTACKS = (0, 1, 2, 4)
"""Numbers of attacks that dice can give."""


def mover(state: PicnicState) -> int:
    assert state.seat is not None
    return state.seat


def counts_of(state: PicnicState) -> tuple[int, ...]:
    """Return how many dice show each number."""
    dice = state.turn.dice
    assert dice is not None
    return dice.counts


def way(state: PicnicState, track: int, seat: int) -> int:
    """Return how many spaces an ant is from the food; ``track`` is a 0-based index."""
    return state.game.tracks[track].length - state.board[track].space_of(seat)


def open_tracks(state: PicnicState) -> list[int]:
    return [track for track in TRACKS if state.board[track].open >> mover(state) & 1]


def food_row(state: PicnicState, track: int) -> int:
    """Return the table row for a food's value."""
    return min(max(state.game.tracks[track].value, FOODS[0]), FOODS[-1]) - FOODS[0]


def missing(state: PicnicState, track: int) -> int:
    """Return how far from the food the player's ant would be after using the dice on the table."""
    return max(0, way(state, track, mover(state)) - counts_of(state)[track])


def others_on(state: PicnicState, track: int) -> list[Ant]:
    return [ant for ant in state.board[track].ants if ant.seat != mover(state)]


def ahead_column(rival_space: int, own_space: int) -> int:
    """Return the column for a rival's lead: no rival (column 0), behind, 0 to 5 spaces ahead, or more."""
    return 1 if rival_space < own_space else 2 + min(rival_space - own_space, NEAR)


def reaches_goal(state: PicnicState, track: int) -> bool:
    """Whether the food of a track would win the game (PB-14)."""
    return state.scores()[mover(state)] + state.game.tracks[track].value >= state.game.winning_score


def nearest_rival(state: PicnicState) -> int:
    """Return how far the nearest rival ant that can be attacked is from its food."""
    rivals = (
        way(state, track, ant.seat)
        for track, lane in enumerate(state.board)
        for ant in lane.free
        if ant.seat != mover(state)
    )
    return min(rivals, default=FAR)


def _windows(run: int) -> Iterable[range]:
    return (range(low, low + run) for low in range(len(TRACKS) - run, -1, -1))


def best_row(state: PicnicState, run: int) -> range:
    """Return the row of numbers that the dice cover best; among equals the one with the higher numbers."""
    counts = counts_of(state)
    return max(_windows(run), key=lambda window: sum(counts[number] > 0 for number in window))


def lacking(state: PicnicState, run: int) -> int:
    """Return how many numbers are missing for a row of this length."""
    counts = counts_of(state)
    return sum(counts[number] == 0 for number in best_row(state, run))
