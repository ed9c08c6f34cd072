"""Plugins: games and bots of other packages, found by their entry points."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def plugins(group: str) -> list[EntryPoint]:
    """The entry points of a group in alphabetical order; none with ``ROOST_PLUGINS=off``, as for our own tests."""
    if os.environ.get("ROOST_PLUGINS") == "off":
        return []
    from importlib.metadata import entry_points  # here, because it takes longer to import than all the games

    return sorted(entry_points(group=group), key=lambda entry: entry.name)
