"""Work that is given up in the middle."""

import pytest

from roost.core.cancellation import cancelled_by, check_cancelled


def test_nobody_is_interrupted_who_is_not_watched() -> None:
    """Looking up outside of any watch does nothing."""
    check_cancelled()


def test_whoever_looks_up_is_told_to_stop() -> None:
    """An error of the check ends the work; within a watch the innermost check counts, and it ends with its block."""
    looked: list[str] = []

    def give_up() -> None:
        looked.append("given up")
        raise TimeoutError

    with cancelled_by(lambda: looked.append("looked")):
        check_cancelled()
        with pytest.raises(TimeoutError), cancelled_by(give_up):
            check_cancelled()
        check_cancelled()
    check_cancelled()
    assert looked == ["looked", "given up", "looked"]
