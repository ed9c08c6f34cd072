"""Picnic Blitz's turn: its stage, six dice, and the re-rolls that are left (PB-2 to PB-6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from roost.core.dice import Die, Roll, Symbol
from roost.core.game import Field
from roost.core.moves import Action
from roost.core.notation import Integer, Word
from roost.core.state import Node
from roost.games.picnic.board import TRACK_COUNT
from roost.games.picnic.moves import KEEP, QUEEN_REROLL, reroll
from roost.games.picnic.notation import Pair

DIE = Die(tuple(Symbol(str(n), str(n), n) for n in range(1, 7)), (1,) * 6)
"""The die, which has a track number on each side."""
DICE_COUNT = 6
"""Number of dice rolled (PB-2)."""
MOST_ATTACKS = 4
"""Maximum number of attacks that a straight gives."""


def _longest_run(mask: int) -> int:
    run = 0
    while mask:
        mask &= mask << 1  # each step shortens every run of set bits by one
        run += 1
    return run


_ATTACKS_BY_RUN = {4: 1, 5: 2, 6: MOST_ATTACKS}  # PB-6
_ATTACKS_BY_MASK = tuple(_ATTACKS_BY_RUN.get(_longest_run(mask), 0) for mask in range(1 << len(DIE.symbols)))


def straight_attacks(dice: Roll) -> int:
    """Return how many attacks the longest straight among the dice gives (PB-6)."""
    return _ATTACKS_BY_MASK[dice.mask]


class Rerolls(NamedTuple):
    """The number of dice that may still be re-rolled, and the number of groups for them (PB-4)."""

    left: int
    groups: int

    @staticmethod
    def of(active_ants: int) -> Rerolls:
        """Return a fresh allowance: up to three dice come in one group, and more may be split into two groups."""
        return _FRESH_REROLLS[active_ants]

    def after(self, count: int) -> Rerolls:
        """Return what is left after re-rolling a group of ``count`` dice."""
        left, groups = self.left - count, self.groups - 1
        return Rerolls(left, groups) if left and groups else _NO_REROLLS

    def ahead(self) -> tuple[Rerolls, ...]:
        """Return every allowance that can remain later in the turn, including this one."""
        return (self, *dict.fromkeys(self.after(count) for count in range(1, self.left + 1)))


_NO_REROLLS = Rerolls(0, 0)
_FRESH_REROLLS = (_NO_REROLLS, *(Rerolls(left, 1 if left <= 3 else 2) for left in range(1, DICE_COUNT + 1)))
BEGINNER_REROLLS = Rerolls(3, 1)  # PB-15
"""A turn's re-rolls under the beginners' rules."""


class TurnStage(NamedTuple):
    """The stage of a turn. At most one of ``rerolls``, ``attacks`` and ``moved`` is set, and shows the stage."""

    node: Node
    dice: Roll | None = None
    """The dice on the table: None before the first roll, fewer than six while some dice are re-rolled."""
    rerolls: Rerolls | None = None
    """The allowance left while dice are re-rolled, excluding the dice that are about to be rolled."""
    attacks: int | None = None
    """How many attacks are left, once attacking has begun."""
    moved: int | None = None
    """The track of the first move, if a second move is possible."""


START = TurnStage(Node.ROLL)
"""The turn before the first roll."""
OVER = TurnStage(Node.OVER)
"""The stage of a game that is over."""

TURN_LAYOUT = (
    Field("dice", Word("123456-", DICE_COUNT, "dice")),
    Field("rerolls", Pair(Rerolls, ("left", "groups"), (Integer(0, DICE_COUNT), Integer(0, 2)), "/")),
    Field("attacks", Integer(0, MOST_ATTACKS + 1)),
    Field("moved", Integer(1, TRACK_COUNT)),
)
"""The turn's fields in a position's text."""


def turn_values(turn: TurnStage) -> dict[str, object]:
    """Return the values of :data:`TURN_LAYOUT`, without those that are None."""
    _, dice, rerolls, attacks, moved = turn
    values = {"dice": None if dice is None else dice.text, "rerolls": rerolls, "attacks": attacks, "moved": moved}
    return {key: value for key, value in values.items() if value is not None}


def read_turn(values: Mapping[str, Any]) -> TurnStage:
    """Return the turn that the values of :data:`TURN_LAYOUT` describe, without checking it against the board."""
    keys = [item.name for item in TURN_LAYOUT if item.name in values]
    if not keys:
        return START
    if keys[0] != "dice":
        raise ValueError(f"{keys[0]} is given, but dice is missing")
    if len(keys) > 2:
        raise ValueError(f"{keys[1]} and {keys[2]} belong to different stages of a turn")
    dice, rerolls = DIE.parse(values["dice"]), values.get("rerolls")
    if dice.size < DICE_COUNT and rerolls is None:
        raise ValueError(f"dice={dice} shows {dice.size} of six dice; the others are only missing while re-rolled")
    node = Node.DECIDE if dice.size == DICE_COUNT else Node.ROLL
    return TurnStage(node, dice, rerolls, values.get("attacks"), values.get("moved"))


@cache
def reroll_choices(dice: Roll, left: int, queen: bool) -> tuple[Action, ...]:
    """Return the choices while re-rolling, with this many re-roll dice left and with or without a Queen token."""
    rerolls = (reroll(part.text) for part in dice.parts(left))  # PB-4
    return (KEEP, *rerolls, QUEEN_REROLL) if queen else (KEEP, *rerolls)  # PB-5


# There are only 12,376 ways to split six dice into those that stay and those taken, so each is cached.


@cache
def all_dice(staying: Roll, roll: Roll) -> Roll:
    """Return all dice on the table after some of them are rolled."""
    return staying + roll


@cache
def kept_dice(dice: Roll, taken: str) -> Roll:
    """Return the dice that stay on the table."""
    return dice - DIE.parse(taken)
