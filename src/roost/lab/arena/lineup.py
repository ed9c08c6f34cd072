"""Line-ups and seatings: the bots that play together, and the orders in which they sit down.

Where a bot sits matters: who starts has an advantage, and so has who sits behind a weak player. So every line-up
plays every deal in several seatings, chosen so that no bot is favoured.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

from roost.core.errors import OptionError
from roost.core.stream import Stream

Lineup = tuple[str, ...]
"""The bots of one table, each as often as it sits there, in the order in which they were first named."""

Seating = tuple[str, ...]
"""The bots of one table by seat."""


class Sitting(NamedTuple):
    """One game of a tournament: the deal, the number of the game within the deal, and who sits where."""

    deal: int
    order: int
    seating: Seating


MOST_ORDERS = 24
"""A line-up with up to so many distinct orders (four different bots have 24) plays them all."""

MOST_GAMES_PER_DEAL = 10_000
"""Seatings of one deal, at most."""
_MOST_BOTS = 50


def lineups(bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Every line-up of ``players`` that these bots can form.

    As many bots as seats: that one line-up. More seats: every way to fill them with further copies, so that each bot
    given sits at every table. Fewer seats: every choice of bots, which makes a round robin.
    """
    if not 1 <= len(bots) <= _MOST_BOTS:
        raise OptionError(f"an arena needs 1 to {_MOST_BOTS} bots, not {len(bots)}", input=bots)
    names = list(dict.fromkeys(bots))
    spare = players - len(bots)
    if spare >= 0:
        tables = [(*bots, *extra) for extra in combinations_with_replacement(names, spare)]
    elif comb(len(bots), players) > MOST_GAMES_PER_DEAL:  # told before millions are listed
        raise _too_many(comb(len(bots), players), "line-ups")
    else:
        tables = list(combinations(bots, players))
    found = tuple(dict.fromkeys(tuple(sorted(table, key=names.index)) for table in tables))
    games = sum(map(seating_count, found))
    if games > MOST_GAMES_PER_DEAL:
        raise _too_many(games, "games")
    return found


def _too_many(count: int, what: str) -> OptionError:
    message = f"these bots make {count:,} {what} for every deal, where {MOST_GAMES_PER_DEAL:,} is the most; name fewer"
    return OptionError(message, input=count)


def _order_count(lineup: Lineup) -> int:
    return factorial(len(lineup)) // prod(factorial(lineup.count(name)) for name in set(lineup))


def seating_count(lineup: Lineup) -> int:
    """In how many seatings a line-up plays each deal."""
    orders = _order_count(lineup)
    return orders if orders <= MOST_ORDERS else len(lineup)


def seatings(lineup: Lineup, seed: str) -> tuple[Seating, ...]:
    """The seatings in which a line-up plays one deal.

    All distinct orders, while there are at most :data:`MOST_ORDERS`. Otherwise all rotations of one order, which is
    shuffled anew for each deal (that is what ``seed`` is for): within the deal everybody sits once in each seat, and
    over many deals everybody sits behind everybody, where rotations of one fixed order would never part neighbours.
    """
    if _order_count(lineup) <= MOST_ORDERS:
        return _all_orders(lineup)
    rest, order, stream = list(lineup), list[str](), Stream(seed)
    while rest:
        order.append(rest.pop(stream.below(len(rest))))
    return tuple((*order[first:], *order[:first]) for first in range(len(order)))


@cache
def _all_orders(lineup: Lineup) -> tuple[Seating, ...]:
    return tuple(_orders(lineup))


def _orders(lineup: Lineup) -> Iterator[Seating]:
    if not lineup:
        yield ()
    for first in dict.fromkeys(lineup):
        place = lineup.index(first)
        for rest in _orders((*lineup[:place], *lineup[place + 1 :])):
            yield (first, *rest)
