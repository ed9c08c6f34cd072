"""Heckmeck's exact values: the solved ends of two-player games, and the last positions of any game."""

from functools import cache
from pathlib import Path

from roost.games.heckmeck import Heckmeck, HeckmeckState
from roost.games.heckmeck.adapters.solved.table import open_table, solve
from roost.games.set_aside.adapters.ends import engine_endgame
from roost.games.set_aside.adapters.exact import endgame, is_near
from roost.study.solve.adapter import Watcher
from roost.study.solve.exact import Exact
from roost.study.solve.table import ValueTable

__all__ = ["endgame", "exact", "is_near", "is_solvable", "solve_game"]


def is_solvable(state: HeckmeckState) -> bool:
    """Whether the table made on this machine has the position."""
    table = _table(state.game)
    return table is not None and table.find(state) is not None


def exact(state: HeckmeckState, limit: int) -> Exact | None:
    """Return the table if it was made on this machine and has the position, otherwise solve the end of the game."""
    return _table(state.game) if is_solvable(state) else engine_endgame(state, limit)


@cache
def _table(game: Heckmeck) -> ValueTable | None:
    """Return the cached table of a game's ends, None if none was made."""
    return open_table(game)


def solve_game(game: Heckmeck, folder: Path | None, *, jobs: int, watch: Watcher | None) -> ValueTable:
    """Solve the ends of the game for two players, and store their table."""
    return solve(game, folder, jobs=jobs, watch=watch)
