"""Records in files. What was saved is never lost: not to a crash, a full disk or a power cut."""

from pathlib import Path
from typing import Self

from roost.core.record.proof import Proof
from roost.core.record.reader import LONGEST_TEXT, read
from roost.core.record.record import Record, Recorder
from roost.core.record.writer import write
from roost.core.state import Move, State, Step
from roost.core.whole_file import whole_file


def load(path: str | Path) -> Record:
    """The record in a file. Raises ``OSError`` if it is missing, :class:`~roost.core.record.RecordError` if damaged."""
    # Bytes that are not UTF-8 become lone surrogates, which the reader refuses by line and column like other damage.
    with Path(path).open(encoding="utf-8", errors="surrogateescape", newline="") as file:
        return read(file.read(LONGEST_TEXT + 1))


def save(record: Record, path: str | Path) -> None:
    """Write a record to a file, in place of what it held. At any moment the file holds the old text or the new one."""
    with whole_file(path) as file:
        file.write(write(record).encode())


class RecordFile:
    """A running game in a file that is complete after every move.

    Each move saves the whole record anew. That costs a millisecond, which nobody notices who plays by hand, and in
    return the file is a readable record at every instant: there is no half-written token to repair.
    """

    def __init__(self, path: str | Path, recorder: Recorder) -> None:
        self.path = Path(path)
        self._recorder = recorder

    @classmethod
    def create(cls, path: str | Path, recorder: Recorder) -> Self:
        """Begin a file, in place of any that is there."""
        file = cls(path, recorder)
        save(recorder.record(), path)
        return file

    @classmethod
    def resume(cls, path: str | Path) -> Self:
        """Go on with the game in a file. Its comments are lost with the next move."""
        return cls(path, Recorder.resume(load(path)))

    @property
    def state(self) -> State:
        """The latest state."""
        return self._recorder.state

    def record(self) -> Record:
        """The record so far."""
        return self._recorder.record()

    def add(self, move: Move | str, proof: Proof | None = None) -> Step:
        """Play a move and save it. Once this returns, the move is on the disk; if it raises, it was not played."""
        step = self._recorder.add(move, proof)
        try:
            save(self.record(), self.path)
        except BaseException:  # an interrupt too
            self._recorder.take_back()
            raise
        return step

    def take_back(self) -> None:
        """Drop the latest move, in the file too."""
        self._recorder.take_back()
        save(self.record(), self.path)
