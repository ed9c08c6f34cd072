"""The best end of a turn of Picnic Blitz once the dice are final: for all rolls at once, and for a state under way."""

from itertools import accumulate, groupby
from typing import NamedTuple

import numpy as np

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import Node
from roost.games.picnic import PicnicState
from roost.games.picnic.faces.solver.boards import Codes
from roost.games.picnic.faces.solver.plans import Plan, layer_ways, plans_of, roll_groups, second_moves
from roost.games.picnic.faces.solver.rolls import roll_tables
from roost.games.picnic.faces.solver.worth import Floats, Way, Worth
from roost.games.picnic.moves import PASS, QUEEN_ATTACK, SKIP, Move, Push
from roost.games.picnic.turn import Turn

_MOST_SHEETS = 16  # that are remembered; the states of one roll need two or three


class Ending(NamedTuple):
    """A plan, and the board on which it is worth most."""

    value: float
    plan: Plan
    code: int
    """The board after the attacks, before the moves."""


class Finals(NamedTuple):
    """Every final roll: what it is worth, and what to do with it."""

    values: Floats
    plans: list[Plan]


class Acts:
    """Attacks, moves and the like in one turn."""

    def __init__(self, worth: Worth) -> None:
        self._worth = worth
        self._boards = worth.boards
        self._sheets: dict[tuple[tuple[int, Way], ...], tuple[Codes, Floats]] = {}

    @property
    def nbytes(self) -> int:
        """About how much memory it takes, with the boards and their worth."""
        sheets = sum(part.nbytes for sheet in self._sheets.values() for part in sheet)
        return sheets + self._worth.nbytes + self._boards.nbytes

    # -- all rolls at once ---------------------------------------------------------------------------------------------

    def finals(self, state: PicnicState) -> Finals:
        """The worth of final rolls at a state before the first attack, with its Queen token or without."""
        assert state.seat is not None
        queen, rolls = state.queens[state.seat], roll_tables().rolls
        may_skip = SKIP in state.at(Turn(Node.DECIDE, rolls[0])).actions()
        peaks = self._peaks(queen)
        values = np.empty(len(rolls))
        chosen: dict[int, Plan] = {}
        for group in roll_groups(queen):
            worth = np.array([self._peak(peaks, plan, may_skip) for plan in group.plans] + [-np.inf])
            best = group.offered[np.arange(len(group.rolls)), worth[group.offered].argmax(axis=1)]
            values[group.rolls] = worth[best]
            chosen |= zip(group.rolls.tolist(), map(group.plans.__getitem__, best.tolist()), strict=True)
        return Finals(values, [chosen[roll] for roll in range(len(rolls))])

    def _peaks(self, queen: bool) -> list[dict[Way, float]]:
        """For each number of attacks, the most that each way is worth after up to so many."""
        peaks: list[dict[Way, float]] = []
        best: dict[Way, float] = {}
        for cost, ways in enumerate(layer_ways(queen)):
            highest = self._worth.table(cost, ways).max(axis=1, initial=-np.inf).tolist()
            best = {way: max(high, best.get(way, high)) for way, high in zip(ways, highest, strict=True)}
            peaks.append(best)
        return peaks

    def _peak(self, peaks: list[dict[Way, float]], plan: Plan, may_skip: bool) -> float:
        if plan.skips:
            return self._worth.worth(0, plan.way) if may_skip else -np.inf
        if plan.queen_attacks and not any(len(self._boards.layer(cost)) for cost in range(1, plan.attacks + 1)):
            return -np.inf  # a Queen token is on offer only where it helps to push somebody
        return peaks[plan.attacks][plan.way]

    def endings(self, finals: Finals) -> list[Ending]:
        """How the turn ends on each final roll."""
        codes: dict[Plan, int] = {}
        for _, some in groupby(sorted(set(finals.plans)), lambda plan: plan.attacks):
            plans = tuple(some)
            boards, worth = self._sheet(0, plans)
            codes |= zip(plans, boards[worth.argmax(axis=1)].tolist(), strict=True)
        return [
            Ending(value, plan, codes[plan]) for value, plan in zip(finals.values.tolist(), finals.plans, strict=True)
        ]

    # -- a state under way ---------------------------------------------------------------------------------------------

    def ending(self, state: PicnicState) -> Ending:
        """How the turn ends under best play from a state with final dice on."""
        _, seat, (_, dice, _, _, moved), board, queens = state
        assert dice is not None
        assert seat is not None
        code = self._boards.code(board)
        if moved is not None:
            endings = (Ending(self._worth.worth(code, plan.way), plan, code) for plan in second_moves(dice, moved))
            return max(endings, key=lambda ending: ending.value)
        spent = self._boards.cost(code)
        if spent is None:
            raise RoostError("this is no state of the turn that was solved", position=str(state))
        plans = plans_of(dice, state.attacks, queens[seat])
        if SKIP not in state.actions():
            plans = tuple(plan for plan in plans if not plan.skips)
        codes, worth = self._sheet(spent, plans)
        columns = np.flatnonzero(self._boards.reached(codes, code))
        if len(columns) == 1:  # there is nobody to push, so no Queen token is on offer
            plans = tuple(plan for plan in plans if not plan.queen_attacks)
        worth = worth[: len(plans), columns]
        row, column = divmod(int(worth.argmax()), len(columns))
        return Ending(float(worth[row, column]), plans[row], int(codes[columns[column]]))

    def _sheet(self, spent: int, plans: tuple[Plan, ...]) -> tuple[Codes, Floats]:
        """The boards that plans can lead to when ``spent`` attacks were made, and what each is worth there, in rows."""
        key = tuple((spent + plan.attacks, plan.way) for plan in plans)
        if key not in self._sheets:
            if len(self._sheets) == _MOST_SHEETS:
                self._sheets.clear()
            layers = [self._boards.layer(cost) for cost in range(1 + max(attacks for attacks, _ in key))]
            ends = list(accumulate(map(len, layers)))
            worth = np.full((len(key), ends[-1]), -np.inf)
            for cost, (layer, end) in enumerate(zip(layers, ends, strict=True)):
                rows = [row for row, (attacks, _) in enumerate(key) if attacks >= cost]
                ways = tuple(way for attacks, way in key if attacks >= cost)
                worth[rows, end - len(layer) : end] = self._worth.table(cost, ways)
            self._sheets[key] = np.concatenate(layers), worth
        return self._sheets[key]

    def action(self, state: PicnicState) -> Action:
        """The first step towards :meth:`ending`."""
        _, plan, target = self.ending(state)
        if plan.skips:
            return SKIP
        if plan.queen_attacks:
            return QUEEN_ATTACK
        code = self._boards.code(state.board)
        if target != code:
            pushes = (action for action in state.actions() if isinstance(action, Push))
            return next(push for push in pushes if self._boards.leads(state.board, push, target))
        # A move that wins ends the game, so of two it comes last.
        moves = sorted(plan.moves, key=lambda move: self._boards.wins(code, *move))
        return Move(moves[0][0] + 1) if moves else PASS

    def after(self, ending: Ending) -> PicnicState:
        """The position after the turn."""
        code = self._boards.moved(ending.code, ending.plan.moves)
        assert code is not None
        return self._worth.position(code, ending.plan.queen)
