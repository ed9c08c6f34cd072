"""Line-ups and seatings: which bots play together, and in which order they sit.

Seats matter: the first player has an advantage, and so does the player who sits after a weak one. So every line-up
plays every deal in several seatings, chosen so that no bot is favoured.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

from roost.core.errors import OptionError
from roost.core.stream import Stream

Lineup = tuple[str, ...]
"""The bots at one table, in the order in which they were first named; a bot is repeated for each seat that it takes."""

Seating = tuple[str, ...]
"""The bots at one table, by seat."""


class Match(NamedTuple):
    """One game of a tournament: the deal, the index of the game within the deal, and the bot in each seat."""

    deal: int
    order: int
    seating: Seating


MOST_ORDERS = 24
"""Maximum number of distinct seating orders that a line-up plays in full; four different bots have 24."""

MOST_GAMES_PER_DEAL = 10_000
"""Maximum number of seatings per deal."""
_MOST_BOTS = 50


def lineups(bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Return every line-up of ``players`` bots that these bots can form.

    If there are as many bots as seats, there is one line-up. If there are more seats than bots, the spare seats are
    filled with further copies in every possible way, so each bot sits at every table. If there are fewer seats than
    bots, every subset of bots of the right size is a line-up.
    """
    if not 1 <= len(bots) <= _MOST_BOTS:
        raise OptionError(f"an arena needs 1 to {_MOST_BOTS} bots, not {len(bots)}", input=bots)
    names = list(dict.fromkeys(bots))
    spare = players - len(bots)
    if spare >= 0:
        tables = [(*bots, *extra) for extra in combinations_with_replacement(names, spare)]
    elif comb(len(bots), players) > MOST_GAMES_PER_DEAL:  # checked before listing what could be millions of line-ups
        raise _too_many(comb(len(bots), players), "line-ups")
    else:
        tables = list(combinations(bots, players))
    distinct = tuple(dict.fromkeys(tuple(sorted(table, key=names.index)) for table in tables))
    games = sum(map(seating_count, distinct))
    if games > MOST_GAMES_PER_DEAL:
        raise _too_many(games, "games")
    return distinct


def _too_many(count: int, plural: str) -> OptionError:
    message = f"these bots make {count:,} {plural} for every deal, but {MOST_GAMES_PER_DEAL:,} is the limit; name fewer"
    return OptionError(message, input=count)


def _order_count(lineup: Lineup) -> int:
    return factorial(len(lineup)) // prod(factorial(lineup.count(name)) for name in set(lineup))


def seating_count(lineup: Lineup) -> int:
    """Return the number of seatings in which a line-up plays each deal."""
    orders = _order_count(lineup)
    return orders if orders <= MOST_ORDERS else len(lineup)


def seatings(lineup: Lineup, seed: str) -> tuple[Seating, ...]:
    """Return the seatings in which a line-up plays one deal.

    If a line-up has at most :data:`MOST_ORDERS` distinct orders, all of them are played. Otherwise all rotations of one
    random order are played, which differs from deal to deal. Within a deal, every bot then sits once in each seat. Over
    many deals, every bot sits after every other bot, whereas rotations of a fixed order would never separate
    neighbours.
    """
    if _order_count(lineup) <= MOST_ORDERS:
        return _all_orders(lineup)
    rest, order, stream = list(lineup), list[str](), Stream(seed)
    while rest:
        order.append(rest.pop(stream.below(len(rest))))
    return tuple((*order[first:], *order[:first]) for first in range(len(order)))


@cache
def _all_orders(lineup: Lineup) -> tuple[Seating, ...]:
    if not lineup:
        return ((),)
    others = {name: (*lineup[: lineup.index(name)], *lineup[lineup.index(name) + 1 :]) for name in lineup}
    return tuple((first, *rest) for first, left in others.items() for rest in _all_orders(left))
