"""Turns of Picnic Blitz, planned: by what each track is worth by itself, and by what a network says of whole boards.

A turn can end on very many boards, but changes few tracks. So a network is asked first what each track that a turn
can change is worth by itself, in log-odds for the mover. What a turn does on several tracks adds up, which tells how to
share out attacks, and which endings are any good. The network then judges these as whole boards: all that come near the
best of a roll, until no roll has one that was not judged.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.faces.lanes import (
    COSTS,
    NUMBER_BITS,
    QUEEN_BIT,
    TRACKS,
    Entries,
    list_turn,
    make_entries,
    put_together,
)
from roost.games.picnic.faces.reroll_kernel import Allowance, Choices, make_choices, parts_of, reroll
from roost.games.picnic.faces.rolls import dice_tables
from roost.games.picnic.faces.turn_plan import (
    NOTHING_JUDGED,
    SINGLE_WAYS,
    WAYS,
    WINS,
    Ends,
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
from roost.study.models.features import Leaf
from roost.study.models.solved_turn import Turns

_UNLIKELY = 1e-15
"""Shares that differ from 0 or 1 by less are not told apart."""
_NEAR = 1.5
"""Endings that fall short of a roll's best by no more, in log-odds, are judged as whole boards."""


class Solved(NamedTuple):
    """The dice of one turn, solved."""

    chosen: NDArray[np.int64]
    """For each final roll, without and with a Queen token in hand: the place of its ending among those judged."""
    likely: NDArray[np.float64]
    """How likely each final roll is under best play."""
    choices: Choices


class End(NamedTuple):
    """The best end of a turn in a position with final dice."""

    action: int
    """The number of the first action towards it."""
    numbers: tuple[int, ...]
    """The number of each track's entry."""
    queen: bool
    """Whether the mover holds a Queen token then."""


