"""Exact values: two-player Junior solved as a whole, and the ends of the set-aside games."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from roost.core.errors import OptionError
from roost.core.state import State
from roost.games.junior import Junior, JuniorState
from roost.games.set_aside import SetAsideState
from roost.solve.exact import Exact

if TYPE_CHECKING:
    from roost.solve.junior import Table

__all__ = ["Exact", "endgame", "exact"]


def endgame(state: State, limit: int = 2_000) -> Exact | None:
    """Solve a game exactly from the start of this turn to its end, for any number of players.

    Nothing comes of it if more than ``limit`` positions can still come up: then the end is not near enough. A position
    takes about 3 µs in two-player Junior, and about a millisecond in the other games.
    """
    if not isinstance(state, SetAsideState):
        raise OptionError(f"the end of {state.game.title} is not solved: its turns are of another kind")
    if isinstance(state, JuniorState) and state.game.players == 2 and state.seat is not None:
        from roost.solve.search import has_numbered_positions, junior_endgame

        if has_numbered_positions(state):
            return junior_endgame(state, limit)
    from roost.solve.ends import engine_endgame

    return engine_endgame(state, limit)


def exact(state: State, limit: int = 2_000) -> Exact | None:
    """Whatever knows the exact shares from this turn on, if there is such a thing within reach.

    That is the table of two-player Junior if it was made on this machine, and otherwise the end of the game, solved now
    if it is near enough. The answer holds for every later position of the same game.
    """
    if isinstance(state, JuniorState):
        table = _table(state.game)
        if table is not None and table.find(state) is not None:
            return table
    return endgame(state, limit)


@cache
def _table(game: Junior) -> Table | None:
    """The table of a game, looked for once."""
    from roost.solve.junior import Table

    return Table.open(game)
