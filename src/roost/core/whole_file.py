"""Atomic file writes: a reader sees either the old content or all of the new content."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

_FOR_ALL = 0o666
"""Mode of ordinary files, before the user's umask."""
_FOR_ITS_OWNER = 0o600


@contextmanager
def whole_file(path: str | Path, *, is_secret: bool = False) -> Iterator[BinaryIO]:
    """Replace a file atomically. Only the owner can read a secret file.

    The new file takes its place when the block ends, and then survives a crash or a power cut. If the block raises,
    the old file is unchanged.
    """
    target = Path(os.path.realpath(path))  # a symbolic link keeps pointing to the file
    fresh = target.with_name(f"{target.name}.new")
    opener = partial(os.open, mode=_FOR_ITS_OWNER if is_secret else _FOR_ALL)
    try:
        with open(fresh, "wb", opener=opener) as file:  # Path.open takes no opener
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(target)
    except BaseException:  # an interrupt too
        fresh.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):  # systems without it cannot open folders, and need no sync of their entries
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
