"""Cancellation of long work: the work calls :func:`check_cancelled` regularly, the caller sets the check.

The check is set with :func:`cancelled_by`. Without a check, the work runs to its end.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_check: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)


def check_cancelled() -> None:
    """Run the caller's check, if one is set. The check raises to end the work."""
    check = _check.get()
    if check is not None:
        check()


@contextmanager
def cancelled_by(check: Callable[[], None]) -> Iterator[None]:
    """Call ``check`` whenever the work in this block calls :func:`check_cancelled`."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)
