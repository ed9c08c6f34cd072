"""The user's own folders: one for what can be worked out again (compiled code, learnt models), one for what cannot."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

SOURCES = Path(__file__).parents[1]
"""The package's own sources."""
NOWHERE = Path("/nonexistent/roost")
"""A home where nothing is and nothing can be made: systems give it to users who have none."""


def cache_folder() -> Path:
    """The folder for compiled code and learnt models: the first place that can be written to, else none.

    NUMBA_CACHE_DIR names one, then comes the place beside the sources, then the user's own cache. Numba looks for a
    place for compiled code in the same order.
    """
    return next(filter(_can_be_written, _places()), NOWHERE)


def _places() -> Iterator[Path]:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
    yield SOURCES / "__pycache__"
    from platformdirs import user_cache_path  # here, because the places above are nearly always enough

    with suppress(RuntimeError):  # this user has no home
        yield user_cache_path("roost")


def _can_be_written(folder: Path) -> bool:
    """Whether files can be made in a folder, or the folder itself where there is none yet."""
    there = next(place for place in (folder, *folder.absolute().parents) if os.access(place, os.F_OK))
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def data_folder() -> Path:
    """The folder for games, tables and evidence of a user. It may not be there yet."""
    from platformdirs import user_data_path  # here, because hardly anything at start-up asks for it

    try:
        return user_data_path("roost")
    except RuntimeError:  # this user has no home
        return NOWHERE
