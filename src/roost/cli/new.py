"""``roost new``: create the package of a new, working game."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from roost.cli.screen import messages_in
from roost.core.errors import OptionError, quote
from roost.core.registry import all_games
from roost.core.words import Language

_NAME = re.compile(r"[a-z][a-z0-9]{1,29}")
_TITLE = re.compile(r"[\w '’!?&.,:-]{1,40}")
_SUFFIX = ".txt"
"""Suffix of all template files, so that tools do not treat them as Python or TOML."""


def lay_out(name: str, title: str | None, folder: Path | None, language: Language | None) -> None:
    """Write the package of a new game, and print the next steps."""
    title = name.capitalize() if title is None else title.strip()
    if not _NAME.fullmatch(name) or name in all_games():
        hint = "this name is taken" if name in all_games() else "such as cantstop"
        message = f"a game's name has 2 to 30 lowercase letters and digits ({hint}), not {quote(name)}"
        raise OptionError(message, input=name)
    if not _TITLE.fullmatch(title):
        raise OptionError(f"a title has 1 to 40 letters, digits and punctuation marks, not {quote(title)}", input=title)
    target = folder or Path(f"roost-{name}")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise OptionError(f"{target} already exists", input=str(target))
    words = {
        "NAME": name,
        "CLASS": name.capitalize(),
        "PREFIX": name[:3].upper(),
        "TITLE": title,
        "QUOTED": json.dumps(title, ensure_ascii=False),  # a valid string in Python and in TOML
    }
    for path, text in _filled(files("roost.cli").joinpath("template"), words):
        file = target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    say = messages_in(language).say
    print(say("new.made", folder=target))
    for command in (f"cd {target}", "pip install -e . pytest", "pytest", "roost host"):
        print(f"    {command}")


def _filled(folder: Traversable, words: dict[str, str], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and text of every file in a template folder, with placeholders replaced."""
    places = re.compile("|".join(words))
    for item in folder.iterdir():
        path = above + places.sub(lambda match: words[match[0]], item.name)
        if item.is_dir():
            yield from _filled(item, words, f"{path}/")
        elif item.name.endswith(_SUFFIX):
            text = item.read_text(encoding="utf-8")
            yield path.removesuffix(_SUFFIX), places.sub(lambda match: words[match[0]], text)
