"""Make the record of a game from its table's log."""

from datetime import UTC, datetime
from typing import NamedTuple

from roost.core.cancellation import check_cancelled
from roost.core.notation import seat_letter
from roost.core.record import EnteredRoll, Recorder, write
from roost.core.record.proof import Proof
from roost.core.state import Node
from roost.play.server.storage.store import Store
from roost.play.table.draft import folded
from roost.play.table.log import Acted, Change, Corrected, DiceRolled, Entered, Started, Undone
from roost.play.table.table import Table

_AT_ONCE = 500
"""Number of changes to read at once."""


class PastGame(NamedTuple):
    """A finished or current game at a table."""

    table: Table
    """The table at the end of the game. If the game is not over, the current table."""
    changes: list[Change]
    """All changes since the start of the game."""


def past_game(store: Store, table_id: str, number: int) -> PastGame:
    """Return one game played at a table. Only the relevant part of the log is read, even if other games were long."""
    table = store.snapshot_before_game(table_id, number)
    game_changes: list[Change] = []
    while True:
        changes = store.read(table_id, 0 if table is None else table.version, most=_AT_ONCE).changes
        for change, draft in zip(changes, folded(table_id, changes, table), strict=True):
            check_cancelled()
            if not game_changes and any(
                isinstance(entry, Started) and entry.game == number for entry in change.entries
            ):
                game_changes = [change]
            elif game_changes:
                game_changes.append(change)
            table = draft.table
            if game_changes and table.play is not None and table.play.state.node is Node.OVER:
                return PastGame(table, game_changes)  # players who joined later did not play this game
        if len(changes) < _AT_ONCE:
            break
    if table is None or not game_changes:
        raise ValueError(f"the log of table {table_id} has no game {number}")
    return PastGame(table, game_changes)


def table_record(past: PastGame) -> str:
    """Return the record of a game as text, with the proof of every roll."""
    recorder: Recorder | None = None
    count = 0
    was: tuple[str, ...] = ()
    for change in past.changes:
        for entry in change.entries:
            match entry:
                case Started():
                    recorder = _begin(past, entry, change.at)
                case DiceRolled(_, roll, link) if recorder is not None:
                    count += 1
                    recorder.add(roll, Proof(count, bytes.fromhex(link), b"") if link else None)
                case Entered(seat, roll, person) if recorder is not None:
                    was = ()
                    recorder.add(roll, EnteredRoll(_seat_of(past.table, person, seat)))
                case Corrected(seat, roll, earlier, person) if recorder is not None:
                    was = (*was, earlier)
                    recorder.take_back()
                    recorder.add(roll, EnteredRoll(_seat_of(past.table, person, seat), was))
                case Acted(_, action) if recorder is not None:
                    recorder.add(action)
                case Undone() if recorder is not None:
                    recorder.take_back()
    if recorder is None:
        raise ValueError(f"the log of table {past.table.id} has no such game")
    return write(recorder.record())


def _seat_of(table: Table, person: int, seat: int) -> str:
    """Return the seat of the person who entered a roll: if possible the seat that rolled; "-" if they have none."""
    seats = table.seats_of(person)
    return "-" if not seats else seat_letter(seat if seat in seats else seats[0])


def _begin(past: PastGame, entry: Started, at: float) -> Recorder:
    own_dice = "device" if past.table.on_device else "verifiable"
    headers = {
        "Date": datetime.fromtimestamp(at, UTC).date().isoformat(),
        "Dice": "real" if past.table.spec.rules.dice == "real" else own_dice,
        "Table": entry.dice,
        "Protocol": str(entry.protocol),
    }
    if past.table.spec.challenge is not None:
        headers = {"Date": headers["Date"], "Dice": "shared", "Seed": entry.dice}
    elif past.table.play is not None:
        opening = past.table.play.opening
        if opening is not None:
            numbers = " ".join([f"{person}:{number}" for person, number in opening.numbers])
            headers |= {"List": opening.text, "Numbers": numbers or "-"}
    return Recorder(past.table.spec.make_game(entry.start), past.table.names, headers)
