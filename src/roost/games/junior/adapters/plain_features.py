"""The network's inputs for Junior in plain Python."""

from roost.games.junior import JuniorState
from roost.games.tiles.adapters import plain_tile_features


def table_inputs(state: JuniorState) -> list[float]:
    return plain_tile_features.table_inputs(state, always_turns=True, spares_returned=False)


def seat_inputs(state: JuniorState, seat: int, distance: int) -> list[float]:
    return plain_tile_features.seat_inputs(state, seat, distance, highest_tile_wins=False)
