"""Faces: what a game brings of its own to the rest of Roost, found by name and loaded when somebody asks.

A face is something that Roost does with a game: tell it in words, solve its turn, compile it, show it to a learner,
draw it. Each is a small protocol in the package that uses it, which also has a plain answer for games that bring none.

A game lists the packages that hold its faces (:attr:`roost.core.game.Game.faces`), its own before those of its family.
A face is a module of such a package, or a file beside it: the first package that has it answers.
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


def homes(kind: type[Game]) -> tuple[str, ...]:
    """The packages that hold a game's faces, the nearest first.

    They are not inherited: rules that differ in one point make a kernel or a model wrong, so that a subclass has to
    say which faces still fit.
    """
    return tuple(vars(kind).get("faces", ()))


@cache
def _module(kind: type[Game], name: str) -> str | None:
    """The name of the module that a game brings for a face."""
    modules = (f"{home}.{name}" for home in homes(kind))
    return next((module for module in modules if find_spec(module) is not None), None)


def has_face(kind: type[Game], name: str) -> bool:
    """Whether a game brings a module for a face; it is not loaded for this."""
    return _module(kind, name) is not None


@cache
def find_face(kind: type[Game], name: str) -> ModuleType | None:
    """The module that a game brings for a face, if it brings one."""
    module = _module(kind, name)
    return None if module is None else import_module(module)


def need_face(kind: type[Game], name: str, what: str) -> ModuleType:
    """The same where there is no plain answer: ``what`` says what the game then has none of."""
    found = find_face(kind, name)
    if found is None:
        raise UnsupportedError(kind.name, what)
    return found


FACES = ("words", "rules", "odds", "bots", "own_bots", "kernel", "observation", "device", "features", "valuation",
         "training", "exact", "stats", "cards", "screen", "shown", "page", "puzzles")  # fmt: skip
"""The faces that games may bring, by modules, folders and files; docs/ARCHITECTURE.md tells what each is for."""


def brought(kind: type[Game]) -> list[str]:
    """The names among these that a game brings."""
    held = {item.name.partition(".")[0] for home in homes(kind) for item in files(home).iterdir()}
    return [face for face in FACES if face in held]


@cache
def face_files(kind: type[Game], *names: str) -> tuple[Traversable, ...]:
    """The files of a game's packages by these names, the nearest first: of each package, the first name that it has."""
    found = []
    for home in homes(kind):
        held = (files(home).joinpath(name) for name in names)
        found += [file for file in held if file.is_file()][:1]
    return tuple(found)
