"""Queries on a planned turn of Picnic Blitz: the value of its states and choices, the best choice, and its results.

Values are rows: every seat's win share, or the player's points. While dice are re-rolled, values are looked up; once
the dice are final, the best way to end the turn is computed for the board as it is.
"""

from abc import ABC, abstractmethod
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.picnic.adapters.kernel import pack_lane
from roost.games.picnic.adapters.lanes import COSTS, TRACKS
from roost.games.picnic.adapters.reroll_kernel import FRESH, SPEND, STAGES, Choices, follow, parts_of
from roost.games.picnic.adapters.results import ADVANCES, ATTACKS, PUSHES_OFF, RESULTS, WINS
from roost.games.picnic.adapters.rolls import dice_tables
from roost.games.picnic.adapters.turn_plan import way_steps
from roost.games.picnic.adapters.turns import End, TurnPlan, numbers_in
from roost.games.picnic.moves import KEEP, QUEEN_REROLL, SKIP, Reroll, reroll
from roost.games.picnic.state import PicnicState
from roost.games.picnic.turn import kept_dice
from roost.study.odds.choice import FAILS

Row = NDArray[np.float64]
_ENTRY_BYTES = 150
"""Approximate size in bytes of the lookup from an entry's lane to the entry."""
_END_ENTRIES = 8
"""Size of a cached turn end with its state, in entries."""
_FAILS, _SKIP, _ATTACKS, _ADVANCES = map(RESULTS.index, (FAILS, SKIP, ATTACKS, ADVANCES))
_PUSHES_OFF, _WINS = RESULTS.index(PUSHES_OFF), RESULTS.index(WINS)


class Rerolled(NamedTuple):
    """Several quantities averaged over the re-rolls, in tables like those of ``Choices``."""

    final: Row
    best: Row
    rolled: Row

    @property
    def nbytes(self) -> int:
        """Size in bytes."""
        return sum(part.nbytes for part in self)


@cache
def _ways() -> dict[tuple[int, ...], int]:
    """Return the index of each way to move, keyed by its steps on each track."""
    return {tuple(steps): way for way, steps in enumerate(way_steps().tolist())}


