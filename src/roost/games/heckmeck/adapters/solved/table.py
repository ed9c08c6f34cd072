"""Solve endgames of two-player Heckmeck: all positions in which only the lowest tiles are live.

Sets of live tiles are solved in order, each after the sets that it can turn into. Within a set tiles move back and
forth between grill and stacks, so positions recur. They are solved by policy iteration: find the best play given the
current values, compute the values of that play, and repeat until best play gains nothing more.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError
from roost.games.heckmeck import Heckmeck
from roost.games.heckmeck.adapters.solved.position_index import HeckmeckPositions, positions_of
from roost.games.set_aside.adapters.graph import turn_graph
from roost.study.solve.adapter import Watcher
from roost.study.solve.table import TableFile, ValueTable, Working, tables_folder

Floats = NDArray[np.float64]

TILES = 8
"""Default number of lowest tiles to solve; takes about half an hour on one core."""
_MOST_TILES = 10
_CHUNK = 20_000
"""Number of positions in a thread's task, which takes a second or two."""
_TOLERANCE = 1e-12
"""A set counts as solved when no position's value can be improved by more than this."""
_SETTLED = 1e-13
_MOST_ROUNDS = 60
_SWEEPS = 20
"""Number of sweeps per round, which grows with the rounds.

Early play may be endless, so its exact value is not worth many sweeps.
"""
_ROUNDING = 1e-14
"""Maximum rounding error in the sums of one solved turn."""


class SolvedSets(NamedTuple):
    """A solution's progress: how many sets are solved, and the largest improvement still found in them."""

    sets: int
    missed: float
    longest: float
    """The largest expected number of turns in which the live tiles stay the same, from any position."""


START = SolvedSets(0, 0.0, 0.0)
"""Progress before any set is solved."""


def has_numbered_positions(game: Heckmeck) -> bool:
    """Whether the kernels support the game's rules: two players, and no option that changes what a failed turn does."""
    return game.players == 2 and not game.short_game and not game.always_turn


