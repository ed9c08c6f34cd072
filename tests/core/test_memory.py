"""The memory budget: cached values are measured in bytes, borrowed memory is counted, and both are limited."""

import pytest

import roost
from roost.core.errors import OptionError
from roost.core.memory import LEAST_MEMORY, MEGABYTE, MemoryBudget, OutOfMemoryError, size_of
from roost.core.state import State


def test_a_cached_value_is_made_once() -> None:
    memory, calls = MemoryBudget(LEAST_MEMORY), []

    def make() -> bytes:
        calls.append(1)
        return bytes(10)

    for _ in range(5):
        assert memory.recall("key", make, len) == bytes(10)
    assert len(calls) == 1
    assert memory.kept == 10


def test_the_value_used_least_recently_is_evicted_first() -> None:
    """The cache uses at most half of the budget."""
    memory = MemoryBudget(LEAST_MEMORY)
    for key in range(20):
        memory.recall(0, lambda: bytes(MEGABYTE), len)
        memory.recall(key, lambda: bytes(MEGABYTE), len)
        assert memory.kept <= LEAST_MEMORY // 2
    assert memory.recall(0, lambda: b"another", len) == bytes(MEGABYTE)
    assert memory.recall(1, lambda: b"another", len) == b"another"


def test_a_value_that_grows_is_measured_again() -> None:
    memory, grows = MemoryBudget(LEAST_MEMORY), [0]
    for _ in range(8):
        memory.recall("key", lambda: grows, lambda value: value[0])
        grows[0] += MEGABYTE
    assert memory.kept == 7 * MEGABYTE


def test_a_value_larger_than_the_cache_is_not_cached() -> None:
    memory = MemoryBudget(LEAST_MEMORY)
    assert memory.recall("key", lambda: "huge", lambda _: LEAST_MEMORY) == "huge"
    assert memory.kept == 0


def test_borrowed_memory_is_limited_and_given_back() -> None:
    memory, size = MemoryBudget(LEAST_MEMORY), LEAST_MEMORY // 2 - MEGABYTE
    with memory.borrow(size), pytest.raises(OutOfMemoryError), memory.borrow(size):
        pytest.fail("the budget was spent twice")
    with memory.borrow(size):
        assert memory.borrowed == size
    assert memory.borrowed == 0


def test_a_smaller_budget_applies_at_once_and_a_budget_below_the_minimum_is_refused() -> None:
    memory = MemoryBudget(64 * MEGABYTE)
    for key in range(30):
        memory.recall(key, lambda: bytes(MEGABYTE), len)
    memory.limit = LEAST_MEMORY
    assert memory.limit == LEAST_MEMORY
    assert memory.kept <= LEAST_MEMORY // 2
    memory.forget()
    assert memory.kept == 0
    with pytest.raises(OptionError, match="at least 16 megabytes"):
        memory.limit = 5


class _Slotted:
    __slots__ = ("data", "missing")

    def __init__(self) -> None:
        self.data = bytearray(5000)


class _Open:
    def __init__(self) -> None:
        self.by_name = {"a": bytearray(3000), "b": [bytearray(1000)] * 2}
        self.function = test_a_value_larger_than_the_cache_is_not_cached


def _states() -> list[State]:
    """Return states that share a game, with their turns calculated."""
    opening = roost.game("heckmeck", start="A").opening()
    return [opening.play(roll).state for roll, _ in opening.rolls()][:10]


@pytest.mark.parametrize(("thing", "least", "most"), [
    (_Slotted(), 5000, 5500),
    (_Open(), 4000, 5500),
    ([bytearray(100) for _ in range(10_000)], 1_000_000, 2_500_000),
    ({i: bytearray(100) for i in range(10_000)}, 1_000_000, 3_000_000),
    (memoryview(bytes(4000)), 4000, 4400),
    ([], 1, 100),
    (dict.fromkeys(_states(), (0.5, 0.5)), 5_000, 100_000),
])  # fmt: skip
def test_a_values_size_includes_everything_it_refers_to(thing: object, least: int, most: int) -> None:
    """Attributes, slots, elements and arrays count once each; large collections are measured by samples."""
    assert least <= size_of(thing) <= most
