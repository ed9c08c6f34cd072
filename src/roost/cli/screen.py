"""Command output: results go to standard output, errors and progress to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from roost.core.words import Language, Messages, preferred_language

if TYPE_CHECKING:
    from rich.console import Console


def console(*, stderr: bool = False) -> Console:
    """Return a console that uses colours and wraps lines only in a terminal."""
    from rich.console import Console  # imported here because it is slow to load and --help does not need it

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=not stream.isatty())


@contextmanager
def progress_bar(title: str, total: int | None) -> Iterator[Callable[..., None] | None]:
    """Show a progress bar with the time left if standard error is a terminal; yield the function that moves it."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import Progress  # slow to load

    with Progress(console=screen, transient=True) as bar:
        yield partial(bar.update, bar.add_task(title, total=total))


def complain(message: str) -> None:
    """Print an error as a red line on standard error."""
    from rich.text import Text

    console(stderr=True).print(Text(f"roost: {message}", "red"))


def messages_in(language: Language | None) -> Messages:
    """Return the messages in a language; by default, in the environment's language."""
    return Messages(language or preferred_language(os.environ))


def print_json(data: object) -> None:
    """Print indented JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=False))
