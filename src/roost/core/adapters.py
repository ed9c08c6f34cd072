"""Adapters connect a game to the rest of Roost. They are found by name and loaded on demand.

Each adapter lets Roost do one thing with a game: describe it in words, solve its turns, compile it, encode it for a
learner, or draw it. The package that uses an adapter defines its protocol and a default for games without it.

A game lists its adapter packages (:attr:`roost.core.game.Game.adapters`), its own before those of its family.
An adapter is a module or a file in such a package. If several packages have the adapter, the first package's is used.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING

from roost.core.errors import UnsupportedError
from roost.core.extras import needing

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from types import ModuleType

    from roost.core.game import Game


def adapter_packages(kind: type[Game]) -> tuple[str, ...]:
    """Return a game's adapter packages, its own first.

    Subclasses do not inherit adapter packages, because a kernel or a model is wrong as soon as one rule differs.
    A subclass lists the packages that still fit its rules.
    """
    return tuple(vars(kind).get("adapters", ()))


@cache
def _module(kind: type[Game], name: str) -> str | None:
    """Return the full name of a game's adapter module, or None if the game has no such adapter."""
    modules = (f"{package}.{name}" for package in adapter_packages(kind))
    return next((module for module in modules if find_spec(module) is not None), None)


def has_adapter(kind: type[Game], name: str) -> bool:
    """Whether a game has an adapter module of this name. The module is not loaded."""
    return _module(kind, name) is not None


@cache
def find_adapter(kind: type[Game], name: str) -> ModuleType | None:
    """Return a game's adapter module of this name, or None if the game has none."""
    module = _module(kind, name)
    if module is None:
        return None
    with needing("fast", f"{kind.title} ({name})"):
        return import_module(module)


def require_adapter(kind: type[Game], name: str, what: str) -> ModuleType:
    """Return a game's adapter module of this name. If the game lacks it, the error says that it has no ``what``."""
    module = find_adapter(kind, name)
    if module is None:
        raise UnsupportedError(kind.name, what)
    return module


ADAPTERS = ("words", "rules", "odds", "bots", "own_bots", "kernel", "observation", "device", "features", "valuation",
         "training", "exact", "stats", "cards", "screen", "shown", "page", "puzzles")  # fmt: skip
"""Names of all adapters that a game may have (modules, folders or files); docs/ARCHITECTURE.md describes each."""


def adapters_of(kind: type[Game]) -> list[str]:
    """Return the names in ``ADAPTERS`` for which the game has an adapter."""
    stems = {item.name.partition(".")[0] for home in adapter_packages(kind) for item in files(home).iterdir()}
    return [name for name in ADAPTERS if name in stems]


@cache
def adapter_files(kind: type[Game], *names: str) -> tuple[Traversable, ...]:
    """Return one file from each of a game's adapter packages: the first name in ``names`` that exists there."""
    existing = []
    for package in adapter_packages(kind):
        candidates = (files(package).joinpath(name) for name in names)
        existing += [file for file in candidates if file.is_file()][:1]
    return tuple(existing)


def check_message_files(kind: type[Game]) -> None:
    """Raise an error if an adapter package of a game cannot be imported, or if one of its message files is not TOML."""
    import tomllib  # loaded only for games from other packages

    for package in adapter_packages(kind):
        for folder in (files(package), files(package).joinpath("page")):
            for file in folder.iterdir() if folder.is_dir() else ():
                if file.name.endswith(".toml"):
                    try:
                        tomllib.loads(file.read_text(encoding="utf-8"))
                    except ValueError as error:
                        raise ValueError(f"{package}/{file.name}: {error}") from None
