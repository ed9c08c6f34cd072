"""Snapshots: a table at one version, stored as bytes, so that its log need not be replayed from the start.

A snapshot is ignored if another version of Roost wrote it or if it cannot be read.
"""

from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct, structs

from roost.core.errors import RoostError
from roost.core.registry import position
from roost.play.table.chairs import Chair
from roost.play.table.opening import Opening
from roost.play.table.play import Before, LastEntered, Play
from roost.play.table.series import Member, Result, Series
from roost.play.table.table import Table

_FORMAT = 1
"""Number of the snapshot format. Increase it when the same log entries produce a different table."""
_StoredEntered: Any = msgspec.defstruct(
    "_StoredEntered",
    [(field.name, str if field.name == "state" else field.type) for field in structs.fields(LastEntered)],
)
_AS_TEXT: dict[str, Any] = {
    "state": str,
    "before": tuple[tuple[str, float, _StoredEntered | None], ...],
    "last_entered": _StoredEntered | None,
}
"""Field types in the stored form, where positions are text."""

_StoredPlay: Any = msgspec.defstruct(
    "_StoredPlay", [(field.name, _AS_TEXT.get(field.name, field.type)) for field in structs.fields(Play)]
)
_KINDS = Table, Play, Chair, LastEntered, Opening, Series, Member, Result
_FIELDS = [field.encode_name for kind in _KINDS for field in structs.fields(kind)]
_STAMP = sha256(f"{_FORMAT} {_FIELDS}".encode()).hexdigest()[:16]


class _Stored(Struct):
    stamp: str
    table: Table
    play: _StoredPlay | None


_decode = msgspec.msgpack.Decoder(_Stored).decode


def encode_table(table: Table) -> bytes:
    """Return a table as bytes, for storage."""
    play = table.play
    stored = None
    if play is not None:
        before = tuple([(str(state), turn_at, _stored(entered)) for state, turn_at, entered in play.before])
        texts = {"state": str(play.state), "before": before, "last_entered": _stored(play.last_entered)}
        stored = _StoredPlay(**structs.asdict(play) | texts)
    return msgspec.msgpack.encode(_Stored(_STAMP, structs.replace(table, play=None), stored))


def decode_table(body: bytes) -> Table | None:
    """Return the table stored by :func:`encode_table`; None if these bytes cannot be read by this version."""
    try:
        stored = _decode(body)
        if stored.stamp != _STAMP:
            return None
        if stored.play is None:
            return stored.table
        before = tuple([Before(position(state), at, _entered(entered)) for state, at, entered in stored.play.before])
        positions = {"state": position(stored.play.state), "before": before}
        fields = structs.asdict(stored.play) | positions | {"last_entered": _entered(stored.play.last_entered)}
        return structs.replace(stored.table, play=Play(**fields))
    except (msgspec.DecodeError, RoostError):
        return None


def _stored(entered: LastEntered | None) -> Any:
    return None if entered is None else _StoredEntered(**structs.asdict(entered) | {"state": str(entered.state)})


def _entered(stored: Any) -> LastEntered | None:
    return None if stored is None else LastEntered(**structs.asdict(stored) | {"state": position(stored.state)})
