"""A turn of Picnic Blitz, valued for every seat.

What a turn makes of several tracks is put together from what the model says of each by itself: log-odds add up. For the
endings that come near the best of any roll the model judges the whole board, and what that adds is added to all endings
that are played in the same way: with as many attacks, the same moves, and a Queen token left or not. So a position that
differs in one track, or that is the best of its kind, is worth exactly what the model says, and any other nearly so.
"""

from functools import cached_property, lru_cache
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError, UnsupportedError
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.picnic.board import Lane
from roost.games.picnic.faces.lanes import MOST_ENTRIES, STEPS, TRACKS
from roost.games.picnic.faces.reroll_kernel import FRESH, follow
from roost.games.picnic.faces.solver.acts import Acts
from roost.games.picnic.faces.solver.boards import Boards
from roost.games.picnic.faces.solver.rolls import roll_tables
from roost.games.picnic.faces.solver.worth import Floats, SummedWorth, Tables, Way
from roost.games.picnic.faces.turn_plan import WINS, way_steps
from roost.games.picnic.faces.turns import Solved, dice_tables, log_odds, plan_turns, solve_turns
from roost.games.picnic.moves import KEEP, QUEEN_REROLL, Reroll, reroll
from roost.games.picnic.state import PicnicState
from roost.games.picnic.turn import START, Rerolls, kept_dice
from roost.study.fast.records import OVER
from roost.study.models.features import Leaf
from roost.study.models.model import packing_of
from roost.study.models.net import softmax
from roost.study.models.valuation import Shares, Valuation
from roost.study.solve.exact import Exact

__all__ = ["PicnicTurn", "solve_turns", "turn_start", "value_exactly", "value_turn"]

Row = NDArray[np.float64]
_TINY = 1e-300
_LEAST_ODDS = -700.0
"""Log-odds below this are no chance at all."""
_BYTES = 4_000
_ENTRY_BYTES = 350
"""About what a turn takes by itself, and what it takes to find an entry by its lane."""
_SHIFTS = np.arange(TRACKS + 1, dtype=np.uint64) * np.uint64(9)
_COST = 64
_STEP = STEPS ** np.arange(TRACKS)
"""How a turn was played is told by a number: the attacks, which are fewer than 64, then the steps on each track."""


def turn_start(state: PicnicState) -> PicnicState:
    """The position that the turn under way is valued from: with the board as it is now."""
    return state.at(START)


def value_turn(start: PicnicState, leaf: Leaf) -> Valuation:
    """Value a turn against ``leaf``."""
    return PicnicTurn(start, leaf)


def value_exactly(start: PicnicState, known: Exact) -> Valuation:
    """Nothing is solved exactly here."""
    raise UnsupportedError(start.game.name, "exact values")


