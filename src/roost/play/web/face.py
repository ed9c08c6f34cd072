"""A game's part in the page: modules, styles and drawings in the folder ``page`` beside its other faces.

They are served as our own files are, from the same origin and under the same policy. A module there imports the page's
own modules by names that begin with ``roost/``, and those of another package of faces by that package's name:

    import { h } from "roost/lib/dom.js";
    import { worm } from "roost.games.set_aside.faces/worm.js";

``docs/page-development.md`` lists what a game may bring. Each file is one thing that the page asks for by its name.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from roost.core.faces import homes
from roost.core.game import Game
from roost.core.registry import all_games
from roost.core.words import Language

PARTS = ("board", "dice", "picture", "setup", "lesson", "box", "record")
"""The modules that the page asks a game for, by the names of their files."""
_FOLDER = "page"
_BARE = re.compile(r'"([A-Za-z_][\w.]*)/([^"\n]+)"')
"""The form of an import by name. It begins with a plain character, which is found many times quicker than a choice."""
_IMPORTED = re.compile(r"(?:\bfrom\s+|\bimport\(|^import\s+)\Z", re.MULTILINE)
"""The words before it if it is one."""
_FAR_ENOUGH = 20
_OURS = "roost"


@cache
def _homes() -> tuple[str, ...]:
    """All packages of faces, a family's before those of its games: the nearer has the last word."""
    return tuple(dict.fromkeys(home for kind in all_games().values() for home in reversed(homes(kind))))


def page_files(suffixes: Mapping[str, str]) -> dict[str, bytes]:
    """Everything that the games bring, by the names under which it is served."""
    found: dict[str, bytes] = {}
    for home in _homes():
        folder = files(home).joinpath(_FOLDER)
        if folder.is_dir():
            found |= found_in(folder, suffixes, f"games/{home}/")
    return found


def page_parts(kind: type[Game]) -> dict[str, str]:
    """The parts that a game brings, and the names of their files: its own before its family's."""
    found = {}
    for part in PARTS:
        for home in homes(kind):
            if files(home).joinpath(_FOLDER, f"{part}.js").is_file():
                found[part] = f"games/{home}/{part}.js"
                break
    return found


def words_of(kind: type[Game], language: Language) -> str:
    """The name of the file with what a game says on the page."""
    return f"games/{kind.name}.{language.value}.json"


def pictures() -> bytes:
    """A module with the pictures of all games that bring one, so that they come together."""
    found = {name: page_parts(kind).get("picture") for name, kind in all_games().items()}
    lines = [f'import {{ picture as p{n} }} from "../{file}";' for n, file in enumerate(found.values()) if file]
    named = [f'  "{name}": p{n},' for n, (name, file) in enumerate(found.items()) if file]
    return "\n".join([*lines, "export const PICTURES = {", *named, "};", ""]).encode()


def found_in(folder: Traversable, suffixes: Mapping[str, str], prefix: str = "") -> dict[str, bytes]:
    """The files of a folder and those below it that browsers need."""
    return dict(_found(folder, suffixes, prefix))


def _found(folder: Traversable, suffixes: Mapping[str, str], prefix: str) -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        name = prefix + item.name
        if item.is_dir():
            yield from _found(item, suffixes, f"{name}/")
        elif PurePosixPath(name).suffix in suffixes:
            yield name, item.read_bytes()


def resolved(name: str, text: str) -> str:
    """A module whose imports by name are relative paths, as browsers want them."""

    def path(match: re.Match[str]) -> str:
        if not _IMPORTED.search(text, max(0, match.start() - _FAR_ENOUGH), match.start()):
            return match[0]
        package = match[1]
        if package != _OURS and package not in _homes():
            raise ValueError(f"{name} imports from {package!r}, which no game here brings")
        target = match[2] if package == _OURS else f"games/{package}/{match[2]}"
        return f'"{relative(name, target)}"'

    return _BARE.sub(path, text)


def relative(name: str, target: str) -> str:
    """The name by which a module calls another."""
    return "../" * len(PurePosixPath(name).parent.parts) + target if "/" in name else f"./{target}"
