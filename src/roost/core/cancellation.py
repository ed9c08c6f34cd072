"""Cancellation of long work. The work calls :func:`check_cancelled` regularly, and its caller provides the check.

The caller sets the check with :func:`cancelled_by`. Without a check, the work runs to its end.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_check: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)


def check_cancelled() -> None:
    """Run the caller's check, if one is set. The check cancels the work by raising an exception."""
    check = _check.get()
    if check is not None:
        check()


@contextmanager
def cancelled_by(check: Callable[[], None]) -> Iterator[None]:
    """Within the block, make :func:`check_cancelled` call ``check``."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)
