"""Compile kernels with Numba: small functions that are inlined, and a few entry points that Python calls.

Numba invalidates cached code only when the file with the *entry point* changes. Our entry points inline functions from
many files, so their cache entries include a hash of every file that they may depend on.

Compiling takes seconds, which users wait for after every installation. LLVM's optimisation level 2 takes a third less
time than level 3. It also gives faster code, because level 3 unrolls and vectorises loops that run over only a few
players.

The hash and the optimisation level rely on internals of Numba that may change, so the allowed versions of Numba are
limited, and this module checks the internals. If the hash cannot be set, no code is cached on disk, because stale code
would be wrong. If the level cannot be set, Numba's default is used. Both cases emit a warning. If the disk is not
writable, each process compiles what it needs.
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
    """Return the names of the required features that this version of Numba lacks."""
    missing = []
    if not hasattr(compiler, "_compile_core") or not hasattr(settings, "OPT"):
        missing.append("effort")
    try:
        has_stamp = hasattr(cache(known_options)._cache_file, "_source_stamp")
    except RuntimeError:  # no cache folder is writable, so no cached code can be stale
        has_stamp = True
    except (AttributeError, TypeError):  # Numba's internals have changed
        has_stamp = False
    return [*missing, *([] if has_stamp else ["stamp"])]


def known_options(options: dict[str, Any], known: type = CPUTargetOptions) -> dict[str, Any]:
    """Return those of the compiler options that this version of Numba knows. None of the options changes results."""
    return {name: value for name, value in options.items() if hasattr(known, name)}


INNER: dict[str, Any] = known_options(
    {
        "error_model": "numpy",  # division by zero raises no error, so no function can raise one
        "no_cpython_wrapper": True,  # Python never calls these functions
        "no_cfunc_wrapper": True,
        "no_rewrites": True,
        "_nrt": False,  # no memory is allocated, so no references need counting
    }
)
"""Compiler options for functions that only compiled functions call."""
_EFFORT = 2
_SHARED = ("study/fast", "games")
"""Folders with functions that may be inlined into kernels anywhere."""


@cache
def sources_stamp() -> bytes:
    """Return a hash of all source files that any kernel may depend on."""
    source = Path(__file__).parents[2]
    return _digest(file for folder in _SHARED for file in sorted((source / folder).rglob("*.py")))


def _stamp(function: Callable[..., Any]) -> bytes:
    """Return a hash of the files that an entry point may depend on: the shared files and those in its own folder."""
    beside = Path(function.__code__.co_filename).parent.glob("*.py")
    return sha256(sources_stamp() + _digest(sorted(beside))).digest()


def _digest(files: Iterable[Path]) -> bytes:
    digest = sha256()
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    return digest.digest()


class _StampedCache(FunctionCache):
    """A cache for Numba's compiled functions that becomes invalid when a kernel's source changes.

    Disk errors are ignored.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba is typed in parts
        self._cache_file._source_stamp = _stamp(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with suppress(OSError):  # an unreadable entry is compiled again
            try:
                return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]  # as above
            except (AttributeError, ImportError):  # written by an older version in which a record had another name
                self.flush()  # type: ignore[no-untyped-call]  # as above
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # the disk is full or the folder is missing, so the code lasts only for this process
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]  # as above


@contextmanager
def _effort(level: int) -> Iterator[None]:
    settings: Any = config  # typed as Any, because Numba sets these attributes when it is imported
    before = settings.OPT
    settings.OPT = type(before)(level)
    try:
        yield
    finally:
        settings.OPT = before


class _QuickCompiler(Compiler):
    """Numba's compiler, set to the optimisation level that suits these kernels."""

    def _compile_core(self) -> Any:
        with _effort(_EFFORT):  # safe, because Numba holds its own lock during compilation
            return super()._compile_core()  # type: ignore[no-untyped-call]  # Numba is typed in parts


def inlined(function: _Function) -> _Function:
    """Compile a function that other compiled functions inline; it needs no cache of its own."""
    return cast("_Function", njit(forceinline=True, **INNER)(function))


def called(function: _Function) -> _Function:
    """Compile a function that other compiled functions call without inlining, for code that rarely runs."""
    return cast("_Function", njit(**INNER)(function))


def viewing(function: _Function) -> _Function:
    """Compile a function that only compiled code calls, with reference counting because it makes array slices."""
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
    """Compile a function that Python calls. It is cached on disk, and releases the GIL while it runs."""
    options: dict[str, Any] = {} if "effort" in _missing() else {"pipeline_class": _QuickCompiler}
    return cached_on_disk(cast("_Function", njit(nogil=True, error_model="numpy", **options)(function)))


def cached_on_disk(function: _Function) -> _Function:
    """Cache a compiled function on disk if a folder for the cache is writable."""
    if "stamp" not in _missing():
        dispatcher: Any = function
        with suppress(RuntimeError):  # Numba found no writable cache folder
            dispatcher._cache = _StampedCache(dispatcher.py_func)
    return function
