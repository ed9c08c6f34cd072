"""Where dice come from."""

from hashlib import sha256
from itertools import count

import pytest

from roost.core.dice import Die, Symbol, seat_die
from roost.core.sources import SeededDice

_DIE = Die(tuple(Symbol(char, char, 1) for char in "12345w"), (1,) * 6)
_LOADED = Die((Symbol("a", "a", 1), Symbol("b", "b", 1), Symbol("c", "c", 1)), (1, 3, 1))


def documented_rolls(seed: str, die: Die, sizes: list[int]) -> list[str]:
    """Rolls written again from the documentation alone."""
    key = sha256(b"roost stream 1:" + seed.encode("utf-8")).digest()
    stream = (byte for n in count() for byte in sha256(key + n.to_bytes(8, "big")).digest())
    faces = "".join(symbol.char * weight for symbol, weight in zip(die.symbols, die.weights, strict=True))
    fair = (byte % len(faces) for byte in stream if byte < 256 - 256 % len(faces))
    return ["".join(sorted(faces[next(fair)] for _ in range(size))) for size in sizes]


@pytest.mark.parametrize(
    ("seed", "rolls"),
    [
        (7, "233334ww 333355w 23www 3ww 5"),
        ("7/3", "1233344w 122444w 122ww 444 1"),
        ("Grünspecht", "122355ww 111345w 23355 4ww w"),
    ],
)
def test_the_rolls_of_a_seed_never_change(seed: int | str, rolls: str) -> None:
    """A record that names its seed can be checked for ever."""
    source = SeededDice(seed)
    assert " ".join(str(source.roll(_DIE.dice(size))) for size in (8, 7, 5, 3, 1)) == rolls


@pytest.mark.parametrize("die", [_DIE, _LOADED, seat_die("ABCDE")])
def test_the_documentation_is_enough_to_reproduce_rolls(die: Die) -> None:
    """A few lines written from the documentation give the same rolls, with uneven dice too."""
    sizes, source = [8, 1, 3] * 300, SeededDice("7/3")
    assert [str(source.roll(die.dice(size))) for size in sizes] == documented_rolls("7/3", die, sizes)


def test_the_seed_is_kept_as_given() -> None:
    """A record can name the seed of its dice."""
    assert SeededDice("7/3").seed == "7/3"
