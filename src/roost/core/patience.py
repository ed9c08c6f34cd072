"""Work that can be given up in the middle: whoever works long calls :func:`look_up` now and then.

Whoever lets them work says with :func:`watched` what is looked at then. Otherwise nobody is interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["look_up", "watched"]

_check: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)


def look_up() -> None:
    """Look whether the work under way is still wanted. What is raised then ends it."""
    check = _check.get()
    if check is not None:
        check()


@contextmanager
def watched(check: Callable[[], None]) -> Iterator[None]:
    """Call ``check`` whenever the work in this block looks up."""
    before = _check.set(check)
    try:
        yield
    finally:
        _check.reset(before)
