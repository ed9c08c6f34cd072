"""Tables of exact shares on disk: the value of every numbered position, computed once and looked up afterwards.

During the solution the values are in a working file in double precision, with a note of the progress, so an interrupted
solution can resume. The finished table is half as large, rounded to single precision.
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
"""Maximum error of a share from rounding to single precision."""
_PACKED_AT_ONCE = 1 << 22


def tables_folder() -> Path:
    """Return the folder of solved tables: in the user's data, unless the environment overrides it."""
    if override := os.environ.get(FOLDER_VARIABLE):
        return Path(override)
    return data_folder() / "tables"


@dataclass(frozen=True)
class ValueTable(Exact):
    """The values of all numbered positions of a game at the start of a turn."""

    path: Path
    """The table's file."""
    start: State
    """The position from which all others are reached."""
    values: NDArray[np.float32]
    """The mover's share at each position."""
    value: float
    """The mover's share at ``start``, more precise than in the table."""
    value_error: float
    """Upper bound on the error of ``value``."""
    seconds: float
    """Time that the solution took, in seconds."""
    number: Callable[[State], int | None]
    """Numbers the position at the start of a turn; returns None if the table does not contain it."""

    @property
    def error(self) -> float:  # type: ignore[override]  # a field elsewhere
        """Upper bound on the error of every share in the table."""
        return self.value_error + _HALF_A_STEP

    @property
    def positions(self) -> int:
        return len(self.values)

    def find(self, state: State) -> int | None:
        """Return the number of the position at the start of this turn; None if it is unknown or there is no turn."""
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
    """The files of a two-player table, and the identity of the table."""

    folder: Path
    name: str
    identity: Mapping[str, Any]
    """Facts that the note must contain to belong to this table."""
    start: State
    count: int
    """Number of positions."""
    number: Callable[[State], int | None]

    @property
    def facts(self) -> Path:
        """The note: facts about the table, as JSON."""
        return self.folder / f"{self.name}.json"

    @property
    def working(self) -> Path:
        """The working file of an unfinished solution."""
        return self.folder / f"{self.name}.working"

    @property
    def table(self) -> Path:
        """The finished values."""
        return self.folder / f"{self.name}.table"

    def open(self) -> ValueTable | None:
        """Open the table; None if this machine has no finished one."""
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
        """Read the facts in the note; None if it is missing or belongs to another table."""
        try:
            facts = json.loads(self.facts.read_bytes())
        except (OSError, ValueError):
            return None
        wanted = {"roost_table": _FORMAT, **self.identity}
        if not isinstance(facts, dict) or {key: facts.get(key) for key in wanted} != wanted:
            return None
        return facts

    def write_facts(self, facts: Mapping[str, Any]) -> None:
        """Replace the note atomically."""
        with whole_file(self.facts) as file:
            file.write(json.dumps({"roost_table": _FORMAT, **self.identity, **facts}, indent=2).encode())


@dataclass
class Working:
    """An unfinished solution on disk: its values in double precision, and its progress."""

    file: TableFile
    values: np.memmap[Any, np.dtype[np.float64]]
    progress: Mapping[str, Any]
    """Progress in the solver's own terms; empty at the beginning."""
    seconds: float = 0.0

    @classmethod
    def begin(cls, file: TableFile) -> Working:
        """Resume an interrupted solution, or create a working file for a new one."""
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
        """Flush the values to disk, then write their progress to the note."""
        self.values.flush()
        self.file.write_facts({"progress": dict(self.progress), "seconds": self.seconds})

    def finish(self, value: float, value_error: float) -> None:
        """Write the values in single precision to the final file, atomically."""
        with whole_file(self.file.table) as table:
            for first in range(0, len(self.values), _PACKED_AT_ONCE):
                table.write(self.values[first : first + _PACKED_AT_ONCE].astype(_SINGLE).tobytes())
        facts = {"complete": True, "value": value, "value_error": value_error, "seconds": self.seconds}
        self.file.write_facts(facts)
        self.file.working.unlink()
