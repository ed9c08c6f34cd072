"""A set-aside turn as a learner sees it: the fields that Heckmeck, Junior and Barbecue share."""

from typing import Any

from roost.core.game import Game
from roost.games.set_aside.faces.packed_turn import PICK
from roost.lab.envs.layout import Field
from roost.study.fast.compiler import inlined
from roost.study.fast.records import Record


def turn_fields(game: Game) -> tuple[Field, ...]:
    """The fields of the turn, in their order."""
    symbols, dice = len(game.die.symbols), game.dice_count
    most = dice * max(symbol.value for symbol in game.die.symbols)
    return (
        Field("picking", 1, 1, "1 if a symbol is set aside now, 0 if the player rolls on or ends the turn"),
        Field("roll", symbols, dice, "dice on the table that show each symbol, while they have to be dealt with"),
        Field("aside", symbols, dice, "dice set aside that show each symbol"),
        Field("total", 1, most, "what the dice set aside count"),
        Field("left", 1, dice, "dice not set aside"),
    )


@inlined
def write_turn(rules: Record, state: Record, row: Any) -> Any:
    """Write the fields of the turn; returns the place after them."""
    symbols = rules.symbols
    row[0] = 1 if state.node == PICK else 0
    for i in range(symbols):
        row[1 + i] = state.roll >> 4 * i & 15
        row[1 + symbols + i] = state.aside >> 4 * i & 15
    at = 1 + 2 * symbols
    row[at] = state.total
    row[at + 1] = state.left
    return at + 2
