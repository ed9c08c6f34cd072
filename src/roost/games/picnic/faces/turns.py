"""Many turns of Picnic Blitz at once, solved against a network.

A turn can end on very many boards, but changes few tracks. So the network is asked first what each track that a turn
can change is worth by itself, in log-odds for the mover. What a turn does on several tracks adds up, which tells how to
share out attacks, and which endings are any good. The network then judges these as whole boards: all that come near the
best of a roll, until no roll has one that was not judged.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.faces.lanes import MOST_ENTRIES, TRACKS, combine, entries
from roost.games.picnic.faces.reroll_kernel import STAGES, reroll
from roost.games.picnic.faces.solver.rolls import roll_tables
from roost.games.picnic.faces.turn_plan import COSTS, SINGLE_WAYS, WAYS, WINS, choose, make_room, sum_up
from roost.games.picnic.game import Picnic
from roost.games.picnic.turn import BEGINNER_REROLLS, DICE_COUNT, Rerolls, straight_attacks
from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Leaf
from roost.study.models.solved_turn import Turns

_UNLIKELY = 1e-15
"""Shares that differ from 0 or 1 by less are not told apart."""
_NEAR = 1.5
"""Endings that fall short of a roll's best by no more, in log-odds, are judged as whole boards."""
_QUEEN = np.uint64(9 * TRACKS)
"""The bit of a key that tells whether a Queen token is left."""


class Solved(NamedTuple):
    """The dice of one turn, solved."""

    chosen: NDArray[np.int64]
    """For each final roll, without and with a Queen token in hand: the place of its ending among those judged."""
    likely: NDArray[np.float64]
    """How likely each final roll is under best play."""
    best: NDArray[np.float64]
    rolled: NDArray[np.float64]
    choice: NDArray[np.int64]
    """The re-rolls: see ``reroll_kernel.py``."""


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
    """The mover's shares after a turn as log-odds; a game that is over then was won by them."""
    likely = np.clip(shares, _UNLIKELY, 1.0 - _UNLIKELY)
    odds: NDArray[np.float64] = np.log(likely) - np.log1p(-likely)
    odds[over] = WINS
    return odds


class Entries(NamedTuple):
    """The entries of one turn, for each track taken by itself: see ``lanes.py``."""

    afters: Records
    first: NDArray[np.int64]
    cost: NDArray[np.int64]
    steps: NDArray[np.int64]


def _list_entries(packed: Packing[Any, Any], states: Records) -> list[Entries]:
    """The entries of some turns, given by packed positions at their starts."""
    room: Records = np.empty(72, packed.state_type)
    afters: Records = np.empty(TRACKS * MOST_ENTRIES, packed.state_type)
    found = []
    for i in range(len(states)):
        first = np.empty(TRACKS + 1, np.int64)
        cost, steps = np.empty((2, len(afters)), np.int64)
        entries(packed.rules, states[i : i + 1], room, afters, first, cost, steps)
        count = int(first[-1])
        found.append(Entries(afters[:count].copy(), first, cost[:count].copy(), steps[:count].copy()))
    return found


