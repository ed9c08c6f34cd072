"""The network's inputs for Barbecue in plain Python; :mod:`.features` computes the same in compiled code."""

from roost.core.notation import seat_letter
from roost.games.barbecue import BarbecueState
from roost.games.barbecue.notation import SNAIL

_SPOTS = 14
_SNAILS = 12
_MOST_SEATS = 5
_TABLE = 3 * _SPOTS + _SNAILS + 3 + _MOST_SEATS
_POINTS = 2 * _SPOTS
_SEAT = _POINTS + 13 + 2 * _MOST_SEATS


def table_inputs(state: BarbecueState) -> list[float]:
    """Return the features that describe the table."""
    plates = ["" if contents == SNAIL else contents for contents in state.grill]
    snails = [float(contents == SNAIL) for contents in state.grill]
    free = [float(contents == "") for contents in state.grill]
    row = [*snails, *free, *(float(len(contents) == 2) for contents in plates)]
    row += [float(snail < state.pool) for snail in range(_SNAILS)]
    row += [sum(snails) / 4.0, sum(free) / 7.0, sum(len(contents) == 1 for contents in plates) / 7.0]
    return row + [float(players == state.game.players) for players in range(1, _MOST_SEATS + 1)]


def seat_inputs(state: BarbecueState, seat: int, distance: int) -> list[float]:
    """Return the features of one seat, whose next turn is ``distance`` turns away."""
    game, players, points, letter = state.game, state.game.players, state.scores(), seat_letter(seat)
    singles = [float(contents == letter) for contents in state.grill]
    pairs = [float(contents == letter * 2) for contents in state.grill]
    highest = [_highest_plate(state, owner) for owner in range(players)]
    rivals = [rival for rival in range(players) if rival != seat]
    most, tallest = max((points[rival], highest[rival]) for rival in rivals)
    mean = sum(points[rival] for rival in rivals) / (players - 1)
    lead, plates = points[seat] - most, state.plates_left(seat)
    row = [0.0] * _SEAT
    row[:_POINTS] = [*singles, *pairs]
    row[_POINTS : _POINTS + 13] = [
        points[seat] / 12.0,
        lead / 6.0,
        (points[seat] - mean) / 6.0,
        float(lead > 0),
        float(lead == 0),
        float(highest[seat] > tallest),
        highest[seat] / _SPOTS,
        state.larders[seat].snails / 3.0,
        plates / 5.0,
        float(plates == 0),
        float(plates == 1),
        sum(worms * single for worms, single in zip(game.worms, singles, strict=True)) / 6.0,
        sum(worms * pair for worms, pair in zip(game.worms, pairs, strict=True)) / 6.0,
    ]
    row[_POINTS + 13 + distance] = 1.0
    row[_POINTS + 13 + _MOST_SEATS + players - 1 - distance] = 1.0
    return row


def _highest_plate(state: BarbecueState, seat: int) -> int:
    """Return the highest spot that has a plate of this seat, counted from 1; 0 if there is none."""
    plates = (seat_letter(seat), seat_letter(seat) * 2)
    return max((place for place, contents in enumerate(state.grill, 1) if contents in plates), default=0)
