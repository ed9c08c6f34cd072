"""Solve two-player Junior from its end to its opening, block by block, with chunks of lines divided among threads."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError
from roost.games.junior import Junior
from roost.games.junior.adapters.solved.position_index import Block, JuniorPositions, positions_of
from roost.games.junior.adapters.solved.turn import RESULTS, SmallTurn, small_turn

Floats = NDArray[np.float64]

_CHUNK = 20_000
"""Number of lines in a thread's task, which takes a fraction of a second for the longest lines."""
_ROUNDING = 2.0**-53


class SolvedBlocks(NamedTuple):
    """A solution's progress: the number of solved blocks, and the number of solved lines in the next block."""

    blocks: int
    lines: int
    residual: float
    """The largest distance from a pair's fixed point."""


START = SolvedBlocks(0, 0, 0.0)
"""Progress before any block is solved."""


def check_two_players(game: Junior) -> None:
    """Raise OptionError unless the game is for two players."""
    if game.players != 2:
        raise OptionError(f"Junior is solved for two players, not for {game.players}", input=game.players)


@dataclass(frozen=True)
class JuniorSolver:
    """Solve a game of two-player Junior."""

    game: Junior

    def __post_init__(self) -> None:
        check_two_players(self.game)

    @cached_property
    def positions(self) -> JuniorPositions:
        return positions_of(self.game)

    @cached_property
    def turn(self) -> SmallTurn:
        return small_turn(self.game.turn_dice)

    @cached_property
    def lines(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The table that ranks lines, and the tiles in the box."""
        return self.positions.before, np.array(self.positions.box)

    @cached_property
    def worms(self) -> NDArray[np.int64]:
        """Number of worms on each kind of tile."""
        return np.array(self.game.worms)

    def solve(self, values: Floats, since: SolvedBlocks = START, jobs: int = 1) -> Iterator[SolvedBlocks]:
        """Fill in each position's value to its mover, and yield the progress after every chunk.

        ``since`` is the progress that ``values`` has reached so far. The solution stops when the caller stops
        iterating.
        """
        from roost.games.junior.adapters.solved.kernel import workspace

        residual, lines = since.residual, since.lines
        free: SimpleQueue[tuple[object, ...]] = SimpleQueue()
        for _ in range(jobs):
            free.put(workspace(self.turn))
        blocks = self.positions.blocks
        with ThreadPoolExecutor(jobs) as pool:
            for i in range(since.blocks, len(blocks)):
                chunks = deque(range(lines, blocks[i].lines, _CHUNK))
                running: deque[tuple[int, Future[float]]] = deque()
                while chunks or running:
                    while chunks and len(running) < 2 * jobs:
                        first = chunks.popleft()
                        last = min(first + _CHUNK, blocks[i].lines)
                        running.append((last, pool.submit(self._solve_chunk, values, blocks[i], first, last, free)))
                    last, future = running.popleft()
                    residual = max(residual, future.result())
                    yield SolvedBlocks(i, last, residual) if chunks or running else SolvedBlocks(i + 1, 0, residual)
                lines = 0

    def _solve_chunk(
        self, values: Floats, block: Block, first: int, last: int, free: SimpleQueue[tuple[object, ...]]
    ) -> float:
        from roost.games.junior.adapters.solved.kernel import solve_lines

        length, grill = block.length, block.grill
        if grill > 1:
            failed, taken = self._values(values, length, grill - 1), self._values(values, length + 1, grill - 1)
        else:
            failed = taken = np.zeros((0, 0))
        room = free.get()
        try:
            out = self._values(values, length, grill).reshape(-1)
            rules = self.turn.arrays, self.lines, self.worms, self.game.must_pinch
            return float(solve_lines(*rules, room, length, grill, first, last, failed, taken, out))
        finally:
            free.put(room)

    def _values(self, values: Floats, length: int, grill: int) -> Floats:
        block = self.positions.block(length, grill)
        return values[block.start : block.start + block.positions].reshape(block.shape)

    def error(self, residual: float) -> float:
        """Return a bound on the error of every value.

        Each turn adds at most the rounding error of its sums and the residual. Taking or turning a tile carries over an
        earlier block's error. Pinching a tile and pinching it back pass the error back and forth, and each time reduce
        it at least by the best probability of hitting the tile.
        """
        depth = self.game.dice_count
        terms = int(np.diff(self.turn.first).max()) + 2
        step = depth * terms * _ROUNDING + residual
        return self.positions.tiles * step / (1.0 - self.best_hit)

    @cached_property
    def best_hit(self) -> float:
        """The best probability of ending a turn on exactly one tile's number, if the player aims only at it."""
        from roost.games.junior.adapters.solved.kernel import solve_listed, workspace

        hits = np.eye(RESULTS)[1:-1]
        chances = np.zeros(len(hits))
        no_pinch, no_partner = np.zeros((len(hits), 2), np.int64), np.full(len(hits), -1)
        solve_listed(self.turn.arrays, workspace(self.turn), hits, no_pinch, no_partner, chances)
        return float(chances.max())