class _Worth:
    """The worth of positions after one turn, put together track by track and corrected by what was judged."""

    def __init__(self, start: PicnicState, leaf: Leaf) -> None:
        assert start.seat is not None
        self._seat = start.seat
        self._queen = start.queens[start.seat]
        packed = packing_of(start.game)
        (self.plan,) = plan_turns(packed, packed.pack(start), leaf, under_way=True)
        plan, entered = self.plan, self.plan.entries
        judged, over = plan.shares, plan.afters["node"] == OVER
        own = log_odds(judged[:, -1], over)
        others = np.log(np.maximum(judged[:, :-1], _TINY))  # in the order of their turns
        sums = np.column_stack([np.where(over, own[0], own), np.where(over[:, np.newaxis], others[0], others)])
        self._base: Row = sums[0]
        self._added: Row = sums[: len(entered.afters) + 1] - sums[0]
        """The addition of each entry to the log-odds of the mover and the logits of the others; a win comes on top."""
        lanes, first = entered.afters["lanes"].tolist(), entered.first.tolist()
        ways = (entered.cost + _COST * (entered.steps * _STEP[_tracks(entered.first)])).tolist()
        self._lanes = [
            {lanes[entry][track]: (self._added[entry], ways[entry]) for entry in range(first[track], first[track + 1])}
            for track in range(TRACKS)
        ]
        """The same for each track by its lane, packed; and the part that it has in how the turn was played."""
        self._own_lanes = [
            {lane: (float(added[0]), way) for lane, (added, way) in lanes.items()} for lanes in self._lanes
        ]
        """The addition of a lane to the log-odds of the mover alone."""
        self._corrected = self._corrections(sums, over)
        """The correction that judging brings to the endings of a way to play the turn."""

    def _corrections(self, sums: Row, over: NDArray[np.bool_]) -> dict[tuple[bool, int], Row]:
        place = self.plan.place.ravel()
        some = np.flatnonzero(place >= len(self._added))
        some = some[~over[place[some]]]
        numbers = self.plan.keys(some)[:, np.newaxis] >> _SHIFTS
        entries = self.plan.entries.first[:-1] + (numbers[:, :-1] & np.uint64(MOST_ENTRIES - 1)).astype(np.int64)
        total = self._base + self._added[entries].sum(axis=1)
        total[numbers[:, -1] != self._queen] += self._added[-1]
        left, cost, way = np.unravel_index(some, self.plan.place.shape)
        played = cost + _COST * (way_steps()[way] @ _STEP)
        return dict(
            zip(zip((left == 1).tolist(), played.tolist(), strict=True), sums[place[some]] - total, strict=True)
        )

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        plan = self.plan
        parts = (*plan.entries, plan.afters, plan.shares, plan.odds, plan.place, self._added)
        return sum(part.nbytes for part in parts) + _ENTRY_BYTES * (len(self._added) + len(self._corrected))

    def __call__(self, state: PicnicState) -> float:
        """The mover's log-odds after the turn."""
        total, wins = self._sum(state), state.outcome is not None
        return float(total[0]) + WINS * wins

    def lane_value(self, place: int, lane: Lane) -> float:
        """The addition of a lane to them."""
        return self._own_lanes[place][_packed(lane)][0]

    def correction(self, cost: int, way: Way) -> float:
        """The correction that judging brings to the endings that take so many attacks and go this way."""
        queen, moves = way
        steps = self.plan.most_steps
        played = cost + _COST * sum(min(count, int(steps[place])) * int(_STEP[place]) for place, count in moves)
        corrected = self._corrected.get((queen, played))
        return 0.0 if corrected is None else float(corrected[0])

    def own_share(self, state: PicnicState) -> float:
        """The mover's share of the win after the turn."""
        if state.outcome is not None:
            return self.shares(state)[self._seat]
        total, played = float(self._base[0]), 0
        for lanes, lane in zip(self._own_lanes, state.board, strict=True):
            found = lanes.get(_packed(lane))
            if found is None:
                raise _foreign(state)
            total += found[0]
            played += found[1]
        queen = state.queens[self._seat]
        if queen != self._queen:
            total += float(self._added[-1][0])
        corrected = self._corrected.get((queen, played))
        if corrected is not None:
            total += float(corrected[0])
        return 1.0 / (1.0 + exp(-total)) if total > _LEAST_ODDS else 0.0

    def shares(self, state: PicnicState) -> Shares:
        """Each seat's share of the win after the turn."""
        total, wins = self._sum(state), state.outcome is not None
        own = 1.0 if wins else 1.0 / (1.0 + np.exp(-total[0]))
        ordered = np.append(own, (1.0 - own) * softmax(total[np.newaxis, 1:])[0])  # the mover first
        return _row(np.roll(ordered, self._seat))

    def _sum(self, state: PicnicState) -> Row:
        total, played = self._base.copy(), 0
        for lanes, lane in zip(self._lanes, state.board, strict=True):
            found = lanes.get(_packed(lane))
            if found is None:
                raise _foreign(state)
            total += found[0]
            played += found[1]
        queen = state.queens[self._seat]
        if queen != self._queen:
            total += self._added[-1]
        corrected = self._corrected.get((queen, played))
        if corrected is not None:
            total += corrected
        return total


def _tracks(first: NDArray[np.int64]) -> NDArray[np.int64]:
    """The track of each entry."""
    return np.repeat(np.arange(TRACKS), np.diff(first))


class _CorrectedWorth(SummedWorth):
    """The worth of boards that adds up over the tracks but for what judging has added."""

    def __init__(self, boards: Boards, tables: Tables, value: _Worth) -> None:
        super().__init__(boards, tables, value)
        self._correction = value.correction

    def table(self, cost: int, ways: tuple[Way, ...]) -> Floats:
        rows = super().table(cost, ways)
        rows += np.array([self._correction(cost, way) for way in ways])[:, np.newaxis]
        return rows


@lru_cache(10_000)  # the same few lanes are asked about again and again
def _packed(lane: Lane) -> int:
    """A lane as the kernels have it."""
    return sum((ant.space << 2 | ant.seat) << 8 * place for place, ant in enumerate(lane.ants))


def _foreign(state: State) -> RoostError:
    return RoostError("this is no state of the turn that was valued", position=str(state))


class _Rerolls(NamedTuple):
    """The re-rolls of a turn, for every seat: see ``reroll_kernel.py``."""

    solved: Solved
    final: Row
    best: Row
    rolled: Row

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        return sum(part.nbytes for part in (*self.solved, self.final, self.best, self.rolled))


