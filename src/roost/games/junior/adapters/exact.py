"""Junior's exact values: the whole game for two players, and the endgame for any number of players."""

from functools import cache
from pathlib import Path

from roost.games.junior import Junior, JuniorState
from roost.games.junior.adapters.solved.search import has_numbered_positions, junior_endgame
from roost.games.junior.adapters.solved.table import open_table, solve
from roost.games.set_aside.adapters.ends import engine_endgame
from roost.study.solve.adapter import Watcher
from roost.study.solve.exact import Exact
from roost.study.solve.table import ValueTable

_NEAR = 5
"""Maximum number of tiles on the grill at which two-player Junior is solved to its end within a few milliseconds."""


def is_solvable(state: JuniorState) -> bool:
    """Whether the full table covers the position: two players, and a layout of tiles that can occur in play."""
    return state.game.players == 2 and state.seat is not None and has_numbered_positions(state)


def endgame(state: JuniorState, limit: int) -> Exact | None:
    return junior_endgame(state, limit) if is_solvable(state) else engine_endgame(state, limit)


def exact(state: JuniorState, limit: int) -> Exact | None:
    table = _table(state.game)
    if table is not None and table.find(state) is not None:
        return table
    return endgame(state, limit)


def is_near(state: JuniorState) -> bool:
    return len(state.grill) <= _NEAR and is_solvable(state)


@cache
def _table(game: Junior) -> ValueTable | None:
    """Return the cached table of a game, None if none was made."""
    return open_table(game)


def solve_game(game: Junior, folder: Path | None, *, jobs: int, watch: Watcher | None) -> ValueTable:
    """Solve the whole two-player game and store its table."""
    return solve(game, folder, jobs=jobs, watch=watch)
