"""Options of commands, and options of games on the command line: ``-o short_game=yes``."""

from collections.abc import Iterable
from typing import Any

import typer

from roost.core.errors import OptionError, quote


def given(names: str, metavar: str, meaning: str, **more: Any) -> Any:
    """Declare an option of a command: its names, the placeholder of its value (empty for a flag) and its help."""
    return typer.Option(*names.split(), metavar=metavar, help=meaning, **more)


def read_options(words: Iterable[str]) -> dict[str, str]:
    """Read the options of a game by name; the values stay text."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise OptionError(f"an option looks like short_game=yes, not {quote(word)}", input=word)
        if name in options:
            raise OptionError(f"the option {quote(name)} is given twice", input=word)
        options[name] = value
    return options
