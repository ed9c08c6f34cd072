"""Games and seats, kept on this machine: whatever happens to the terminal, they are still there.

Each game is in a record file of its own, so that any can be resumed, replayed and verified. A seat at a server's table
is in a file beside them. It holds the secret that the server gave us, so that nobody but its owner may read it, and is
gone when its game is over.
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
"""The environment variable that names another folder."""
_GAME = ".roost"
SEAT = ".seat"
"""How the names of files end that keep a seat at a server's table."""
_MOST_FILES = 200
"""How far back an unfinished game is looked for."""


def games_folder() -> Path:
    """The folder of the games: in the user's data, unless the environment names another."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    return data_folder() / "games"


def new_file(game: str) -> Path:
    """A file for a new game, named after the time. The folder is made if need be."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        message = f"games cannot be kept in {folder} ({why.strerror}): name another folder in {FOLDER_VARIABLE}"
        raise RoostError(message, input=str(folder)) from None
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{game}-{token_hex(3)}{_GAME}"


def newest_unfinished() -> Path:
    """The game that was played last and is not over. Files that cannot be read are passed over."""
    for path in _newest_first(_GAME)[:_MOST_FILES]:
        with suppress(OSError, RecordError):
            if not load(path).is_finished:
                return path
    raise RoostError(f"no unfinished game is kept in {games_folder()}; roost play begins one")


def _newest_first(suffix: str) -> list[Path]:
    """The files of a kind, the latest first."""
    times: dict[Path, int] = {}
    for path in games_folder().glob(f"*{suffix}"):
        with suppress(OSError):  # it went away meanwhile
            times[path] = path.stat().st_mtime_ns
    return sorted(times, key=lambda path: times[path], reverse=True)


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
    """The file of what was played last and is not over: the record of a game here, or a seat elsewhere."""
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
    for path in _newest_first(SEAT):
        try:
            yield path, read_seat(path)
        except RoostError:
            continue


def _file_of(seat: KeptSeat) -> Path:
    return games_folder() / f"{seat.code}-{seat.table}{SEAT}"
