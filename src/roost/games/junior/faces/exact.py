"""Junior's exact values: the whole game for two players, the end of it for any number."""

from functools import cache
from pathlib import Path

from roost.games.junior import Junior, JuniorState
from roost.games.junior.faces.solved.search import has_numbered_positions, junior_endgame
from roost.games.junior.faces.solved.table import open_table, solve
from roost.games.set_aside.faces.ends import engine_endgame
from roost.study.solve.exact import Exact
from roost.study.solve.face import Watcher
from roost.study.solve.table import Table

_NEAR = 5
"""With so many tiles on the grill, two-player Junior is solved to its end in a few milliseconds."""


def is_solvable(state: JuniorState) -> bool:
    """Whether the table of the whole game has such positions: two players, and tiles as they lie in play."""
    return state.game.players == 2 and state.seat is not None and has_numbered_positions(state)


def endgame(state: JuniorState, limit: int) -> Exact | None:
    """Solve the game from the start of this turn to its end."""
    return junior_endgame(state, limit) if is_solvable(state) else engine_endgame(state, limit)


def exact(state: JuniorState, limit: int) -> Exact | None:
    """The table, if it was made on this machine and knows the position; else the end of the game."""
    table = _table(state.game)
    if table is not None and table.find(state) is not None:
        return table
    return endgame(state, limit)


def is_near(state: JuniorState) -> bool:
    """Whether the end is so near that it is solved while somebody waits."""
    return len(state.grill) <= _NEAR and is_solvable(state)


@cache
def _table(game: Junior) -> Table | None:
    """The table of a game, looked for once."""
    return open_table(game)


def solve_game(game: Junior, folder: Path | None, *, jobs: int, watch: Watcher | None) -> Table:
    """Solve the whole game for two players, and keep its table."""
    return solve(game, folder, jobs=jobs, watch=watch)
