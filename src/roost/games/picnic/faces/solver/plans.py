"""The ways to play a final roll in Picnic Blitz: attacks, then a move or two, or a Queen token instead.

A roll matters through two things only: how many attacks it gives, and how many dice show each track. So its *plans*
(which moves, after how many attacks at most) are shared with other rolls, and all 462 rolls together have a few
hundred of them. Plans come in the order in which they are preferred if they are worth the same: moves in the order of
tracks, one before two; then a Queen token; then no move; then what a Queen token adds to the attacks.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.dice import Roll
from roost.games.picnic.faces.solver.boards import Moves
from roost.games.picnic.faces.solver.rolls import roll_tables
from roost.games.picnic.faces.solver.worth import Way
from roost.games.picnic.turn import straight_attacks


class Plan(NamedTuple):
    """A way to play: up to so many attacks, then these moves."""

    attacks: int
    queen: bool
    """Whether a Queen token is left when the turn ends."""
    moves: Moves
    queen_attacks: bool = False
    """Whether a Queen token pays for one of the attacks."""
    skips: bool = False
    """Whether attack and move are skipped for a Queen token."""

    @property
    def way(self) -> Way:
        """How the turn ends once the attacks are done."""
        return self.queen, self.moves


@cache
def plans_of(dice: Roll, attacks: int, queen: bool) -> tuple[Plan, ...]:
    """Everything that can be done with these dice and so many attacks, with or without a Queen token in hand."""
    moves = [((place, steps),) for place, steps in enumerate(dice.counts) if steps]
    plans = [Plan(attacks, queen, move) for move in moves]
    if not queen:
        return (*plans, Plan(0, True, (), skips=True), Plan(attacks, False, ()))
    plans += [Plan(attacks, False, one + other) for one, other in combinations(moves, 2)]
    plans += [Plan(attacks, True, ())]
    plans += [Plan(attacks + 1, False, move, queen_attacks=True) for move in (*moves, ())]
    return tuple(plans)


@cache
def second_moves(dice: Roll, first: int) -> tuple[Plan, ...]:
    """Everything that can be done after a first move on track ``first``, with a Queen token in hand."""
    moves = (((place, steps),) for place, steps in enumerate(dice.counts) if steps and place != first - 1)
    return (Plan(0, True, ()), *(Plan(0, False, move) for move in moves))


@dataclass(frozen=True)
class RollGroup:
    """The rolls that give the same number of attacks."""

    rolls: NDArray[np.intp]
    plans: tuple[Plan, ...]
    """Everything that can be done with one of the rolls."""
    offered: NDArray[np.intp]
    """For each roll, its plans, as places in ``plans``; filled up with the place after the last."""


@cache
def roll_groups(queen: bool) -> tuple[RollGroup, ...]:
    """All rolls, by the attacks they give."""
    rolls = roll_tables().rolls
    groups = []
    for attacks in sorted(set(map(straight_attacks, rolls))):
        places = [i for i, roll in enumerate(rolls) if straight_attacks(roll) == attacks]
        plans = [plans_of(rolls[i], attacks, queen) for i in places]
        index = {plan: i for i, plan in enumerate(dict.fromkeys(plan for some in plans for plan in some))}
        most = max(map(len, plans))
        offered = [[*map(index.__getitem__, some), *[len(index)] * (most - len(some))] for some in plans]
        groups.append(RollGroup(np.array(places), tuple(index), np.array(offered)))
    return tuple(groups)


@cache
def layer_ways(queen: bool) -> tuple[tuple[Way, ...], ...]:
    """For each number of attacks, every way that a plan may take after exactly so many. Skipping is none."""
    plans = [plan for group in roll_groups(queen) for plan in group.plans if not plan.skips]
    most = max(plan.attacks for plan in plans)
    return tuple(tuple(dict.fromkeys(p.way for p in plans if p.attacks >= cost)) for cost in range(most + 1))
