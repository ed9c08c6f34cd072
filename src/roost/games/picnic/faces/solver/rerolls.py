"""Re-rolling in Picnic Blitz, solved: which dice to leave on the table, when to spend a Queen token (PB-4, PB-5)."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.faces.solver.rolls import ROUNDING, Places, Table, roll_tables
from roost.games.picnic.turn import Rerolls


class RerollStage(NamedTuple):
    """A point of the turn at which dice may be re-rolled."""

    best: Table
    """The worth of each roll."""
    kept: Table
    """For each choice of dice, what it is worth to re-roll all others; for six, to re-roll no more."""
    choice: Places
    """For each roll, the dice to leave on the table, unless the Queen token is spent."""
    queen: NDArray[np.bool_]
    """For each roll, whether to spend the Queen token."""


class Rerolling:
    """The re-rolls of one turn.

    ``final`` tells what each roll is worth once re-rolling is over, with or without a Queen token in hand: the value
    in the first column, and anything to be averaged along in others. ``fresh`` is the player's whole allowance.
    """

    def __init__(self, final: Callable[[bool], Table], fresh: Rerolls) -> None:
        self._final = final
        self._fresh = fresh
        self._stages: dict[tuple[bool, Rerolls], RerollStage] = {}
        self._rolled: dict[tuple[bool, Rerolls], Table] = {}

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        stages = sum(part.nbytes for stage in self._stages.values() for part in stage)
        return stages + sum(table.nbytes for table in self._rolled.values())

    def stage(self, queen: bool, rerolls: Rerolls) -> RerollStage:
        """The stage with so many re-rolls left, with or without a Queen token in hand."""
        key = queen, rerolls
        if key not in self._stages:
            self._stages[key] = self._solve(queen, rerolls)
        return self._stages[key]

    def rolled(self, queen: bool, rerolls: Rerolls) -> Table:
        """For each choice of dice, what is to be expected when the others are rolled and ``rerolls`` are left then."""
        key = queen, rerolls
        if key not in self._rolled:
            self._rolled[key] = roll_tables().expected(self.stage(queen, rerolls).best)
        return self._rolled[key]

    def _solve(self, queen: bool, rerolls: Rerolls) -> RerollStage:
        tables, final = roll_tables(), self._final(queen)
        kept = np.full((len(tables.dice), final.shape[1]), -np.inf)
        kept[: len(final)] = final
        for count in range(1, rerolls.left + 1):
            all_but_count, _ = tables.grown[count - 1]
            kept[all_but_count] = self.rolled(queen, rerolls.after(count))[all_but_count]
        choice = tables.choose(kept)
        best = kept[choice]
        spend = np.zeros(len(best), np.bool_)
        if queen and self._fresh.left:
            fresh = self.stage(False, self._fresh).best
            spend = fresh[:, 0] > best[:, 0] + ROUNDING
            best[spend] = fresh[spend]
        return RerollStage(best, kept, choice, spend)
