"""The worth of the boards after a turn of Picnic Blitz.

Any function of the position will do (:class:`AskedWorth`): it is asked once about each distinct position, a few
hundred to a few thousand of them in most turns. A value that adds up over the tracks (:class:`LaneSum`) is asked about
lanes only, of which there are a hundred or so, and the rest is done by adding arrays (:class:`SummedWorth`). That is
several times as fast, and stays so on a crowded board, where positions are counted by the hundred thousand.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from math import isfinite
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.state import Node
from roost.games.picnic import PicnicState
from roost.games.picnic.board import Lane
from roost.games.picnic.faces.solver.boards import Boards, Moves
from roost.games.picnic.moves import PASS
from roost.games.picnic.turn import DICE_COUNT, DIE, OVER, Turn

Value: TypeAlias = Callable[[PicnicState], float]
"""The worth of a position after the turn for the player."""
Way: TypeAlias = tuple[bool, Moves]
"""A way to end the turn once the attacks are done: whether a Queen token is left then, and the moves."""
Tables: TypeAlias = tuple[PicnicState, PicnicState]
"""The table at the start of the turn, without and with a Queen token in the player's hand."""
Floats: TypeAlias = NDArray[np.float64]

_KNOWN_BYTES = 200
"""About what it takes to note the worth of a position."""


def _passed(table: PicnicState) -> PicnicState:
    """The position after a turn in which nothing happened."""
    any_dice = DIE.dice(DICE_COUNT).rolls[0][0]
    after = table.at(Turn(Node.DECIDE, any_dice)).play(PASS).state
    assert isinstance(after, PicnicState)
    return after


@runtime_checkable
class LaneSum(Protocol):
    """A value that adds up over the tracks.

    What it is worth beyond the sum of its lane values may depend only on the Queen tokens and on whether the player
    whose turn is solved has won.
    """

    def __call__(self, state: PicnicState) -> float:
        """The worth of a position."""

    def lane_value(self, place: int, lane: Lane) -> float:
        """The worth that one lane adds to that; ``place`` is its track, counted from 0."""


class Worth(ABC):
    """The worth of ending the turn on each board."""

    def __init__(self, boards: Boards, tables: Tables, value: Value) -> None:
        self.boards = boards
        self._value = value
        self._known: dict[tuple[int, bool], float] = {}
        start = tables[0]
        assert start.seat is not None
        self._seat = start.seat
        foods = sorted(track.value for track in start.game.tracks)
        self._may_win = boards.missing <= sum(foods[-2:])
        self._passed = tuple(map(_passed, tables))

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return _KNOWN_BYTES * len(self._known)

    @abstractmethod
    def table(self, cost: int, ways: tuple[Way, ...]) -> Floats:
        """The worth of each way (in rows) on each board that takes exactly ``cost`` attacks (in columns).

        Minus infinity where the moves are not allowed.
        """

    def worth(self, code: int, way: Way) -> float:
        """The worth of one way on one board; minus infinity if its moves are not allowed."""
        queen, moves = way
        moved = self.boards.moved(code, moves)
        return -np.inf if moved is None else self.ended(moved, queen)

    def ended(self, code: int, queen: bool) -> float:
        """The worth of the turn if it ends on this board, with or without a Queen token left."""
        key = code, queen
        known = self._known.get(key)
        if known is None:
            after = self.position(code, queen)
            known = self._known[key] = float(self._value(after))
            if not isfinite(known):
                raise RoostError(f"the value of a position must be a finite number, not {known}", position=str(after))
        return known

    def position(self, code: int, queen: bool) -> PicnicState:
        """The position after a turn that ends on this board, with or without a Queen token left."""
        game, seat, turn, _, queens = self._passed[queen]
        after = PicnicState(game, seat, turn, self.boards.board(code), queens)
        if self._may_win and after.scores()[self._seat] >= game.winning_score:
            return after._replace(seat=None, turn=OVER)
        return after


class AskedWorth(Worth):
    """The worth of boards under any value."""

    def __init__(self, boards: Boards, tables: Tables, value: Value) -> None:
        super().__init__(boards, tables, value)
        self._rows: dict[tuple[int, Way], Floats] = {}

    @property
    def nbytes(self) -> int:
        return super().nbytes + sum(row.nbytes for row in self._rows.values())

    def table(self, cost: int, ways: tuple[Way, ...]) -> Floats:
        codes = self.boards.layer(cost).tolist()
        rows = np.empty((len(ways), len(codes)))
        for row, way in zip(rows, ways, strict=True):
            key = cost, way
            if key not in self._rows:
                self._rows[key] = np.array([self.worth(code, way) for code in codes], np.float64)
            row[:] = self._rows[key]
        return rows


