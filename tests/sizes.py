"""Check objects that report their own size."""

import gc
import tracemalloc
from collections.abc import Callable
from typing import Protocol, TypeVar


class _Sized(Protocol):
    @property
    def nbytes(self) -> int: ...


_SizedT = TypeVar("_SizedT", bound=_Sized)


def knows_its_size(make: Callable[[], _SizedT], use: Callable[[_SizedT], object]) -> None:
    """Check that an object's ``nbytes`` is within a factor of three of the allocated memory.

    A first object fills shared caches; the smaller of two measurements leaves out dictionaries that grow elsewhere.
    """
    use(make())
    objects, sizes = [], []
    tracemalloc.start()
    try:
        for _ in range(2):
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            objects.append(make())
            use(objects[-1])
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0] - before)
    finally:
        tracemalloc.stop()
    assert min(sizes) / 2 < objects[0].nbytes < 3 * min(sizes), (objects[0].nbytes, sizes)
