"""The record of a game that was played at a table, from the table's log."""

from __future__ import annotations

from datetime import UTC, datetime

from roost.core.fair import Proof
from roost.record import Recorder, write
from roost.server.log import Acted, Change, Rolled, Started, Undone
from roost.server.table import Table

__all__ = ["table_record"]


def table_record(table: Table, changes: list[Change], number: int) -> str:
    """The text of one game's record, with the proof of every roll."""
    recorder: Recorder | None = None
    is_wanted = False
    for change in changes:
        for entry in change.entries:
            if isinstance(entry, Started):
                is_wanted = entry.game == number
                if is_wanted:
                    recorder = _begin(table, entry, change.at)
            if not is_wanted or recorder is None:
                continue
            match entry:
                case Rolled(_, roll, proof):
                    recorder.add(roll, Proof.parse(proof))
                case Acted(_, action):
                    recorder.add(action)
                case Undone():
                    recorder.take_back()
    if recorder is None:
        raise ValueError(f"the log of table {table.id} has no game {number}")
    return write(recorder.record())


def _begin(table: Table, entry: Started, at: float) -> Recorder:
    headers = {
        "Date": datetime.fromtimestamp(at, UTC).date().isoformat(),
        "Dice": "verifiable",
        "Commitment": entry.commitment,
        "Table": entry.dice,
    }
    return Recorder(table.spec.make_game(entry.start), table.names, headers)
