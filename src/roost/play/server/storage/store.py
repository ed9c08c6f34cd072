"""The interface of stores: a server has a database, and a page without a server has its browser's storage."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from roost.play.table.log import Change
from roost.play.table.table import Status, Table

_P = ParamSpec("_P")
_T = TypeVar("_T")


class StoreError(Exception):
    """The store cannot be read or written at the moment."""


class Creation(NamedTuple):
    """Data that is stored for a new table in addition to its first change."""

    code: str
    spec: str
    secret: bytes
    challenge: str | None = None
    """Name of the challenge that the table plays, if any."""


class Append(NamedTuple):
    """A change to store, with the updates it makes to the table's row and the new people it adds."""

    table_id: str
    change: Change
    key: str | None = None
    """Key of the request, which identifies a repeated request."""
    status: Status | None = None
    """The table's new status; None if its row need not be updated."""
    due_at: float | None = None
    people: tuple[tuple[int, bytes], ...] = ()
    """Index and token hash of each new person."""
    creation: Creation | None = None
    snapshot: Table | None = None
    """The table after the change, if a snapshot is to be stored."""
    text: str | None = None
    """The entries of the change as JSON text, if already encoded."""


class Written(Enum):
    """Result of storing an append."""

    DONE = "done"
    CONFLICT = "conflict"
    """The version, key, person or code was already stored by another writer."""


class Kept(NamedTuple):
    """Changes that were read from a table's log."""

    changes: list[Change]
    keys: dict[str, int]
    """For each request with a key, the version that it created."""


class Store(Protocol):
    """The logs of tables, and what is stored beside them.

    A method that is not a coroutine may block: call it with :meth:`aside`, or in the job pool.
    """

    @property
    def is_shared(self) -> bool:
        """Whether other processes, on other hosts too, may use the same store."""

    async def aside(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Call a function that reads or writes this store, without blocking the event loop."""

    async def fetch(self, *table_ids: str) -> None:
        """Make the logs of these tables readable, if they are not yet."""

    async def commit(self, appends: Sequence[Append]) -> list[Written]:
        """Store appends durably, all that do not conflict with what is stored."""

    def read(self, table_id: str, after: int = 0, until: int | None = None, most: int | None = None) -> Kept:
        """Return a table's changes after a version. ``until`` is the last version wanted, ``most`` a maximum count."""

    def last_version(self, table_id: str) -> int:
        """Return the latest version of a table; 0 if the table does not exist."""

    def snapshot(self, table_id: str, version: int) -> Table | None:
        """Return the latest snapshot of a table at or before a version; None if there is none."""

    def snapshot_before_game(self, table_id: str, game: int) -> Table | None:
        """Return a table's latest snapshot from before a game; None if there is none."""

    def keep_snapshots(self, new_tables: Sequence[Table]) -> None:
        """Store snapshots that are missing."""

    def find_key(self, table_id: str, key: str) -> int | None:
        """Return the version created by the request with this key; None if the key is unknown."""

    def people(self, table_id: str) -> dict[bytes, int]:
        """Return the indexes of a table's people, keyed by the hashes of their tokens."""

    def secret(self, table_id: str) -> bytes:
        """Return the secret of a table's dice."""

    def find_code(self, code: str) -> str | None:
        """Return the id of the table with this short code; None if unknown."""

    def open_tables(self) -> int:
        """Return the number of tables that are waiting for players or playing."""

    def latest(self, limit: int) -> list[str]:
        """Return the latest changed tables."""

    def challenged(self, name: str, limit: int) -> dict[str, bool]:
        """Return the tables where a challenge was completed, oldest first, and whether each has a review."""

    def overdue(self, now: float, limit: int) -> list[str]:
        """Return the ids of tables whose next scheduled task is overdue."""

    def put_to_rest(self, table_id: str) -> None:
        """Remove a table's scheduled task, so that sweeps ignore the table until it is watched again."""

    def read_review(self, table_id: str, game: int) -> bytes | None:
        """Return the stored review of a game; None if there is none."""

    def keep_review(self, table_id: str, game: int, body: bytes) -> None:
        """Store the review of a game, replacing an older one."""

    def close(self) -> None:
        """Release the store, once nothing is being written."""
