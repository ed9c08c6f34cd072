"""The ends of set-aside games, solved through the rules engine."""

from pathlib import Path

from roost.core.errors import UnsupportedError
from roost.core.game import Game
from roost.games.set_aside import SetAsideState
from roost.games.set_aside.faces.ends import engine_endgame
from roost.study.solve.face import Watcher
from roost.study.solve.table import Table

endgame = exact = engine_endgame
"""The game from the start of a turn to its end. No table is made of these games."""


def is_near(state: SetAsideState) -> bool:
    """Never: a position takes about a millisecond, and there are many."""
    return False


def is_solvable(state: SetAsideState) -> bool:
    """Never: these games are beyond reach."""
    return False


def solve_game(game: Game, folder: Path | None, *, jobs: int, watch: Watcher | None) -> Table:
    """There is no telling how long that would take."""
    raise UnsupportedError(game.name, "solution as a whole")
