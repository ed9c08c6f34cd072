"""The estimate of the lead in Picnic Blitz in plain Python, a twin of the compiled estimate."""

from roost.core.state import Node
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.board import Lane

FINENESS = 2.0**40
"""Number of units in a point."""


def _in_units(points: float) -> float:
    return round(points * FINENESS) / FINENESS


def lane_lead(game: Picnic, place: int, lane: Lane, seat: int) -> float:
    """Return a seat's lead in points on one track."""
    food, worth = game.tracks[place].value, [0.0] * game.players
    for space, owner in lane.ants:
        part = 0.2 if lane.holder is not None else 1.0 if lane.active >> owner & 1 else 0.4
        worth[owner] = float(food) if space == lane.length else _in_units(food * (0.9 * space / lane.length * part))
    return worth[seat] - _in_units((sum(worth) - worth[seat]) / (game.players - 1))


def token_lead(game: Picnic, queens: tuple[bool, ...], seat: int) -> float:
    """Return a seat's lead in points by Queen tokens."""
    rival_tokens = sum(queens) - queens[seat]
    return _in_units(0.7 * (queens[seat] - rival_tokens / (game.players - 1)))


def lead(state: PicnicState, seat: int) -> float:
    """Return a seat's lead in points over the others' average, including ants on the way."""
    game = state.game
    points = sum(lane_lead(game, place, lane, seat) for place, lane in enumerate(state.board))
    points += token_lead(game, state.queens, seat)
    if state.node is Node.OVER and state.outcome is not None:
        won = 2.0 * sum(track.value for track in game.tracks)
        points += won if seat in state.outcome.winners else -_in_units(won / (game.players - 1))
    return points
