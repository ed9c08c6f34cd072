"""The generator behind seeded dice. Its bytes must never change, so these tests pin them."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roost.core.stream import Stream


def documented(seed: str) -> Iterator[int]:
    """Yield the bytes of a stream, implemented from its documentation alone."""
    key = sha256(b"roost stream 1:" + seed.encode("utf-8")).digest()
    for counter in count():
        yield from sha256(key + counter.to_bytes(8, "big")).digest()


def documented_below(source: Iterator[int], limit: int) -> int:
    """Return an integer below the limit, implemented from the documentation alone."""
    size = next(size for size in count() if 256**size >= limit)
    while True:
        number = 0
        for byte in islice(source, size):
            number = number * 256 + byte
        if number < 256**size - 256**size % limit:
            return number % limit


@pytest.mark.parametrize(
    ("seed", "start"),
    [
        (0, "beb4c7a8ccc6c0435a864f33ca260d7179da6878"),
        (7, "802002e96bc89f1f7a5e3ed7802232773ea91d65"),
        ("7/3", "2620f2f72951abde132f6957fc4f8d1807237f77"),
        ("Grünspecht", "b89a3005622bf5258ee6d8f687eaeff4026d0894"),
    ],
)
def test_the_first_bytes_of_a_seed_never_change(seed: int | str, start: str) -> None:
    assert Stream(seed).read(20).hex() == start


def test_bytes_far_into_a_stream_never_change() -> None:
    """The counter continues past the first block of hashes."""
    stream = Stream(7)
    stream.read(100_000)
    assert stream.read(8).hex() == "f7cf3d394b60844c"


def test_the_documentation_is_enough_to_reproduce_a_stream() -> None:
    assert Stream("7/3").read(5_000) == bytes(islice(documented("7/3"), 5_000))


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert Stream(7).read(32) == Stream("7").read(32)


@given(st.lists(st.integers(0, 700), max_size=8))
def test_bytes_do_not_depend_on_the_sizes_of_reads(sizes: list[int]) -> None:
    stream = Stream("pieces")
    joined = b"".join(stream.read(size) for size in sizes)
    assert joined == Stream("pieces").read(sum(sizes))
    assert [len(Stream("x").read(size)) for size in sizes] == sizes


@given(st.lists(st.sampled_from([1, 2, 3, 6, 255, 256, 257, 1_287, 65_536, 65_537, 10**9]), max_size=60))
def test_numbers_are_read_as_documented(limits: list[int]) -> None:
    """Drawing a number reads as few bytes as possible, and rejects values that would cause a bias."""
    stream, source = Stream("numbers"), documented("numbers")
    assert [stream.below(limit) for limit in limits] == [documented_below(source, limit) for limit in limits]


def test_a_number_below_one_reads_no_byte() -> None:
    stream = Stream(7)
    assert stream.below(1) == 0
    assert stream.read(4) == Stream(7).read(4)


def test_every_value_is_equally_likely() -> None:
    """200 values fit once into a byte; without rejection, the first 56 would come twice as often."""
    stream = Stream("fair")
    seen = Counter(stream.below(200) for _ in range(100_000))
    chi_square = sum((seen[value] - 500) ** 2 / 500 for value in range(200))
    assert chi_square < 265  # 199 degrees of freedom: p = 0.001


def test_a_choice_takes_the_element_at_a_drawn_index() -> None:
    stream, numbers = Stream("choice"), Stream("choice")
    assert [stream.choice("abcdef") for _ in range(50)] == ["abcdef"[numbers.below(6)] for _ in range(50)]


@pytest.mark.no_cover
@given(st.lists(st.integers(0, 600), max_size=6))
def test_numbers_drawn_in_bulk_equal_numbers_drawn_singly(sizes: list[int]) -> None:
    """The fast way to draw many numbers equals the slow one, across refills and rejections."""
    table, rejected = bytes(byte % 6 for byte in range(256)), bytes(range(252, 256))
    fast, slow = Stream("dice"), Stream("dice")
    for size in sizes:
        assert list(fast.translated(size, table, rejected)) == [slow.below(6) for _ in range(size)]


def test_a_stream_can_start_from_a_key() -> None:
    """Verifiable dice supply a key instead of a hashed seed."""
    key = sha256(b"roost stream 1:7").digest()
    assert Stream.from_key(key).read(40) == Stream(7).read(40)
    assert Stream.from_key(bytes(32)).read(4) == sha256(bytes(40)).digest()[:4]
