"""Two-player Junior, solved and put to the test: ``python bench/solved.py`` prints what docs/solved.md tells.

Both players play for the values of the table, with real dice through the rules engine: from the opening, and from
positions in the middle of the game. The mean of their shares must be the value, within four standard errors.
"""

import argparse
import json
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from math import sqrt
from pathlib import Path

from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.games.junior import Junior, JuniorState
from roost.games.junior.faces.solved.position_index import positions_of
from roost.games.junior.faces.solved.table import open_table, solve
from roost.games.set_aside.faces.solution import TurnSolution, solve_turn
from roost.study.solve.table import Table

_MOST_ERRORS = 4.0
_KEPT_TURNS = 100_000
_GAMES_AT_ONCE = 250
_GAME = Junior(players=2)


@lru_cache(1)
def _table(folder: Path) -> Table:
    table = open_table(_GAME, folder)
    assert table is not None
    return table


@lru_cache(_KEPT_TURNS)
def _turn(start: JuniorState, folder: Path) -> TurnSolution:
    table, seat = _table(folder), start.seat
    assert seat is not None
    return solve_turn(start, lambda after: table.shares(after)[seat])


def _play(start: JuniorState, games: int, seed: str, folder: Path) -> tuple[Counter[float], int]:
    """The shares of the player to move at ``start``, and how many turns were played."""
    stream = Stream(seed)
    found: Counter[float] = Counter()
    turns = 0
    seat = start.seat
    assert seat is not None
    for _ in range(games):
        state: State = start
        while state.node is not Node.OVER:
            assert isinstance(state, JuniorState)
            turns += state == state.turn_start()
            move = state.dice.draw(stream) if state.dice else _turn(state.turn_start(), folder).best(state)
            state = state.play(move).state
        assert state.outcome is not None
        found[float(state.outcome.shares[seat])] += 1
    return found, turns


def _measure(pool: ProcessPoolExecutor, number: int, games: int, folder: Path) -> dict[str, object]:
    start = positions_of(_GAME).state(_GAME, positions_of(_GAME).position(number))
    chunks = [
        pool.submit(_play, start, min(_GAMES_AT_ONCE, games - first), f"solved/{number}/{first}", folder)
        for first in range(0, games, _GAMES_AT_ONCE)
    ]
    shares: Counter[float] = Counter()
    turns = 0
    for chunk in chunks:
        some, more = chunk.result()
        shares += some
        turns += more
    mean = sum(share * count for share, count in shares.items()) / games
    spread = sum(count * (share - mean) ** 2 for share, count in shares.items()) / games
    error = max(sqrt(spread / games), 1.0 / games)
    value = _table(folder).shares(start)[0]
    return {
        "position": str(start),
        "value": value,
        "games": games,
        "share": mean,
        "standard_error": error,
        "off": (mean - value) / error,
        "win": shares[1.0] / games,
        "tie": shares[0.5] / games,
        "turns": turns / games,
    }


def main() -> None:
    """Solve the game unless it is solved, play, and fail if a value does not come true."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=None, help="the folder of the table")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="threads and processes")
    parser.add_argument("--games", type=int, default=20_000, help="games from the opening")
    parser.add_argument("--positions", type=int, default=40, help="positions in the middle of the game")
    parser.add_argument("--games-each", type=int, default=1_000, help="games from each of them")
    wanted = parser.parse_args()
    table = solve(_GAME, wanted.out, jobs=wanted.jobs)
    folder, stream = table.path.parent, Stream("solved/positions")
    with ProcessPoolExecutor(wanted.jobs) as pool:
        opening = _measure(pool, table.positions - 1, wanted.games, folder)
        middle = [
            _measure(pool, stream.below(table.positions), wanted.games_each, folder) for _ in range(wanted.positions)
        ]
    worst = max(abs(float(str(found["off"]))) for found in [opening, *middle])
    told = {"value": table.value, "error": table.value_error, "positions": table.positions, "seconds": table.seconds}
    print(json.dumps(told | {"opening": opening, "middle": middle, "worst": worst}, indent=2))
    if worst > _MOST_ERRORS:
        raise SystemExit(f"a value is {worst:.1f} standard errors away from what play brought")


if __name__ == "__main__":
    main()
