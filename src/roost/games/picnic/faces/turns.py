"""Many turns of Picnic Blitz at once, solved against a network.

A turn can end on very many boards, but changes few tracks. So the network is asked what each track that a turn can
change is worth by itself, in log-odds for the mover, and what a turn does on several tracks adds up. For that value the
solution is exact; a turn that changes one track only is worth exactly what the network says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.faces.lanes import MOST_ENTRIES, TRACKS, combine, entries
from roost.games.picnic.faces.reroll_kernel import STAGES, reroll
from roost.games.picnic.faces.solver.rolls import roll_tables
from roost.games.picnic.faces.turn_plan import WINS, plan
from roost.games.picnic.game import Picnic
from roost.games.picnic.turn import BEGINNER_REROLLS, DICE_COUNT, Rerolls, straight_attacks
from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Leaf
from roost.study.models.solved_turn import Turns

__all__ = ["Entries", "Solved", "dice_tables", "list_entries", "log_odds", "solve_entries", "solve_turns"]

_UNLIKELY = 1e-15
"""Shares that differ from 0 or 1 by less are not told apart."""


class Entries(NamedTuple):
    """What one turn can make of each track, taken by itself: see ``kernels/lanes.py``."""

    afters: Records
    first: NDArray[np.int64]
    cost: NDArray[np.int64]
    steps: NDArray[np.int64]


@dataclass(frozen=True)
class Solved:
    """One turn, solved for values of its entries."""

    value: NDArray[np.float64]
    """For each final roll, without and with a Queen token in hand: the log-odds of the best ending."""
    key: NDArray[np.uint64]
    """The ending: see ``kernels/planning.py``."""
    likely: NDArray[np.float64]
    """How likely each final roll is under best play."""
    best: NDArray[np.float64]
    rolled: NDArray[np.float64]
    choice: NDArray[np.int64]
    """The re-rolls: see ``kernels/rerolling.py``."""


class Dice(NamedTuple):
    """The dice as arrays for the kernels."""

    counts: NDArray[np.int64]
    attacks: NDArray[np.int64]
    chance: NDArray[np.float64]
    tables: tuple[NDArray[np.int64], ...]


@cache
def dice_tables() -> Dice:
    """The tables, built once."""
    known = roll_tables()
    rolls = known.rolls
    grown = np.zeros((len(known.dice), DICE_COUNT), np.int64)
    for some, grows in known.grown:
        grown[some] = grows.T
    size = np.array([roll.size for roll in known.dice])
    return Dice(
        np.array([roll.counts for roll in rolls]),
        np.array([straight_attacks(roll) for roll in rolls]),
        np.array([roll.weight for roll in rolls]) / DICE_COUNT**DICE_COUNT,
        (grown, size),
    )


def log_odds(shares: NDArray[np.float64], over: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The mover's shares after a turn as log-odds; a game that is over then was won by him."""
    likely = np.clip(shares, _UNLIKELY, 1.0 - _UNLIKELY)
    odds: NDArray[np.float64] = np.log(likely) - np.log1p(-likely)
    odds[over] = WINS
    return odds


def list_entries(packed: Packing[Any, Any], states: Records) -> list[Entries]:
    """The entries of some turns, given by packed positions at their starts."""
    room: Records = np.empty(72, packed.state_type)
    afters: Records = np.empty(TRACKS * MOST_ENTRIES, packed.state_type)
    found = []
    for i in range(len(states)):
        first = np.empty(TRACKS + 1, np.int64)
        cost, steps = np.empty((2, len(afters)), np.int64)
        entries(packed.rules, states[i : i + 1], room, afters, first, cost, steps)
        count = first[-1]
        found.append(Entries(afters[:count].copy(), first, cost[:count].copy(), steps[:count].copy()))
    return found


def other_queen(state: Records, after: Records) -> Records:
    """The position after a turn in which nothing happened but that the mover's Queen token came or went."""
    toggled = after.copy()
    toggled["queens"] ^= np.uint32(1) << state["seat"]
    return toggled


def solve_entries(
    game: Picnic, state: Records, entered: Entries, worth: NDArray[np.float64], other_queen_worth: float
) -> Solved:
    """Solve the turn of one packed position, when each entry has these log-odds, and this a toggled Queen token."""
    seat, dice = int(state["seat"][0]), dice_tables()
    queen = int(state["queens"][0]) >> seat & 1
    base = float(worth[0])
    away, held = (other_queen_worth, base) if queen else (base, other_queen_worth)
    scores = entered.afters["scores"][:, seat].astype(np.float64)
    missing = float(game.winning_score) - scores[0]
    table = np.array([away, held, missing, float(game.beginner)])
    value = np.empty((2, len(dice.counts)))
    key = np.empty((2, len(dice.counts)), np.uint64)
    first, cost, steps = entered.first, entered.cost, entered.steps
    plan(first, cost, steps, worth - base, scores - scores[0], dice.counts, dice.attacks, table, value, key)
    ants = int(state["active"][0, seat]).bit_count()
    allowance = BEGINNER_REROLLS if game.beginner else Rerolls.of(ants)
    best = np.empty((2, STAGES, len(dice.counts)))
    rolled = np.empty((2, STAGES, len(dice.tables[0])))
    choice = np.empty(best.shape, np.int64)
    likely = np.empty(value.shape)
    shares = 1.0 / (1.0 + np.exp(-value))  # what is averaged over dice is the share, not its log-odds
    left, groups = allowance
    grown, size = dice.tables
    reroll(queen, left, groups, shares, dice.chance, grown, size, best, rolled, choice, likely)
    return Solved(value, key, likely, best, rolled, choice)


def solve_turns(packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
    """Solve turns of one game, given by packed positions at their starts."""
    game = packed.game
    assert isinstance(game, Picnic)
    players, movers = game.players, states["seat"].astype(np.int64)
    listed = list_entries(packed, states)
    asked = [
        np.concatenate([entered.afters, other_queen(states[i : i + 1], entered.afters[:1])])
        for i, entered in enumerate(listed)
    ]
    cuts = np.cumsum([len(some) for some in asked])[:-1]
    first = np.repeat((movers + 1) % players, [len(some) for some in asked])
    together = np.concatenate(asked)
    own = log_odds(leaf(packed, together, first)[:, -1], together["node"] == OVER)
    endings, chances = [], []
    for i, (entered, worth) in enumerate(zip(listed, np.split(own, cuts), strict=True)):
        state = states[i : i + 1]
        solved = solve_entries(game, state, entered, worth[:-1], float(worth[-1]))
        keys, which = np.unique(solved.key, return_inverse=True)
        chance = np.bincount(which.ravel(), solved.likely.ravel(), len(keys))
        keys, chance = keys[chance > 0], chance[chance > 0]
        after: Records = np.empty(len(keys), packed.state_type)
        combine(packed.rules, entered.afters, entered.first, keys, movers[i], after)
        endings.append(after)
        chances.append(chance)
    count = np.array([len(some) for some in endings])
    row, place = np.nonzero(np.arange(count.max()) < count[:, np.newaxis])
    afters: Records = np.zeros((len(states), count.max()), packed.state_type)
    afters[row, place] = np.concatenate(endings)
    likely = np.zeros(afters.shape)
    likely[row, place] = np.concatenate(chances)
    shares = np.zeros((*afters.shape, players))
    found = leaf(packed, afters[row, place], (movers[row] + 1) % players)
    shares[row, place] = np.roll(found, 1, axis=1)
    return Turns(np.einsum("ta,tap->tp", likely, shares), afters, likely, shares, count)
