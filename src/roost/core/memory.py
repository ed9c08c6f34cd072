"""Memory for thinking: one budget for all thinking of a process, and a cache that is measured in bytes.

Bots and hints solve turns, many at once in a server. What they keep (:meth:`Memory.recall`) and what they need while
they work (:meth:`Memory.borrow`) comes out of one budget, half of it for each. Whoever finds it spent thinks less far
ahead.
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
"""Less would not even do for looking at one turn."""
_DEFAULT = 256 * MEGABYTE
_SAMPLE = 16
"""Of a large collection so many elements are measured; the others are taken to be like them."""
_NOT_OURS = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_STATE = 512
"""Bytes of a state. What it points to (its game, dice, rolls, with all that these have worked out) is everybody's."""

_T = TypeVar("_T")


class OutOfMemoryError(RoostError):
    """The budget for thinking is spent, for now or for good."""


class _Kept:
    """Something kept, with its size when it was measured last."""

    __slots__ = ("size", "uses", "value")

    def __init__(self, value: object) -> None:
        self.value = value
        self.size = 0
        self.uses = 1


class Memory:
    """A budget in bytes. All methods may be called from any thread."""

    def __init__(self, limit: int) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self.limit = limit

    @property
    def limit(self) -> int:
        """All that may be kept and borrowed together."""
        return self._limit

    @limit.setter
    def limit(self, limit: int) -> None:
        if limit < LEAST_MEMORY:
            message = f"thinking needs at least {LEAST_MEMORY // MEGABYTE} megabytes"
            raise OptionError(f"{message}, not {limit / MEGABYTE:g}", input=limit)
        with self._lock:
            self._limit = limit
            self._make_room()

    kept = 0
    """Bytes that are kept."""
    borrowed = 0
    """Bytes that are in use for work under way."""

    @contextmanager
    def borrow(self, size: int) -> Iterator[None]:
        """Have so many bytes for the time of some work, or be told that there are not so many."""
        with self._lock:
            if self.borrowed + size > self._limit // 2:
                raise OutOfMemoryError(f"there are no {size} bytes left to think with", input=size)
            self.borrowed += size
        try:
            yield
        finally:
            with self._lock:
                self.borrowed -= size

    def recall(self, key: Hashable, make: Callable[[], _T], size: Callable[[_T], int]) -> _T:
        """The value kept under a key, or the one that ``make`` makes, which is then kept as long as there is room.

        What grows when it is used is measured again, at the second use, the fourth, the eighth and so on.
        """
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                found.uses += 1
                if found.uses.bit_count() > 1:
                    return cast("_T", found.value)
        value = make() if found is None else cast("_T", found.value)
        measured = size(value)
        with self._lock:
            before = self._kept.setdefault(key, _Kept(value))
            self.kept += measured - before.size
            before.size = measured
            self._make_room()
        return value

    def forget(self) -> None:
        """Keep nothing of what was kept."""
        with self._lock:
            self._kept.clear()
            self.kept = 0

    def _make_room(self) -> None:
        while self._kept and self.kept > self._limit // 2:
            _, oldest = self._kept.popitem(last=False)
            self.kept -= oldest.size


def size_of(*things: object) -> int:
    """About how many bytes some things take, with all that they hold. Large collections are measured by samples."""
    seen: set[int] = set()
    return int(sum(_size(thing, seen) for thing in things))


def _size(thing: object, seen: set[int]) -> float:
    if id(thing) in seen or isinstance(thing, _NOT_OURS):
        return 0
    seen.add(id(thing))
    if isinstance(thing, State):
        return _STATE
    own = getsizeof(thing)
    if isinstance(nbytes := getattr(thing, "nbytes", None), int):
        return max(own, nbytes)  # an array, or what measures itself
    if isinstance(thing, dict):
        return own + _sample(thing, len(thing), seen) + _sample(thing.values(), len(thing), seen)
    if isinstance(thing, list | tuple | set | frozenset):
        return own + _sample(thing, len(thing), seen)
    held = list(getattr(thing, "__dict__", {}).values())
    for kind in type(thing).__mro__:
        names = kind.__dict__.get("__slots__", ())
        held += [getattr(thing, name, None) for name in ((names,) if isinstance(names, str) else names)]
    return own + sum(_size(part, seen) for part in held)


def _sample(parts: Any, count: int, seen: set[int]) -> float:
    if not count:
        return 0
    measured = [_size(part, seen) for part in islice(parts, 0, None, max(1, count // _SAMPLE))]
    return sum(measured) * count / len(measured)


MEMORY = Memory(_DEFAULT)
"""The budget of this process."""
