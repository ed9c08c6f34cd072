"""The user's folders: one for data, and a cache for files that can be computed again (compiled code, learnt models)."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

SOURCES = Path(__file__).parents[1]
"""The folder that contains the package's source code."""
NOWHERE = Path("/nonexistent/roost")
"""A path that cannot exist or be created, because it is below the home folder that systems give to users without
one."""


def cache_folder() -> Path:
    """Return the folder for compiled code and learnt models: the first writable candidate, else :data:`NOWHERE`.

    The candidates are NUMBA_CACHE_DIR, a folder beside the sources, and the user's cache folder. Numba tries the same
    places in the same order.
    """
    return next(filter(_can_be_written, _places()), NOWHERE)


def _places() -> Iterator[Path]:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
    yield SOURCES / "__pycache__"
    from platformdirs import user_cache_path  # imported late, because the candidates above are nearly always sufficient

    with suppress(RuntimeError):  # this user has no home folder
        yield user_cache_path("roost")


def _can_be_written(folder: Path) -> bool:
    """Whether files can be created in a folder or, if it does not exist, whether the folder can be created."""
    nearest = next(place for place in (folder, *folder.absolute().parents) if os.access(place, os.F_OK))
    return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)


def data_folder() -> Path:
    """Return the folder for the user's games, tables and evidence; it may not exist yet."""
    from platformdirs import user_data_path  # imported late, because start-up rarely needs it

    try:
        return user_data_path("roost")
    except RuntimeError:  # this user has no home folder
        return NOWHERE