@dataclass(frozen=True)
class EndsSolver:
    """Solve the endgames of a game that is played with these tiles."""

    game: Heckmeck
    positions: HeckmeckPositions

    @cached_property
    def _endings(self) -> NDArray[np.int32]:
        """For each way to end a turn, the highest tile reached (-1: none), and whether it was hit exactly."""
        totals = [0 if aside is None else aside.total for aside in turn_graph(self.game.turn_dice).endings]
        reached = np.searchsorted(self.positions.tiles, totals, "right") - 1
        hit = np.isin(totals, self.positions.tiles)
        return np.column_stack([reached, hit]).astype(np.int32)

    def solve(self, values: Floats, since: SolvedSets = START, jobs: int = 1) -> Iterator[SolvedSets]:
        """Fill in each position's value to its mover, and yield the progress after every set.

        ``since`` is the progress that ``values`` has reached so far. After the positions, ``values`` holds the game's
        two outcomes.
        """
        done, turns = since, np.zeros_like(values)
        with ThreadPoolExecutor(jobs) as pool:
            for live in self.positions.sets[since.sets :]:
                missed, longest = self._solve_set(live, values, turns, pool)
                done = SolvedSets(done.sets + 1, max(done.missed, missed), max(done.longest, longest))
                yield done

    def _solve_set(self, live: int, values: Floats, turns: Floats, pool: ThreadPoolExecutor) -> tuple[float, float]:
        """Fill in a set's values; return how much best play would still improve them, and the set's maximum turns.

        ``turns`` is a buffer for counting turns, zero before and after.
        """
        from roost.games.heckmeck.adapters.solved.kernel import evaluate, improve
        from roost.games.set_aside.adapters.sweep import graph_arrays

        first, last = self.positions.span(live)
        after, tops = self._follow(live)
        chances, better = np.empty(after.shape), np.empty(last - first)
        rules = graph_arrays(turn_graph(self.game.turn_dice)), self._endings, tops, after

        def improve_chunk(begin: int) -> None:
            improve(*rules, values, (begin, min(begin + _CHUNK, last - first)), chances, better)

        values[first:last] = 0.5
        missed = 1.0
        for rounds in range(_MOST_ROUNDS):
            list(pool.map(improve_chunk, range(0, last - first, _CHUNK)))
            missed = float(np.abs(better - values[first:last]).max())
            values[first:last] = better
            if missed <= _TOLERANCE:
                break
            for _ in range(_SWEEPS * (rounds + 1)):
                if evaluate(after, chances, -1.0, values, first) <= _SETTLED:
                    break
        for _ in range(_SWEEPS * _MOST_ROUNDS):
            if evaluate(after, chances, 1.0, turns, first) <= _SETTLED:
                break
        longest = float(turns[first:last].max())
        turns[first:last] = 0.0
        return missed, longest

    def _follow(self, live: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the successors of each position in a set, and the tile that can be snatched."""
        from roost.games.heckmeck.adapters.solved.kernel import TAKE, follow

        positions, size = self.positions, live.bit_count()
        first, last = positions.span(live)
        after = np.empty((last - first, TAKE + len(positions.tiles)), np.int32)
        tops = np.empty(last - first, np.int32)
        worms = np.array([self.game.worms_on(tile) for tile in positions.tiles])
        for length in range(size):
            begin = int(positions.starts[live, length]) - first
            part = slice(begin, begin + int(positions.lines[size, length]) * (length + 1))
            follow((positions.starts, positions.lines), worms, live, length, after[part], tops[part])
        return after, tops

    def error(self, done: SolvedSets) -> float:
        """Return a bound on the error of every value.

        The loss in a turn from imperfect play or rounding counts once per turn, and a game passes through at most as
        many sets as there are tiles.
        """
        return len(self.positions.tiles) * done.longest * (done.missed + _ROUNDING)


def _file(game: Heckmeck, tiles: int, folder: Path | None) -> TableFile:
    positions = positions_of(tiles)
    identity = {"tiles": list(positions.tiles)}
    start = positions.state(game, len(positions) - 1)
    folder = folder or tables_folder()
    return TableFile(folder, f"heckmeck-lowest-{tiles}", identity, start, len(positions), positions.number)


def open_table(game: Heckmeck, folder: Path | None = None) -> ValueTable | None:
    """Return the largest table of the game's endgames made on this machine, or None if there is none."""
    if not has_numbered_positions(game):
        return None
    tables = (_file(game, tiles, folder).open() for tiles in range(_MOST_TILES, 0, -1))
    return next((table for table in tables if table is not None), None)


def solve(
    game: Heckmeck, folder: Path | None = None, *, tiles: int = TILES, jobs: int = 1, watch: Watcher | None = None
) -> ValueTable:
    """Solve a game's endgames into a folder, or resume an interrupted solution."""
    if not has_numbered_positions(game):
        raise OptionError("the ends of Heckmeck are solved for two players without options", input=str(game))
    if not 1 <= tiles <= _MOST_TILES:
        raise OptionError(f"the number of tiles to solve must be 1 to {_MOST_TILES}", input=tiles)
    file = _file(game, tiles, folder)
    table = file.open()
    if table is None:
        _solve(EndsSolver(game, positions_of(tiles)), Working.begin(file), jobs, watch)
        table = file.open()
        assert table is not None
    return table


def _solve(solver: EndsSolver, work: Working, jobs: int, watch: Watcher | None) -> None:
    positions = solver.positions
    began, spent = monotonic(), work.seconds
    try:
        since = SolvedSets(**work.progress)
    except TypeError:  # a new solution, or damaged progress
        since = START
    done, values = since, np.empty(len(positions) + 2)
    values[:-2], values[-2:] = work.values, (0.0, 1.0)
    for done in solver.solve(values, since, jobs):
        first, last = positions.span(positions.sets[done.sets - 1])
        work.values[first:last] = values[first:last]
        work.progress = done._asdict()
        work.seconds = spent + monotonic() - began
        work.save()
        if watch is not None:
            watch(last, len(positions))
    work.finish(float(values[-3]), solver.error(done))
