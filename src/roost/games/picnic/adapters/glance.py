"""The numbers that Picnic Blitz's strategy cards ask for, as a person reads them off a position."""

from collections.abc import Iterable

from roost.games.picnic import PicnicState
from roost.games.picnic.board import Ant

TRACKS = range(6)
FOODS = (2, 3, 4)
"""The values of food that tables distinguish (PB-1); higher and lower values count as the nearest."""
FAR = 9
"""Maximum number of spaces to the food that are distinguished."""
NEAR = 5
"""Maximum number of spaces to the food that are distinguished where only short ways matter."""
RUNS = (4, 5, 6)
"""Lengths of straights that give attacks (PB-6)."""
ATTACKS = (0, 1, 2, 4)
"""Possible numbers of attacks from the dice."""


def mover(state: PicnicState) -> int:
    """Return the seat to play."""
    assert state.seat is not None
    return state.seat


def counts_of(state: PicnicState) -> tuple[int, ...]:
    """Return how many dice show each number."""
    dice = state.turn.dice
    assert dice is not None
    return dice.counts


def way(state: PicnicState, track: int, seat: int) -> int:
    """Return how many spaces an ant is from the food; ``track`` counts from 0."""
    return state.game.tracks[track].length - state.board[track].space_of(seat)


def open_tracks(state: PicnicState) -> list[int]:
    """Return the tracks on which the player may move."""
    return [track for track in TRACKS if state.board[track].open >> mover(state) & 1]


def food_row(state: PicnicState, track: int) -> int:
    """Return the table row of a food's value."""
    return min(max(state.game.tracks[track].value, FOODS[0]), FOODS[-1]) - FOODS[0]


def missing(state: PicnicState, track: int) -> int:
    """Return the distance from the food at which the dice on the table would leave the player's ant."""
    return max(0, way(state, track, mover(state)) - counts_of(state)[track])


def others_on(state: PicnicState, track: int) -> list[Ant]:
    """Return the other players' ants on a track."""
    return [ant for ant in state.board[track].ants if ant.seat != mover(state)]


def ahead_column(rival_space: int, own_space: int) -> int:
    """Return the column of a rival's lead: behind, 0 to 5 spaces ahead, or more. Column 0 is for no rival."""
    return 1 if rival_space < own_space else 2 + min(rival_space - own_space, NEAR)


def reaches_goal(state: PicnicState, track: int) -> bool:
    """Whether the food of a track would win the game (PB-14)."""
    return state.scores()[mover(state)] + state.game.tracks[track].value >= state.game.winning_score


def nearest_rival(state: PicnicState) -> int:
    """Return the distance from food of the nearest rival ant that can be attacked."""
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
    """Return the row of numbers of which most show; of equals the higher numbers."""
    counts = counts_of(state)
    return max(_windows(run), key=lambda window: sum(counts[number] > 0 for number in window))


def lacking(state: PicnicState, run: int) -> int:
    """Return how many numbers a row of this length lacks."""
    counts = counts_of(state)
    return sum(counts[number] == 0 for number in best_row(state, run))
