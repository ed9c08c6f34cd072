"""Dice and rolls: exact weights, one object for equal rolls, draws that follow the stream."""

import pickle
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roost.core.dice import Dice, Die, Roll, Symbol, seat_die
from roost.core.errors import NotationError
from roost.core.stream import Stream

COIN = Die((Symbol("h", "heads", 1), Symbol("t", "tails", 0)), (1, 1))
LOADED = Die((Symbol("a", "anchor", 1), Symbol("b", "bell", 2), Symbol("c", "crown", 4)), (3, 2, 1))

dice = st.builds(Die.dice, st.sampled_from([COIN, LOADED]), st.integers(1, 6))


@given(dice)
def test_weights_count_the_ways(dice: Dice) -> None:
    """Told apart, the dice fall like a roll in exactly as many ways as its weight says."""
    die = dice.die
    faces = [symbol.char for symbol, weight in zip(die.symbols, die.weights, strict=True) for _ in range(weight)]
    ways = Counter("".join(sorted(shown)) for shown in product(faces, repeat=dice.count))
    assert {str(roll): weight for roll, weight in dice.rolls} == ways
    assert sum(weight for _, weight in dice.rolls) == dice.ways == die.faces**dice.count


def test_rolls_are_listed_in_a_stable_order() -> None:
    """The list starts with the first symbol and is the same every time."""
    assert [str(roll) for roll, _ in LOADED.dice(2).rolls] == ["aa", "ab", "ac", "bb", "bc", "cc"]


def test_a_roll_knows_itself() -> None:
    """Size, sum, symbols shown and text follow from the counts."""
    roll = LOADED.parse("caa")
    assert (roll.counts, roll.size, roll.total, roll.mask) == ((2, 0, 1), 3, 6, 0b101)
    assert (str(roll), repr(roll)) == ("aac", "Roll('aac')")
    assert roll.weight == 3 * 3 * 3 * 1


def test_a_die_knows_its_average() -> None:
    """Faces count as often as they are printed."""
    assert COIN.average == 0.5
    assert LOADED.average == (3 * 1 + 2 * 2 + 1 * 4) / 6


def test_equal_rolls_are_one_object() -> None:
    """A die makes each of its rolls once, however it comes about."""
    roll = LOADED.parse("abc")
    assert LOADED.parse("CBA") is roll
    assert LOADED.roll([1, 1, 1]) is roll
    assert LOADED.dice(3) is LOADED.dice(3)


def test_rolls_of_equal_dice_are_equal() -> None:
    """Two dice of the same make roll the same rolls; other dice do not."""
    twin = Die(LOADED.symbols, LOADED.weights)
    assert twin.parse("ab") == LOADED.parse("ab")
    assert hash(twin.parse("ab")) == hash(LOADED.parse("ab"))
    assert twin.parse("ab") in LOADED.dice(2)
    assert LOADED.parse("ab") != Die(LOADED.symbols, (1, 1, 1)).parse("ab")
    assert LOADED.parse("ab") != "ab"


def test_dice_know_their_rolls() -> None:
    """A roll belongs to dice of its kind and number only."""
    assert LOADED.parse("ab") in LOADED.dice(2)
    assert LOADED.parse("abc") not in LOADED.dice(2)
    assert COIN.parse("hh") not in LOADED.dice(2)
    assert "ab" not in LOADED.dice(2)


def test_no_dice() -> None:
    """The roll of no dice is written as a dash and has one way to fall."""
    assert LOADED.parse("-") is LOADED.parse("") is LOADED.roll((0, 0, 0))
    assert (str(LOADED.parse("-")), LOADED.parse("-").weight) == ("-", 1)
    assert LOADED.dice(0).rolls == ((LOADED.parse("-"), 1),)
    assert LOADED.dice(0).parse("-") is LOADED.parse("-")


def test_taking_and_adding_dice() -> None:
    """Rolls can be put together and taken apart."""
    assert LOADED.parse("ab") + LOADED.parse("ac") == LOADED.parse("aabc")
    assert LOADED.parse("aabc") - LOADED.parse("ac") == LOADED.parse("ab")


def test_parts_of_a_roll() -> None:
    """Every choice of some of the dice is listed once; which of equal dice are taken does not matter."""
    assert [str(part) for part in LOADED.parse("aab").parts(2)] == ["b", "a", "ab", "aa"]
    assert len(list(LOADED.parse("aab").parts(3))) == 5


def test_dice_in_words() -> None:
    """One is a die, more are dice."""
    assert [str(COIN.dice(count)) for count in (1, 2)] == ["1 die", "2 dice"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ab", "'ab' shows 2 dice where 3 are rolled"),
        ("abcc", "'abcc' shows 4 dice where 3 are rolled"),
        ("-", "'-' shows 0 dice where 3 are rolled"),
        ("abx", "'abx' is not a roll: no face shows 'x'; faces: a b c"),
        ("a c", "no face shows ' '"),
        ("x" * 5000, "shows 5000 dice where 3 are rolled"),
    ],
)
def test_what_is_not_a_roll_of_these_dice(text: str, message: str) -> None:
    """The error says what is wrong with the roll."""
    with pytest.raises(NotationError, match=message) as caught:
        LOADED.dice(3).parse(text)
    assert caught.value.input == text


def test_refused_rolls_leave_nothing_behind() -> None:
    """Reading rolls of the wrong size makes none, so that no input can fill the memory."""
    die = Die(LOADED.symbols, LOADED.weights)
    for size in range(4, 50):
        with pytest.raises(NotationError):
            die.dice(3).parse("a" * size)
    assert not die._rolls


@given(st.text(max_size=12))
def test_garbage_is_refused(text: str) -> None:
    """Reading raises NotationError or gives a roll of these dice."""
    try:
        roll = LOADED.dice(3).parse(text)
    except NotationError:
        return
    assert roll in LOADED.dice(3)


@given(dice, st.integers())
def test_a_draw_follows_the_stream(dice: Dice, seed: int) -> None:
    """A draw reads one number below the number of faces for each die, as documented."""
    drawing, reading, die = Stream(seed), Stream(seed), dice.die
    faces = [i for i, weight in enumerate(die.weights) for _ in range(weight)]
    for _ in range(3):
        shown = Counter(faces[reading.below(die.faces)] for _ in range(dice.count))
        assert dice.draw(drawing).counts == tuple(shown[i] for i in range(len(die.symbols)))


def test_the_seat_die() -> None:
    """The first player is drawn with one face for each seat."""
    die = seat_die("ABC")
    assert [(str(roll), weight) for roll, weight in die.dice(1).rolls] == [("A", 1), ("B", 1), ("C", 1)]
    assert die.dice(1).parse("b").counts == (0, 1, 0)
    assert seat_die("ABC") is die


@given(dice, st.integers(0, 99))
def test_rolls_and_dice_survive_pickling(dice: Dice, seed: int) -> None:
    """An unpickled roll is equal, and unpickled dice do not drag along every roll that was ever made."""
    roll = dice.draw(Stream(seed))
    again: Roll = pickle.loads(pickle.dumps(roll))
    assert (again, hash(again), again.die) == (roll, hash(roll), dice.die)
    assert pickle.loads(pickle.dumps(dice)) == dice
    assert not pickle.loads(pickle.dumps(LOADED))._rolls
