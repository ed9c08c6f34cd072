"""The compiling of kernels: small functions that become parts of others, and few entry points that Python calls.

Numba keeps compiled code in a cache that it renews when the file of the *entry point* changes. Ours are made of
functions from many files, so that their cache entries carry a stamp of every file that can end up in them.

Compiling takes seconds, which somebody waits for after every installation. The second of LLVM's three levels of effort
takes a third less of them, and the code is faster too: the third unrolls and vectorises loops over a few players.

Both rely on parts of Numba that it does not promise to keep. Its version is bounded, and what is relied on is looked
for here: without the stamp nothing is kept on disk, because stale code would be wrong; without the rest it is compiled
as Numba likes. Either is told in a warning. Where nothing can be written, each process compiles what it needs.
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
    """The parts that we rely on and this Numba does not have."""
    missing = []
    if not hasattr(compiler, "_compile_core") or not hasattr(settings, "OPT"):
        missing.append("effort")
    try:
        has_stamp = hasattr(cache(known_options)._cache_file, "_source_stamp")
    except RuntimeError:  # there is no place where anything could be kept, so that nothing can be stale
        has_stamp = True
    except (AttributeError, TypeError):  # another shape
        has_stamp = False
    return [*missing, *([] if has_stamp else ["stamp"])]


def known_options(options: dict[str, Any], known: type = CPUTargetOptions) -> dict[str, Any]:
    """Those ways to compile that this Numba knows. None changes what a function does."""
    return {name: value for name, value in options.items() if hasattr(known, name)}


INNER: dict[str, Any] = known_options(
    {
        "error_model": "numpy",  # no division by zero to be told, so that nothing can raise
        "no_cpython_wrapper": True,  # Python never calls them
        "no_cfunc_wrapper": True,
        "no_rewrites": True,
        "_nrt": False,  # nothing is allocated, so that no references need counting
    }
)
"""The options for functions that only compiled functions call."""
_EFFORT = 2
_SHARED = ("study/fast", "games")
"""The folders whose functions can become parts of kernels elsewhere."""


@cache
def sources_stamp() -> bytes:
    """A digest of every source file that any kernel can be made of."""
    source = Path(__file__).parents[2]
    return _digest(file for folder in _SHARED for file in sorted((source / folder).rglob("*.py")))


def _stamp(function: Callable[..., Any]) -> bytes:
    """The stamp of one entry point: of those files, and of the files beside it."""
    beside = Path(function.__code__.co_filename).parent.glob("*.py")
    return sha256(sources_stamp() + _digest(sorted(beside))).digest()


def _digest(files: Iterable[Path]) -> bytes:
    digest = sha256()
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    return digest.digest()


class _StampedCache(FunctionCache):
    """Numba's cache of one function, made anew when any kernel's source has changed. It keeps what it can."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba is typed in parts
        self._cache_file._source_stamp = _stamp(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with suppress(OSError):  # whatever cannot be read is compiled
            try:
                return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]  # as above
            except (AttributeError, ImportError):  # kept by a version in which a record had another name
                self.flush()  # type: ignore[no-untyped-call]  # as above
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # the disk is full, or the folder has gone: what was compiled lasts for this process
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]  # as above


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


@cache
def _missing() -> list[str]:
    missing = missing_parts()
    if missing:
        message = f"Numba {numba_version} lacks what we rely on ({', '.join(missing)}): compiling takes longer"
        warnings.warn(message, RuntimeWarning, stacklevel=3)
    return missing


def entry_point(function: _Function) -> _Function:
    """Compile a function that Python calls: cached on disk, and run without Python's lock."""
    options: dict[str, Any] = {} if "effort" in _missing() else {"pipeline_class": _QuickCompiler}
    return kept(cast("_Function", njit(nogil=True, error_model="numpy", **options)(function)))


def kept(function: _Function) -> _Function:
    """Let a compiled function be cached on disk, where there is a place for it."""
    if "stamp" not in _missing():
        dispatcher: Any = function
        with suppress(RuntimeError):  # Numba found no folder that it can write to
            dispatcher._cache = _StampedCache(dispatcher.py_func)
    return function
