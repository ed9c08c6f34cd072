"""The network's inputs for Heckmeck in plain Python."""

from roost.games.heckmeck import HeckmeckState
from roost.games.tiles.adapters import plain_tile_features


def table_inputs(state: HeckmeckState) -> list[float]:
    game = state.game
    return plain_tile_features.table_inputs(state, always_turns=game.always_turn, spares_returned=not game.short_game)


def seat_inputs(state: HeckmeckState, seat: int, distance: int) -> list[float]:
    return plain_tile_features.seat_inputs(state, seat, distance, highest_tile_wins=True)
