"""Optional extras. Without any, Roost plays in a browser and in a terminal; extras add the rest."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path

from roost.core.errors import UnsupportedError

_FAST = ("numpy", "numba")
"""The libraries of the extra ``fast``, with which Roost compiles its solvers and evaluates its networks."""


_OF_ROOST = re.compile(r"roost\[(\w+)\]")
_PLAIN = ContextVar("_PLAIN", default=False)


class MissingExtraError(UnsupportedError, ImportError):
    """A library that belongs to an optional extra is not installed. The message says how to get it."""

    def __init__(self, message: str, extra: str) -> None:
        ImportError.__init__(self, message)
        self.input = extra
        self.position = None


def how_to_install(extra: str, system: str = sys.platform) -> str:
    """Return the command that installs an extra. In a source clone, it installs into the clone's own environment.

    Elsewhere it names the extra's libraries, because the package index does not have Roost. The command uses double
    quotes because they work in every shell, including those on Windows.
    """
    clone = Path(__file__).parents[3]
    if (clone / "pyproject.toml").is_file() and (clone / "src").is_dir():
        pip = r".venv\Scripts\pip" if system == "win32" else ".venv/bin/pip"
        return f'{pip} install -e ".[{extra}]"'
    return "pip install " + (" ".join(libraries_of(extra)) or f'".[{extra}]"')


def libraries_of(extra: str) -> Iterator[str]:
    """Yield an extra's libraries with their versions, quoted for a shell."""
    for line in _declared():
        library, _, condition = line.partition(";")
        if re.search(rf"""\bextra == ['"]{extra}['"]""", condition):
            of_roost = _OF_ROOST.fullmatch(library.strip())
            yield from libraries_of(of_roost[1]) if of_roost else [f'"{library.strip()}"']


def _declared() -> list[str]:
    """Return the requirements that the installed package declares; empty if Roost runs without being installed."""
    try:
        return requires("roost") or []
    except PackageNotFoundError:
        return []


@cache
def has_fast() -> bool:
    """Whether the extra ``fast`` is installed. Without it, odds and bots are computed in plain Python, or refused."""
    return all(find_spec(library) is not None for library in _FAST)


def uses_fast() -> bool:
    """Whether turns are solved in compiled code: if it is installed, but not in :func:`in_plain_python`."""
    return has_fast() and not _PLAIN.get()


@contextmanager
def in_plain_python() -> Iterator[None]:
    """Solve turns in plain Python, even if compiled code is installed.

    For a single turn this is quicker, because loading NumPy and Numba takes longer than solving the turn.
    """
    before = _PLAIN.set(True)
    try:
        yield
    finally:
        _PLAIN.reset(before)


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
