"""The folder for what was worked out once and can be worked out again: compiled code, learnt models."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["SOURCES", "cache_folder"]

SOURCES = Path(__file__).parents[1]
"""The package's own sources."""


def cache_folder() -> Path:
    """Where such things are kept: beside the sources, else in the user's own cache, or where NUMBA_CACHE_DIR says."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    beside = SOURCES / "__pycache__"
    if os.access(beside if beside.is_dir() else SOURCES, os.W_OK):
        return beside
    from platformdirs import user_cache_path

    return user_cache_path("roost")