class TurnAnswers(ABC):
    """A planned turn. Values that are only needed before the dice are final, or only after, are computed on demand."""

    def __init__(self, start: PicnicState, plan: TurnPlan, base: Row, added: Row) -> None:
        """Take the row ``base`` for a turn without changes, and the rows added by entries and, last, by the token."""
        assert start.seat is not None
        self._start = start
        self._seat = start.seat
        self._fresh = start.fresh_rerolls(start.seat)
        self._plan = plan
        self._base = base
        self._added = added
        self._corrected: dict[int, Row] = {}
        """Corrections to the rows of endings, found by evaluating whole boards, by the ending's index."""
        self._ends: dict[PicnicState, End] = {}
        """The cached best turn ends."""

    @property
    def nbytes(self) -> int:
        """Approximate size in bytes of the parts computed so far."""
        worked_out = vars(self)
        rerolls = sum(worked_out[name].nbytes for name in ("_rerolled", "_result_chances") if name in worked_out)
        rerolls += self._choices.nbytes if "_solved" in worked_out else 0
        entries = len(self._added) + len(self._corrected) + _END_ENTRIES * len(self._ends)
        return int(self._plan.nbytes + self._added.nbytes + rerolls + _ENTRY_BYTES * entries)

    @abstractmethod
    def _values_of(self, sums: Row, wins: bool) -> list[float]:
        """Return the values of a position after the turn, given the sum of its rows."""

    @property
    @abstractmethod
    def _final(self) -> Row:
        """Values of all final rolls, without and with a Queen token in hand."""

    @property
    @abstractmethod
    def _choices(self) -> Choices:
        """The turn's solved re-rolls."""

    # -- queries -------------------------------------------------------------------------------------------------------

    def row(self, state: State, action: Action | None = None) -> list[float]:
        """Return the values of a state during the turn or right after it (after ``action``, if given)."""
        current = self._in_turn(state)
        if current is None:
            assert isinstance(state, PicnicState)
            return self._row_of(self._entry_numbers(state), state.queens[self._seat])
        if current.turn.dice is None or current.turn.rerolls is not None:
            return self._look_up(self._rerolled, current, action)
        if action is not None:
            return self.row(current.play(action).state)
        end = self._end(current)
        return self._row_of(end.numbers, end.queen)

    def best(self, state: State) -> Action:
        """Return the best action; among equals the planner's first, and never a re-roll that gains nothing."""
        current = self._in_turn(state)
        if current is None or current.node is not Node.DECIDE or current.turn.dice is None:
            raise RoostError("there is no choice to make here", position=str(state))
        dice, rerolls = current.turn.dice, current.turn.rerolls
        if rerolls is None:
            return self._plan.packed.action(current, self._end(current).action)
        tables = dice_tables()
        staying = int(self._choices.choice[int(current.queens[self._seat]), self._stage(current), tables.index[dice]])
        if staying == SPEND:
            return QUEEN_REROLL
        return KEEP if tables.dice[staying] == dice else reroll((dice - tables.dice[staying]).text)

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        """Return each result's probability (:mod:`.results`) under best play (after ``action``, if given).

        Results reached before ``state`` do not count, except for a first move that was just made.
        """
        current = self._in_turn(state)
        if current is None:
            return {FAILS: 1.0}
        if current.turn.dice is not None and current.turn.rerolls is None:
            after: State = current if action is None else current.play(action).state
            assert isinstance(after, PicnicState)
            end = self._end(after) if after.seat == self._seat else None
            numbers = self._entry_numbers(after) if end is None else end.numbers
            queen = after.queens[self._seat] if end is None else end.queen
            (result_index,) = self._results_of(current, np.array([numbers]), np.array([queen]))
            return {FAILS: 0.0} | {RESULTS[result_index]: 1.0}
        chances = zip(RESULTS, self._look_up(self._result_chances, current, action), strict=True)
        return {result: chance for result, chance in chances if chance > 0.0 or result is FAILS}

    # -- states --------------------------------------------------------------------------------------------------------

    def _in_turn(self, state: State) -> PicnicState | None:
        """Return the state, or None if it is already after the turn; raise RoostError for a state of another turn."""
        before = self._start
        if not isinstance(state, PicnicState) or state.game != before.game:
            raise foreign(state)
        if state.seat != self._seat:
            return None
        rivals = [seat for seat in range(before.game.players) if seat != self._seat]
        is_same = [state.queens[seat] for seat in rivals] == [before.queens[seat] for seat in rivals]
        is_final = state.turn.dice is not None and state.turn.rerolls is None
        held_before = before.queens[self._seat] or not state.queens[self._seat]
        if not is_same or not held_before or (not is_final and state.board != before.board):
            raise foreign(state)
        return state

    def _stage(self, state: PicnicState) -> int:
        """Return the stage that matches the re-rolls left."""
        rerolls = state.turn.rerolls
        return FRESH if rerolls is None or (rerolls == self._fresh and rerolls.left) else rerolls.left

    def _end(self, state: PicnicState) -> End:
        """Return the best way to end the turn from a state with final dice."""
        end = self._ends.get(state)
        if end is None:
            end = self._plan.find_end(self._plan.packed.pack(state))
            if end is None:
                raise foreign(state)
            self._ends[state] = end
        return end

    def _entry_numbers(self, state: PicnicState) -> tuple[int, ...]:
        """Return the indices of the entries that match a board's tracks."""
        numbers = [known.get(pack_lane(lane)) for known, lane in zip(self._numbers, state.board, strict=True)]
        if None in numbers:
            raise foreign(state)
        return tuple(number or 0 for number in numbers)

    @cached_property
    def _numbers(self) -> list[dict[int, int]]:
        """The index of each track's entries by their lanes."""
        lanes, first = self._plan.entries.lane.tolist(), self._plan.entries.first.tolist()
        return [
            {lane: number for number, lane in enumerate(lanes[first[track] : first[track + 1]])}
            for track in range(TRACKS)
        ]

    def _row_of(self, numbers: tuple[int, ...], queen: bool) -> list[float]:
        """Return the values of the position after a turn that ends with these entries."""
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
        return self._values_of(total, bool(entries.gain[places].sum() >= self._plan.terms.missing))

    # -- re-rolls ------------------------------------------------------------------------------------------------------

    def _follow(self, final: Row) -> Rerolled:
        """Average quantities of final rolls (on a third axis) over the best re-rolls."""
        dice, numbers = dice_tables(), final.shape[2]
        best = np.empty((2, STAGES, len(dice.rolls), numbers))
        rolled = np.empty((2, STAGES, len(dice.dice), numbers))
        follow(self._plan.allowance, final, parts_of(dice), self._choices.choice, best, rolled)
        return Rerolled(final, best, rolled)

    @cached_property
    def _rerolled(self) -> Rerolled:
        return self._follow(self._final)

    @cached_property
    def _result_chances(self) -> Rerolled:
        plan = self._plan
        places, back = np.unique(plan.chosen, return_inverse=True)
        numbers, queens = numbers_in(plan.keys(places)), places >= plan.ends.key.size
        results = self._results_of(self._start, numbers, queens)[back.reshape(plan.chosen.shape)]
        if self._start.queens[self._seat]:  # a player who has already spent the token may get another
            without = self._results_of(self._start, numbers, queens, held=False)
            results[0] = without[back.reshape(plan.chosen.shape)[0]]
        return self._follow(np.eye(len(RESULTS))[results])

    def _look_up(self, tables: Rerolled, state: PicnicState, action: Action | None) -> list[float]:
        """Return the row for a state before or during the re-rolls (after ``action``, if given)."""
        dice_index, queen = dice_tables(), int(state.queens[self._seat])
        node, dice, rerolls, _, _ = state.turn
        if action is not None and action not in state.actions():
            state.play(action)  # raises the error for an illegal action
        if dice is None or rerolls is None:
            row = tables.rolled[queen, FRESH, -1]
        elif node is Node.ROLL:
            row = tables.rolled[queen, self._stage(state), dice_index.index[dice]]
        elif action is None:
            row = tables.best[queen, self._stage(state), dice_index.index[dice]]
        elif isinstance(action, Reroll):
            left = rerolls.after(len(action.dice)).left
            row = tables.rolled[queen, left, dice_index.index[kept_dice(dice, action.dice)]]
        elif action == KEEP:
            row = tables.final[queen, dice_index.index[dice]]
        else:
            row = tables.best[0, FRESH, dice_index.index[dice]]
        values: list[float] = row.tolist()
        return values

    # -- results -------------------------------------------------------------------------------------------------------

    def _results_of(
        self, state: PicnicState, numbers: NDArray[np.int64], queens: NDArray[np.bool_], held: bool | None = None
    ) -> NDArray[np.int64]:
        """Return the results, as indices in ``RESULTS``, of turns from ``state`` that end with these entries.

        ``held`` says whether the player had a Queen token before; by default ``state`` decides.
        """
        entries, foods = self._plan.entries, np.array([track.value for track in state.game.tracks])
        now = np.array(self._entry_numbers(state))
        end_entries, start_entries = entries.first[:-1] + numbers, entries.first[:-1] + now
        moved = entries.steps[end_entries] > entries.steps[start_entries]
        captured = moved & (entries.gain[end_entries] > 0)
        advanced, first = moved.any(axis=1), state.turn.moved
        if first is not None:  # a first move counts, although it came before ``state``
            captured[:, first - 1] |= state.board[first - 1].holder == self._seat
            advanced[:] = True
        was_held = np.array([lane.holder is not None for lane in state.board])
        pushed_off = (was_held & (entries.cost[end_entries] > entries.cost[start_entries])).any(axis=1)
        skipped = queens & (not (state.queens[self._seat] if held is None else held))
        wins = captured.any(axis=1) & (entries.gain[end_entries].sum(axis=1) >= self._plan.terms.missing)
        dearest = 1 + np.where(captured, foods, -1).argmax(axis=1)  # in RESULTS the captures come after the win
        results = np.full(len(numbers), _FAILS)  # overwritten by more important results, in ascending importance
        results[skipped] = _SKIP
        results[(numbers != now).any(axis=1)] = _ATTACKS
        results[advanced] = _ADVANCES
        results[pushed_off] = _PUSHES_OFF
        results = np.where(captured.any(axis=1), dearest, results)
        results[wins] = _WINS
        return results


def foreign(state: State) -> RoostError:
    """Return the error for a state that belongs to another turn."""
    return RoostError("this state does not belong to the turn that was solved", position=str(state))
