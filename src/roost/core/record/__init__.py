"""Records are games as text. They can be written, read, replayed to any point and resumed.

``docs/records.md`` describes the format, with examples.
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
