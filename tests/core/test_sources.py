"""Sources of dice."""

import pytest

from roost.core.dice import Die, Symbol
from roost.core.sources import SeededDice

_DIE = Die(tuple(Symbol(char, char, 1) for char in "12345w"), (1,) * 6)


@pytest.mark.parametrize(
    ("seed", "rolls"),
    [
        (7, "233334ww 333355w 23www 3ww 5"),
        ("7/3", "1233344w 122444w 122ww 444 1"),
        ("Grünspecht", "122355ww 111345w 23355 4ww w"),
    ],
)
def test_the_rolls_of_a_seed_never_change(seed: int | str, rolls: str) -> None:
    """A record that names its seed can always be verified."""
    source = SeededDice(seed)
    assert " ".join(str(source.roll(_DIE.dice(size))) for size in (8, 7, 5, 3, 1)) == rolls
