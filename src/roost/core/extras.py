"""Optional extras. Plain ``pip install roost`` is enough to play in a browser or terminal; extras add the rest."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class MissingExtraError(ImportError):
    """A library that belongs to an optional extra is not installed. The message gives the install command."""


def how_to_install(extra: str, system: str = sys.platform) -> str:
    """Return the command that installs an extra. In a source clone, it installs into the clone's own environment.

    The command uses double quotes because they work in every shell, including those on Windows.
    """
    clone = Path(__file__).parents[3]
    if (clone / "pyproject.toml").is_file() and (clone / "src").is_dir():
        pip = r".venv\Scripts\pip" if system == "win32" else ".venv/bin/pip"
        return f'{pip} install -e ".[{extra}]"'
    return f'pip install "roost[{extra}]"'


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Convert a failed import of an extra's library into a :class:`MissingExtraError`."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise MissingExtraError(f"{missing.name} is not installed: {how_to_install(extra)}") from None
