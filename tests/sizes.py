"""The size of something, beside what it says itself."""

import gc
import tracemalloc
from collections.abc import Callable
from typing import Protocol, TypeVar


class _Sized(Protocol):
    @property
    def nbytes(self) -> int: ...


_Made = TypeVar("_Made", bound=_Sized)


def knows_its_size(make: Callable[[], _Made], use: Callable[[_Made], object]) -> None:
    """When it was made and used, it says what it takes, within a factor of what the allocator sees.

    What is everybody's is there after the first time. A dictionary elsewhere that grows does so once.
    """
    use(make())
    made, sizes = [], []
    tracemalloc.start()
    try:
        for _ in range(2):
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            made.append(make())
            use(made[-1])
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0] - before)
    finally:
        tracemalloc.stop()
    assert min(sizes) / 2 < made[0].nbytes < 3 * min(sizes), (made[0].nbytes, sizes)
