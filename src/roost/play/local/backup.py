"""Everything that a device has stored, as a text that another device can import.

The first line names the format, and each further line is one table. A table from a backup is replayed before it is
stored, so that a damaged or invented log is refused as a whole.
"""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from roost.core.errors import RoostError
from roost.play.local.store import DeviceStore, TableHead, TableRow, change_of
from roost.play.table.draft import folded
from roost.play.table.refusals import Refusal, RefusedError

_FORMAT = '{"roost":"backup 1"}'


class BackupTable(Struct, frozen=True):
    """A table in a backup."""

    id: Annotated[str, Meta(pattern="^[0-9a-f]{20}$")]
    head: TableHead
    cookies: dict[str, str]
    """The tokens with which this device plays at the table, by their cookies' names."""
    rows: Annotated[list[TableRow], Meta(min_length=1)]


_decode = msgspec.json.Decoder(BackupTable).decode


async def back_up(store: DeviceStore) -> str:
    """Return a backup of a store."""
    await store.fetch(*store.heads)
    tables = [
        BackupTable(table_id, head, store.cookies(f"/api/tables/{table_id}"), store.rows(table_id))
        for table_id, head in store.heads.items()
    ]
    return "\n".join([_FORMAT, *(msgspec.json.encode(table).decode() for table in tables)]) + "\n"


async def restore(store: DeviceStore, backup: str) -> int:
    """Import those tables of a backup that a store does not have, and return their number."""
    new = [table for table in _read(backup) if table.id not in store.heads]
    for table in new:
        await store.take_in(table.id, table.head, table.rows, table.cookies)
    return len(new)


def _read(backup: str) -> Iterator[BackupTable]:
    """Yield the tables of a backup; raise an error if Roost did not make it."""
    first, *lines = backup.split("\n")
    if first != _FORMAT:
        raise RefusedError(Refusal.BAD_VALUE, "This is not a backup of Roost.")
    for line in filter(None, lines):
        try:
            table = _decode(line)
            changes = [change_of(version, row) for version, row in enumerate(table.rows, 1)]
            for _ in folded(table.id, changes):
                pass
        except (msgspec.DecodeError, RoostError, ValueError, AssertionError, LookupError) as error:
            raise RefusedError(Refusal.BAD_VALUE, f"A table of this backup cannot be read: {error}.") from None
        yield table
