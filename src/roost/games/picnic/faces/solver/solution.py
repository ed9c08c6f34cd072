"""A turn of Picnic Blitz, solved: the value of every choice, the best one, and what the turn brings under best play.

What a turn is played for is a function that tells what the position after it is worth for the player. The solution
is exact: over all rolls, all ways to re-roll, and all attacks, moves and uses of a Queen token on each final roll.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import Node
from roost.games.picnic import PicnicState
from roost.games.picnic.faces.solver.acts import Acts, Finals
from roost.games.picnic.faces.solver.boards import Boards
from roost.games.picnic.faces.solver.plans import Plan
from roost.games.picnic.faces.solver.rerolls import Rerolling
from roost.games.picnic.faces.solver.results import RESULTS, result_of
from roost.games.picnic.faces.solver.rolls import Table, roll_tables
from roost.games.picnic.faces.solver.worth import AskedWorth, LaneSum, SummedWorth, Value, Worth
from roost.games.picnic.moves import KEEP, QUEEN_REROLL, Reroll, reroll
from roost.games.picnic.turn import DIE, START, kept_dice
from roost.study.odds.choice import FAILS, Choice, mover

Columns: TypeAlias = Callable[[PicnicState, PicnicState], Sequence[float]]
"""The figures to tell of a turn, given the table before it and the position after it."""

_NO_DICE = DIE.parse("-")
_BYTES = 6_000
_FINALS_BYTES = 8_000
"""About what a solution takes by itself, and what it takes to note plans for all final rolls; plans are everybody's."""


