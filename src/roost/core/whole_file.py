"""Atomic file writes: readers see either all the old content or all the new content."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

_FOR_ALL = 0o666
"""Permissions of ordinary files, before the user's umask applies."""
_FOR_ITS_OWNER = 0o600


@contextmanager
def whole_file(path: str | Path, *, is_secret: bool = False) -> Iterator[BinaryIO]:
    """Replace a file atomically. With ``is_secret``, only the owner can read the new file.

    The new content takes effect when the block ends, and from then on survives a crash or a power cut. If the block
    raises, the old file is unchanged.
    """
    target = Path(os.path.realpath(path))  # replace the file that a symbolic link points to, not the link
    fresh = target.with_name(f"{target.name}.new")
    opener = partial(os.open, mode=_FOR_ITS_OWNER if is_secret else _FOR_ALL)
    try:
        with open(fresh, "wb", opener=opener) as file:  # not Path.open, which takes no opener
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(target)
    except BaseException:  # KeyboardInterrupt too
        fresh.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):  # systems without O_DIRECTORY cannot open folders, and need not sync them
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
