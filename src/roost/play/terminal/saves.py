"""Where games are kept: each in a record file of its own, so that any can be resumed, replayed and verified."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from secrets import token_hex

from roost.core.errors import RoostError
from roost.core.record import Record, RecordError, load
from roost.study.folders import data_folder

__all__ = ["FOLDER_VARIABLE", "games_folder", "new_file", "newest_first", "newest_unfinished", "unfinished"]

FOLDER_VARIABLE = "ROOST_GAMES"
"""The environment variable that names another folder."""
_SUFFIX = ".roost"
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
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{game}-{token_hex(3)}{_SUFFIX}"


def unfinished() -> Iterator[tuple[Path, Record]]:
    """The games that are not over, the latest first. Files that cannot be read are passed over."""
    for path in newest_first(games_folder(), _SUFFIX)[:_MOST_FILES]:
        try:
            record = load(path)
        except (OSError, RecordError):
            continue
        if not record.is_finished:
            yield path, record


def newest_unfinished() -> Path:
    """The game that was played last and is not over."""
    found = next(unfinished(), None)
    if found is None:
        raise RoostError(f"no unfinished game is kept in {games_folder()}; roost play begins one")
    return found[0]


def newest_first(folder: Path, suffix: str) -> list[Path]:
    """The files of a kind, the latest first."""
    times: dict[Path, int] = {}
    for path in folder.glob(f"*{suffix}"):
        try:
            times[path] = path.stat().st_mtime_ns
        except OSError:  # it went away meanwhile
            continue
    return sorted(times, key=lambda path: times[path], reverse=True)
