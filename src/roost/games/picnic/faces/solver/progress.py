"""A rough estimate of how far ahead a player is in Picnic Blitz, in points.

It is made for bots and hints: the exact solver must know what the position after a turn is worth, and this tells it
something sensible at once. Everything that players have counts in points, and they lead by their own total less the
average of the others'.

The constants were settled by playing: a bot that solves every turn exactly for this estimate against the same bot with
one constant changed, 160 to 240 games of two players each, which tell shares of the wins to three or four percent. What
mattered was how an ant on the way counts. Counting it in proportion to the way behind it won 67 % against a power of
1.5, which itself won 65 % against one of 2.2; with 0.8 of the food's value it won 65 % against 0.6, while 0.75, 0.9,
1.0 and 1.1 could not be told apart. A Queen token at 0.6 won 56 % against 0.25 and 59 % against 1.2. The other
constants made no difference that so few games could show. With four players two changes were tried, and neither helped.

Against rules of thumb (the hen of :mod:`roost.games.picnic.faces.bots`) the bot won 299 games of 300; against two hens
at once 77 % of 150, against three 56 % of 200. It looks no further than its own turn: it sees neither which rival must
be held back nor how near the goal anybody is.

Points are counted in so fine a unit that all sums of them are exact, in whatever order they are added. So plans that
bring the same are equal, and whoever adds otherwise (:mod:`roost.games.picnic.faces.rooster`) chooses alike.
"""

from functools import lru_cache

from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.board import Lane

NEAR = 0.9
"""An ant on the way counts this part of its food's value, times the part of the track that lies behind it."""
COVERED = 0.4
"""An ant under another one counts this part of what it would count uncovered."""
SHUT_OUT = 0.2
"""An ant on a track whose food another one holds counts this part of what it would count otherwise."""
QUEEN = 0.7
"""The points that a Queen token counts."""
WIN = 2.0
"""Reaching the goal counts so many times all food together, so that nothing is ever preferred to it."""
FINENESS = 2.0**40
"""So many units make a point: a sum of a few hundred points takes 49 bits of the 53 that a float has."""


def _in_units(points: float) -> float:
    return round(points * FINENESS) / FINENESS


def ant_points(food: int, length: int, space: int, part: float) -> float:
    """The points that an ant counts on a space of a track; of an ant on the way only ``part`` counts."""
    return _in_units(food * (1.0 if space == length else NEAR * space / length * part))


def queen_points(own: bool, tokens: int, players: int) -> float:
    """The points that Queen tokens count for a player who has one or not, when there are so many in all."""
    return _in_units(QUEEN * (own - (tokens - own) / (players - 1)))


def win_points(game: Picnic) -> float:
    """The points that reaching the goal counts."""
    return WIN * sum(track.value for track in game.tracks)


class Progress:
    """The estimate for one seat, as a value to play for.

    It adds up over the tracks (:class:`~roost.games.picnic.faces.solver.worth.LaneSum`), so that turns are solved fast.
    """

    def __init__(self, game: Picnic, seat: int) -> None:
        self._foods = tuple(track.value for track in game.tracks)
        self._players = game.players
        self._seat = seat
        self._win = win_points(game)

    def __call__(self, state: PicnicState) -> float:
        """How many points the seat is ahead at a position."""
        others = self._players - 1
        lead = sum([self.lane_value(place, lane) for place, lane in enumerate(state.board)])
        lead += queen_points(state.queens[self._seat], sum(state.queens), self._players)
        outcome = state.outcome
        if outcome is not None:
            lead += self._win if self._seat in outcome.winners else -_in_units(self._win / others)
        return lead

    def lane_value(self, place: int, lane: Lane) -> float:
        """How many points the seat is ahead on one track; ``place`` counts from 0."""
        return _leads(lane, self._foods[place], self._players)[self._seat]


@lru_cache(maxsize=1 << 16)
def _leads(lane: Lane, food: int, players: int) -> tuple[float, ...]:
    """How many points each seat is ahead on a track whose food is worth so much."""
    worth = [0.0] * players
    for space, seat in lane.ants:
        part = SHUT_OUT if lane.holder is not None else 1.0 if lane.active >> seat & 1 else COVERED
        worth[seat] = ant_points(food, lane.length, space, part)
    total = sum(worth)
    return tuple([own - _in_units((total - own) / (players - 1)) for own in worth])


def progress_value(state: PicnicState, seat: int) -> float:
    """How many points a seat is ahead of the others on average, with what is on the way counted in."""
    return Progress(state.game, seat)(state)
