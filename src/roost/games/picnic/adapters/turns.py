"""Plan turns of Picnic Blitz, first by the values of single tracks, then by a network's values of whole boards.

A turn can end on very many boards, but it changes only a few tracks. The network is therefore first asked for the value
of each single-track change, in log-odds for the mover. Changes of several tracks add up, which shows how to divide the
attacks and which endings are good. The network then evaluates, as whole boards, the endings that are near a roll's
best, until each roll's best candidates are evaluated.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.adapters.lanes import (
    COSTS,
    NUMBER_BITS,
    QUEEN_BIT,
    TRACKS,
    Entries,
    list_turn,
    make_entries,
    put_together,
)
from roost.games.picnic.adapters.reroll_kernel import Allowance, Choices, make_choices, parts_of, reroll
from roost.games.picnic.adapters.rolls import dice_tables
from roost.games.picnic.adapters.turn_plan import (
    NO_CORRECTIONS,
    SINGLE_WAYS,
    WAYS,
    WINS,
    BestEndings,
    Sheet,
    Terms,
    choose,
    find_end_in,
    make_ends,
    make_room,
    sum_up_turn,
)
from roost.games.picnic.game import Picnic
from roost.games.picnic.turn import BEGINNER_REROLLS, Rerolls
from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Evaluator
from roost.study.models.solved_turn import Turns

_UNLIKELY = 1e-15
"""Win shares are treated as at least this far from 0 and 1."""
_NEAR = 1.5
"""Endings at most this much worse than a roll's best ending, in log-odds, are evaluated as whole boards."""


class SolvedDice(NamedTuple):
    """One turn's solved dice."""

    chosen: NDArray[np.int64]
    """For each final roll, without and with a Queen token in hand, the index of its ending among those evaluated."""
    likely: NDArray[np.float64]
    """Each final roll's probability under best play."""
    choices: Choices


class End(NamedTuple):
    """The best way to end a turn in a position with final dice."""

    action: int
    """Index of the first action towards this end."""
    numbers: tuple[int, ...]
    """Index of each track's entry at the end of the turn."""
    queen: bool
    """Whether the mover holds a Queen token at the end of the turn."""


