"""A rough estimate of a player's lead in Picnic Blitz, in points; :mod:`.progress` explains its constants.

Points are counted in units so fine that sums are exact in any order, and plans of equal value therefore compare equal.
"""

from roost.games.picnic.board import Lane
from roost.games.picnic.game import Picnic

NEAR = 0.9
"""Factor for an ant on the way, applied to its food's value and the fraction of the track behind the ant."""
COVERED = 0.4
"""Factor for an ant under another one, applied to the value that it would have uncovered."""
SHUT_OUT = 0.2
"""Factor for an ant on a track whose food another ant holds."""
QUEEN_POINTS = 0.7
"""How many points a Queen token is worth."""
WIN = 2.0
"""Value of reaching the goal, as a multiple of all food together; so large that winning comes before anything else."""
FINENESS = 2.0**40
"""Number of units in a point. A sum of a few hundred points takes 49 of a float's 53 bits."""


def in_units(points: float) -> float:
    """Round to whole units."""
    return round(points * FINENESS) / FINENESS


def win_points(game: Picnic) -> float:
    """Return how many points reaching the goal is worth."""
    return WIN * sum(track.value for track in game.tracks)


def lane_lead(game: Picnic, place: int, lane: Lane, seat: int) -> float:
    """Return a seat's lead in points on one track."""
    food, worth = game.tracks[place].value, [0.0] * game.players
    for space, owner in lane.ants:
        part = SHUT_OUT if lane.holder is not None else 1.0 if lane.active >> owner & 1 else COVERED
        worth[owner] = float(food) if space == lane.length else in_units(food * (NEAR * space / lane.length * part))
    return worth[seat] - in_units((sum(worth) - worth[seat]) / (game.players - 1))


def token_lead(game: Picnic, queens: tuple[bool, ...], seat: int) -> float:
    """Return a seat's lead in points by Queen tokens."""
    rival_tokens = sum(queens) - queens[seat]
    return in_units(QUEEN_POINTS * (queens[seat] - rival_tokens / (game.players - 1)))
