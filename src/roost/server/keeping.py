"""What is kept of a game that was played at a table: its record and who played it, from the table's log."""

from __future__ import annotations

from datetime import UTC, datetime

from roost.core.fair import Proof
from roost.core.state import Node
from roost.record import Recorder, write
from roost.server.log import Acted, Change, Rolled, Started, Undone
from roost.server.table import Table, folded

__all__ = ["table_of_game", "table_record"]


def table_of_game(table_id: str, changes: list[Change], number: int) -> Table:
    """The table at the end of one of its games, or as it stands if that game goes on: with those who played it."""
    table: Table | None = None
    for draft in folded(table_id, changes):
        table = draft.table
        if table.play is not None and table.play.number == number and table.play.state.node is Node.OVER:
            break  # whoever sits down from here on has not played it
    if table is None or table.play is None or table.play.number != number:
        raise ValueError(f"the log of table {table_id} has no game {number}")
    return table


def table_record(table: Table, changes: list[Change]) -> str:
    """The text of the record of a table's game, with the proof of every roll, from the table's whole log."""
    number = table.play.number if table.play is not None else 0
    recorder: Recorder | None = None
    for change in changes[: table.version]:
        for entry in change.entries:
            if isinstance(entry, Started) and entry.game == number:
                recorder = _begin(table, entry, change.at)
            if recorder is None:
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