def log_odds(shares: NDArray[np.float64], over: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the mover's shares after a turn as log-odds. If the game is over, the mover has won it."""
    likely = np.clip(shares, _UNLIKELY, 1.0 - _UNLIKELY)
    odds: NDArray[np.float64] = np.log(likely) - np.log1p(-likely)
    odds[over] = WINS
    return odds


class TurnPlan:
    """One turn: its entries, the endings that combine them, and the best ending for every final roll."""

    def __init__(self, packed: Packing[Any, Any], state: Records, under_way: bool = False) -> None:
        game = packed.game
        assert isinstance(game, Picnic)
        self.packed = packed
        self.game = game
        self.state = state
        self.seat = int(state["seat"][0])
        self.queen = int(state["queens"][0]) >> self.seat & 1
        room = make_entries()
        count = list_turn(packed.rules, state, room)
        lane, cost, steps, gain, origin, *per_track = room
        per_entry = (part[:count].copy() for part in (lane, cost, steps, gain, origin))
        self.entries = Entries._make((*per_entry, *per_track))
        self._under_way = under_way
        ways = WAYS if self.queen else SINGLE_WAYS
        self.ends = make_ends(ways)
        self.place = np.empty(self.ends.odds.shape, np.int64)
        """For each ending, its index among those evaluated."""
        self.wanted = np.zeros(self.place.shape, np.bool_)
        self.chosen = np.zeros((2, len(dice_tables().rolls)), np.int64)
        """For each final roll, without and with a Queen token in hand, the index of the best ending in ``odds``."""
        self.worth = np.empty(0)
        self.corrections = NO_CORRECTIONS
        """Correction to each ending from evaluating the whole board."""

    @property
    def allowance(self) -> Allowance:
        """The turn's allowance of re-rolls."""
        ants = int(self.state["active"][0, self.seat]).bit_count()
        return Allowance(self.queen, *(BEGINNER_REROLLS if self.game.beginner else Rerolls.of(ants)))

    @property
    def nbytes(self) -> int:
        parts = (*self.entries, self.ends.odds, self.ends.key, self.place, self.wanted, self.chosen, self.worth)
        return sum(part.nbytes for part in parts) + self.corrections.nbytes

    def sum_up(self, worth: NDArray[np.float64], away: float, held: float, win: float) -> None:
        """Find the best endings, given the value of each entry; see :class:`Terms`."""
        price = self.entries.price[self.entries.price > 0]
        missing = self.game.winning_score - int(self.state["scores"][0, self.seat])
        fewest, may_skip = int(price.min(initial=COSTS)), int(not self.game.beginner)
        self.worth, self.terms = worth, Terms(away, held, win, missing, self.queen, fewest, may_skip)
        sum_up_turn(self._sheet(self.ends), self.terms, self.place)

    def choose(self, distance: float) -> None:
        """Choose each roll's best ending, and request evaluation of those that are at most ``distance`` worse."""
        dice = dice_tables()
        self.wanted[:] = False
        evaluation = self.place.reshape(-1), self.wanted.reshape(-1)
        rolls = dice.counts, dice.attacks
        choose(self._sheet(self.ends), self.terms, rolls, self._under_way, distance, evaluation, self.chosen)

    def _sheet(self, ends: BestEndings) -> Sheet:
        """Return the turn in the form that the kernels take, with new buffers."""
        return Sheet(self.entries, self.worth, self.corrections, make_room(), ends)

    def reroll(self, final: NDArray[np.float64]) -> tuple[NDArray[np.float64], Choices]:
        """Solve the re-rolls for these values of final rolls; return the final rolls' probabilities and the choices."""
        dice = dice_tables()
        choices, likely = make_choices(dice), np.empty(final.shape)
        reroll(self.allowance, final, dice.chance, parts_of(dice), choices, likely)
        return likely, choices

    def keys(self, endings: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Return the keys of endings given by their indices in ``odds``."""
        left, index = np.divmod(endings, self.ends.key.size)
        keys: NDArray[np.uint64] = self.ends.key.reshape(-1)[index] | left.astype(np.uint64) << np.uint64(QUEEN_BIT)
        return keys

    def afters(self, keys: NDArray[np.uint64]) -> Records:
        """Return the positions after the turn for these keys."""
        after: Records = np.empty(len(keys), self.packed.state_type)
        put_together(self.packed.rules, self.state, self.entries, keys, after)
        return after

    def find_end(self, state: Records) -> End | None:
        """Return the best end from a position with final dice, or None if the position belongs to another turn."""
        sheet = self._sheet(make_ends())
        place, action = find_end_in(self.packed.rules, state, sheet, self.terms)
        if place < 0:
            return None
        left, index = divmod(place, sheet.ends.key.size)
        (numbers,) = numbers_in(sheet.ends.key.reshape(-1)[index : index + 1]) ^ sheet.room.now
        return End(action, tuple(numbers.tolist()), bool(left))


def numbers_in(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the indices of the tracks' entries in keys, one row for each key."""
    shifts = np.arange(TRACKS, dtype=np.uint64) * np.uint64(NUMBER_BITS)
    numbers: NDArray[np.int64] = (keys[:, np.newaxis] >> shifts & np.uint64((1 << NUMBER_BITS) - 1)).astype(np.int64)
    return numbers


class JudgedPlan(TurnPlan):
    """A turn evaluated by a network: the plan requests positions to evaluate and receives their values."""

    def __init__(self, packed: Packing[Any, Any], state: Records, under_way: bool = False) -> None:
        super().__init__(packed, state, under_way)
        first = self.entries.first
        track = np.repeat(np.arange(TRACKS, dtype=np.uint64), np.diff(first))
        number = (np.arange(first[-1]) - first[track.astype(np.int64)]).astype(np.uint64)
        token = np.array([self.queen, 1 - self.queen], np.uint64) << np.uint64(QUEEN_BIT)
        # The entries, and the turn in which the Queen token is only gained or spent.
        keys = np.append(number << track * np.uint64(NUMBER_BITS) | token[0], token[1])
        self._requested = [self.afters(keys)]
        self._shares: list[NDArray[np.float64]] = []

    @property
    def positions(self) -> Records:
        """Positions to give to the network: for the entries, for a toggled Queen token, then for whole endings."""
        return joined(self._requested)

    @property
    def shares(self) -> NDArray[np.float64]:
        """Win shares that the network predicts for the positions: the other seats in turn order, then the mover."""
        return np.concatenate(self._shares)

    def receive(self, shares: NDArray[np.float64]) -> None:
        """Take the network's win shares for the positions that were requested last.

        Each track's first entry leaves the board as it is. Its share is set to that of the unchanged board, because a
        32-bit network may round the same position differently at another place in a batch.
        """
        if not self._shares:
            shares[self.entries.first[:-1]] = shares[0]
        self._shares.append(shares)
        odds = log_odds(shares[:, -1], self._requested[-1]["node"] == OVER)
        if len(self._shares) == 1:
            base, toggled = float(odds[0]), float(odds[-1])
            away, in_hand = (toggled, base) if self.queen else (base, toggled)
            self.sum_up(odds[:-1] - base, away, in_hand, WINS)
        else:
            endings = np.flatnonzero(self.wanted)
            self.ends.flat[endings] = odds
            self.place.reshape(-1)[endings] = sum(map(len, self._requested[:-1])) + np.arange(len(endings))

    def request_next(self) -> Records:
        """Return the endings to evaluate next; empty once all endings near the best are evaluated."""
        self.choose(_NEAR)
        after = self.afters(self.keys(np.flatnonzero(self.wanted)))
        if len(after):
            self._requested.append(after)
        return after

    def solve(self) -> SolvedDice:
        """Solve the re-rolls once enough endings are evaluated."""
        # Average shares over the dice, not log-odds.
        likely, choices = self.reroll(1.0 / (1.0 + np.exp(-self.ends.flat[self.chosen])))
        return SolvedDice(self.place.reshape(-1)[self.chosen], likely, choices)


def plan_turns(
    packed: Packing[Any, Any], states: Records, evaluator: Evaluator, *, under_way: bool = False
) -> Sequence[JudgedPlan]:
    """Plan turns of one game, given packed positions at their starts, or on the boards of current turns."""
    players = packed.game.players
    plans = [JudgedPlan(packed, states[i : i + 1], under_way) for i in range(len(states))]
    pending = [(plan, plan.positions) for plan in plans]
    while pending:
        counts = [len(after) for _, after in pending]
        first = np.repeat([(plan.seat + 1) % players for plan, _ in pending], counts)
        shares = evaluator(packed, joined([after for _, after in pending]), first)
        for (plan, _), plan_shares in zip(pending, np.split(shares, np.cumsum(counts)[:-1]), strict=True):
            plan.receive(plan_shares)
        pending = [(plan, after) for plan, _ in pending if len(after := plan.request_next())]
    return plans


def solve_turns(packed: Packing[Any, Any], states: Records, evaluator: Evaluator) -> Turns:
    plans = plan_turns(packed, states, evaluator)
    return ends_of(plans, [plan.solve() for plan in plans])


def ends_of(plans: Sequence[JudgedPlan], solved: Sequence[SolvedDice]) -> Turns:
    """Return the ends of turns when they are played according to their solutions."""
    endings, chances, worths = [], [], []
    for plan, (chosen, likely, _) in zip(plans, solved, strict=True):
        chance = np.bincount(chosen.ravel(), likely.ravel())
        places = np.flatnonzero(chance > 0)
        endings.append(plan.positions[places])
        chances.append(chance[places])
        worths.append(np.roll(plan.shares[places], 1, axis=1))
    count = np.array([len(ending) for ending in endings])
    row, place = np.nonzero(np.arange(count.max()) < count[:, np.newaxis])
    ended, worth = joined(endings), np.concatenate(worths)
    afters: Records = np.zeros((len(plans), count.max()), ended.dtype)
    afters[row, place] = ended
    likely = np.zeros(afters.shape)
    likely[row, place] = np.concatenate(chances)
    shares = np.zeros((*afters.shape, worth.shape[1]))
    shares[row, place] = worth
    return Turns(np.einsum("ta,tap->tp", likely, shares), afters, likely, shares, count)


def joined(parts: Sequence[Records]) -> Records:
    """Concatenate records as words, because NumPy compares record types field by field."""
    together: Records = np.concatenate([part.view(np.uint32) for part in parts]).view(parts[0].dtype)
    return together
