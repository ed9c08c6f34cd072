"""Dice and rolls: exact weights, one object for equal rolls, draws that follow the stream."""

import pickle
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations, product
from math import prod

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
def test_a_rolls_weight_counts_its_permutations(dice: Dice) -> None:
    die = dice.die
    faces = [symbol.char for symbol, weight in zip(die.symbols, die.weights, strict=True) for _ in range(weight)]
    ways = Counter("".join(sorted(shown)) for shown in product(faces, repeat=dice.count))
    assert {str(roll): weight for roll, weight in dice.rolls} == ways
    assert sum(weight for _, weight in dice.rolls) == dice.ways == die.faces**dice.count


def test_rolls_are_listed_in_a_stable_order() -> None:
    assert [str(roll) for roll, _ in LOADED.dice(2).rolls] == ["aa", "ab", "ac", "bb", "bc", "cc"]


def test_size_sum_mask_and_text_follow_from_a_rolls_counts() -> None:
    roll = LOADED.parse("caa")
    assert (roll.counts, roll.size, roll.total, roll.mask) == ((2, 0, 1), 3, 6, 0b101)
    assert (str(roll), repr(roll)) == ("aac", "Roll('aac')")
    assert roll.weight == 3 * 3 * 3 * 1


def test_a_dies_average_counts_each_printed_face() -> None:
    assert COIN.average == 0.5
    assert LOADED.average == (3 * 1 + 2 * 2 + 1 * 4) / 6


def test_equal_rolls_of_a_die_are_one_object() -> None:
    roll = LOADED.parse("abc")
    assert LOADED.parse("CBA") is roll
    assert LOADED.roll([1, 1, 1]) is roll
    assert LOADED.dice(3) is LOADED.dice(3)


def test_rolls_of_equal_dice_are_equal() -> None:
    twin = Die(LOADED.symbols, LOADED.weights)
    assert twin.parse("ab") == LOADED.parse("ab")
    assert hash(twin.parse("ab")) == hash(LOADED.parse("ab"))
    assert twin.parse("ab") in LOADED.dice(2)
    assert LOADED.parse("ab") != Die(LOADED.symbols, (1, 1, 1)).parse("ab")
    assert LOADED.parse("ab") != "ab"


def test_a_roll_belongs_only_to_dice_of_the_same_kind_and_number() -> None:
    assert LOADED.parse("ab") in LOADED.dice(2)
    assert LOADED.parse("abc") not in LOADED.dice(2)
    assert COIN.parse("hh") not in LOADED.dice(2)
    assert "ab" not in LOADED.dice(2)


def test_the_roll_of_no_dice_is_a_dash_with_weight_one() -> None:
    assert LOADED.parse("-") is LOADED.parse("") is LOADED.roll((0, 0, 0))
    assert (str(LOADED.parse("-")), LOADED.parse("-").weight) == ("-", 1)
    assert LOADED.dice(0).rolls == ((LOADED.parse("-"), 1),)
    assert LOADED.dice(0).parse("-") is LOADED.parse("-")


def test_rolls_can_be_added_and_subtracted() -> None:
    assert LOADED.parse("ab") + LOADED.parse("ac") == LOADED.parse("aabc")
    assert LOADED.parse("aabc") - LOADED.parse("ac") == LOADED.parse("ab")


def test_each_subset_of_a_roll_is_listed_once() -> None:
    """Equal dice are not distinguished."""
    assert [str(part) for part in LOADED.parse("aab").parts(2)] == ["b", "a", "ab", "aa"]
    assert len(list(LOADED.parse("aab").parts(3))) == 5


def test_dice_are_described_in_words() -> None:
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
def test_an_invalid_roll_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        LOADED.dice(3).parse(text)
    assert caught.value.input == text


def test_refused_rolls_are_not_cached() -> None:
    """If refused rolls were cached, input could fill the memory."""
    die = Die(LOADED.symbols, LOADED.weights)
    for size in range(4, 50):
        with pytest.raises(NotationError):
            die.dice(3).parse("a" * size)
    assert not die._rolls


@given(st.text(max_size=12))
def test_garbage_is_refused_or_read_as_a_roll_of_these_dice(text: str) -> None:
    try:
        roll = LOADED.dice(3).parse(text)
    except NotationError:
        return
    assert roll in LOADED.dice(3)


@given(dice, st.integers())
def test_a_draw_follows_the_stream_as_documented(dice: Dice, seed: int) -> None:
    """Each die takes one random number below its number of faces."""
    drawing, reading, die = Stream(seed), Stream(seed), dice.die
    faces = [i for i, weight in enumerate(die.weights) for _ in range(weight)]
    for _ in range(3):
        shown = Counter(faces[reading.below(die.faces)] for _ in range(dice.count))
        assert dice.draw(drawing).counts == tuple(shown[i] for i in range(len(die.symbols)))


def test_the_seat_die_has_one_face_for_each_seat() -> None:
    die = seat_die("ABC")
    assert [(str(roll), weight) for roll, weight in die.dice(1).rolls] == [("A", 1), ("B", 1), ("C", 1)]
    assert die.dice(1).parse("b").counts == (0, 1, 0)
    assert seat_die("ABC") is die


