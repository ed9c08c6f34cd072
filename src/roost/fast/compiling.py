"""How the kernels are compiled: small functions that become parts of others, and few entry points that Python calls.

Numba keeps compiled code in a cache that it renews when the file of the *entry point* changes. Ours are made of
functions from many files, so that their cache entries carry a stamp of every file that can end up in them.

Compiling takes seconds, which somebody waits for after every installation. The second of LLVM's three levels of effort
takes a third less of them, and the code is faster too: the third unrolls and vectorises loops over a few players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.compiler import Compiler

__all__ = ["INNER", "called", "entry_point", "inlined", "viewing"]

_Function = TypeVar("_Function", bound=Callable[..., Any])

INNER: dict[str, Any] = {
    "error_model": "numpy",  # no division by zero to be told, so that nothing can raise
    "no_cpython_wrapper": True,  # Python never calls them
    "no_cfunc_wrapper": True,
    "no_rewrites": True,
    "_nrt": False,  # nothing is allocated, so that no references need counting
}
"""How functions are compiled that only compiled functions call."""
_EFFORT = 2
_PACKAGES = ("fast", "envs", "games", "odds")


@cache
def sources_stamp() -> bytes:
    """A digest of every source file that a kernel can be made of."""
    digest = sha256()
    for package in _PACKAGES:
        for file in sorted((Path(__file__).parent.parent / package).rglob("*.py")):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.digest()


def _stamp(function: Callable[..., Any]) -> bytes:
    """The stamp of one entry point: elsewhere than in the packages above, the files beside it count as well."""
    home = Path(function.__code__.co_filename).parent
    if home.name in _PACKAGES:
        return sources_stamp()
    digest = sha256(sources_stamp())
    for file in sorted(home.glob("*.py")):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.digest()


class _StampedCache(FunctionCache):
    """Numba's cache of one function, made anew when any kernel's source has changed."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba is typed in parts
        self._cache_file._source_stamp = _stamp(function)


@contextmanager
def _effort(level: int) -> Iterator[None]:
    settings: Any = config  # which the module fills in from the environment, unseen by a type checker
    before = settings.OPT
    settings.OPT = type(before)(level)
    try:
        yield
    finally:
        settings.OPT = before


class _QuickCompiler(Compiler):
    """Numba's compiler, with the effort that suits these kernels."""

    def _compile_core(self) -> Any:
        with _effort(_EFFORT):  # under Numba's own lock, so that nobody else compiles meanwhile
            return super()._compile_core()  # type: ignore[no-untyped-call]  # Numba is typed in parts


def inlined(function: _Function) -> _Function:
    """Compile a function that other compiled functions call. It becomes a part of them and needs no cache."""
    return cast("_Function", njit(forceinline=True, **INNER)(function))


def called(function: _Function) -> _Function:
    """Compile a function that others call now and then, for which a copy in each of them would be a waste."""
    return cast("_Function", njit(**INNER)(function))


def viewing(function: _Function) -> _Function:
    """Compile a function that others call and that takes parts of arrays, whose references need counting."""
    return cast("_Function", njit(**{**INNER, "_nrt": True})(function))


def entry_point(function: _Function) -> _Function:
    """Compile a function that Python calls: cached on disk, and run without Python's lock."""
    dispatcher: Any = njit(cache=True, nogil=True, error_model="numpy", pipeline_class=_QuickCompiler)(function)
    dispatcher._cache = _StampedCache(function)
    return cast("_Function", dispatcher)
