"""Plugins: games and bots from other packages, found by their entry points.

A plugin that cannot be loaded is left out, so that everything else works. A line on standard error names it and says
why, and :func:`left_out` returns all of them.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_log = logging.getLogger(__name__)


class LeftOut(NamedTuple):
    """A plugin that could not be loaded."""

    plugin: str
    """Its name and the object that its entry point names."""
    why: str


_left_out: dict[tuple[str, str], LeftOut] = {}


def plugins(group: str) -> list[EntryPoint]:
    """Return a group's entry points in alphabetical order. ``ROOST_PLUGINS=off`` hides all, as in Roost's own tests."""
    if os.environ.get("ROOST_PLUGINS") == "off":
        return []
    from importlib.metadata import entry_points  # slow to import, so only when needed

    return sorted(entry_points(group=group), key=lambda entry: entry.name)


def load_plugin(entry: EntryPoint, check: Callable[[Any], None]) -> Any | None:
    """Return the object that an entry point names; None if it cannot be loaded or ``check`` raises an error."""
    key = entry.group, entry.name
    try:
        plugin = entry.load()
        check(plugin)
    except (Exception, SystemExit) as error:  # importing a plugin may raise anything
        if key not in _left_out:
            _left_out[key] = LeftOut(f"{entry.name} ({entry.value})", f"{type(error).__name__}: {error}")
            _log.warning("roost: the plugin %s was left out: %s", *_left_out[key])
        return None
    _left_out.pop(key, None)
    return plugin


def left_out() -> tuple[LeftOut, ...]:
    """Return the plugins that could not be loaded so far."""
    return tuple(_left_out.values())
