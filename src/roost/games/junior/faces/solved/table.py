"""Two-player Junior, solved: the table of all values on the disk, made once and looked up from then on.

While it is made, the values are kept in double precision in a file of their own (2 GB), with a note of how far they
are: an interrupted solution goes on where it was. What stays is half as large, rounded to single precision.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.state import State
from roost.core.whole_file import whole_file
from roost.games.junior import Junior, JuniorState
from roost.games.junior.faces.solved.blocks import START, Done, JuniorSolver, check_two_players
from roost.games.junior.faces.solved.position_index import Positions, positions_of
from roost.study.solve.exact import Exact
from roost.study.solve.face import Watcher

__all__ = ["FOLDER_VARIABLE", "Table", "solve", "tables_folder"]

FOLDER_VARIABLE = "ROOST_TABLES"
"""The environment variable that names another folder for tables."""
_FORMAT = 1
_SINGLE, _DOUBLE = np.dtype("<f4"), np.dtype("<f8")
_HALF_A_STEP = 2.0**-25
"""The most that rounding to single precision changes a share."""
_SAVE_EVERY = 20.0
_PACKED_AT_ONCE = 1 << 22


def tables_folder() -> Path:
    """The folder of solved tables: in the user's data, unless the environment names another."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("roost") / "tables"


@dataclass(frozen=True)
class _Files:
    """The files of one game's table."""

    facts: Path
    working: Path
    table: Path

    @classmethod
    def of(cls, game: Junior, folder: Path | None) -> Self:
        name = f"junior-{game.double_face}-{'-'.join(map(str, game.worms))}{'-must-pinch' if game.must_pinch else ''}"
        folder = folder or tables_folder()
        return cls(*(folder / f"{name}.{end}" for end in ("json", "working", "table")))


def _identity(game: Junior) -> dict[str, Any]:
    return {
        "roost_table": _FORMAT,
        "double_face": game.double_face,
        "worms": list(game.worms),
        "must_pinch": game.must_pinch,
        "box": list(positions_of(game).box),
    }


