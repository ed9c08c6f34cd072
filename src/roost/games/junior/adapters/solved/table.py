"""Make and open the table of all values of two-player Junior."""

from pathlib import Path
from time import monotonic

from roost.core.state import State
from roost.games.junior import Junior, JuniorState
from roost.games.junior.adapters.solved.blocks import START, JuniorSolver, SolvedBlocks, check_two_players
from roost.games.junior.adapters.solved.position_index import JuniorPositions, positions_of
from roost.study.solve.adapter import Watcher
from roost.study.solve.table import TableFile, ValueTable, Working, tables_folder

_SAVE_EVERY = 20.0


def _file(game: Junior, folder: Path | None) -> TableFile:
    positions = positions_of(game)

    def number(state: State) -> int | None:
        """Return a position's index, or None if its face-down tiles are impossible in play."""
        position = positions.of(state) if isinstance(state, JuniorState) else None
        return None if position is None else positions.number(position)

    identity: dict[str, object] = {
        "double_face": game.double_face,
        "worms": list(game.worms),
        "box": list(positions.box),
    }
    if game.must_pinch:  # tables made before that option lack the key
        identity["must_pinch"] = True
    name = f"junior-{game.double_face}-{'-'.join(map(str, game.worms))}{'-must-pinch' if game.must_pinch else ''}"
    return TableFile(folder or tables_folder(), name, identity, game.opening(), len(positions), number)


def open_table(game: Junior, folder: Path | None = None) -> ValueTable | None:
    """Return a game's table, or None if it was not made on this machine."""
    return _file(game, folder).open() if game.players == 2 else None


def solve(game: Junior, folder: Path | None = None, *, jobs: int = 1, watch: Watcher | None = None) -> ValueTable:
    """Solve a game into a folder, or resume an interrupted solution. A game that is already solved is only opened."""
    check_two_players(game)
    file = _file(game, folder)
    table = file.open()
    if table is None:
        _solve(JuniorSolver(game), Working.begin(file), jobs, watch)
        table = file.open()
        assert table is not None
    return table


def _solve(solver: JuniorSolver, work: Working, jobs: int, watch: Watcher | None) -> None:
    positions = solver.positions
    began = saved = monotonic()
    spent = work.seconds
    try:
        since = SolvedBlocks(**work.progress)
    except TypeError:  # a new solution, or damaged progress
        since = START
    done = since
    try:
        for done in solver.solve(work.values, since, jobs):
            work.progress = done._asdict()
            work.seconds = spent + monotonic() - began
            if watch is not None:
                watch(_solved(done, positions), len(positions))
            if monotonic() - saved > _SAVE_EVERY:
                work.save()
                saved = monotonic()
    finally:
        work.save()
    work.finish(float(work.values[-1]), solver.error(done.residual))  # the opening has the last index


def _solved(done: SolvedBlocks, positions: JuniorPositions) -> int:
    """Return how many positions have been solved so far."""
    if done.blocks == len(positions.blocks):
        return len(positions)
    block = positions.blocks[done.blocks]
    return block.start + done.lines * (block.length + 1)
