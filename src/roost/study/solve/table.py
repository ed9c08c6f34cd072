"""Store tables of exact win shares on disk: the value of every numbered position, computed once and looked up later.

While a game is being solved, the values are in a working file in double precision, and a JSON file records the
progress, so the work can be resumed after an interruption. The finished table is rounded to single precision, which
halves its size.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.state import State
from roost.core.whole_file import whole_file
from roost.study.folders import data_folder
from roost.study.solve.exact import Exact

FOLDER_VARIABLE = "ROOST_TABLES"
"""Environment variable that overrides the folder for tables."""
_FORMAT = 1
_SINGLE, _DOUBLE = np.dtype("<f4"), np.dtype("<f8")
_HALF_A_STEP = 2.0**-25
"""Maximum error of a win share that is rounded to single precision."""
_PACKED_AT_ONCE = 1 << 22


def tables_folder() -> Path:
    """Return the folder for solved tables, which is in the user's data folder unless the environment overrides it."""
    if override := os.environ.get(FOLDER_VARIABLE):
        return Path(override)
    return data_folder() / "tables"


@dataclass(frozen=True)
class ValueTable(Exact):
    """The values of a two-player game's numbered positions, each at the start of a turn."""

    path: Path
    start: State
    """The position from which the table's positions are reached."""
    values: NDArray[np.float32]
    """The mover's win share at each position."""
    value: float
    """The mover's win share at ``start``, more precise than in the table."""
    value_error: float
    """Upper bound on the error of ``value``."""
    seconds: float
    """Time that it took to solve the game, in seconds."""
    number: Callable[[State], int | None]
    """Function that returns the index of a position at the start of a turn; None if the table does not contain it."""

    @property
    def error(self) -> float:  # type: ignore[override]  # a field elsewhere
        """Upper bound on the error of all win shares in the table."""
        return self.value_error + _HALF_A_STEP

    @property
    def positions(self) -> int:
        return len(self.values)

    def find(self, state: State) -> int | None:
        """Return the index of the position at the start of this turn; None if it is unknown or no turn is under way."""
        return None if state.seat is None else self.number(state)

    def shares(self, state: State) -> tuple[float, ...]:
        if state.outcome is not None:
            return tuple(map(float, state.outcome.shares))
        number = self.find(state)
        if number is None:
            raise self.unknown(state)
        share = float(self.values[number])
        return (share, 1.0 - share) if state.seat == 0 else (1.0 - share, share)


@dataclass(frozen=True)
class TableFile:
    """The files of a two-player table, and the facts that identify it."""

    folder: Path
    name: str
    identity: Mapping[str, Any]
    """Facts that identify the table. Files with other facts belong to another table."""
    start: State
    count: int
    """Number of positions."""
    number: Callable[[State], int | None]

    @property
    def facts(self) -> Path:
        """Path of the JSON file with facts about the table."""
        return self.folder / f"{self.name}.json"

    @property
    def working(self) -> Path:
        """Path of the working file, which exists while the game is being solved."""
        return self.folder / f"{self.name}.working"

    @property
    def table(self) -> Path:
        """Path of the file with the finished values."""
        return self.folder / f"{self.name}.table"

    def open(self) -> ValueTable | None:
        """Open the table; return None if this machine has no finished table."""
        facts = self.read_facts()
        if facts is None or not facts.get("complete"):
            return None
        try:
            if self.table.stat().st_size != self.count * _SINGLE.itemsize:
                return None
        except OSError:
            return None
        values = np.memmap(self.table, _SINGLE, "r", shape=(self.count,))
        value, error, seconds = (float(facts[name]) for name in ("value", "value_error", "seconds"))
        return ValueTable(self.table, self.start, values, value, error, seconds, self.number)

    def read_facts(self) -> dict[str, Any] | None:
        """Read the facts about the table; return None if their file is missing or belongs to another table."""
        try:
            facts = json.loads(self.facts.read_bytes())
        except (OSError, ValueError):
            return None
        wanted = {"roost_table": _FORMAT, **self.identity}
        if not isinstance(facts, dict) or {key: facts.get(key) for key in wanted} != wanted:
            return None
        return facts

    def write_facts(self, facts: Mapping[str, Any]) -> None:
        """Replace the file with the facts about the table, atomically."""
        with whole_file(self.facts) as file:
            file.write(json.dumps({"roost_table": _FORMAT, **self.identity, **facts}, indent=2).encode())


@dataclass
class Working:
    """A table on disk while the game is being solved: its values in double precision, and the progress."""

    file: TableFile
    values: np.memmap[Any, np.dtype[np.float64]]
    progress: Mapping[str, Any]
    """Progress as the solver describes it; empty at the beginning."""
    seconds: float = 0.0

    @classmethod
    def begin(cls, file: TableFile) -> Working:
        """Resume interrupted work on a table, or create a working file for new work."""
        facts = file.read_facts()
        try:
            if facts is not None and file.working.stat().st_size == file.count * _DOUBLE.itemsize:
                progress, seconds = dict(facts["progress"]), float(facts["seconds"])
                values = np.memmap(file.working, _DOUBLE, "r+", shape=(file.count,))
                return cls(file, values, progress, seconds)
        except (OSError, TypeError, KeyError, ValueError):
            pass
        file.folder.mkdir(parents=True, exist_ok=True)
        needed, free = file.count * (_SINGLE.itemsize + _DOUBLE.itemsize), shutil.disk_usage(file.folder).free
        if free < needed:
            raise RoostError(
                f"{file.folder} has {free / 1e9:.1f} GB free, but the solution needs {needed / 1e9:.1f} GB; "
                f"use another folder, or set {FOLDER_VARIABLE}",
                input=str(file.folder),
            )
        return cls(file, np.memmap(file.working, _DOUBLE, "w+", shape=(file.count,)), {})

    def save(self) -> None:
        """Flush the values to disk, then record the progress."""
        self.values.flush()
        self.file.write_facts({"progress": dict(self.progress), "seconds": self.seconds})

    def finish(self, value: float, value_error: float) -> None:
        """Write the values to the final file in single precision, atomically, and delete the working file."""
        with whole_file(self.file.table) as table:
            for first in range(0, len(self.values), _PACKED_AT_ONCE):
                table.write(self.values[first : first + _PACKED_AT_ONCE].astype(_SINGLE).tobytes())
        facts = {"complete": True, "value": value, "value_error": value_error, "seconds": self.seconds}
        self.file.write_facts(facts)
        self.file.working.unlink()
