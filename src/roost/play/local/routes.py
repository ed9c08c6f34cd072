"""API operations that only a device without a server has: its tables, its records, and a backup of both."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from roost.play.local.backup import back_up, restore
from roost.play.local.store import DeviceStore, TableHead
from roost.play.server.http.operations import (
    Answer,
    Body,
    Cookie,
    Given,
    StreamedAnswer,
    StreamTarget,
    delete,
    get,
    post,
)
from roost.play.server.http.routes.request_context import ServicesHere, TableId
from roost.play.server.http.routes.series import finished_games
from roost.play.server.live.services import Services
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.spec import BotSeat, OpenSeat, TableSpec

_LARGEST_BACKUP = 200_000_000
StoreHere: TypeAlias = Given[DeviceStore]


class DeviceTable(Struct, frozen=True):
    """A table on this device."""

    id: str
    code: str
    games: list[str]
    names: list[str]
    """Names of the players and bots for whom the table was made."""
    status: str
    at: float
    """Roughly the time of the latest change, in seconds since 1970."""


class DeviceView(Struct, frozen=True):
    """The tables that are stored on this device."""

    tables: list[DeviceTable]
    """The tables, latest first."""


class RestoreRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to import the tables of a backup."""

    backup: Annotated[str, Meta(max_length=_LARGEST_BACKUP)]


class Restored(Struct, frozen=True):
    """The result of importing a backup."""

    tables: int
    """Number of tables that this device did not have."""


@get("/device", tag="device")
async def show_device(store: StoreHere) -> DeviceView:
    """List the tables on this device."""
    return DeviceView([_table(table_id, store.heads[table_id]) for table_id in store.latest(len(store.heads))])


def _table(table_id: str, head: TableHead) -> DeviceTable:
    spec = msgspec.json.decode(head.spec, type=TableSpec)
    names = [
        seat.bot if isinstance(seat, BotSeat) else seat.name for seat in spec.seats if not isinstance(seat, OpenSeat)
    ]
    return DeviceTable(table_id, head.code, list(spec.games), names, head.status, head.changed_at)


@get("/device/records", tag="device", media_type="text/plain", streams="The records.")
async def show_all_records(services: ServicesHere, store: StoreHere) -> StreamedAnswer:
    """Show the records of all finished games on this device, as one text."""
    return _AllRecords(services, store)


class _AllRecords:
    """The records of all finished games on a device, oldest table first."""

    def __init__(self, services: Services, store: DeviceStore) -> None:
        self._services = services
        self._store = store
        self.cookies: Sequence[Cookie] = ()
        self.headers: Mapping[str, str] = {
            "content-type": "text/plain; charset=utf-8",
            "content-disposition": 'attachment; filename="games.roost"',
        }

    async def parts(self, target: StreamTarget) -> AsyncGenerator[bytes]:
        """Yield the records, separated by blank lines."""
        separator = ""
        yield b""  # so that an answer begins even if there is no record
        for table_id in reversed(self._store.latest(len(self._store.heads))):
            table = (await self._services.rooms.get(table_id)).table
            for number in finished_games(table):
                text = table_record(past_game(self._store, table_id, number))
                yield f"{separator}{text}".encode()
                separator = "\n"


@get("/device/backup", tag="device", media_type="text/plain")
async def show_backup(store: StoreHere) -> Answer[str]:
    """Show everything that is stored on this device, as a text that another device can import."""
    text = await back_up(store)
    return Answer(text, headers={"content-disposition": 'attachment; filename="roost-backup.txt"'})


@post("/device/backup", tag="device", refuses=(Refusal.BAD_VALUE,), max_body=_LARGEST_BACKUP)
async def restore_backup(data: Body[RestoreRequest], store: StoreHere) -> Restored:
    """Import those tables of a backup that this device does not have."""
    return Restored(await restore(store, data.backup))


@delete("/device/tables/{table_id:str}", status=204, tag="device", refuses=(Refusal.NOT_FOUND,))
async def remove_table(table_id: TableId, services: ServicesHere, store: StoreHere) -> None:
    """Remove a table from this device for good."""
    if table_id not in store.heads:
        raise RefusedError(Refusal.NOT_FOUND, f"There is no table {table_id}.")
    services.rooms.forget(table_id)
    await store.remove(table_id)


DEVICE = (show_device, show_all_records, show_backup, restore_backup, remove_table)
"""The operations below ``/api/device``."""
