"""The extras: plain ``pip install roost`` plays in browser and terminal, and they add the rest."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class MissingExtraError(ImportError):
    """A library is missing that an extra would bring. The message says what to install."""


def how_to_install(extra: str, system: str = sys.platform) -> str:
    """The command that installs an extra: into a clone's own environment, where this is a clone.

    Double quotes are those of every shell, on Windows too.
    """
    clone = Path(__file__).parents[3]
    if (clone / "pyproject.toml").is_file() and (clone / "src").is_dir():
        pip = r".venv\Scripts\pip" if system == "win32" else ".venv/bin/pip"
        return f'{pip} install -e ".[{extra}]"'
    return f'pip install "roost[{extra}]"'


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Imports that an extra brings, in one sentence if it is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise MissingExtraError(f"{missing.name} is not installed: {how_to_install(extra)}") from None
