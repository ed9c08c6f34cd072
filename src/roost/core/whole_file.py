"""Files that appear as a whole: whoever reads one finds what it held before, or all that was written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

_FOR_ALL = 0o666
"""Less what the user's own mask takes away."""
_FOR_ITS_OWNER = 0o600


@contextmanager
def whole_file(path: str | Path, *, is_secret: bool = False) -> Iterator[BinaryIO]:
    """Write a file in place of any that is there; a secret one can be read by its owner alone.

    It takes its place when the block ends, and is then safe from a crash or a power cut. If the block raises, nothing
    has changed.
    """
    target = Path(os.path.realpath(path))  # a link keeps pointing to the file
    fresh = target.with_name(f"{target.name}.new")
    opener = partial(os.open, mode=_FOR_ITS_OWNER if is_secret else _FOR_ALL)
    try:
        with open(fresh, "wb", opener=opener) as file:  # a path's own method takes no opener
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(target)
    except BaseException:  # an interrupt too
        fresh.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):  # elsewhere a folder cannot be opened, and its entries are safe without
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
