"""Observation fields for a set-aside turn, shared by Heckmeck, Junior and Barbecue."""

from typing import Any

from roost.core.game import Game
from roost.games.set_aside.adapters.packed_turn import PICK
from roost.lab.envs.layout import ObservationField
from roost.study.fast.compiler import inlined
from roost.study.fast.records import Record


def turn_fields(game: Game) -> tuple[ObservationField, ...]:
    symbols, dice = len(game.die.symbols), game.dice_count
    most = dice * max(symbol.value for symbol in game.die.symbols)
    return (
        ObservationField("picking", 1, 1, "1 if a symbol is set aside now, 0 if the player rolls on or ends the turn"),
        ObservationField(
            "roll", symbols, dice, "dice on the table that show each symbol, while they wait for a choice"
        ),
        ObservationField("aside", symbols, dice, "dice set aside that show each symbol"),
        ObservationField("total", 1, most, "sum of the dice set aside"),
        ObservationField("left", 1, dice, "dice not set aside"),
    )


@inlined
def write_turn(rules: Record, state: Record, row: Any) -> Any:
    """Write the turn's fields, and return the index after them."""
    symbols = rules.symbols
    row[0] = 1 if state.node == PICK else 0
    for i in range(symbols):
        row[1 + i] = state.roll >> 4 * i & 15
        row[1 + symbols + i] = state.aside >> 4 * i & 15
    index = 1 + 2 * symbols
    row[index] = state.total
    row[index + 1] = state.left
    return index + 2
