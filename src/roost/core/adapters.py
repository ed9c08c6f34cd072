"""Adapters: what a game brings to the rest of Roost, found by name and loaded on demand.

An adapter lets Roost do one thing with a game: describe it in words, solve its turn, compile it, encode it for a
learner, draw it. Each adapter's protocol is in the package that uses it, with a default for games without the adapter.

A game lists its adapter packages (:attr:`roost.core.game.Game.adapters`), its own before those of its family.
An adapter is a module of such a package or a file in it; the first package that has it is used.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING

from roost.core.errors import UnsupportedError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from types import ModuleType

    from roost.core.game import Game


def adapter_packages(kind: type[Game]) -> tuple[str, ...]:
    """Return a game's adapter packages, its own first.

    Subclasses do not inherit adapter packages, because rules that differ in one point make a kernel or a model wrong.
    A subclass lists the packages that still fit.
    """
    return tuple(vars(kind).get("adapters", ()))


@cache
def _module(kind: type[Game], name: str) -> str | None:
    """Return the full name of a game's adapter module, or None without one."""
    modules = (f"{package}.{name}" for package in adapter_packages(kind))
    return next((module for module in modules if find_spec(module) is not None), None)


def has_adapter(kind: type[Game], name: str) -> bool:
    """Whether a game has an adapter module of this name. The module is not loaded."""
    return _module(kind, name) is not None


@cache
def find_adapter(kind: type[Game], name: str) -> ModuleType | None:
    """Return a game's adapter module of this name, or None without one."""
    module = _module(kind, name)
    return None if module is None else import_module(module)


def require_adapter(kind: type[Game], name: str, what: str) -> ModuleType:
    """Return a game's adapter module of this name. Without one, the error says that the game has no ``what``."""
    module = find_adapter(kind, name)
    if module is None:
        raise UnsupportedError(kind.name, what)
    return module


ADAPTERS = ("words", "rules", "odds", "bots", "own_bots", "kernel", "observation", "device", "features", "valuation",
         "training", "exact", "stats", "cards", "screen", "shown", "page", "puzzles")  # fmt: skip
"""The adapters that games may bring, by module, folder or file name; docs/ARCHITECTURE.md describes each."""


def adapters_of(kind: type[Game]) -> list[str]:
    """Return the names in ``ADAPTERS`` for which the game has an adapter."""
    stems = {item.name.partition(".")[0] for home in adapter_packages(kind) for item in files(home).iterdir()}
    return [name for name in ADAPTERS if name in stems]


@cache
def adapter_files(kind: type[Game], *names: str) -> tuple[Traversable, ...]:
    """Return one file from each of a game's adapter packages: the first of ``names`` that the package has."""
    existing = []
    for package in adapter_packages(kind):
        candidates = (files(package).joinpath(name) for name in names)
        existing += [file for file in candidates if file.is_file()][:1]
    return tuple(existing)
