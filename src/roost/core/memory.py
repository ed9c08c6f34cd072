"""A process's memory budget for solving turns, with a cache whose size is measured in bytes.

Bots and hints solve turns, and a server solves many at once. Half of the budget is for cached results
(:meth:`MemoryBudget.recall`), half for work in progress (:meth:`MemoryBudget.borrow`). When the budget is spent, bots
and hints search less far ahead.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import islice
from sys import getsizeof
from threading import Lock
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, TypeVar, cast

from roost.core.errors import OptionError, RoostError
from roost.core.state import State

MEGABYTE = 1 << 20
"""Bytes in a megabyte."""
LEAST_MEMORY = 16 * MEGABYTE
"""Smallest allowed budget in bytes: enough for a single turn."""
_DEFAULT = 256 * MEGABYTE
_SAMPLE = 16
"""Number of elements to measure in a large collection; all others are assumed to have a similar size."""
_NOT_OURS = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_STATE = 512
"""Bytes counted for a state. The game, dice and rolls that it refers to are shared, so they do not count."""

_T = TypeVar("_T")


class OutOfMemoryError(RoostError):
    """The memory budget is spent."""


class _Cached:
    """A cached value with its use count and its size when last measured."""

    __slots__ = ("size", "uses", "value")

    def __init__(self, value: object) -> None:
        self.value = value
        self.size = 0
        self.uses = 1


class MemoryBudget:
    """A memory budget in bytes. Its methods may be called from any thread."""

    def __init__(self, limit: int) -> None:
        self._lock = Lock()
        self._cache: OrderedDict[Hashable, _Cached] = OrderedDict()
        self.limit = limit

    @property
    def limit(self) -> int:
        """Maximum number of bytes cached and borrowed together."""
        return self._limit

    @limit.setter
    def limit(self, limit: int) -> None:
        if limit < LEAST_MEMORY:
            message = f"thinking needs at least {LEAST_MEMORY // MEGABYTE} megabytes"
            raise OptionError(f"{message}, not {limit / MEGABYTE:g}", input=limit)
        with self._lock:
            self._limit = limit
            self._evict()

    kept = 0
    """Bytes in the cache."""
    borrowed = 0
    """Bytes in use for work in progress."""

    @contextmanager
    def borrow(self, size: int) -> Iterator[None]:
        """Reserve ``size`` bytes while the block runs. Raises :class:`OutOfMemoryError` if too few are free."""
        with self._lock:
            if self.borrowed + size > self._limit // 2:
                raise OutOfMemoryError(f"too little memory is left: {size} bytes are needed", input=size)
            self.borrowed += size
        try:
            yield
        finally:
            with self._lock:
                self.borrowed -= size

    def recall(self, key: Hashable, make: Callable[[], _T], size: Callable[[_T], int]) -> _T:
        """Return the value cached under ``key``; if there is none, make it and cache it.

        A value may grow when used, so its size is measured again at its second use, its fourth, its eighth and so on.
        """
        with self._lock:
            cached = self._cache.get(key)
            if cached is not None:
                self._cache.move_to_end(key)
                cached.uses += 1
                if cached.uses.bit_count() > 1:
                    return cast("_T", cached.value)
        value = make() if cached is None else cast("_T", cached.value)
        measured = size(value)
        with self._lock:
            entry = self._cache.setdefault(key, _Cached(value))
            self.kept += measured - entry.size
            entry.size = measured
            self._evict()
        return value

    def forget(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._cache.clear()
            self.kept = 0

    def _evict(self) -> None:
        while self._cache and self.kept > self._limit // 2:
            _, oldest = self._cache.popitem(last=False)
            self.kept -= oldest.size


def size_of(*values: object) -> int:
    """Estimate the size in bytes of these objects with everything they refer to. Large collections are sampled."""
    counted: set[int] = set()
    return int(sum(_size(value, counted) for value in values))


def _size(value: object, counted: set[int]) -> float:
    if id(value) in counted or isinstance(value, _NOT_OURS):
        return 0
    counted.add(id(value))
    if isinstance(value, State):
        return _STATE
    shallow = getsizeof(value)
    if isinstance(nbytes := getattr(value, "nbytes", None), int):
        return max(shallow, nbytes)  # an array, or an object that reports its own size
    if isinstance(value, dict):
        return shallow + _sample(value, len(value), counted) + _sample(value.values(), len(value), counted)
    if isinstance(value, list | tuple | set | frozenset):
        return shallow + _sample(value, len(value), counted)
    parts = list(getattr(value, "__dict__", {}).values())
    for kind in type(value).__mro__:
        names = kind.__dict__.get("__slots__", ())
        parts += [getattr(value, name, None) for name in ((names,) if isinstance(names, str) else names)]
    return shallow + sum(_size(part, counted) for part in parts)


def _sample(parts: Any, count: int, counted: set[int]) -> float:
    if not count:
        return 0
    measured = [_size(part, counted) for part in islice(parts, 0, None, max(1, count // _SAMPLE))]
    return sum(measured) * count / len(measured)


MEMORY = MemoryBudget(_DEFAULT)
"""The memory budget of this process."""
