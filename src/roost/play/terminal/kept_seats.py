"""Seats at servers' tables, kept on this machine: whatever happens to the terminal, the seat is still ours.

A seat is kept in a file of its own beside the saved games. It holds the secret that the server gave us, so that nobody
but its owner may read it, and is gone when its game is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from roost.core.errors import RoostError
from roost.core.whole_file import whole_file
from roost.play.terminal.saves import games_folder, newest_first, newest_unfinished

__all__ = ["SUFFIX", "KeptSeat", "find_seat", "forget_seat", "keep_seat", "newest_to_resume", "read_seat"]

SUFFIX = ".seat"
"""How the names of the files end."""


class KeptSeat(Struct, frozen=True):
    """A seat at a table."""

    server: str
    table: str
    """The id of the table."""
    code: str
    token: str
    """The secret of the person who sits there."""


def keep_seat(seat: KeptSeat) -> Path:
    """Keep a seat, readable by nobody else."""
    path = _file_of(seat)
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path, is_secret=True) as file:
        file.write(msgspec.json.encode(seat))
    return path


def read_seat(path: Path) -> KeptSeat:
    """The seat that a file keeps."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=KeptSeat)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as why:
        raise RoostError(f"{path} keeps no seat: {why}", input=str(path)) from None


def find_seat(server: str, code: str) -> KeptSeat | None:
    """Our seat at the table with this code, if we have one."""
    return next((seat for _, seat in _kept() if (seat.server, seat.code) == (server, code.upper())), None)


def newest_to_resume() -> Path:
    """What was played last and is not over: the record of a game here, or a seat elsewhere."""
    seat = next((path for path, _ in _kept()), None)
    if seat is None:
        return newest_unfinished()
    try:
        return max(newest_unfinished(), seat, key=lambda path: path.stat().st_mtime_ns)
    except RoostError:
        return seat


def forget_seat(seat: KeptSeat) -> None:
    """Throw a seat away."""
    _file_of(seat).unlink(missing_ok=True)


def _kept() -> Iterator[tuple[Path, KeptSeat]]:
    """The kept seats, the latest first. Files that cannot be read are passed over."""
    for path in newest_first(games_folder(), SUFFIX):
        try:
            yield path, read_seat(path)
        except RoostError:
            continue


def _file_of(seat: KeptSeat) -> Path:
    return games_folder() / f"{seat.code}-{seat.table}{SUFFIX}"
