"""The text of a game: write it, read it, replay it to any point, resume it.

The format is described, with examples, in ``docs/records.md``.
"""

from roost.core.playthrough import PlayedMove
from roost.core.record.dice import dice_headers, resume_dice
from roost.core.record.file import RecordFile, load, save
from roost.core.record.proof import Proof, ProofError
from roost.core.record.reader import RecordError, read, read_all
from roost.core.record.record import EnteredRoll, Record, Recorder, RecordTurn
from roost.core.record.writer import write

__all__ = [
    "EnteredRoll",
    "PlayedMove",
    "Proof",
    "ProofError",
    "Record",
    "RecordError",
    "RecordFile",
    "RecordTurn",
    "Recorder",
    "dice_headers",
    "load",
    "read",
    "read_all",
    "resume_dice",
    "save",
    "write",
]
