"""Games and seats stored on this machine, so that they survive a crash of the terminal.

Each game has its own record file, so that it can be resumed, replayed and verified. A seat at a server's table has its
own file in the same folder. The seat file contains the seat's secret token, so only its owner may read it, and it is
deleted when the game is over.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex

import msgspec
from msgspec import Struct

from roost.core.errors import RoostError
from roost.core.record import RecordError, load
from roost.core.whole_file import whole_file
from roost.study.folders import data_folder

FOLDER_VARIABLE = "ROOST_GAMES"
"""Environment variable that names a different folder for games."""
_GAME = ".roost"
SEAT = ".seat"
"""File name suffix for a stored seat at a server's table."""
_MOST_FILES = 200
"""Maximum number of files in which to look for an unfinished game."""


def games_folder() -> Path:
    """Return the folder for games: the one named in the environment, or else one in the user's data directory."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    return data_folder() / "games"


def new_file(game: str) -> Path:
    """Return a path for a new game, named after the current time. The folder is created if necessary."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"games cannot be stored in {folder} ({error.strerror}): set another folder in {FOLDER_VARIABLE}"
        raise RoostError(message, input=str(folder)) from None
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{game}-{token_hex(3)}{_GAME}"


def newest_unfinished() -> Path:
    """Return the file of the latest unfinished game. Unreadable files are skipped."""
    for path in _newest_first(_GAME)[:_MOST_FILES]:
        with suppress(OSError, RecordError):
            if not load(path).is_finished:
                return path
    raise RoostError(f"there is no unfinished game in {games_folder()}; roost play begins one")


def _newest_first(suffix: str) -> list[Path]:
    """Return the files with this suffix, latest first."""
    times: dict[Path, int] = {}
    for path in games_folder().glob(f"*{suffix}"):
        with suppress(OSError):  # the file may have been deleted in the meantime
            times[path] = path.stat().st_mtime_ns
    return sorted(times, key=lambda path: times[path], reverse=True)


class KeptSeat(Struct, frozen=True):
    """A stored seat at a server's table."""

    server: str
    table: str
    """Id of the table."""
    code: str
    token: str
    """The player's secret token."""


def keep_seat(seat: KeptSeat) -> Path:
    """Store a seat in a file that only its owner can read."""
    path = _file_of(seat)
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path, is_secret=True) as file:
        file.write(msgspec.json.encode(seat))
    return path


def read_seat(path: Path) -> KeptSeat:
    """Read the file of a stored seat."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=KeptSeat)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RoostError(f"{path} is not a stored seat: {error}", input=str(path)) from None


def find_seat(server: str, code: str) -> KeptSeat | None:
    """Return the stored seat at the table with this code; None if no such seat is stored."""
    return next((seat for _, seat in _stored_seats() if (seat.server, seat.code) == (server, code.upper())), None)


def newest_to_resume() -> Path:
    """Return the latest file to resume: the record of an unfinished local game, or a seat at a server's table."""
    seat = next((path for path, _ in _stored_seats()), None)
    if seat is None:
        return newest_unfinished()
    try:
        return max(newest_unfinished(), seat, key=lambda path: path.stat().st_mtime_ns)
    except RoostError:
        return seat


def forget_seat(seat: KeptSeat) -> None:
    """Delete the file of a stored seat."""
    _file_of(seat).unlink(missing_ok=True)


def _stored_seats() -> Iterator[tuple[Path, KeptSeat]]:
    """Yield the stored seats and their files, latest first. Unreadable files are skipped."""
    for path in _newest_first(SEAT):
        try:
            yield path, read_seat(path)
        except RoostError:
            continue


def _file_of(seat: KeptSeat) -> Path:
    return games_folder() / f"{seat.code}-{seat.table}{SEAT}"