@given(dice, st.integers(0, 99))
def test_rolls_and_dice_survive_pickling_without_their_caches(dice: Dice, seed: int) -> None:
    roll = dice.draw(Stream(seed))
    again: Roll = pickle.loads(pickle.dumps(roll))
    assert (again, hash(again), again.die) == (roll, hash(roll), dice.die)
    assert pickle.loads(pickle.dumps(dice)) == dice
    assert not pickle.loads(pickle.dumps(LOADED))._rolls


SHOWN = Die(tuple(Symbol(char, char, 1) for char in "abcd"))
"""The symbols of dice of several kinds."""
bags = st.lists(
    st.tuples(
        st.integers(1, 3),
        st.dictionaries(st.sampled_from(["a", "ab", "aab", "cd", "bbd"]), st.integers(0, 2), min_size=1),
    ).filter(lambda draw: draw[0] <= sum(draw[1].values())),
    min_size=1,
    max_size=2,
)


@given(bags)
def test_mixed_dice_have_the_probabilities_of_their_bags(draws: list[tuple[int, dict[str, int]]]) -> None:
    """The weights are those of every order in which dice can leave the bag and fall."""
    dice, expected = SHOWN.mixed(*draws), {"": Fraction(1)}  # probability of each roll by its text
    for count, bag in draws:
        inside = [faces for faces, number in bag.items() for _ in range(number)]
        orders = list(permutations(inside, count))
        falls: dict[str, Fraction] = defaultdict(Fraction)
        for order in orders:
            for faces in product(*order):
                falls["".join(faces)] += Fraction(1, len(orders) * prod(map(len, order)))
        both: dict[str, Fraction] = defaultdict(Fraction)
        for before, chance in expected.items():
            for shown, part in falls.items():
                both["".join(sorted(before + shown))] += chance * part
        expected = dict(both)
    assert {str(roll): Fraction(weight, dice.ways) for roll, weight in dice.rolls} == expected
    assert sum(weight for _, weight in dice.rolls) == dice.ways
    possible = {roll for roll, _ in dice.rolls}
    assert {roll for roll, _ in COIN_OF_ALL.dice(dice.count).rolls if SHOWN.roll(roll.counts) in dice} == {
        COIN_OF_ALL.roll(roll.counts) for roll in possible
    }
    assert dice.draw(Stream(3)) in possible


COIN_OF_ALL = Die(SHOWN.symbols, (1, 1, 1, 1))


def test_a_whole_bag_of_equal_dice_falls_like_ordinary_dice() -> None:
    same = LOADED.mixed((4, {"aaabbc": 4}))
    assert [same.draw(Stream(seed)) for seed in range(50)] == [LOADED.dice(4).draw(Stream(seed)) for seed in range(50)]
    assert dict(same.rolls) == dict(LOADED.dice(4).rolls)
    assert (same.ways, same.count, str(same)) == (6**4, 4, "4 dice")


def test_equal_mixed_dice_are_one_object_with_one_text() -> None:
    dice = SHOWN.mixed((2, {"aab": 3, "cd": 0, "c": 1}), (0, {}), (1, {"d": 1}))
    assert dice is SHOWN.mixed((2, {"aab": 3, "c": 1}), (1, {"d": 1}))
    assert dice.text == "2:aab*3,c*1+1:d*1"
    assert SHOWN.parse("dca") in dice
    assert SHOWN.parse("dcc") not in dice
    assert SHOWN.parse("da") not in dice
    assert "adc" not in dice
    for count in range(1, 2_100):
        SHOWN.mixed((1, {"a" * (1 + count % 200): 1 + count // 200}))
    assert SHOWN.mixed((2, {"aab": 3, "c": 1}), (1, {"d": 1})) == dice  # made again, because the cache is bounded


def test_mixed_dice_are_drawn_with_the_documented_bytes() -> None:
    """Each die takes a byte for its place in the bag and one for its face, without bias."""

    class Bytes(Stream):
        def __init__(self, *numbers: int) -> None:
            self.numbers = list(numbers)

        def read(self, count: int) -> bytes:
            return bytes(self.numbers.pop(0) for _ in range(count))

    three = SHOWN.mixed((2, {"ab": 1, "cd": 2}))
    stream = Bytes(255, 4, 1, 2, 3)  # skip 255; the second of three dice shows d; the first of two left shows b
    assert str(three.draw(stream)) == "bd"
    assert stream.numbers == []


@pytest.mark.parametrize(
    ("draws", "why"),
    [
        ([(2, {"a": 1})], "cannot draw 2 dice from a bag of 1"),
        ([(1, {"a": 3, "b": -1})], "cannot draw 1"),
        ([(1, {"ab": 200, "cd": 57})], "1 to 256"),
        ([(1, {"ax": 1})], "'ax' is no kind of dice"),
        ([(1, {"": 1})], "'' is no kind of dice"),
        ([(1, {"a" * 257: 1})], "is no kind of dice"),
        ([(60, {"a": 60}), (60, {"b": 60})], "1 to 99 mixed dice, not 120"),
        ([], "1 to 99 mixed dice, not 0"),
    ],
)
def test_impossible_bags_are_refused(draws: list[tuple[int, dict[str, int]]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        SHOWN.mixed(*draws)
