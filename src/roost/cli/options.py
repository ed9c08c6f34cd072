"""Options for commands, and for games on the command line: ``-o short_game=yes``."""

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from roost.core.errors import OptionError, quote
from roost.core.words import Language


def given(names: str, metavar: str, meaning: str, **more: Any) -> Any:
    """Declare a command's option: its names, the placeholder for its value (empty for a flag) and its help."""
    return typer.Option(*names.split(), metavar=metavar, help=meaning, **more)


GameOptions = Annotated[
    list[str] | None, given("--option -o", "NAME=VALUE", "Set an option of the game; can be repeated.")
]
Lang = Annotated[
    Language | None,
    typer.Option("--lang", help="The language; default: from ROOST_LANG or your environment."),
]
AsJson = Annotated[bool, given("--json", "", "Print JSON for programs.")]


def read_options(words: Iterable[str]) -> dict[str, str]:
    """Read a game's options by name, without converting their values from text."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise OptionError(f"an option looks like short_game=yes, not {quote(word)}", input=word)
        if name in options:
            raise OptionError(f"the option {quote(name)} is given twice", input=word)
        options[name] = value
    return options
