"""Exact sums over deals. All of an arena's statistics are computed from these integers.

The unit of the statistics is the deal, not the game. All games in a deal share their dice, so they are not independent,
and treating them as independent would overstate the precision. A tally sums each deal's totals and their squares.
Integers add up to the same sum in any order, so a result does not depend on which process played which games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import combinations, product
from operator import add
from typing import Any, Self

from roost.core.notation import Json
from roost.lab.arena.lineup import Seating
from roost.lab.arena.table import Forfeit, Settled

Deal = Sequence[tuple[Seating, Settled]]
"""The games played with one deal's dice."""

MOST_FORFEITS_KEPT = 10
"""Maximum number of forfeits stored with their details; all forfeits are counted."""


def _sum(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, left, right)) if left and right else left or right


@dataclass(frozen=True)
class Moments:
    """Sums of several quantities over deals, and sums of their squares. Empty if there is no deal."""

    totals: tuple[int, ...] = ()
    squares: tuple[int, ...] = ()

    def __add__(self, other: Moments) -> Moments:
        return Moments(_sum(self.totals, other.totals), _sum(self.squares, other.squares))


class _Sums:
    """Running sums of several quantities and their squares, updated deal by deal."""

    def __init__(self, count: int) -> None:
        self._totals = [0] * count
        self._squares = [0] * count

    def add(self, values: Sequence[int]) -> None:
        for i, value in enumerate(values):
            self._totals[i] += value
            self._squares[i] += value * value

    def moments(self) -> Moments:
        return Moments(tuple(self._totals), tuple(self._squares))


@dataclass(frozen=True)
class DealTally:
    """Sums over some deals of a tournament. Tallies of different deals of the same tournament can be added."""

    deals: int = 0
    games: int = 0
    shares: Moments = Moments()
    """Each bot's wins, in units of ``1 / WHOLE_WIN``."""
    lucky: tuple[tuple[int, ...], ...] = ()
    """For each deal, if luck was measured: each bot's wins in units of ``1 / WHOLE_WIN``, then each bot's luck in units
    smaller by a factor of :data:`~roost.lab.arena.table.LUCK_PARTS`."""
    scores: Moments = Moments()
    """Each bot's points."""
    seats: Moments = Moments()
    """Each seat's wins, in units of ``1 / WHOLE_WIN``."""
    turns: Moments = Moments()
    pairs: Moments = Moments()
    """For each ordered pair of bots, row by row: 2 for each time the first finished before the second, 1 for each
    tie."""
    products: tuple[int, ...] = ()
    """For each ordered pair of bots, the product of their :attr:`pairs` row sums in a deal, summed over deals."""
    ends: Mapping[str, int] = field(default_factory=dict)
    """Number of games by end reason."""
    forfeits: tuple[int, ...] = ()
    """Number of forfeits of each bot."""
    forfeited: tuple[Forfeit, ...] = ()
    """The first forfeits with their details, at most :data:`MOST_FORFEITS_KEPT`."""

    @classmethod
    def of_deals(cls, names: Sequence[str], players: int, deals: Sequence[Deal]) -> Self:
        """Sum up deals played by the bots with these names."""
        count, place = len(names), {name: i for i, name in enumerate(names)}
        shares, scores, seats = _Sums(count), _Sums(count), _Sums(players)
        turns, pairs = _Sums(1), _Sums(count * count)
        is_measured = bool(deals) and all(settled.luck for games in deals for _, settled in games)
        lucky: list[tuple[int, ...]] = []
        products = [0] * (count * count)
        ends: Counter[str] = Counter()
        forfeited: list[Forfeit] = []
        for games in deals:
            won, points, by_seat, before = [0] * count, [0] * count, [0] * players, [0] * (count * count)
            luck = [0] * count
            for seating, settled in games:
                bots = [place[name] for name in seating]
                for seat, bot in enumerate(bots):
                    won[bot] += settled.shares[seat]
                    by_seat[seat] += settled.shares[seat]
                    points[bot] += settled.scores[seat]
                    luck[bot] += settled.luck[seat] if settled.luck else 0
                for (bot, rank), (other, other_rank) in combinations(zip(bots, settled.ranks, strict=True), 2):
                    if bot != other:
                        before[bot * count + other] += 2 if rank > other_rank else rank == other_rank
                        before[other * count + bot] += 2 if rank < other_rank else rank == other_rank
                ends[settled.reason] += 1
                forfeited += settled.forfeits
            shares.add(won)
            lucky.append((*won, *luck))
            scores.add(points)
            seats.add(by_seat)
            turns.add([sum(settled.turns for _, settled in games)])
            pairs.add(before)
            rows = [sum(before[at : at + count]) for at in range(0, count * count, count)]
            for i, (row, other_row) in enumerate(product(rows, repeat=2)):
                products[i] += row * other_row
        return cls(
            deals=len(deals),
            games=sum(map(len, deals)),
            shares=shares.moments(),
            lucky=tuple(lucky) if is_measured else (),
            scores=scores.moments(),
            seats=seats.moments(),
            turns=turns.moments(),
            pairs=pairs.moments(),
            products=tuple(products),
            ends=dict(sorted(ends.items())),
            forfeits=tuple(sum(forfeit.bot == name for forfeit in forfeited) for name in names),
            forfeited=tuple(forfeited[:MOST_FORFEITS_KEPT]),
        )

    def __add__(self, later: DealTally) -> DealTally:
        return DealTally(
            deals=self.deals + later.deals,
            games=self.games + later.games,
            shares=self.shares + later.shares,
            lucky=self.lucky + later.lucky,
            scores=self.scores + later.scores,
            seats=self.seats + later.seats,
            turns=self.turns + later.turns,
            pairs=self.pairs + later.pairs,
            products=_sum(self.products, later.products),
            ends=dict(sorted((Counter(self.ends) + Counter(later.ends)).items())),
            forfeits=_sum(self.forfeits, later.forfeits),
            forfeited=(self.forfeited + later.forfeited)[:MOST_FORFEITS_KEPT],
        )

    def to_json(self) -> dict[str, Json]:
        data: dict[str, Any] = {}
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, Moments):
                value = {"totals": list(value.totals), "squares": list(value.squares)}
            data[item.name] = value
        if not self.lucky:  # omitted if empty, because most tournaments do not measure luck
            del data["lucky"]
        return data | {
            "products": list(self.products),
            "ends": dict(self.ends),
            "forfeits": list(self.forfeits),
            "forfeited": [forfeit._asdict() for forfeit in self.forfeited],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            deals=data["deals"],
            games=data["games"],
            **{
                name: Moments(tuple(data[name]["totals"]), tuple(data[name]["squares"]))
                for name in ("shares", "scores", "seats", "turns", "pairs")
            },
            lucky=tuple(map(tuple, data.get("lucky", ()))),
            products=tuple(data["products"]),
            ends=dict(data["ends"]),
            forfeits=tuple(data["forfeits"]),
            forfeited=tuple(Forfeit(**forfeit) for forfeit in data["forfeited"]),
        )
