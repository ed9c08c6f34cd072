"""What a planned turn of Picnic Blitz answers: the worth of each of its states and choices, the best, and its results.

Answers are rows of numbers: every seat's share of the win, or the player's points. While dice are re-rolled they are
looked up; once the dice are final the best end is found for the board as it is.
"""

from abc import ABC, abstractmethod
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.picnic.faces.kernel import pack_lane
from roost.games.picnic.faces.lanes import COSTS, TRACKS
from roost.games.picnic.faces.reroll_kernel import FRESH, SPEND, STAGES, Choices, follow, parts_of
from roost.games.picnic.faces.results import ADVANCES, ATTACKS, PUSHES_OFF, RESULTS, WINS
from roost.games.picnic.faces.rolls import dice_tables
from roost.games.picnic.faces.turn_plan import way_steps
from roost.games.picnic.faces.turns import End, TurnPlan, numbers_in
from roost.games.picnic.moves import KEEP, QUEEN_REROLL, SKIP, Reroll, reroll
from roost.games.picnic.state import PicnicState
from roost.games.picnic.turn import kept_dice
from roost.study.odds.choice import FAILS

Row = NDArray[np.float64]
_ENTRY_BYTES = 150
"""About what it takes to find an entry by its lane."""
_END_ENTRIES = 8
"""An end that is kept, with its state, takes as much as so many entries."""
_FAILS, _SKIP, _ATTACKS, _ADVANCES = map(RESULTS.index, (FAILS, SKIP, ATTACKS, ADVANCES))
_PUSHES_OFF, _WINS = RESULTS.index(PUSHES_OFF), RESULTS.index(WINS)


class Rerolled(NamedTuple):
    """Some numbers that are averaged along while dice are re-rolled: tables like those of ``Choices``."""

    final: Row
    best: Row
    rolled: Row

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        return sum(part.nbytes for part in self)


@cache
def _ways() -> dict[tuple[int, ...], int]:
    """The number of each way to move by its steps on each track."""
    return {tuple(steps): way for way, steps in enumerate(way_steps().tolist())}


