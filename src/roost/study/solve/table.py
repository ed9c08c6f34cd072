"""Tables of exact shares on the disk: the value of every numbered position, made once and looked up from then on.

While a table is made, the values are kept in double precision in a file of their own, with a note of how far they are:
an interrupted solution goes on where it was. What stays is half as large, rounded to single precision.
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
"""The environment variable that names another folder for tables."""
_FORMAT = 1
_SINGLE, _DOUBLE = np.dtype("<f4"), np.dtype("<f8")
_HALF_A_STEP = 2.0**-25
"""The most that rounding to single precision changes a share."""
_PACKED_AT_ONCE = 1 << 22


def tables_folder() -> Path:
    """The folder of solved tables: in the user's data, unless the environment names another."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    return data_folder() / "tables"


@dataclass(frozen=True)
class Table(Exact):
    """The values of all numbered positions of a game at the start of a turn."""

    path: Path
    """The file."""
    start: State
    """The position that everything else comes from."""
    values: NDArray[np.float32]
    """The share of the mover at each position."""
    value: float
    """The mover's share at ``start``, more exact than in the table."""
    value_error: float
    """A bound on the error of ``value``."""
    seconds: float
    """How long the solution took."""
    number: Callable[[State], int | None]
    """The number of the position at the start of a turn; nothing, if the table does not know it."""

    @property
    def error(self) -> float:  # type: ignore[override]  # a field elsewhere
        """A bound on the error of every share in the table."""
        return self.value_error + _HALF_A_STEP

    @property
    def positions(self) -> int:
        return len(self.values)

    def find(self, state: State) -> int | None:
        """The number of the position at the start of this turn; nothing, if it is not known or there is no turn."""
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
    """The files of a table for two players, and what it is a table of."""

    folder: Path
    name: str
    identity: Mapping[str, Any]
    """The facts that the note must say for a table to be this one."""
    start: State
    count: int
    """How many positions there are."""
    number: Callable[[State], int | None]

    @property
    def facts(self) -> Path:
        """The note."""
        return self.folder / f"{self.name}.json"

    @property
    def working(self) -> Path:
        """The values while they are made."""
        return self.folder / f"{self.name}.working"

    @property
    def table(self) -> Path:
        """The values once they are complete."""
        return self.folder / f"{self.name}.table"

    def open(self) -> Table | None:
        """The table, if it was made on this machine."""
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
        return Table(self.table, self.start, values, value, error, seconds, self.number)

    def read_facts(self) -> dict[str, Any] | None:
        """The facts noted about the table; nothing, if there is no note, or none of this table."""
        try:
            facts = json.loads(self.facts.read_bytes())
        except (OSError, ValueError):
            return None
        wanted = {"roost_table": _FORMAT, **self.identity}
        if not isinstance(facts, dict) or {key: facts.get(key) for key in wanted} != wanted:
            return None
        return facts

    def write_facts(self, facts: Mapping[str, Any]) -> None:
        """Put the note in place of the old one, as a whole."""
        with whole_file(self.facts) as file:
            file.write(json.dumps({"roost_table": _FORMAT, **self.identity, **facts}, indent=2).encode())


@dataclass
class Working:
    """A solution under way: the values in double precision, on the disk, and how far they are."""

    file: TableFile
    values: np.memmap[Any, np.dtype[np.float64]]
    progress: Mapping[str, Any]
    """How far the values are, in the solver's own terms; empty at the beginning."""
    seconds: float = 0.0

    @classmethod
    def begin(cls, file: TableFile) -> Working:
        """The values as an interrupted solution left them, or room for fresh ones."""
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
                f"{file.folder} has {free / 1e9:.1f} GB free, but the solution needs {needed / 1e9:.1f} GB meanwhile; "
                f"name another folder, or set {FOLDER_VARIABLE}",
                input=str(file.folder),
            )
        return cls(file, np.memmap(file.working, _DOUBLE, "w+", shape=(file.count,)), {})

    def save(self) -> None:
        """Note how far the values are, once they are on the disk."""
        self.values.flush()
        self.file.write_facts({"progress": dict(self.progress), "seconds": self.seconds})

    def finish(self, value: float, value_error: float) -> None:
        """Round the values to single precision, into a file that appears as a whole."""
        with whole_file(self.file.table) as table:
            for first in range(0, len(self.values), _PACKED_AT_ONCE):
                table.write(self.values[first : first + _PACKED_AT_ONCE].astype(_SINGLE).tobytes())
        facts = {"complete": True, "value": value, "value_error": value_error, "seconds": self.seconds}
        self.file.write_facts(facts)
        self.file.working.unlink()