def log_odds(shares: NDArray[np.float64], over: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The mover's shares after a turn as log-odds; a game that is over then was won by them."""
    likely = np.clip(shares, _UNLIKELY, 1.0 - _UNLIKELY)
    odds: NDArray[np.float64] = np.log(likely) - np.log1p(-likely)
    odds[over] = WINS
    return odds


class TurnPlan:
    """One turn: its entries, the endings that are made of them, and the best for every final roll."""

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
        """The places of these endings among those judged."""
        self.wanted = np.zeros(self.place.shape, np.bool_)
        self.chosen = np.zeros((2, len(dice_tables().rolls)), np.int64)
        """For each final roll, without and with a Queen token in hand: the place of the best ending in ``odds``."""
        self.worth = np.empty(0)
        self.judged = NOTHING_JUDGED
        """What judging has added to each ending."""

    @property
    def allowance(self) -> Allowance:
        """The re-rolls of the turn."""
        ants = int(self.state["active"][0, self.seat]).bit_count()
        return Allowance(self.queen, *(BEGINNER_REROLLS if self.game.beginner else Rerolls.of(ants)))

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        parts = (*self.entries, self.ends.odds, self.ends.key, self.place, self.wanted, self.chosen, self.worth)
        return sum(part.nbytes for part in parts) + self.judged.nbytes

    def sum_up(self, worth: NDArray[np.float64], away: float, held: float, win: float) -> None:
        """Find the best endings when entries add these numbers: see :class:`Terms`."""
        price = self.entries.price[self.entries.price > 0]
        missing = self.game.winning_score - int(self.state["scores"][0, self.seat])
        fewest, may_skip = int(price.min(initial=COSTS)), int(not self.game.beginner)
        self.worth, self.terms = worth, Terms(away, held, win, missing, self.queen, fewest, may_skip)
        sum_up_turn(self._sheet(self.ends), self.terms, self.place)

    def choose(self, distance: float) -> None:
        """Choose the best ending for every roll, and want those judged that are no more than ``distance`` worse."""
        dice = dice_tables()
        self.wanted[:] = False
        judging = self.place.reshape(-1), self.wanted.reshape(-1)
        rolls = dice.counts, dice.attacks
        choose(self._sheet(self.ends), self.terms, rolls, self._under_way, distance, judging, self.chosen)

    def _sheet(self, ends: Ends) -> Sheet:
        """The turn as kernels take it, with fresh room."""
        return Sheet(self.entries, self.worth, self.judged, make_room(), ends)

    def reroll(self, final: NDArray[np.float64]) -> tuple[NDArray[np.float64], Choices]:
        """Solve the re-rolls for what final rolls are worth; how likely each of these is comes first."""
        dice = dice_tables()
        choices, likely = make_choices(dice), np.empty(final.shape)
        reroll(self.allowance, final, dice.chance, parts_of(dice), choices, likely)
        return likely, choices

    def keys(self, some: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The keys of endings, given by their places in ``odds``."""
        left, which = np.divmod(some, self.ends.key.size)
        keys: NDArray[np.uint64] = self.ends.key.reshape(-1)[which] | left.astype(np.uint64) << np.uint64(QUEEN_BIT)
        return keys

    def afters(self, keys: NDArray[np.uint64]) -> Records:
        """The positions after the turn that these keys tell."""
        after: Records = np.empty(len(keys), self.packed.state_type)
        put_together(self.packed.rules, self.state, self.entries, keys, after)
        return after

    def find_end(self, state: Records) -> End | None:
        """The best end from a position with final dice on; none in a position of another turn."""
        sheet = self._sheet(make_ends())
        place, action = find_end_in(self.packed.rules, state, sheet, self.terms)
        if place < 0:
            return None
        left, which = divmod(place, sheet.ends.key.size)
        (numbers,) = numbers_in(sheet.ends.key.reshape(-1)[which : which + 1]) ^ sheet.room.now
        return End(action, tuple(numbers.tolist()), bool(left))


def numbers_in(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The numbers of the tracks' entries in keys, a row for each."""
    shifts = np.arange(TRACKS, dtype=np.uint64) * np.uint64(NUMBER_BITS)
    numbers: NDArray[np.int64] = (keys[:, np.newaxis] >> shifts & np.uint64((1 << NUMBER_BITS) - 1)).astype(np.int64)
    return numbers


class JudgedPlan(TurnPlan):
    """A turn that a network judges: it is asked for positions, and hears what they are worth."""

    def __init__(self, packed: Packing[Any, Any], state: Records, under_way: bool = False) -> None:
        super().__init__(packed, state, under_way)
        first = self.entries.first
        track = np.repeat(np.arange(TRACKS, dtype=np.uint64), np.diff(first))
        number = (np.arange(first[-1]) - first[track.astype(np.int64)]).astype(np.uint64)
        token = np.array([self.queen, 1 - self.queen], np.uint64) << np.uint64(QUEEN_BIT)
        # The entries, and the turn in which nothing happens but that the Queen token comes or goes.
        keys = np.append(number << track * np.uint64(NUMBER_BITS) | token[0], token[1])
        self._asked = [self.afters(keys)]
        self._shares: list[NDArray[np.float64]] = []

    @property
    def positions(self) -> Records:
        """The positions that the network was asked about: the entries, a toggled Queen token, then whole endings."""
        return joined(self._asked)

    @property
    def shares(self) -> NDArray[np.float64]:
        """The shares that the network gives them: the others in the order of their turns, then the mover."""
        return np.concatenate(self._shares)

    def hear(self, shares: NDArray[np.float64]) -> None:
        """Take what the network says of the positions that were asked for last."""
        self._shares.append(shares)
        own = log_odds(shares[:, -1], self._asked[-1]["node"] == OVER)
        if len(self._shares) == 1:
            base, other = float(own[0]), float(own[-1])
            away, held = (other, base) if self.queen else (base, other)
            self.sum_up(own[:-1] - base, away, held, WINS)
        else:
            some = np.flatnonzero(self.wanted)
            self.ends.flat[some] = own
            self.place.reshape(-1)[some] = sum(map(len, self._asked[:-1])) + np.arange(len(some))

    def ask(self) -> Records:
        """The endings that the network should judge next: none when it has judged all that come near the best."""
        self.choose(_NEAR)
        after = self.afters(self.keys(np.flatnonzero(self.wanted)))
        if len(after):
            self._asked.append(after)
        return after

    def solve(self) -> Solved:
        """Solve the re-rolls, when the network has judged enough."""
        # What is averaged over dice is the share, not its log-odds.
        likely, choices = self.reroll(1.0 / (1.0 + np.exp(-self.ends.flat[self.chosen])))
        return Solved(self.place.reshape(-1)[self.chosen], likely, choices)


def plan_turns(
    packed: Packing[Any, Any], states: Records, leaf: Leaf, *, under_way: bool = False
) -> Sequence[JudgedPlan]:
    """Plan turns of one game, given by packed positions at their starts, or on the boards of turns under way."""
    players = packed.game.players
    plans = [JudgedPlan(packed, states[i : i + 1], under_way) for i in range(len(states))]
    asking = [(plan, plan.positions) for plan in plans]
    while asking:
        counts = [len(after) for _, after in asking]
        first = np.repeat([(plan.seat + 1) % players for plan, _ in asking], counts)
        shares = leaf(packed, joined([after for _, after in asking]), first)
        for (plan, _), heard in zip(asking, np.split(shares, np.cumsum(counts)[:-1]), strict=True):
            plan.hear(heard)
        asking = [(plan, after) for plan, _ in asking if len(after := plan.ask())]
    return plans


def solve_turns(packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
    """Solve turns of one game, given by packed positions at their starts."""
    plans = plan_turns(packed, states, leaf)
    return ends_of(plans, [plan.solve() for plan in plans])


def ends_of(plans: Sequence[JudgedPlan], solved: Sequence[Solved]) -> Turns:
    """The ends that turns have if they are played in this way."""
    endings, chances, worths = [], [], []
    for plan, (chosen, likely, _) in zip(plans, solved, strict=True):
        chance = np.bincount(chosen.ravel(), likely.ravel())
        places = np.flatnonzero(chance > 0)
        endings.append(plan.positions[places])
        chances.append(chance[places])
        worths.append(np.roll(plan.shares[places], 1, axis=1))
    count = np.array([len(some) for some in endings])
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
    """Records one after another; NumPy itself would compare their types field by field."""
    together: Records = np.concatenate([part.view(np.uint32) for part in parts]).view(parts[0].dtype)
    return together
