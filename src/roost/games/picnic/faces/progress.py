"""A rough estimate of how far ahead a player is in Picnic Blitz, in points.

It is made for the rooster: the planner of turns must know what the position after a turn is worth, and this tells it
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
bring the same are equal.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.faces.lanes import TRACKS, Entries
from roost.games.picnic.faces.packed_lane import MOST_ANTS, standing
from roost.games.picnic.game import Picnic
from roost.study.fast.bits import count_ones
from roost.study.fast.compiler import called, entry_point
from roost.study.fast.records import Record

_NEAR = 0.9
"""An ant on the way counts this part of its food's value, times the part of the track that lies behind it."""
_COVERED = 0.4
"""An ant under another one counts this part of what it would count uncovered."""
_SHUT_OUT = 0.2
"""An ant on a track whose food another one holds counts this part of what it would count otherwise."""
_QUEEN = 0.7
"""The points that a Queen token counts."""
_WIN = 2.0
"""Reaching the goal counts so many times all food together, so that nothing is ever preferred to it."""
_FINENESS = 2.0**40
"""So many units make a point: a sum of a few hundred points takes 49 bits of the 53 that a float has."""


class Points(NamedTuple):
    """The points that things count."""

    ants: NDArray[np.float64]
    """An ant: on each track, free or covered or shut out, on each space."""
    tokens: NDArray[np.float64]
    """The Queen tokens for a player without and with one, by those that the others have."""
    win: float


def _in_units(points: float) -> float:
    return round(points * _FINENESS) / _FINENESS


def points_of(game: Picnic) -> Points:
    """The points that things count in a game."""
    longest, rivals = max(track.length for track in game.tracks), game.players - 1
    ants = np.zeros((TRACKS, 3, longest + 1))
    for place, (length, food) in enumerate(game.tracks):
        for how, part in enumerate((1.0, _COVERED, _SHUT_OUT)):
            on_the_way = [_in_units(food * (_NEAR * space / length * part)) for space in range(length)]
            ants[place, how, : length + 1] = [*on_the_way, float(food)]
    tokens = [[_in_units(_QUEEN * (own - others / rivals)) for others in range(game.players)] for own in (0, 1)]
    return Points(ants, np.array(tokens), _WIN * sum(track.value for track in game.tracks))


@called
def _lane_points(rules: Record, track: Any, lane: Any, seat: Any, ants: Any) -> Any:
    """How many points a seat is ahead on a track."""
    _, active, held = standing(lane, rules.length[track])
    total, own = 0.0, 0.0
    for i in range(MOST_ANTS):
        ant = lane >> 8 * i & 255
        if ant == 0:
            break
        how = 2 if held else 0 if active >> (ant & 3) & 1 else 1
        points = ants[track, how, ant >> 2]
        total += points
        if ant & 3 == seat:
            own = points
    return own - np.rint((total - own) / (np.int64(rules.players) - 1) * _FINENESS) / _FINENESS


@called
def value_entries(rules: Record, state: Record, entries: Entries, points: Points, worth: Any) -> None:
    """Tell how far each entry moves the player ahead."""
    seat = np.int64(state.seat)
    missing = np.int64(rules.goal) - np.int64(state.scores[seat])
    for track in range(TRACKS):
        before = _lane_points(rules, track, entries.lane[entries.first[track]], seat, points.ants)
        for e in range(entries.first[track], entries.first[track + 1]):
            worth[e] = _lane_points(rules, track, entries.lane[e], seat, points.ants) - before
            if entries.gain[e] >= missing:
                worth[e] += points.win


@called
def token_values(state: Record, points: Points) -> Any:
    """How far it moves the player ahead if nothing happens and the Queen token ends up away, and in hand."""
    queen = np.int64(state.queens) >> np.int64(state.seat) & 1
    others = np.int64(count_ones(np.uint64(state.queens))) - queen
    now = points.tokens[queen, others]
    return points.tokens[0, others] - now, points.tokens[1, others] - now


@entry_point
def value_turn_entries(rulebook: Any, states: Any, entries: Entries, points: Points, worth: Any) -> Any:
    """Fill in :func:`value_entries`; returns :func:`token_values`."""
    value_entries(rulebook[0], states[0], entries, points, worth)
    return token_values(states[0], points)
