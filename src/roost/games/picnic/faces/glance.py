"""A person's first look at a position of Picnic Blitz: the numbers that its strategy cards ask for."""

from collections.abc import Iterable

from roost.games.picnic import PicnicState
from roost.games.picnic.board import Ant

TRACKS = range(6)
FOODS = (2, 3, 4)
"""The values of food that tables tell apart (PB-1); greater and lesser ones count as the nearest."""
FAR = 9
"""Spaces to the food: greater numbers make no difference."""
NEAR = 5
"""The same where only what is near matters."""
RUNS = (4, 5, 6)
"""So many in a row give attacks (PB-6) …"""
ATTACKS = (0, 1, 2, 4)
"""… and these are the attacks."""


def mover(state: PicnicState) -> int:
    """The seat whose turn it is."""
    assert state.seat is not None
    return state.seat


def counts_of(state: PicnicState) -> tuple[int, ...]:
    """How many dice show each number."""
    dice = state.turn.dice
    assert dice is not None
    return dice.counts


def way(state: PicnicState, track: int, seat: int) -> int:
    """How many spaces an ant is from the food; ``track`` counts from 0."""
    return state.game.tracks[track].length - state.board[track].space_of(seat)


def open_tracks(state: PicnicState) -> list[int]:
    """The tracks on which the player may move."""
    return [track for track in TRACKS if state.board[track].open >> mover(state) & 1]


def food_row(state: PicnicState, track: int) -> int:
    """The row of a food's value."""
    return min(max(state.game.tracks[track].value, FOODS[0]), FOODS[-1]) - FOODS[0]


def missing(state: PicnicState, track: int) -> int:
    """How far from the food the dice on the table leave an ant of one's own."""
    return max(0, way(state, track, mover(state)) - counts_of(state)[track])


def others_on(state: PicnicState, track: int) -> list[Ant]:
    """The other players' ants on a track."""
    return [ant for ant in state.board[track].ants if ant.seat != mover(state)]


def ahead_column(rival: int, own: int) -> int:
    """The column of a rival's space beside one's own: behind, 0 to 5 spaces ahead, or more; column 0 is for neither."""
    return 1 if rival < own else 2 + min(rival - own, NEAR)


def reaches_goal(state: PicnicState, track: int) -> bool:
    """Whether the food of a track would win the game (PB-14)."""
    return state.scores()[mover(state)] + state.game.tracks[track].value >= state.game.winning_score


def nearest_rival(state: PicnicState) -> int:
    """How far from its food the ant of another player is that is nearest, of those that can be attacked."""
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
    """The numbers in a row of which most show; of equals the higher ones."""
    counts = counts_of(state)
    return max(_windows(run), key=lambda window: sum(counts[number] > 0 for number in window))


def lacking(state: PicnicState, run: int) -> int:
    """How many numbers a row of this length lacks."""
    counts = counts_of(state)
    return sum(counts[number] == 0 for number in best_row(state, run))
