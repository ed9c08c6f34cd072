"""A table as it was at one version, as bytes. The log stays the truth: a snapshot only saves reading it from the start.

A snapshot that another version of Roost wrote, or that cannot be read, is ignored.
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
"""To be raised when the same entries come to mean another table."""
_KeptEntered: Any = msgspec.defstruct(
    "_KeptEntered",
    [(field.name, str if field.name == "state" else field.type) for field in structs.fields(LastEntered)],
)
_AS_TEXT: dict[str, Any] = {
    "state": str,
    "before": tuple[tuple[str, float, _KeptEntered | None], ...],
    "last_entered": _KeptEntered | None,
}
"""Positions are kept as text."""

_KeptPlay: Any = msgspec.defstruct(
    "_KeptPlay", [(field.name, _AS_TEXT.get(field.name, field.type)) for field in structs.fields(Play)]
)
_KINDS = Table, Play, Chair, LastEntered, Opening, Series, Member, Result
_FIELDS = [field.encode_name for kind in _KINDS for field in structs.fields(kind)]
_STAMP = sha256(f"{_FORMAT} {_FIELDS}".encode()).hexdigest()[:16]


class _Kept(Struct):
    stamp: str
    table: Table
    play: _KeptPlay | None


_decode = msgspec.msgpack.Decoder(_Kept).decode


def encode_table(table: Table) -> bytes:
    """The table as bytes."""
    play = table.play
    kept = None
    if play is not None:
        before = tuple([(str(state), turn_at, _kept(entered)) for state, turn_at, entered in play.before])
        texts = {"state": str(play.state), "before": before, "last_entered": _kept(play.last_entered)}
        kept = _KeptPlay(**structs.asdict(play) | texts)
    return msgspec.msgpack.encode(_Kept(_STAMP, structs.replace(table, play=None), kept))


def decode_table(body: bytes) -> Table | None:
    """The table that :func:`encode_table` was given; nothing, if it cannot be read here."""
    try:
        kept = _decode(body)
        if kept.stamp != _STAMP:
            return None
        if kept.play is None:
            return kept.table
        before = tuple([Before(position(state), at, _entered(entered)) for state, at, entered in kept.play.before])
        positions = {"state": position(kept.play.state), "before": before}
        fields = structs.asdict(kept.play) | positions | {"last_entered": _entered(kept.play.last_entered)}
        return structs.replace(kept.table, play=Play(**fields))
    except (msgspec.DecodeError, RoostError):
        return None


def _kept(entered: LastEntered | None) -> Any:
    return None if entered is None else _KeptEntered(**structs.asdict(entered) | {"state": str(entered.state)})


def _entered(kept: Any) -> LastEntered | None:
    return None if kept is None else LastEntered(**structs.asdict(kept) | {"state": position(kept.state)})
