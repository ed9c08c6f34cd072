"""A test helper that sums up a seat's lead in Picnic Blitz from the parts of the plain estimate."""

from roost.core.state import Node
from roost.games.picnic import PicnicState
from roost.games.picnic.adapters.lead import in_units, lane_lead, token_lead, win_points


def lead(state: PicnicState, seat: int) -> float:
    """Return a seat's lead in points over the others' average, including ants on the way."""
    game = state.game
    points = sum(lane_lead(game, place, lane, seat) for place, lane in enumerate(state.board))
    points += token_lead(game, state.queens, seat)
    if state.node is Node.OVER and state.outcome is not None:
        won = win_points(game)
        points += won if seat in state.outcome.winners else -in_units(won / (game.players - 1))
    return points