class PicnicSolution:
    """The solution of a turn for one value. It answers for the state it was solved at and all that follow in the turn.

    What a query needs is worked out when it is first asked for: :func:`solve_picnic` asks for the value at once, and
    the chances of results wait until somebody wants them.
    """

    def __init__(self, state: PicnicState, value: Value) -> None:
        self._seat = seat = mover(state)
        before, after = state.queens[:seat], state.queens[seat + 1 :]
        self._tables = (
            state.at(START)._replace(queens=(*before, False, *after)),
            state.at(START)._replace(queens=(*before, True, *after)),
        )
        boards = Boards(state)
        self._worth: Worth
        if isinstance(value, LaneSum):
            self._worth = SummedWorth(boards, self._tables, value)
        else:
            self._worth = AskedWorth(boards, self._tables, value)
        self._acts = Acts(self._worth)
        self._finals: dict[bool, Finals] = {}
        self._fresh = state.fresh_rerolls(seat)
        self._rerolling = Rerolling(self._final_values, self._fresh)
        self._results = self._carrying(_result_columns)
        self._expected: tuple[Callable[[PicnicState], Sequence[float]], Rerolling] | None = None

    @property
    def nbytes(self) -> int:
        """About how much memory it takes, which grows when it is asked. It is asked often, so that it must be quick."""
        rerolls = self._rerolling.nbytes + self._results.nbytes
        if self._expected is not None:
            rerolls += self._expected[1].nbytes
        return _BYTES + _FINALS_BYTES * len(self._finals) + rerolls + self._acts.nbytes

    # -- answers -------------------------------------------------------------------------------------------------------

    def value(self, state: PicnicState) -> float:
        """The worth of the turn at ``state`` under best play."""
        if self._is_final(state):
            return self._acts.ending(state).value
        return self._row(self._rerolling, state)[0]

    def values(self, state: PicnicState) -> dict[Action, float]:
        """The worth of each legal action under best play from then on."""
        if self._is_final(state):
            return {action: self._worth_after(state, action) for action in state.actions()}
        return {action: self._row(self._rerolling, state, action)[0] for action in state.actions()}

    def best(self, state: PicnicState) -> Action:
        """The best action. Equals are told apart as :mod:`.plans` says; who gains nothing keeps."""
        dice, rerolls = state.turn.dice, state.turn.rerolls
        if self._is_final(state):
            return self._acts.action(state)
        if state.node is not Node.DECIDE or dice is None or rerolls is None:
            raise RoostError("there is nothing to choose until the dice are rolled", position=str(state))
        tables, stage = roll_tables(), self._rerolling.stage(state.queens[self._seat], rerolls)
        if stage.queen[tables.index[dice]]:
            return QUEEN_REROLL
        kept = tables.dice[stage.choice[tables.index[dice]]]
        return KEEP if kept == dice else reroll((dice - kept).text)

    def results(self, state: PicnicState, action: Action | None = None) -> dict[Action, float]:
        """How likely each result (:mod:`.results`) is under best play (after ``action``, if given).

        What the turn brought before ``state`` does not count, except a first move just made.
        """
        if self._is_final(state):
            return {FAILS: 0.0} | {result_of(state, self._after(state, action)): 1.0}
        chances = zip(RESULTS, self._row(self._results, state, action)[1:], strict=True)
        return {result: chance for result, chance in chances if chance > 0.0 or result is FAILS}

    def expect(
        self, state: PicnicState, value: Callable[[PicnicState], Sequence[float]], action: Action | None = None
    ) -> tuple[float, ...]:
        """Each seat's expectation of the turn as the mover plays it (after ``action``, if given).

        ``value`` tells what a position is worth to each seat. The mover plays for the value that was solved, whatever
        that means for the others. Asking again for the same ``value`` is cheap.
        """
        if self._is_final(state):
            return tuple(value(self._after(state, action)))
        if self._expected is None or self._expected[0] is not value:
            self._expected = value, self._carrying(lambda before, after: value(after))
        return tuple(self._row(self._expected[1], state, action)[1:])

    def choices(self, state: PicnicState) -> tuple[Choice, ...]:
        """Every legal action with its value and what the turn would bring, the best first."""
        values = self.values(state)
        best = self.best(state) if values else None
        found = [Choice(action, value, self.results(state, action)) for action, value in values.items()]
        return tuple(sorted(found, key=lambda choice: (choice.action != best, -choice.value)))

    # -- how they are found --------------------------------------------------------------------------------------------

    def _is_final(self, state: PicnicState) -> bool:
        """Whether re-rolling is over at a state of this turn."""
        is_final = state.turn.dice is not None and state.turn.rerolls is None
        table = self._tables[state.seat == self._seat and state.queens[self._seat]]
        same_table = (state.game, state.seat, state.queens) == (table.game, table.seat, table.queens)
        if not same_table or (not is_final and state.board != table.board):
            raise RoostError("this is no state of the turn that was solved", position=str(state))
        return is_final

    def _row(self, rerolling: Rerolling, state: PicnicState, action: Action | None = None) -> list[float]:
        """The row of a table for a state before or at the re-rolls (after ``action``, if given)."""
        index, queen = roll_tables().index, state.queens[self._seat]
        node, dice, rerolls, _, _ = state.turn
        if action is not None and action not in state.actions():
            state.play(action)  # tells what is wrong with it
        if dice is None or rerolls is None:
            table, lying = rerolling.rolled(queen, self._fresh), _NO_DICE
        elif node is Node.ROLL:
            table, lying = rerolling.rolled(queen, rerolls), dice
        elif action is None:
            table, lying = rerolling.stage(queen, rerolls).best, dice
        elif isinstance(action, Reroll):
            table, lying = rerolling.stage(queen, rerolls).kept, kept_dice(dice, action.dice)
        elif action == KEEP:
            table, lying = rerolling.stage(queen, rerolls).kept, dice
        else:
            table, lying = rerolling.stage(False, self._fresh).best, dice
        row: list[float] = table[index[lying]].tolist()
        return row

    def _worth_after(self, state: PicnicState, action: Action) -> float:
        """The worth of an action when the dice are final."""
        after = state.play(action).state
        assert isinstance(after, PicnicState)
        if after.seat == self._seat:
            return self._acts.ending(after).value
        return self._worth.ended(self._worth.boards.code(after.board), after.queens[self._seat])

    def _after(self, state: PicnicState, action: Action | None) -> PicnicState:
        """The position after the turn when the dice are final (and after ``action``, if given)."""
        after = state if action is None else state.play(action).state
        assert isinstance(after, PicnicState)
        return self._acts.after(self._acts.ending(after)) if after.seat == self._seat else after

    def _final(self, queen: bool) -> Finals:
        if queen not in self._finals:
            self._finals[queen] = self._acts.finals(self._tables[queen])
        return self._finals[queen]

    def _final_values(self, queen: bool) -> Table:
        return self._final(queen).values[:, np.newaxis]

    def _carrying(self, columns: Columns) -> Rerolling:
        """Re-rolls whose tables carry along what becomes of the turn on each final roll, beside its value."""

        def final(queen: bool) -> Table:
            finals, before = self._final(queen), self._tables[queen]
            known: dict[Plan, Sequence[float]] = {}
            for ending in self._acts.endings(finals):
                if ending.plan not in known:
                    known[ending.plan] = columns(before, self._acts.after(ending))
            return np.column_stack([finals.values, [known[plan] for plan in finals.plans]])

        return Rerolling(final, self._fresh)


def _result_columns(before: PicnicState, after: PicnicState) -> list[float]:
    """A column for each of ``RESULTS``, with a 1 for the one that the turn brought."""
    brought = result_of(before, after)
    return [float(result == brought) for result in RESULTS]


def solve_picnic(state: PicnicState, value: Value) -> PicnicSolution:
    """Solve the turn under way, when ``value`` tells what the position after it is worth for the player."""
    solution = PicnicSolution(state, value)
    solution.value(state)
    return solution
