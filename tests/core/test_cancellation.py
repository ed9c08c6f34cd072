"""Cancellation of work in progress."""

import pytest

from roost.core.cancellation import cancelled_by, check_cancelled


def test_a_check_outside_of_any_watch_does_nothing() -> None:
    check_cancelled()


def test_the_innermost_check_can_cancel_the_work() -> None:
    """A check applies until the end of its block, and its error ends the work."""
    calls: list[str] = []

    def give_up() -> None:
        calls.append("cancelled")
        raise TimeoutError

    with cancelled_by(lambda: calls.append("checked")):
        check_cancelled()
        with pytest.raises(TimeoutError), cancelled_by(give_up):
            check_cancelled()
        check_cancelled()
    check_cancelled()
    assert calls == ["checked", "cancelled", "checked"]