def _read_facts(files: _Files, game: Junior) -> dict[str, Any] | None:
    """What is noted about a table; nothing, if there is no note, or none of this game."""
    try:
        facts = json.loads(files.facts.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(facts, dict):
        return None
    facts.setdefault("must_pinch", False)  # tables are older than that option
    wanted = _identity(game)
    return facts if {key: facts.get(key) for key in wanted} == wanted else None


def _write_facts(files: _Files, game: Junior, facts: dict[str, Any]) -> None:
    """Put the note in place of the old one, as a whole."""
    with whole_file(files.facts) as file:
        file.write(json.dumps(_identity(game) | facts, indent=2).encode())


@dataclass(frozen=True)
class Table(Exact):
    """The values of all positions of a game at the start of a turn."""

    game: Junior
    path: Path
    """The file."""
    values: NDArray[np.float32]
    """The share of the mover at each position."""
    value: float
    """The share of the first player, more exact than in the table."""
    value_error: float
    """A bound on the error of ``value``."""
    seconds: float
    """How long the solution took."""

    @classmethod
    def open(cls, game: Junior | None = None, folder: Path | None = None) -> Self | None:
        """The table of a game (by default of the game as it is printed), if it was made on this machine."""
        game = game or Junior(players=2)
        if game.players != 2:
            return None
        files = _Files.of(game, folder)
        facts = _read_facts(files, game)
        if facts is None or not facts.get("complete"):
            return None
        count = len(positions_of(game))
        try:
            if files.table.stat().st_size != count * _SINGLE.itemsize:
                return None
        except OSError:
            return None
        values = np.memmap(files.table, _SINGLE, "r", shape=(count,))
        value_error = float(facts["value_error"])
        error = value_error + _HALF_A_STEP
        return cls(game, files.table, values, facts["value"], value_error, facts["seconds"], error)

    error: float
    """A bound on the error of every share in the table."""

    @property
    def positions(self) -> int:
        return len(self.values)

    def find(self, state: State) -> int | None:
        """The number of the position at the start of this turn.

        Nothing is known of positions that never come up in play, because other tiles than the highest lie face down,
        and of those without a turn.
        """
        if not isinstance(state, JuniorState) or state.seat is None:
            return None
        numbering = positions_of(self.game)
        position = numbering.of(state)
        return None if position is None else numbering.number(position)

    def shares(self, state: State) -> tuple[float, ...]:
        if state.outcome is not None:
            return tuple(map(float, state.outcome.shares))
        number = self.find(state)
        if number is None:
            raise self.unknown(state)
        share = float(self.values[number])
        return (share, 1.0 - share) if state.seat == 0 else (1.0 - share, share)


def solve(game: Junior, folder: Path | None = None, *, jobs: int = 1, watch: Watcher | None = None) -> Table:
    """Solve a game into a folder, or go on where an interrupted solution was. A solved game is only opened."""
    check_two_players(game)
    table = Table.open(game, folder)
    if table is None:
        _solve(JuniorSolver(game), _Files.of(game, folder), jobs, watch)
        table = Table.open(game, folder)
        assert table is not None
    return table


def _solve(solver: JuniorSolver, files: _Files, jobs: int, watch: Watcher | None) -> None:
    positions = solver.positions
    work = _Working.resumed(solver.game, files) or _Working.fresh(solver.game, files)
    began = saved = monotonic()
    spent = work.seconds
    try:
        for done in solver.solve(work.values, work.done, jobs):
            work.done = done
            work.seconds = spent + monotonic() - began
            if watch is not None:
                watch(work.solved(positions), len(positions))
            if monotonic() - saved > _SAVE_EVERY:
                work.save()
                saved = monotonic()
    finally:
        work.save()
    _pack(work.values, files.table)
    finished = {
        "complete": True,
        "value": float(work.values[-1]),  # the opening is the last position of all
        "value_error": solver.error(work.done.residual),
        "seconds": spent + monotonic() - began,
    }
    _write_facts(files, solver.game, finished)
    files.working.unlink()


@dataclass
class _Working:
    """A solution under way: the values in double precision, on the disk, and how far they are."""

    game: Junior
    files: _Files
    values: np.memmap[Any, np.dtype[np.float64]]
    done: Done = START
    seconds: float = 0.0

    @classmethod
    def fresh(cls, game: Junior, files: _Files) -> Self:
        """Room for the values, after a look at how much there is."""
        folder, count = files.working.parent, len(positions_of(game))
        folder.mkdir(parents=True, exist_ok=True)
        needed, free = count * (_SINGLE.itemsize + _DOUBLE.itemsize), shutil.disk_usage(folder).free
        if free < needed:
            raise RoostError(
                f"{folder} has {free / 1e9:.1f} GB free, but the solution needs {needed / 1e9:.1f} GB meanwhile; "
                f"name another folder, or set {FOLDER_VARIABLE}",
                input=str(folder),
            )
        return cls(game, files, np.memmap(files.working, _DOUBLE, "w+", shape=(count,)))

    @classmethod
    def resumed(cls, game: Junior, files: _Files) -> Self | None:
        """The values as they were left; nothing, if there are none that can be used."""
        facts, count = _read_facts(files, game), len(positions_of(game))
        try:
            if facts is None or files.working.stat().st_size != count * _DOUBLE.itemsize:
                return None
            done, seconds = Done(**facts["progress"]), float(facts["seconds"])
        except (OSError, TypeError, KeyError, ValueError):
            return None
        return cls(game, files, np.memmap(files.working, _DOUBLE, "r+", shape=(count,)), done, seconds)

    def save(self) -> None:
        """Note how far the values are, once they are on the disk."""
        self.values.flush()
        _write_facts(self.files, self.game, {"progress": self.done._asdict(), "seconds": self.seconds})

    def solved(self, positions: Positions) -> int:
        """How many positions are behind."""
        if self.done.blocks == len(positions.blocks):
            return len(positions)
        block = positions.blocks[self.done.blocks]
        return block.start + self.done.lines * (block.length + 1)


def _pack(values: NDArray[np.float64], table: Path) -> None:
    """Round the values to single precision, into a file that appears as a whole."""
    with whole_file(table) as file:
        for first in range(0, len(values), _PACKED_AT_ONCE):
            file.write(values[first : first + _PACKED_AT_ONCE].astype(_SINGLE).tobytes())