class _Index(NamedTuple):
    """Some ways as arrays."""

    moves: Moves
    """All moves among them."""
    first: NDArray[np.intp]
    """For each way, the place of its first move among ``moves``, counted from 1; 0 for none."""
    second: NDArray[np.intp]
    """The same for its second move."""
    queens: tuple[bool, ...]
    """Whether a Queen token is left: all answers among the ways."""
    queen: NDArray[np.intp]
    """For each way, the place of its answer."""


@lru_cache(maxsize=1 << 10)
def _index(ways: tuple[Way, ...]) -> _Index:
    moves = tuple(dict.fromkeys(move for _, some in ways for move in some))
    places = {move: place for place, move in enumerate(moves, 1)}
    pairs = [(*map(places.__getitem__, some), 0, 0)[:2] for _, some in ways]
    first, second = np.array(pairs).T
    queens = tuple(dict.fromkeys(queen for queen, _ in ways))
    return _Index(moves, first, second, queens, np.array([queens.index(queen) for queen, _ in ways]))


class SummedWorth(Worth):
    """The worth of boards under a value that adds up over the tracks."""

    def __init__(self, boards: Boards, tables: Tables, value: LaneSum) -> None:
        super().__init__(boards, tables, value)
        self._ask_lane = value.lane_value
        self._lanes = [
            np.array([self._lane_value(place, lane) for lane in track.lanes[: len(track.costs)]])
            for place, track in enumerate(boards.tracks)
        ]
        """For each track, what its lanes reached by attacks are worth."""
        self._beyond: dict[bool, float] = {}
        """The worth beyond the sum over the tracks, with or without a Queen token left."""
        self._wins: dict[bool, float] = {}
        """The worth that winning adds to that."""
        self._gains: dict[tuple[int, int], tuple[Floats, NDArray[np.int64]]] = {}

    @property
    def nbytes(self) -> int:
        return super().nbytes + sum(part.nbytes for gain in self._gains.values() for part in gain)

    def _lane_value(self, place: int, lane: Lane) -> float:
        value = float(self._ask_lane(place, lane))
        if not isfinite(value):
            raise RoostError(f"the value of a lane must be a finite number, not {value}", input=lane)
        return value

    def _beyond_tracks(self, queen: bool) -> float:
        if queen not in self._beyond:
            self._beyond[queen] = self.ended(0, queen) - sum(float(lanes[0]) for lanes in self._lanes)
        return self._beyond[queen]

    def _gain(self, place: int, steps: int) -> tuple[Floats, NDArray[np.int64]]:
        """The worth that a move adds to each lane reached by attacks, and the points that it wins there."""
        key = place, steps
        if key not in self._gains:
            lanes = self._lanes[place]
            gain, points = np.full(len(lanes), -np.inf), np.zeros(len(lanes), np.int64)
            for number, before in enumerate(lanes.tolist()):
                moved = self.boards.tracks[place].moved(number, steps)
                if moved is not None:
                    gain[number] = self._lane_value(place, moved.lane) - before
                    points[number] = moved.points
            self._gains[key] = gain, points
        return self._gains[key]

    def table(self, cost: int, ways: tuple[Way, ...]) -> Floats:
        codes, index = self.boards.layer(cost), _index(ways)
        numbers = [self.boards.numbers(codes, place) for place in range(len(self._lanes))]
        base = np.add.reduce([lanes[some] for lanes, some in zip(self._lanes, numbers, strict=True)])
        gains = np.zeros((1 + len(index.moves), len(codes)))
        points = np.zeros((1 + len(index.moves), len(codes)), np.int64)
        for i, (place, steps) in enumerate(index.moves, 1):
            gain, won = self._gain(place, steps)
            gains[i] = gain[numbers[place]]
            points[i] = won[numbers[place]]
        beyond = np.array([self._beyond_tracks(queen) for queen in index.queens])
        rows: Floats = base + gains[index.first] + gains[index.second] + beyond[index.queen, np.newaxis]
        if self._may_win:
            self._add_wins(cost, ways, rows, points[index.first], points[index.second])
        return rows

    def _add_wins(
        self, cost: int, ways: tuple[Way, ...], rows: Floats, first: NDArray[np.int64], second: NDArray[np.int64]
    ) -> None:
        """Tell the table which moves win, when the first and the second of each way win these points."""
        missing, codes = self.boards.missing, self.boards.layer(cost)
        rows[(first >= missing) & (second >= missing)] = -np.inf  # whichever comes first ends the game
        wins = (first + second >= missing) & np.isfinite(rows)
        for place in np.flatnonzero(wins.any(axis=1)).tolist():
            queen, _ = ways[place]
            if queen not in self._wins:
                column = int(wins[place].argmax())
                self._wins[queen] = self.worth(int(codes[column]), ways[place]) - float(rows[place, column])
            rows[place, wins[place]] += self._wins[queen]
