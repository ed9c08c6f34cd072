"""Where dice come from."""

from __future__ import annotations

from hashlib import sha256
from itertools import count

import pytest

from roost.core.dice import Dice, Die, Symbol, seat_die
from roost.core.sources import DiceSource, SeededDice, TypedDice

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


class Table:
    """Somebody who types answers and remembers what he was asked."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Dice, str | None]] = []

    def ask(self, dice: Dice, error: str | None) -> str:
        self.asked.append((dice, error))
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


def test_typed_dice_are_what_was_typed() -> None:
    """Order, case and spaces do not matter."""
    table = Table(" 5 1w W3\n")
    source: DiceSource = TypedDice(table.ask)
    assert str(source.roll(_DIE.dice(5))) == "135ww"
    assert table.asked == [(_DIE.dice(5), None)]


def test_typed_dice_are_asked_for_until_they_can_be_read() -> None:
    """Every further question says what was wrong with the last answer."""
    table = Table("127", "12", "", "1" * 201, "12w")
    assert str(TypedDice(table.ask).roll(_DIE.dice(3))) == "12w"
    errors = [error for _, error in table.asked]
    assert errors == [
        None,
        "'127' is not a roll: no face shows '7'; faces: 1 2 3 4 5 w",
        "'12' shows 2 dice where 3 are rolled",
        "'' shows 0 dice where 3 are rolled",
        "a roll has at most 200 characters",
    ]


def test_whoever_types_may_give_up() -> None:
    """An exception of the one who is asked goes through."""
    with pytest.raises(EOFError):
        TypedDice(Table("nonsense").ask).roll(_DIE.dice(3))
