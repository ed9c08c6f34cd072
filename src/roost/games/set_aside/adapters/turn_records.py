"""Convert the set-aside turn between the reference engine and the kernels."""

import numpy as np

from roost.core.state import Node
from roost.games.set_aside import SetAsideGame, SetAsideState, SetAsideTurn
from roost.games.set_aside.adapters.packed_turn import PICK, STOP
from roost.study.fast.chance import pack_roll
from roost.study.fast.packed import unpack_roll
from roost.study.fast.records import DRAW, NOBODY, OVER, ROLL


def fill_turn_rules(game: SetAsideGame, rules: np.void) -> None:
    dice = game.turn_dice
    rules["symbols"] = len(dice.die.symbols)
    rules["every_symbol"] = dice.every_symbol
    rules["worm"] = dice.die.index["w"]
    rules["values"] = sum(symbol.value << 4 * i for i, symbol in enumerate(dice.die.symbols))
    rules["may_stop_on_nothing"] = game.may_stop_on_nothing
    rules["dead_roll_counts"] = game.dead_roll_counts


def pack_turn(state: SetAsideState, record: np.void) -> None:
    (node, aside, roll), seat = state.turn, state.seat
    if node is Node.OVER:
        record["node"] = OVER
    elif node is Node.ROLL:
        record["node"] = DRAW if seat is None else ROLL
    else:
        record["node"] = PICK if roll is not None and roll.mask & ~aside.mask else STOP
    record["seat"] = NOBODY if seat is None else seat
    record["aside"] = pack_roll(aside.roll.counts)
    record["roll"] = 0 if roll is None else pack_roll(roll.counts)
    record["total"] = aside.total
    record["left"] = aside.left


def unpack_turn(game: SetAsideGame, fields: tuple[int, ...]) -> tuple[int | None, SetAsideTurn]:
    """Return the seat and the turn that a record's first fields describe."""
    node, place, packed_aside, packed_roll = fields[:4]
    dice, seat = game.turn_dice, None if place == NOBODY else place
    if node == OVER:
        return None, dice.over
    aside = dice.aside(unpack_roll(game, packed_aside))
    if node in (DRAW, ROLL):
        return seat, aside.rolling
    if packed_roll:
        return seat, SetAsideTurn(Node.DECIDE, aside, unpack_roll(game, packed_roll))
    return seat, aside.deciding