class TurnAnswers(ABC):
    """A planned turn. What is only needed before or after the dice are final is worked out when asked for."""

    def __init__(self, start: PicnicState, plan: TurnPlan, base: Row, added: Row) -> None:
        """``base`` is the row if nothing happens, to which each entry adds a row, and a change of token the last."""
        assert start.seat is not None
        self._start = start
        self._seat = start.seat
        self._fresh = start.fresh_rerolls(start.seat)
        self._plan = plan
        self._base = base
        self._added = added
        self._corrected: dict[int, Row] = {}
        """What judging has added to the rows of endings, by their places."""
        self._ends: dict[PicnicState, End] = {}
        """The best ends that have been asked for."""

    @property
    def nbytes(self) -> int:
        """About how much memory it takes: its parts, as far as they have been worked out."""
        worked_out = vars(self)
        rerolls = sum(worked_out[name].nbytes for name in ("_rerolled", "_brought") if name in worked_out)
        rerolls += self._choices.nbytes if "_solved" in worked_out else 0
        entries = len(self._added) + len(self._corrected) + _END_ENTRIES * len(self._ends)
        return int(self._plan.nbytes + self._added.nbytes + rerolls + _ENTRY_BYTES * entries)

    @abstractmethod
    def _told(self, sums: Row, wins: bool) -> list[float]:
        """The answer for a position after the turn, when what adds up is known."""

    @property
    @abstractmethod
    def _final(self) -> Row:
        """The answers for all final rolls, without and with a Queen token in hand."""

    @property
    @abstractmethod
    def _choices(self) -> Choices:
        """The re-rolls, solved."""

    # -- answers -------------------------------------------------------------------------------------------------------

    def row(self, state: State, action: Action | None = None) -> list[float]:
        """The worth of a state of the turn, or right after it (after ``action``, if given)."""
        own = self._own(state)
        if own is None:
            assert isinstance(state, PicnicState)
            return self._row_of(self._standing(state), state.queens[self._seat])
        if own.turn.dice is None or own.turn.rerolls is not None:
            return self._looked_up(self._rerolled, own, action)
        if action is not None:
            return self.row(own.play(action).state)
        end = self._end(own)
        return self._row_of(end.numbers, end.queen)

    def best(self, state: State) -> Action:
        """The best action: of equals the first that the planner lists; players who gain nothing keep their dice."""
        own = self._own(state)
        if own is None or own.node is not Node.DECIDE or own.turn.dice is None:
            raise RoostError("there is nothing to choose here", position=str(state))
        dice, rerolls = own.turn.dice, own.turn.rerolls
        if rerolls is None:
            return self._plan.packed.action(own, self._end(own).action)
        known = dice_tables()
        kept = int(self._choices.choice[int(own.queens[self._seat]), self._stage(own), known.index[dice]])
        if kept == SPEND:
            return QUEEN_REROLL
        return KEEP if known.dice[kept] == dice else reroll((dice - known.dice[kept]).text)

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        """How likely each result (:mod:`.results`) is under best play (after ``action``, if given).

        What the turn brought before ``state`` does not count, except a first move just made.
        """
        own = self._own(state)
        if own is None:
            return {FAILS: 1.0}
        if own.turn.dice is not None and own.turn.rerolls is None:
            after: State = own if action is None else own.play(action).state
            assert isinstance(after, PicnicState)
            end = self._end(after) if after.seat == self._seat else None
            numbers = self._standing(after) if end is None else end.numbers
            queen = after.queens[self._seat] if end is None else end.queen
            (brought,) = self._bring(own, np.array([numbers]), np.array([queen]))
            return {FAILS: 0.0} | {RESULTS[brought]: 1.0}
        chances = zip(RESULTS, self._looked_up(self._brought, own, action), strict=True)
        return {result: chance for result, chance in chances if chance > 0.0 or result is FAILS}

    # -- states --------------------------------------------------------------------------------------------------------

    def _own(self, state: State) -> PicnicState | None:
        """The state, if the turn has not ended there."""
        before = self._start
        if not isinstance(state, PicnicState) or state.game != before.game:
            raise foreign(state)
        if state.seat != self._seat:
            return None
        others = [seat for seat in range(before.game.players) if seat != self._seat]
        is_same = [state.queens[seat] for seat in others] == [before.queens[seat] for seat in others]
        is_final = state.turn.dice is not None and state.turn.rerolls is None
        held_before = before.queens[self._seat] or not state.queens[self._seat]
        if not is_same or not held_before or (not is_final and state.board != before.board):
            raise foreign(state)
        return state

    def _stage(self, state: PicnicState) -> int:
        """The stage with so many re-rolls left."""
        rerolls = state.turn.rerolls
        return FRESH if rerolls is None or (rerolls == self._fresh and rerolls.left) else rerolls.left

    def _end(self, state: PicnicState) -> End:
        """The best end from a state with final dice."""
        end = self._ends.get(state)
        if end is None:
            end = self._plan.find_end(self._plan.packed.pack(state))
            if end is None:
                raise foreign(state)
            self._ends[state] = end
        return end

    def _standing(self, state: PicnicState) -> tuple[int, ...]:
        """The numbers of the entries at which the tracks of a board stand."""
        numbers = [known.get(pack_lane(lane)) for known, lane in zip(self._numbers, state.board, strict=True)]
        if None in numbers:
            raise foreign(state)
        return tuple(number or 0 for number in numbers)

    @cached_property
    def _numbers(self) -> list[dict[int, int]]:
        """The numbers of each track's entries by their lanes."""
        lanes, first = self._plan.entries.lane.tolist(), self._plan.entries.first.tolist()
        return [
            {lane: number for number, lane in enumerate(lanes[first[track] : first[track + 1]])}
            for track in range(TRACKS)
        ]

    def _row_of(self, numbers: tuple[int, ...], queen: bool) -> list[float]:
        """The row of the position after a turn that ends with these entries."""
        entries = self._plan.entries
        places = entries.first[:-1] + np.array(numbers)
        total = self._base + self._added[places].sum(axis=0)
        if queen != self._start.queens[self._seat]:
            total += self._added[-1]
        way = _ways().get(tuple(entries.steps[places].tolist()))
        if way is not None and self._corrected:
            cost, ways = int(entries.cost[places].sum()), self._plan.ends.odds.shape[2]
            corrected = self._corrected.get((queen * COSTS + cost) * ways + way)
            total = total if corrected is None else total + corrected
        return self._told(total, bool(entries.gain[places].sum() >= self._plan.terms.missing))

    # -- re-rolls ------------------------------------------------------------------------------------------------------

    def _follow(self, final: Row) -> Rerolled:
        """Numbers of final rolls (a third axis), averaged along while the re-rolls are chosen as is best."""
        dice, numbers = dice_tables(), final.shape[2]
        best = np.empty((2, STAGES, len(dice.rolls), numbers))
        rolled = np.empty((2, STAGES, len(dice.dice), numbers))
        follow(self._plan.allowance, final, parts_of(dice), self._choices.choice, best, rolled)
        return Rerolled(final, best, rolled)

    @cached_property
    def _rerolled(self) -> Rerolled:
        return self._follow(self._final)

    @cached_property
    def _brought(self) -> Rerolled:
        """The chance of each result."""
        plan = self._plan
        places, back = np.unique(plan.chosen, return_inverse=True)
        numbers, queens = numbers_in(plan.keys(places)), places >= plan.ends.key.size
        brought = self._bring(self._start, numbers, queens)[back.reshape(plan.chosen.shape)]
        if self._start.queens[self._seat]:  # who has spent the token already may win another
            without = self._bring(self._start, numbers, queens, held=False)
            brought[0] = without[back.reshape(plan.chosen.shape)[0]]
        return self._follow(np.eye(len(RESULTS))[brought])

    def _looked_up(self, tables: Rerolled, state: PicnicState, action: Action | None) -> list[float]:
        """The row for a state before or at the re-rolls (after ``action``, if given)."""
        known, queen = dice_tables(), int(state.queens[self._seat])
        node, dice, rerolls, _, _ = state.turn
        if action is not None and action not in state.actions():
            state.play(action)  # tells what is wrong with it
        if dice is None or rerolls is None:
            row = tables.rolled[queen, FRESH, -1]
        elif node is Node.ROLL:
            row = tables.rolled[queen, self._stage(state), known.index[dice]]
        elif action is None:
            row = tables.best[queen, self._stage(state), known.index[dice]]
        elif isinstance(action, Reroll):
            left = rerolls.after(len(action.dice)).left
            row = tables.rolled[queen, left, known.index[kept_dice(dice, action.dice)]]
        elif action == KEEP:
            row = tables.final[queen, known.index[dice]]
        else:
            row = tables.best[0, FRESH, known.index[dice]]
        told: list[float] = row.tolist()
        return told

    # -- results -------------------------------------------------------------------------------------------------------

    def _bring(
        self, state: PicnicState, numbers: NDArray[np.int64], queens: NDArray[np.bool_], held: bool | None = None
    ) -> NDArray[np.int64]:
        """The results, as places in ``RESULTS``, of turns from ``state`` on that end with entries of these numbers.

        ``held`` tells whether there was a token before, if not the state does.
        """
        entries, foods = self._plan.entries, np.array([track.value for track in state.game.tracks])
        now = np.array(self._standing(state))
        there, here = entries.first[:-1] + numbers, entries.first[:-1] + now
        moved = entries.steps[there] > entries.steps[here]
        captured = moved & (entries.gain[there] > 0)
        advanced, first = moved.any(axis=1), state.turn.moved
        if first is not None:  # a first move counts, though it was the last thing before
            captured[:, first - 1] |= state.board[first - 1].holder == self._seat
            advanced[:] = True
        was_held = np.array([lane.holder is not None for lane in state.board])
        pushed_off = (was_held & (entries.cost[there] > entries.cost[here])).any(axis=1)
        skipped = queens & (not (state.queens[self._seat] if held is None else held))
        wins = captured.any(axis=1) & (entries.gain[there].sum(axis=1) >= self._plan.terms.missing)
        dearest = 1 + np.where(captured, foods, -1).argmax(axis=1)  # the foods come after winning
        brought = np.full(len(numbers), _FAILS)  # unless something more important happens, the least of it first
        brought[skipped] = _SKIP
        brought[(numbers != now).any(axis=1)] = _ATTACKS
        brought[advanced] = _ADVANCES
        brought[pushed_off] = _PUSHES_OFF
        brought = np.where(captured.any(axis=1), dearest, brought)
        brought[wins] = _WINS
        return brought


def foreign(state: State) -> RoostError:
    """The error that says that a state belongs to another turn."""
    return RoostError("this is no state of the turn that was solved", position=str(state))
