"""The output of commands: results to standard output, complaints and progress to standard error."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from roost.core.words import Language, Messages, preferred_language

if TYPE_CHECKING:
    from rich.console import Console


def console(*, stderr: bool = False) -> Console:
    """A console that colours only for a terminal, and breaks no line that goes into a file or a pipe."""
    from rich.console import Console  # here, because help needs no Rich and would wait for it

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=not stream.isatty())


def complain(message: str) -> None:
    """One red line on standard error."""
    from rich.text import Text

    console(stderr=True).print(Text(f"roost: {message}", "red"))


def messages_in(language: Language | None) -> Messages:
    """The messages of the language that was asked for, else of the one that the environment prefers."""
    return Messages(language or preferred_language(os.environ))


def print_json(data: object) -> None:
    """JSON for programs, still readable by people."""
    print(json.dumps(data, indent=2, ensure_ascii=False))
