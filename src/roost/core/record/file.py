"""Records in files. A saved record survives crashes, full disks and power cuts."""

from pathlib import Path
from typing import Self

from roost.core.record.proof import Proof
from roost.core.record.reader import LONGEST_TEXT, read
from roost.core.record.record import Record, Recorder
from roost.core.record.writer import write
from roost.core.state import Move, State, Step
from roost.core.whole_file import whole_file


def load(path: str | Path) -> Record:
    """Read a record from a file. A damaged record raises :class:`~roost.core.record.RecordError`."""
    # Bytes that are not UTF-8 become lone surrogates. The reader reports them by line and column, like any damage.
    with Path(path).open(encoding="utf-8", errors="surrogateescape", newline="") as file:
        return read(file.read(LONGEST_TEXT + 1))


def save(record: Record, path: str | Path) -> None:
    """Replace a file's content with a record. At every moment, the file holds either the old text or the new text."""
    with whole_file(path) as file:
        file.write(write(record).encode())


class RecordFile:
    """A running game, saved to a file as a complete record after every move.

    Each move rewrites the whole file, which takes about a millisecond. In return, the file is a readable record at
    every moment and never needs repair.
    """

    def __init__(self, path: str | Path, recorder: Recorder) -> None:
        self.path = Path(path)
        self._recorder = recorder

    @classmethod
    def create(cls, path: str | Path, recorder: Recorder) -> Self:
        """Create the file, or replace an existing file."""
        file = cls(path, recorder)
        save(recorder.record(), path)
        return file

    @classmethod
    def resume(cls, path: str | Path) -> Self:
        """Continue the game in a file. The next move deletes any comments in the file."""
        return cls(path, Recorder.resume(load(path)))

    @property
    def state(self) -> State:
        """The latest state."""
        return self._recorder.state

    def record(self) -> Record:
        """The record so far."""
        return self._recorder.record()

    def add(self, move: Move | str, proof: Proof | None = None) -> Step:
        """Play a move and save the record. If saving fails, the move is taken back and the error is raised."""
        step = self._recorder.add(move, proof)
        try:
            save(self.record(), self.path)
        except BaseException:  # KeyboardInterrupt too
            self._recorder.take_back()
            raise
        return step

    def take_back(self) -> None:
        """Take back the latest move, and save the record."""
        self._recorder.take_back()
        save(self.record(), self.path)
