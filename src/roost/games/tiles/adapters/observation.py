"""Heckmeck's and Junior's observations for learning agents."""

from typing import Any

from roost.games.set_aside.adapters.turn_observation import turn_fields, write_turn
from roost.games.tiles import TileGame
from roost.lab.envs.layout import ObservationField
from roost.study.fast.compiler import inlined
from roost.study.fast.records import Record


def fields(game: TileGame) -> tuple[ObservationField, ...]:

    tiles = len(game.tiles)
    worms = min(255, sum(map(game.worms_on, game.tiles)))
    where = (
        "where each tile lies, in ascending order: 0 face down, 1 on the grill, 2 in the player's own stack, "
        "3 in the stack of the player one seat on, …"
    )
    return (
        *turn_fields(game),
        ObservationField("tiles", tiles, 1 + game.players, where),
        ObservationField("depth", tiles, tiles, "depth of each tile in its stack: 1 on top; 0 in no stack"),
        ObservationField(
            "worms", game.players, worms, "worms of each player, the player's own first, then in seat order"
        ),
    )


@inlined
def observe(rules: Record, state: Record, seat: Any, row: Any, whole: Any) -> None:
    """Write a seat's observation. The table is written only at the start of a turn or if ``whole``."""
    start = write_turn(rules, state, row)
    if state.aside and not whole:  # the table does not change within a turn
        return
    tiles = rules.tiles
    for tile in range(tiles):
        row[start + tile] = state.grill >> tile & 1
        row[start + tiles + tile] = 0
    worms = start + 2 * tiles
    for k in range(rules.players):
        owner = seat + k
        owner = owner - rules.players if owner >= rules.players else owner
        top, depth = state.tops[owner], 0
        while top:
            depth += 1
            row[start + top - 1] = 2 + k
            row[start + tiles + top - 1] = depth
            top = state.below[top - 1]
        row[worms + k] = state.worms[owner]
