"""Work that can be cancelled in the middle. Long work calls :func:`check_cancelled` now and then.

The caller says with :func:`cancelled_by` what is checked then. Without it nothing is interrupted.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_check: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)


def check_cancelled() -> None:
    """Check whether the work under way is still wanted. If the check raises, the work ends."""
    check = _check.get()
    if check is not None:
        check()


@contextmanager
def cancelled_by(check: Callable[[], None]) -> Iterator[None]:
    """Call ``check`` whenever the work in this block calls :func:`check_cancelled`."""
    before = _check.set(check)
    try:
        yield
    finally:
        _check.reset(before)
