"""The network's inputs for Heckmeck and Junior in plain Python; :mod:`.features` computes the same in compiled code."""

from roost.games.tiles import TileGame, TileState

_TILES = 16
_MOST_SEATS = 7
_TABLE = _TILES + 5 + _MOST_SEATS
_SEAT = _TILES + 14 + 2 * _MOST_SEATS


def _first(game: TileGame, tile: int) -> int:
    """Return the index of the first tile with a number."""
    return game.tiles.index(tile)


def table_inputs(state: TileState, *, always_turns: bool, spares_returned: bool) -> list[float]:
    """Return the features that describe the table."""
    game, row = state.game, [0.0] * _TABLE
    for tile in state.grill:
        place = _first(game, tile)
        row[place + 1 if row[place] else place] = 1.0
    row[_TILES] = len(state.grill) / 8.0
    row[_TILES + 1] = sum(map(game.worms_on, state.grill)) / 16.0
    if state.grill:
        row[_TILES + 2] = (_first(game, state.grill[-1]) + 1.0) / len(game.tiles)
    row[_TILES + 3] = float(always_turns)
    row[_TILES + 4] = float(spares_returned)
    row[_TILES + 5 + game.players - 1] = 1.0
    return row


def seat_inputs(state: TileState, seat: int, distance: int, *, highest_tile_wins: bool) -> list[float]:
    """Return the features of one seat, whose next turn is ``distance`` turns away."""
    game, row, players = state.game, [0.0] * _SEAT, state.game.players
    worms, stack = state.scores(), state.stacks[seat]
    if stack:
        tile = stack[-1]
        row[_first(game, tile)] = 1.0
        row[_TILES + 1] = game.worms_on(tile) / 4.0
        row[_TILES + 2] = float(tile in state.grill)
        if len(stack) > 1:
            row[_TILES + 3] = game.worms_on(stack[-2]) / 4.0
            row[_TILES + 4] = (_first(game, stack[-2]) + 1.0) / len(game.tiles)
    highest = [max(tiles, default=0) for tiles in state.stacks]
    rivals = [rival for rival in range(players) if rival != seat]
    most, tallest = max((worms[rival], highest[rival]) for rival in rivals)
    mean = sum(worms[rival] for rival in rivals) / (players - 1)
    lead = worms[seat] - most
    row[_TILES] = worms[seat] / 8.0
    row[_TILES + 5] = lead / 4.0
    row[_TILES + 6] = (worms[seat] - mean) / 4.0
    row[_TILES + 7] = float(lead > 0)
    row[_TILES + 8] = float(lead == 0)
    row[_TILES + 9] = max(-1.0, min(1.0, lead / 12.0))
    row[_TILES + 10] = highest[seat] / game.tiles[-1]
    row[_TILES + 11] = float(highest[seat] > tallest and highest_tile_wins)
    row[_TILES + 12] = len(stack) / 6.0
    row[_TILES + 13] = float(not stack)
    row[_TILES + 14 + distance] = 1.0
    row[_TILES + 14 + _MOST_SEATS + players - 1 - distance] = 1.0
    return row