class PicnicTurn(Valuation):
    """A turn of Picnic Blitz. What is only needed before or after the dice are final is worked out when asked for."""

    def __init__(self, start: PicnicState, leaf: Leaf) -> None:
        assert start.seat is not None
        self._start = start
        self._seat = start.seat
        self._fresh = start.fresh_rerolls(start.seat)
        self._worth = _Worth(start, leaf)

    @property
    def nbytes(self) -> int:
        """It is asked often, so that it counts its parts, as far as they have been worked out."""
        worked_out = vars(self)
        acts = self._acts.nbytes if "_acts" in worked_out else 0
        rerolls = self._rerolls.nbytes if "_rerolls" in worked_out else 0
        return _BYTES + self._worth.nbytes + acts + rerolls

    # -- answers -------------------------------------------------------------------------------------------------------

    def shares(self, state: State) -> Shares:
        assert isinstance(state, PicnicState)
        if state.seat != self._seat:
            return self._worth.shares(state)
        node, dice, rerolls, _, _ = state.turn
        if dice is not None and rerolls is None:
            return self._worth.shares(self._acts.after(self._acts.ending(state)))
        queen, tables = self._queen(state), self._rerolls
        if dice is None or rerolls is None:
            return _row(tables.rolled[queen, FRESH, -1])
        table = tables.rolled if node is Node.ROLL else tables.best
        return _row(table[queen, self._stage(rerolls), roll_tables().index[dice]])

    def share(self, state: State, seat: int) -> float:
        assert isinstance(state, PicnicState)
        if seat == self._seat != state.seat:
            return self._worth.own_share(state)
        return self.shares(state)[seat]

    def choices(self, state: State) -> dict[Action, Shares]:
        assert isinstance(state, PicnicState)
        dice, rerolls = state.turn.dice, state.turn.rerolls
        if state.seat != self._seat or dice is None:
            self.shares(state)
            return {}
        if rerolls is None:
            return {action: self._after(state, action) for action in state.actions()}
        return {action: self._choice(state, action) for action in state.actions()}

    def best(self, state: State) -> Action:
        assert isinstance(state, PicnicState)
        dice, rerolls = state.turn.dice, state.turn.rerolls
        if state.seat != self._seat or state.node is not Node.DECIDE or dice is None:
            return super().best(state)
        if rerolls is None:
            return self._acts.action(state)
        known = roll_tables()
        kept = int(self._rerolls.solved.choice[self._queen(state), self._stage(rerolls), known.index[dice]])
        if kept < 0:
            return QUEEN_REROLL
        return KEEP if known.dice[kept] == dice else reroll((dice - known.dice[kept]).text)

    # -- how they are found --------------------------------------------------------------------------------------------

    def _queen(self, state: PicnicState) -> int:
        """Whether the mover holds a Queen token at a state before the dice are final."""
        before = self._start
        own, others = state.queens[self._seat], [q for seat, q in enumerate(state.queens) if seat != self._seat]
        same = state.board == before.board and own <= before.queens[self._seat]
        if not same or others != [q for seat, q in enumerate(before.queens) if seat != self._seat]:
            raise _foreign(state)
        return int(own)

    def _stage(self, rerolls: Rerolls) -> int:
        """The stage with so many re-rolls left."""
        if rerolls == self._fresh and self._fresh.left:
            return FRESH
        return rerolls.left

    def _choice(self, state: PicnicState, action: Action) -> Shares:
        """Everybody's expected shares after a choice while dice are re-rolled."""
        dice, rerolls = state.turn.dice, state.turn.rerolls
        assert dice is not None
        assert rerolls is not None
        queen, index, tables = self._queen(state), roll_tables().index, self._rerolls
        if isinstance(action, Reroll):
            after = self._stage(rerolls.after(len(action.dice)))
            return _row(tables.rolled[queen, after, index[kept_dice(dice, action.dice)]])
        if action == KEEP:
            return _row(tables.final[queen, index[dice]])
        return _row(tables.best[0, FRESH, index[dice]])

    def _after(self, state: PicnicState, action: Action) -> Shares:
        """Everybody's expected shares after a choice with final dice."""
        after = state.play(action).state
        assert isinstance(after, PicnicState)
        return self.shares(after)

    @cached_property
    def _acts(self) -> Acts:
        """Attacks and moves with final dice."""
        before, after = self._start.queens[: self._seat], self._start.queens[self._seat + 1 :]
        away = self._start._replace(queens=(*before, False, *after))
        held = self._start._replace(queens=(*before, True, *after))
        return Acts(_CorrectedWorth(Boards(self._start), (away, held), self._worth))

    @cached_property
    def _rerolls(self) -> _Rerolls:
        plan, game, dice = self._worth.plan, self._start.game, dice_tables()
        solved = plan.solve()
        final = np.roll(plan.shares, self._seat + 1, axis=1)[solved.chosen]
        queen, (left, groups) = int(self._start.queens[self._seat]), self._fresh
        best = np.empty((*solved.best.shape, game.players))
        rolled = np.empty((*solved.rolled.shape, game.players))
        follow(queen, left, groups, final, dice.tables[0], dice.tables[1], solved.choice, best, rolled)
        return _Rerolls(solved, final, best, rolled)


def _row(values: Row) -> Shares:
    return tuple(values.tolist())
