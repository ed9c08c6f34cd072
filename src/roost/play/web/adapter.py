"""The files that a game brings to the page: modules, styles and drawings in ``page``, beside its other adapters.

They are served like the page's own files, from the same origin and under the same policy. A module there imports the
page's own modules by names that begin with ``roost/``, and those of another adapter package by that package's name:

    import { h } from "roost/lib/dom.js";
    import { worm } from "roost.games.set_aside.adapters/worm.js";

``docs/page-development.md`` lists the files that a game may bring; the page looks them up by name.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from roost.core.adapters import adapter_packages
from roost.core.game import Game
from roost.core.registry import all_games
from roost.core.words import Language

PARTS = ("board", "dice", "picture", "setup", "lesson", "box", "glance", "record")
"""The modules that a game may bring to the page, by file name."""
_FOLDER = "page"
_BARE = re.compile(r'"([A-Za-z_][\w.]*)/([^"\n]+)"')
"""Matches the path of an import by name. It begins with a literal character, which makes searching much faster."""
_IMPORTED = re.compile(r"(?:\bfrom\s+|\bimport\(|^import\s+)\Z", re.MULTILINE)
"""Matches the code before a path if the path is imported."""
_FAR_ENOUGH = 20
_OURS = "roost"


@cache
def _homes() -> tuple[str, ...]:
    """Return all adapter packages, each family's before its games', so that a game's styles override its family's."""
    return tuple(dict.fromkeys(home for kind in all_games().values() for home in reversed(adapter_packages(kind))))


def page_files(suffixes: Mapping[str, str]) -> dict[str, bytes]:
    """Return the contents of all files that games bring, keyed by the names under which they are served."""
    contents: dict[str, bytes] = {}
    for home in _homes():
        folder = files(home).joinpath(_FOLDER)
        if folder.is_dir():
            contents |= found_in(folder, suffixes, f"games/{home}/")
    return contents


def page_parts(kind: type[Game]) -> dict[str, str]:
    """Return the file name of each part that a game brings; its own parts take precedence over its family's."""
    names = {}
    for part in PARTS:
        for home in adapter_packages(kind):
            if files(home).joinpath(_FOLDER, f"{part}.js").is_file():
                names[part] = f"games/{home}/{part}.js"
                break
    return names


def words_of(kind: type[Game], language: Language) -> str:
    """Return the name of the file that holds a game's messages for the page."""
    return f"games/{kind.name}.{language.value}.json"


def pictures() -> bytes:
    """Generate a module with the pictures of all games that bring one, so that a single request loads them."""
    names = {name: page_parts(kind).get("picture") for name, kind in all_games().items()}
    imports = [f'import {{ picture as p{n} }} from "../{file}";' for n, file in enumerate(names.values()) if file]
    entries = [f'  "{name}": p{n},' for n, (name, file) in enumerate(names.items()) if file]
    return "\n".join([*imports, "export const PICTURES = {", *entries, "};", ""]).encode()


def found_in(folder: Traversable, suffixes: Mapping[str, str], prefix: str = "") -> dict[str, bytes]:
    """Return the files with these suffixes in a folder and its subfolders."""
    return dict(_walk(folder, suffixes, prefix))


def _walk(folder: Traversable, suffixes: Mapping[str, str], prefix: str) -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        name = prefix + item.name
        if item.is_dir():
            yield from _walk(item, suffixes, f"{name}/")
        elif PurePosixPath(name).suffix in suffixes:
            yield name, item.read_bytes()


def resolved(name: str, text: str) -> str:
    """Convert imports by name to relative paths, which browsers need."""

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
    """Return the relative path from one module to another."""
    return "../" * len(PurePosixPath(name).parent.parts) + target if "/" in name else f"./{target}"
