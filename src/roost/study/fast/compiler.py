"""Compile kernels with Numba: small functions that are inlined, and a few entry points that Python calls.

Numba invalidates cached code when the file of the *entry point* changes. Our entry points inline functions from many
files, so their cache entries carry a hash of every file that they may depend on.

Compiling takes seconds, which users wait for after every installation. The second of LLVM's three optimisation levels
takes a third less time. Its code is faster too, because the third level unrolls and vectorises loops over few players.

Both features use internals of Numba that may change. Numba's version is bounded, and the internals are checked here.
Without the hash, no code is cached on disk, because stale code would be wrong; without the rest, Numba's default level
is used. Both cases emit a warning. Where the disk is not writable, each process compiles what it needs.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import __version__ as numba_version
from numba import njit
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.compiler import Compiler
from numba.core.cpu import CPUTargetOptions

_Function = TypeVar("_Function", bound=Callable[..., Any])


def missing_parts(cache: type = FunctionCache, compiler: type = Compiler, settings: Any = config) -> list[str]:
    """Return which of the required internals this version of Numba lacks."""
    missing = []
    if not hasattr(compiler, "_compile_core") or not hasattr(settings, "OPT"):
        missing.append("effort")
    try:
        has_stamp = hasattr(cache(known_options)._cache_file, "_source_stamp")
    except RuntimeError:  # no folder for a cache, so no cached code can be stale
        has_stamp = True
    except (AttributeError, TypeError):  # the internals have changed
        has_stamp = False
    return [*missing, *([] if has_stamp else ["stamp"])]


def known_options(options: dict[str, Any], known: type = CPUTargetOptions) -> dict[str, Any]:
    """Return the compiler options that this version of Numba knows; none of them changes results."""
    return {name: value for name, value in options.items() if hasattr(known, name)}


INNER: dict[str, Any] = known_options(
    {
        "error_model": "numpy",  # division by zero does not raise, so no function can raise
        "no_cpython_wrapper": True,  # Python never calls these functions
        "no_cfunc_wrapper": True,
        "no_rewrites": True,
        "_nrt": False,  # no memory is allocated, so no references need counting
    }
)
"""Options for functions that only compiled functions call."""
_EFFORT = 2
_SHARED = ("study/fast", "games")
"""Folders whose functions may be inlined into kernels in other folders."""


@cache
def sources_stamp() -> bytes:
    """Return a hash of every source file that any kernel may depend on."""
    source = Path(__file__).parents[2]
    return _digest(file for folder in _SHARED for file in sorted((source / folder).rglob("*.py")))


def _stamp(function: Callable[..., Any]) -> bytes:
    """Return the hash of the files that an entry point may depend on: the shared ones and those in its folder."""
    beside = Path(function.__code__.co_filename).parent.glob("*.py")
    return sha256(sources_stamp() + _digest(sorted(beside))).digest()


def _digest(files: Iterable[Path]) -> bytes:
    digest = sha256()
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    return digest.digest()


class _StampedCache(FunctionCache):
    """Numba's cache of a function, invalidated when any kernel's source changes. Errors of the disk are ignored."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba is typed in parts
        self._cache_file._source_stamp = _stamp(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with suppress(OSError):  # an unreadable entry is compiled again
            try:
                return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]  # as above
            except (AttributeError, ImportError):  # written by a version in which a record had another name
                self.flush()  # type: ignore[no-untyped-call]  # as above
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # full disk or missing folder: the compiled code lasts for this process
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]  # as above


@contextmanager
def _effort(level: int) -> Iterator[None]:
    settings: Any = config  # typed as Any because the module fills itself in from the environment
    before = settings.OPT
    settings.OPT = type(before)(level)
    try:
        yield
    finally:
        settings.OPT = before


class _QuickCompiler(Compiler):
    """Numba's compiler at the optimisation level that suits these kernels."""

    def _compile_core(self) -> Any:
        with _effort(_EFFORT):  # safe because Numba holds its own lock during compilation
            return super()._compile_core()  # type: ignore[no-untyped-call]  # Numba is typed in parts


def inlined(function: _Function) -> _Function:
    """Compile a function for use in other compiled functions, where it is inlined and needs no cache."""
    return cast("_Function", njit(forceinline=True, **INNER)(function))


def called(function: _Function) -> _Function:
    """Compile a function for use in other compiled functions without inlining it, for rare calls."""
    return cast("_Function", njit(**INNER)(function))


def viewing(function: _Function) -> _Function:
    """Compile a function for use in other compiled functions, with reference counting because it slices arrays."""
    return cast("_Function", njit(**{**INNER, "_nrt": True})(function))


@cache
def _missing() -> list[str]:
    missing = missing_parts()
    if missing:
        message = (
            f"Numba {numba_version} lacks internals that Roost uses ({', '.join(missing)}), so compiling takes longer"
        )
        warnings.warn(message, RuntimeWarning, stacklevel=3)
    return missing


def entry_point(function: _Function) -> _Function:
    """Compile a function for calls from Python; cache it on disk and release the GIL while it runs."""
    options: dict[str, Any] = {} if "effort" in _missing() else {"pipeline_class": _QuickCompiler}
    return cached_on_disk(cast("_Function", njit(nogil=True, error_model="numpy", **options)(function)))


def cached_on_disk(function: _Function) -> _Function:
    """Cache a compiled function on disk if a folder is writable."""
    if "stamp" not in _missing():
        dispatcher: Any = function
        with suppress(RuntimeError):  # Numba found no writable folder
            dispatcher._cache = _StampedCache(dispatcher.py_func)
    return function
