"""Work that is given up in the middle."""

import pytest

from roost.core.patience import look_up, watched


def test_nobody_is_interrupted_who_is_not_watched() -> None:
    """Looking up outside of any watch does nothing."""
    look_up()


def test_whoever_looks_up_is_told_to_stop() -> None:
    """What the check raises ends the work; within a watch the innermost one counts, and it ends with its block."""
    looked: list[str] = []

    def give_up() -> None:
        looked.append("given up")
        raise TimeoutError

    with watched(lambda: looked.append("watched")):
        look_up()
        with pytest.raises(TimeoutError), watched(give_up):
            look_up()
        look_up()
    look_up()
    assert looked == ["watched", "given up", "watched"]
