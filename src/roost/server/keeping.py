"""What is kept of a game that was played at a table: its record and who played it, from the table's log."""

from __future__ import annotations

from datetime import UTC, datetime

from roost.core.fair import Proof
from roost.core.state import Node
from roost.record import Recorder, write
from roost.server.log import Acted, Change, Rolled, Sealed, Started, Undone
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
    seals = _seals(changes[: table.version], number)
    recorder: Recorder | None = None
    for change in changes[: table.version]:
        for entry in change.entries:
            if isinstance(entry, Started) and entry.game == number:
                recorder = _begin(table, entry, change.at, seals)
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


def _seals(changes: list[Change], number: int) -> str:
    """The seals of a game's numbers: ``PERSON:SEAL`` before it began, ``PERSON@ROLLS:SEAL`` after so many rolls."""
    before: dict[int, str] = {}
    later: list[str] = []
    rolls: int | None = None
    for change in changes:
        for entry in change.entries:
            if isinstance(entry, Started):
                rolls = 0 if entry.game == number else None
            elif isinstance(entry, Rolled) and rolls is not None:
                rolls += 1
            elif isinstance(entry, Sealed) and entry.game == number and rolls is None:
                before[entry.person] = entry.seal
            elif isinstance(entry, Sealed) and entry.game == number:
                later.append(f"{entry.person}@{rolls}:{entry.seal}")
    return " ".join([f"{person}:{seal}" for person, seal in sorted(before.items())] + later)


def _begin(table: Table, entry: Started, at: float, seals: str) -> Recorder:
    headers = {
        "Date": datetime.fromtimestamp(at, UTC).date().isoformat(),
        "Dice": "verifiable",
        "Commitment": entry.commitment,
        "Table": entry.dice,
    }
    if entry.protocol > 1:
        headers |= {"Protocol": str(entry.protocol), "Opening": entry.nonce or "-"}
        headers |= {"Seals": seals} if seals else {}
    return Recorder(table.spec.make_game(entry.start), table.names, headers)