class TurnPlan:
    """One turn: its entries, the endings that are made of them, and what a network says of those that it judged."""

    def __init__(self, packed: Packing[Any, Any], state: Records, entered: Entries, under_way: bool) -> None:
        game = packed.game
        assert isinstance(game, Picnic)
        self.game = game
        self.state = state
        self.seat = int(state["seat"][0])
        self.queen = int(state["queens"][0]) >> self.seat & 1
        self.entries = entered
        self.most_steps = np.maximum.reduceat(entered.steps, entered.first[:-1])
        """The most steps that are of use on each track; none where no move is allowed."""
        pushes = entered.cost[entered.cost > 0]
        fewest = int(pushes.min(initial=COSTS))
        self._table = np.array([self.queen, fewest, game.beginner, under_way], np.int64)
        self._packed = packed
        self._asked = [_joined([entered.afters, self._other_queen()])]
        self._shares: list[NDArray[np.float64]] = []
        self.odds = np.empty((2, COSTS, WAYS if self.queen else SINGLE_WAYS))
        """The mover's log-odds: without and with a Queen token left, after each number of attacks, for each way."""
        self.place = np.empty(self.odds.shape, np.int64)
        """The places of these endings among those judged."""
        self._key = np.zeros(self.odds.shape[1:], np.uint64)
        self._wanted = np.zeros(self.odds.shape, np.bool_)
        self.chosen = np.zeros((2, len(dice_tables().counts)), np.int64)
        """For each final roll, without and with a Queen token in hand: the place of the best ending in ``odds``."""

    def _other_queen(self) -> Records:
        """The position after a turn in which nothing happened but that the mover's Queen token came or went."""
        toggled = self.entries.afters[:1].copy()
        toggled["queens"] ^= np.uint32(1) << self.state["seat"]
        return toggled

    @property
    def afters(self) -> Records:
        """The positions that the network was asked about: the entries, a toggled Queen token, then whole endings."""
        return _joined(self._asked)

    @property
    def shares(self) -> NDArray[np.float64]:
        """The shares that the network gives them: the others in the order of their turns, then the mover."""
        return np.concatenate(self._shares)

    def keys(self, some: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The keys of endings, given by their places in ``odds``."""
        left, which = np.divmod(some, self._key.size)
        keys: NDArray[np.uint64] = self._key.ravel()[which] | left.astype(np.uint64) << _QUEEN
        return keys

    def hear(self, shares: NDArray[np.float64]) -> None:
        """Take what the network says of the positions that were asked for last."""
        self._shares.append(shares)
        if len(self._shares) == 1:
            self._sum_up()
        else:
            some, after = np.flatnonzero(self._wanted), self._asked[-1]
            self.odds.ravel()[some] = log_odds(shares[:, -1], after["node"] == OVER)
            self.place.ravel()[some] = sum(map(len, self._asked[:-1])) + np.arange(len(some))

    def _sum_up(self) -> None:
        entered, seat = self.entries, self.seat
        own = log_odds(self._shares[0][:, -1], self._asked[0]["node"] == OVER)
        base, other = float(own[0]), float(own[-1])
        away, held = (other, base) if self.queen else (base, other)
        scores = entered.afters["scores"][:, seat].astype(np.float64)
        table = np.array([away, held, float(self.game.winning_score) - scores[0], self.queen])
        first, cost, steps, points = entered.first, entered.cost, entered.steps, scores - scores[0]
        room = make_room(self.odds.shape[2])
        sum_up(first, cost, steps, own[:-1] - base, points, table, room, self.odds, self._key, self.place)

    def ask(self) -> Records:
        """The endings that the network should judge next: none when it has judged all that come near the best."""
        dice = dice_tables()
        flat = self.odds.ravel(), self.place.ravel(), self._wanted.ravel()
        self._wanted[:] = False
        choose(dice.counts, dice.attacks, self._table, self.most_steps, _NEAR, *flat, self.chosen)
        keys = self.keys(np.flatnonzero(self._wanted))
        after: Records = np.empty(len(keys), self._packed.state_type)
        if len(keys):
            combine(self._packed.rules, self.entries.afters, self.entries.first, keys, self.seat, after)
            self._asked.append(after)
        return after

    def solve(self) -> Solved:
        """Solve the re-rolls, when the network has judged enough."""
        dice, ants = dice_tables(), int(self.state["active"][0, self.seat]).bit_count()
        left, groups = BEGINNER_REROLLS if self.game.beginner else Rerolls.of(ants)
        best = np.empty((2, STAGES, len(dice.counts)))
        rolled = np.empty((2, STAGES, len(dice.tables[0])))
        choice = np.empty(best.shape, np.int64)
        likely = np.empty(self.chosen.shape)
        # What is averaged over dice is the share, not its log-odds.
        shares = 1.0 / (1.0 + np.exp(-self.odds.ravel()[self.chosen]))
        grown, size = dice.tables
        reroll(self.queen, left, groups, shares, dice.chance, grown, size, best, rolled, choice, likely)
        return Solved(self.place.ravel()[self.chosen], likely, best, rolled, choice)


def plan_turns(
    packed: Packing[Any, Any], states: Records, leaf: Leaf, *, under_way: bool = False
) -> Sequence[TurnPlan]:
    """Plan turns of one game, given by packed positions at their starts, or on the boards of turns under way."""
    players = packed.game.players
    listed = _list_entries(packed, states)
    plans = [TurnPlan(packed, states[i : i + 1], entered, under_way) for i, entered in enumerate(listed)]
    asking = [(plan, plan.afters) for plan in plans]
    while asking:
        counts = [len(after) for _, after in asking]
        first = np.repeat([(plan.seat + 1) % players for plan, _ in asking], counts)
        shares = leaf(packed, _joined([after for _, after in asking]), first)
        for (plan, _), heard in zip(asking, np.split(shares, np.cumsum(counts)[:-1]), strict=True):
            plan.hear(heard)
        asking = [(plan, after) for plan, _ in asking if len(after := plan.ask())]
    return plans


def solve_turns(packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
    """Solve turns of one game, given by packed positions at their starts."""
    plans = plan_turns(packed, states, leaf)
    return ends_of(plans, [plan.solve() for plan in plans])


def ends_of(plans: Sequence[TurnPlan], solved: Sequence[Solved]) -> Turns:
    """The ends that turns have if they are played in this way."""
    endings, chances, worths = [], [], []
    for plan, (chosen, likely, *_) in zip(plans, solved, strict=True):
        chance = np.bincount(chosen.ravel(), likely.ravel())
        places = np.flatnonzero(chance > 0)
        endings.append(plan.afters[places])
        chances.append(chance[places])
        worths.append(np.roll(plan.shares[places], 1, axis=1))
    count = np.array([len(some) for some in endings])
    row, place = np.nonzero(np.arange(count.max()) < count[:, np.newaxis])
    ended, worth = _joined(endings), np.concatenate(worths)
    afters: Records = np.zeros((len(plans), count.max()), ended.dtype)
    afters[row, place] = ended
    likely = np.zeros(afters.shape)
    likely[row, place] = np.concatenate(chances)
    shares = np.zeros((*afters.shape, worth.shape[1]))
    shares[row, place] = worth
    return Turns(np.einsum("ta,tap->tp", likely, shares), afters, likely, shares, count)


def _joined(parts: Sequence[Records]) -> Records:
    """Records one after another; NumPy itself would compare their types field by field."""
    joined: Records = np.concatenate([part.view(np.uint32) for part in parts]).view(parts[0].dtype)
    return joined
