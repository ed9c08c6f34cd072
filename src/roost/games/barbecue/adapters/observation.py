"""Barbecue's observations for learning agents."""

from typing import Any

from roost.games.barbecue import Barbecue
from roost.games.barbecue.notation import PLATES, SNAILS, SPOTS
from roost.games.set_aside.adapters.turn_observation import turn_fields, write_turn
from roost.lab.envs.layout import ObservationField
from roost.study.fast.compiler import inlined
from roost.study.fast.records import Record


def fields(game: Barbecue) -> tuple[ObservationField, ...]:

    spots = (
        "contents of each spot: 0 empty, 1 a snail, 2 one plate of the player's own, 3 two; "
        "4 and 5 plates of the player one seat on, …"
    )
    return (
        *turn_fields(game),
        ObservationField("spots", len(SPOTS), 1 + 2 * game.players, spots),
        ObservationField("pool", 1, SNAILS, "snails in the pool"),
        ObservationField(
            "worms", game.players, 255, "worms of each player, the player's own first, then in seat order; 255 for more"
        ),
        ObservationField("snails", game.players, SNAILS, "snails of each player"),
        ObservationField("plates", game.players, PLATES, "plates that each player has in hand"),
    )


@inlined
def observe(rules: Record, state: Record, seat: Any, row: Any, whole: Any) -> None:
    """Write a seat's observation. The table is written only at the start of a turn or if ``whole``."""
    start = write_turn(rules, state, row)
    if state.aside and not whole:  # the table does not change within a turn
        return
    for spot in range(rules.spots):
        row[start + spot] = state.snail_spots >> spot & 1
    players, seats = rules.players, start + rules.spots + 1
    row[seats - 1] = state.pool
    for k in range(players):
        owner = seat + k
        owner = owner - players if owner >= players else owner
        singles, pairs = state.singles[owner], state.pairs[owner]
        for spot in range(rules.spots):
            if (singles | pairs) >> spot & 1:
                row[start + spot] = 2 + 2 * k + (pairs >> spot & 1)
        row[seats + k] = min(state.worms[owner], 255)
        row[seats + players + k] = state.snails[owner]
        row[seats + 2 * players + k] = state.plates[owner]
