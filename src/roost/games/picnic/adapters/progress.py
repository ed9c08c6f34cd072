"""Estimate a player's lead in Picnic Blitz roughly, in points.

The rooster's turn planner uses this estimate as the value of the position after a turn. Everything that a player has is
converted to points, and a player's lead is their own total minus the others' average. :mod:`.lead` computes the same in
plain Python, and has the constants.

The constants were tuned by playing 160 to 240 games of two players each: a bot that maximises this estimate exactly in
every turn played against the same bot with one constant changed. These games measure win shares to within three or four
percent. The value of an ant on the way mattered. A value proportional to the distance covered won 67 % against the
distance to the power of 1.5, which itself won 65 % against a power of 2.2. A factor of 0.8 for the food's value won 65
% against 0.6, but no difference from 0.75, 0.9, 1.0 or 1.1 could be measured. A Queen token worth 0.6 won 56 % against
0.25 and 59 % against 1.2. The other constants made no measurable difference. With four players two changes were tried,
and neither helped.

Against the hen of :mod:`roost.games.picnic.adapters.bots` the bot won 299 games of 300; against two hens at once 77 %
of 150, against three 56 % of 200. It considers only its own turn, so it ignores which rival must be held back and how
near the goal any player is.

Points are counted in units so fine that sums are exact in any order, and plans of equal value therefore compare equal.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.adapters.lanes import TRACKS, Entries
from roost.games.picnic.adapters.lead import COVERED, FINENESS, NEAR, QUEEN_POINTS, SHUT_OUT, in_units, win_points
from roost.games.picnic.adapters.packed_lane import MOST_ANTS, standing
from roost.games.picnic.game import Picnic
from roost.study.fast.bits import count_ones
from roost.study.fast.compiler import called, entry_point
from roost.study.fast.records import Record


class PointWeights(NamedTuple):
    """The points that each thing in a game is worth."""

    ants: NDArray[np.float64]
    """Points for an ant by its track, its condition (free, covered or shut out) and its space."""
    tokens: NDArray[np.float64]
    """Points for Queen tokens: for a player without and with one, by how many tokens the other players have."""
    win: float


def points_of(game: Picnic) -> PointWeights:
    """Return how many points each thing in a game is worth."""
    longest, rivals = max(track.length for track in game.tracks), game.players - 1
    ants = np.zeros((TRACKS, 3, longest + 1))
    for place, (length, food) in enumerate(game.tracks):
        for condition, part in enumerate((1.0, COVERED, SHUT_OUT)):
            on_the_way = [in_units(food * (NEAR * space / length * part)) for space in range(length)]
            ants[place, condition, : length + 1] = [*on_the_way, float(food)]
    tokens = [[in_units(QUEEN_POINTS * (own - others / rivals)) for others in range(game.players)] for own in (0, 1)]
    return PointWeights(ants, np.array(tokens), win_points(game))


@called
def _lane_points(rules: Record, track: Any, lane: Any, seat: Any, ants: Any) -> Any:
    """Return a seat's lead in points on a track."""
    _, active, food_held = standing(lane, rules.length[track])
    total, own_points = 0.0, 0.0
    for i in range(MOST_ANTS):
        ant = lane >> 8 * i & 255
        if ant == 0:
            break
        condition = 2 if food_held else 0 if active >> (ant & 3) & 1 else 1
        points = ants[track, condition, ant >> 2]
        total += points
        if ant & 3 == seat:
            own_points = points
    return own_points - np.rint((total - own_points) / (np.int64(rules.players) - 1) * FINENESS) / FINENESS


@called
def value_entries(rules: Record, state: Record, entries: Entries, points: PointWeights, worth: Any) -> None:
    """Fill in how much each entry increases the mover's lead."""
    seat = np.int64(state.seat)
    missing = np.int64(rules.goal) - np.int64(state.scores[seat])
    for track in range(TRACKS):
        before = _lane_points(rules, track, entries.lane[entries.first[track]], seat, points.ants)
        for e in range(entries.first[track], entries.first[track + 1]):
            worth[e] = _lane_points(rules, track, entries.lane[e], seat, points.ants) - before
            if entries.gain[e] >= missing:
                worth[e] += points.win


@called
def token_values(state: Record, points: PointWeights) -> Any:
    """Return how the player's lead changes if the turn only ends without, or only ends with, a Queen token in hand."""
    queen = np.int64(state.queens) >> np.int64(state.seat) & 1
    rival_tokens = np.int64(count_ones(np.uint64(state.queens))) - queen
    now = points.tokens[queen, rival_tokens]
    return points.tokens[0, rival_tokens] - now, points.tokens[1, rival_tokens] - now


@entry_point
def value_turn_entries(rulebook: Any, states: Any, entries: Entries, points: PointWeights, worth: Any) -> Any:
    """Fill in what :func:`value_entries` computes, and return what :func:`token_values` returns."""
    value_entries(rulebook[0], states[0], entries, points, worth)
    return token_values(states[0], points)
