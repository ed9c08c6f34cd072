"""The boards that attacks and moves of one turn of Picnic Blitz can lead to.

Attacks on different tracks have nothing to do with each other, nor has a move here with a push there. So the tracks
are explored one by one (:class:`TrackLanes`), and boards are put together from their lanes (:class:`Boards`): the order
of pushes, which multiplies the ways to a board, never appears. Lanes are numbered, and a board's *code* holds the
numbers of its six lanes, ten bits each.

What a lane allows and what becomes of it is asked of the lane itself, so that no rule is repeated here.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic import PicnicState
from roost.games.picnic.board import Board, Lane
from roost.games.picnic.moves import Push
from roost.games.picnic.turn import MOST_ATTACKS

Moves: TypeAlias = tuple[tuple[int, int], ...]
"""Up to two moves on different tracks: the place of the track, counted from 0, and the steps."""
Codes: TypeAlias = NDArray[np.int64]

_BITS = 10
_MASK = (1 << _BITS) - 1
_MOST_PUSHES = MOST_ATTACKS + 1  # the longest straight, and a Queen token
_LANE_BYTES = 500
_MOVED_BYTES = 200
"""About what a lane takes, with what it has worked out about itself, and what is noted about a move."""


class Moved(NamedTuple):
    """The result of a move on a lane."""

    number: int
    lane: Lane
    points: int


class TrackLanes:
    """The lanes that a player's attacks and moves can make of one track. Those reached by attacks alone come first."""

    def __init__(self, lane: Lane, seat: int, points: int) -> None:
        self.lanes = [lane]
        self.costs = [0]
        """For each lane reached by attacks alone, how many it takes. No lane can be reached at two prices."""
        self._numbers = {lane: 0}
        self._seat = seat
        self._points = points
        self._moved: dict[tuple[int, int], Moved | None] = {}
        children = self._push_all()
        self.below = np.eye(len(children), dtype=np.bool_)
        """Whether attacks can lead from one lane (first index) to another (second)."""
        for number in reversed(range(len(children))):  # a lane is pushed into lanes that come later only
            for child in children[number]:
                self.below[number] |= self.below[child]

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return self.below.nbytes + _LANE_BYTES * len(self.lanes) + _MOVED_BYTES * len(self._moved)

    def _push_all(self) -> list[list[int]]:
        children: list[list[int]] = []
        for number, lane in enumerate(self.lanes):  # which grow on the way
            cost = self.costs[number] + lane.push_cost
            owners = [ant.seat for ant in lane.free if ant.seat != self._seat] if cost <= _MOST_PUSHES else []
            children.append([self.number(lane.pushed(owner)) for owner in owners])
            self.costs += [cost] * (len(self.lanes) - len(self.costs))
        return children

    def number(self, lane: Lane) -> int:
        """The number of a lane."""
        found = self._numbers.get(lane)
        if found is None:
            found = self._numbers[lane] = len(self.lanes)
            self.lanes.append(lane)
        return found

    def moved(self, number: int, steps: int) -> Moved | None:
        """The result of a move on a lane; nothing where it is not allowed."""
        key = number, steps
        if key not in self._moved:
            self._moved[key] = self._move(self.lanes[number], steps)
        return self._moved[key]

    def _move(self, lane: Lane, steps: int) -> Moved | None:
        if not lane.open >> self._seat & 1:
            return None
        moved = lane.moved(self._seat, steps)
        return Moved(self.number(moved), moved, 0 if moved.holder is None else self._points)


class Boards:
    """The boards ahead of a state, in layers by the attacks that they take."""

    def __init__(self, state: PicnicState) -> None:
        game, seat, _, board, _ = state
        assert seat is not None
        self.missing = game.winning_score - state.scores()[seat]
        """The points that the player needs to win."""
        self.tracks = tuple(TrackLanes(lane, seat, track.value) for lane, track in zip(board, game.tracks, strict=True))
        self._codes: dict[tuple[int, int], Codes] = {}

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return sum(track.nbytes for track in self.tracks) + sum(codes.nbytes for codes in self._codes.values())

    def code(self, board: Board) -> int:
        """The code of a board."""
        numbers = [track.number(lane) for track, lane in zip(self.tracks, board, strict=True)]
        return sum(number << _BITS * place for place, number in enumerate(numbers))

    def board(self, code: int) -> Board:
        """The board of a code."""
        return tuple([track.lanes[code >> _BITS * place & _MASK] for place, track in enumerate(self.tracks)])

    def cost(self, code: int) -> int | None:
        """How many attacks it takes to make this board; nothing if attacks alone cannot make it."""
        cost = 0
        for place, track in enumerate(self.tracks):
            number = code >> _BITS * place & _MASK
            if number >= len(track.costs):
                return None
            cost += track.costs[number]
        return cost

    # -- attacks -------------------------------------------------------------------------------------------------------

    def layer(self, cost: int) -> Codes:
        """The codes of the boards that take exactly so many attacks."""
        return self._combined(0, cost)

    def _combined(self, place: int, cost: int) -> Codes:
        """Every way to spend exactly so many attacks on the tracks from ``place`` on."""
        if place == len(self.tracks):
            return np.zeros(0 if cost else 1, np.int64)
        if (place, cost) not in self._codes:
            costs, found = np.array(self.tracks[place].costs), []
            for price in range(cost + 1):
                own = np.flatnonzero(costs == price) << _BITS * place
                found.append((own[:, np.newaxis] | self._combined(place + 1, cost - price)).ravel())
            self._codes[place, cost] = np.concatenate(found)
        return self._codes[place, cost]

    def numbers(self, codes: Codes, place: int) -> Codes:
        """The numbers of the lanes of one track."""
        return codes >> _BITS * place & _MASK

    def reached(self, codes: Codes, start: int) -> NDArray[np.bool_]:
        """Whether attacks can lead from the board ``start`` to each of ``codes``."""
        reached = np.ones(len(codes), np.bool_)
        for place, track in enumerate(self.tracks):
            number = start >> _BITS * place & _MASK
            if number:  # lane 0 leads to all others
                reached &= track.below[number][self.numbers(codes, place)]
        return reached

    def leads(self, board: Board, push: Push, target: int) -> bool:
        """Whether further attacks can lead to the board ``target`` after this one."""
        place = push.track - 1
        track, pushed = self.tracks[place], board[place].pushed(push.owner)
        return bool(track.below[track.number(pushed), target >> _BITS * place & _MASK])

    # -- moves ---------------------------------------------------------------------------------------------------------

    def moved(self, code: int, moves: Moves) -> int | None:
        """The code after these moves; nothing if they are not allowed.

        The game ends at once when a move wins (PB-14), so of two moves only one may win on its own: it will be the
        second.
        """
        winning = 0
        for place, steps in moves:
            number = code >> _BITS * place & _MASK
            moved = self.tracks[place].moved(number, steps)
            if moved is None:
                return None
            code += moved.number - number << _BITS * place
            winning += moved.points >= self.missing
        return None if winning > 1 else code

    def wins(self, code: int, place: int, steps: int) -> bool:
        """Whether a move wins the game on its own."""
        moved = self.tracks[place].moved(code >> _BITS * place & _MASK, steps)
        return moved is not None and moved.points >= self.missing
