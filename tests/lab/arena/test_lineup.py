from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roost.core.errors import OptionError
from roost.lab.arena.lineup import MOST_ORDERS, lineups, seating_count, seatings

tables = st.lists(st.sampled_from("abcdefg"), min_size=2, max_size=7).map(lambda names: tuple(sorted(names)))


def test_as_many_bots_as_seats_make_one_lineup() -> None:
    """With as many bots as seats all bots play together, equal names side by side."""
    assert lineups(("hen", "chick", "hen"), 3) == (("hen", "hen", "chick"),)


def test_extra_seats_are_filled_in_every_way() -> None:
    """With three seats for two bots, either bot sits twice."""
    assert lineups(("hen", "chick"), 3) == (("hen", "hen", "chick"), ("hen", "chick", "chick"))
    assert lineups(("chick",), 4) == (("chick",) * 4,)


def test_fewer_seats_make_a_round_robin() -> None:
    """With two seats for three bots, every pair of bots meets."""
    assert lineups(("a", "b", "c"), 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert lineups(("a", "b", "a"), 2) == (("a", "b"), ("a", "a"))


@pytest.mark.parametrize(
    ("bots", "players", "message"),
    [
        ((), 2, "needs 1 to 50 bots, not 0"),
        (tuple(map(str, range(51))), 2, "needs 1 to 50 bots, not 51"),
        (tuple(map(str, range(50))), 7, "99,884,400 line-ups for every deal"),
        (tuple(map(str, range(40))), 3, "59,280 games for every deal"),
    ],
)
def test_impossible_numbers_are_refused(bots: tuple[str, ...], players: int, message: str) -> None:
    """Too few bots and too many games are refused before line-ups are listed."""
    with pytest.raises(OptionError, match=message):
        lineups(bots, players)


def test_all_orders_are_played_if_there_are_few() -> None:
    """Up to 24 distinct orders are played, each once."""
    assert seatings(("a", "a", "b"), "seed") == (("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a"))
    assert len(set(seatings(tuple("abcd"), "seed"))) == MOST_ORDERS


@given(tables, st.text(max_size=5))
def test_every_bot_sits_equally_often_in_every_seat(table: tuple[str, ...], seed: str) -> None:
    """Within a deal no seat is favoured, for either way of choosing the seatings."""
    seated = seatings(table, seed)
    assert len(seated) == seating_count(table)
    for seat in range(len(table)):
        counts = Counter(seating[seat] for seating in seated)
        assert counts == {name: len(seated) * table.count(name) // len(table) for name in table}


def test_with_many_orders_a_deal_plays_the_rotations_of_one_order() -> None:
    """Over 500 deals each of five bots sits behind each other bot about equally often, 500 × 5 seats / 4 times."""
    behind: Counter[tuple[str, str]] = Counter()
    for deal in range(500):
        seated = seatings(tuple("abcde"), f"seed/{deal}")
        assert len(seated) == 5
        for order in seated:
            behind.update(zip(order, order[1:] + order[:1], strict=True))
    assert len(behind) == 20
    assert all(450 < count < 800 for count in behind.values())
