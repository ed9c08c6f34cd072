"""Optional extras. Plain ``pip install roost`` is enough to play in a browser or terminal; extras add the rest."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from roost.core.errors import UnsupportedError

_FAST = ("numpy", "numba")
"""The libraries of the extra ``fast``, with which Roost compiles its solvers and evaluates its networks."""


class MissingExtraError(UnsupportedError, ImportError):
    """A library that belongs to an optional extra is not installed. The message says how to get it."""

    def __init__(self, message: str, extra: str) -> None:
        ImportError.__init__(self, message)
        self.input = extra
        self.position = None


def how_to_install(extra: str, system: str = sys.platform) -> str:
    """Return the command that installs an extra. In a source clone, it installs into the clone's own environment.

    The command uses double quotes because they work in every shell, including those on Windows.
    """
    clone = Path(__file__).parents[3]
    if (clone / "pyproject.toml").is_file() and (clone / "src").is_dir():
        pip = r".venv\Scripts\pip" if system == "win32" else ".venv/bin/pip"
        return f'{pip} install -e ".[{extra}]"'
    return f'pip install "roost[{extra}]"'


@cache
def has_fast() -> bool:
    """Whether the extra ``fast`` is installed. Without it, odds and bots are computed in plain Python, or refused."""
    return all(find_spec(library) is not None for library in _FAST)


@contextmanager
def needing(extra: str, what: str = "", system: str = sys.platform) -> Iterator[None]:
    """Convert a failed import of an extra's library into a :class:`MissingExtraError` that names ``what`` needs it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise missing_extra(extra, what, missing.name or extra, system) from None


def missing_extra(extra: str, what: str, library: str, system: str = sys.platform) -> MissingExtraError:
    """Return the error for a library that is not installed.

    It names ``what`` needs the library, for example a bot. In a browser nothing can be installed, so it says where else
    to find that.
    """
    if system == "emscripten":
        message = f"{what or extra} is not available in the browser, only in Roost on a computer"
    else:
        message = f"{what} needs {library}, which" if what else library
        message += f" is not installed: {how_to_install(extra)}"
    return MissingExtraError(message, extra)
