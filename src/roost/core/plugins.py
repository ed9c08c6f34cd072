"""Plugins: games and bots from other packages, found by their entry points."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def plugins(group: str) -> list[EntryPoint]:
    """Return a group's entry points in alphabetical order. ``ROOST_PLUGINS=off`` hides all, as in Roost's own tests."""
    if os.environ.get("ROOST_PLUGINS") == "off":
        return []
    from importlib.metadata import entry_points  # slow to import, so only when needed

    return sorted(entry_points(group=group), key=lambda entry: entry.name)
