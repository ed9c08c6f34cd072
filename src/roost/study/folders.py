"""The user's folders: a cache for what can be computed again (compiled code, learnt models), and one for data."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

SOURCES = Path(__file__).parents[1]
"""The folder of the package's sources."""
NOWHERE = Path("/nonexistent/roost")
"""A path that cannot exist or be created; systems use such a home for users without one."""


def cache_folder() -> Path:
    """Return the folder for compiled code and learnt models: the first writable candidate, else :data:`NOWHERE`.

    Candidates are NUMBA_CACHE_DIR, the folder beside the sources, and the user's cache. Numba looks for a place for
    compiled code in the same order.
    """
    return next(filter(_can_be_written, _places()), NOWHERE)


def _places() -> Iterator[Path]:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
    yield SOURCES / "__pycache__"
    from platformdirs import user_cache_path  # imported late, because the folders above are nearly always enough

    with suppress(RuntimeError):  # this user has no home folder
        yield user_cache_path("roost")


def _can_be_written(folder: Path) -> bool:
    """Whether files can be created in a folder, or the folder itself can be if it does not exist."""
    nearest = next(place for place in (folder, *folder.absolute().parents) if os.access(place, os.F_OK))
    return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)


def data_folder() -> Path:
    """Return the folder for a user's games, tables and evidence, which may not exist yet."""
    from platformdirs import user_data_path  # imported late, because start-up rarely needs it

    try:
        return user_data_path("roost")
    except RuntimeError:  # this user has no home folder
        return NOWHERE
