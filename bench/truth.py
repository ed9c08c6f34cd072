"""Compare bots, networks and deeper foxes' claims with the truth, where games are solved.

    roost solve heckmeck --jobs 2
    python bench/truth.py [--check 1000] [--games 20000] [--turns 2000] [--starts 200] [--write]

The table of Heckmeck's endgames must be where ``roost solve`` writes it. Four things are measured:

- whether the table agrees with the rules engine, which solves the turn again at random positions;
- how many turns in games between roosters the table covers, and how many turns tables of other sizes would cover;
- the network's own loss per turn in games that it plays against itself, and deeper foxes' claims about the same turns:
  in Heckmeck's table, and in Junior with six tiles or fewer on the grill;
- the loss of each bot per game from the first position in Heckmeck's table on, in games between roosters.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matches import claimed_gains
from pages import markdown, progress, write
from roost.core.state import State
from roost.core.stream import Stream
from roost.games.heckmeck import Heckmeck, HeckmeckState
from roost.games.heckmeck.adapters.solved.position_index import positions_of
from roost.games.heckmeck.adapters.solved.table import open_table
from roost.games.junior import Junior, JuniorState
from roost.games.set_aside.adapters.solution import solve_turn
from roost.lab.benchmark.estimates import mean_of
from roost.lab.benchmark.true_losses import true_losses
from roost.study.bots import bot
from roost.study.estimate import Estimate
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import OVER, Records
from roost.study.fast.solved import histories
from roost.study.models.features import Evaluator
from roost.study.models.model import model
from roost.study.models.solved_turn import evaluator_of
from roost.study.solve import Exact, endgame
from roost.study.solve.table import ValueTable
from roost.study.train.self_play import Style, self_play

GAME = Heckmeck(players=2)
SIZES = range(6, 12)
BOTS = ("fox", "fox:depth=2", "fox:depth=3", "rooster", "card", "hen")
DEPTHS = (2, 3)
JUNIOR_TILES = 6
JUNIOR_LIMIT = 300_000


def formatted(estimate: Estimate, digits: int) -> str:
    """Format an average with its 95 % interval."""
    assert estimate.low is not None
    assert estimate.high is not None
    return f"{estimate.value:.{digits}%} ({estimate.low:.{digits}%} to {estimate.high:.{digits}%})"


def check(table: ValueTable, tiles: int, positions: int) -> float:
    """Return the largest difference between the table and the rules engine's solution based on the table's values."""
    chance, worst = Stream("ends"), 0.0
    for _ in range(positions):
        state = positions_of(tiles).state(GAME, chance.below(table.positions))
        turn = solve_turn(state, lambda after: table.shares(after)[0])
        worst = max(worst, abs(turn.value(state) - table.shares(state)[0]))
    return worst


def turns(games: int) -> Iterator[tuple[int, HeckmeckState]]:
    """Yield the start of every turn in games between roosters, with the index of the game."""
    packed, game = packing(GAME), 0
    for batch in histories(GAME, games, seed=3):
        for i, is_last in enumerate(batch.is_last.tolist()):
            if is_last:
                game += 1
                continue
            state = packed.unpack(batch.positions[i : i + 1])
            assert isinstance(state, HeckmeckState)
            yield game, state.turn_start()


def coverage(games: int, table: ValueTable) -> tuple[dict[int, float], list[HeckmeckState]]:
    """Return the fraction of turns that each table size covers, and each game's first position in the current table."""
    covered, count, first_positions, last_game = dict.fromkeys(SIZES, 0), 0, list[HeckmeckState](), -1
    for game, state in turns(games):
        count += 1
        highest = max(*state.grill, *state.stacks[0], *state.stacks[1], 0, 0) - GAME.tiles[0] + 1
        for size in SIZES:
            covered[size] += highest <= size
        if game != last_game and table.find(state) is not None:
            first_positions.append(state)
            last_game = game
    return {size: part / count for size, part in covered.items()}, first_positions


def exact_evaluator(known: Exact) -> Evaluator:
    """Return the evaluator that gives positions after a turn their exact values."""

    def ask(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        after = (packed.unpack(states[i : i + 1]) for i in range(len(states)))
        return np.array(
            [np.roll(known.shares(state), -seat) for state, seat in zip(after, first.tolist(), strict=True)]
        )

    return ask


def junior_truth(state: State) -> Exact:
    """Solve Junior's endgame from a position."""
    solution = endgame(state, JUNIOR_LIMIT)
    assert solution is not None
    return solution


def positions(game: Heckmeck | Junior, wanted: int, is_known: Callable[[State], bool]) -> Records:
    """Gather the starts of solved turns from games that the network plays against itself."""
    packed, evaluator = packing(game), evaluator_of(model(game.name).net, 0)
    rng, batches = np.random.default_rng(7), list[Records]()
    while sum(map(len, batches)) < wanted:
        states = self_play(packed, evaluator, 400, rng, Style(explore=0.0)).states
        states = states[states["node"] != OVER]
        known = [is_known(packed.unpack(states[i : i + 1])) for i in range(len(states))]
        batches.append(states[np.array(known)])
        progress(f"{game.name}: {sum(map(len, batches))} of {wanted} turns")
    return np.concatenate(batches)[:wanted]


def claims(game: Heckmeck | Junior, place: str, states: Records, truth: Callable[[State], Exact]) -> list[str]:
    """Return a row with the network's true loss in these turns, and the losses that deeper foxes claim."""
    packed, net = packing(game), model(game.name).net
    turns = [states[i : i + 1] for i in range(len(states))]
    deeper = (evaluator_of(net, depth - 1) for depth in DEPTHS)
    evaluators = [
        [exact_evaluator(truth(packed.unpack(turn))) for turn in turns],
        *([evaluator] * len(turns) for evaluator in deeper),
    ]
    cells = []
    for column in evaluators:
        gains = [
            claimed_gains(packed, evaluator_of(net, 0), evaluator, turn)
            for turn, evaluator in zip(turns, column, strict=True)
        ]
        cells.append(formatted(mean_of(np.concatenate(gains).tolist()), 3))
        progress(f"{game.name}: {cells[-1]}")
    return [f"{game.title}, {place}", f"{len(states):,}", *cells]


def losses(name: str, starts: list[HeckmeckState], table: ValueTable) -> str:
    """Return a bot's loss per game when it plays on from these positions."""
    shares = [true_losses(bot(name), start, 1, f"ends/{i}", table).share.value for i, start in enumerate(starts)]
    loss = formatted(mean_of([0.5 - share for share in shares]), 2)
    progress(f"{name}: {loss}")
    return loss


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare bots and claims with the truth where games are solved.")
    parser.add_argument("--check", type=int, default=1_000, help="positions to solve again (default 1000)")
    parser.add_argument("--games", type=int, default=20_000, help="games between roosters (default 20000)")
    parser.add_argument("--turns", type=int, default=2_000, help="turns for the claims (default 2000)")
    parser.add_argument("--starts", type=int, default=200, help="positions to play from (default 200)")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/solved.md and benchmark.md")
    options = parser.parse_args()
    table = open_table(GAME)
    if table is None:
        sys.exit("truth: there is no table of Heckmeck's endgames yet; make it with: roost solve heckmeck")
    assert isinstance(table.start, HeckmeckState)
    tiles = len(table.start.grill)
    difference = check(table, tiles, options.check)
    parts, firsts = coverage(options.games, table)
    sizes = ["positions", *(f"{len(positions_of(size)):,}" for size in parts)]
    fractions = [f"of the turns of {options.games:,} games", *(f"{part:.1%}" for part in parts.values())]
    lost = [(f"`{name}`", losses(name, firsts[: options.starts], table)) for name in BOTS]
    ends = [
        f"{table.positions:,} positions, the mover's share exact to {table.value_error:.0e} before it is rounded. At"
        f" {options.check:,} of them, drawn at random, the rules engine solved the turn again: the largest difference"
        f" is {difference:.0e}.",
        "",
        markdown(["lowest tiles", *parts], [sizes, fractions]),
        "",
        markdown(["bot", "gives away from there on, of a win in a game (95 %)"], lost),
    ]
    heckmeck = positions(GAME, options.turns, lambda state: table.find(state) is not None)
    junior_game = Junior(players=2)
    junior = positions(
        junior_game, options.turns, lambda state: isinstance(state, JuniorState) and len(state.grill) <= JUNIOR_TILES
    )
    rows = [
        claims(GAME, f"{tiles} lowest tiles or fewer live", heckmeck, lambda state: table),
        claims(junior_game, f"{JUNIOR_TILES} tiles or fewer on the grill", junior, junior_truth),
    ]
    truth = markdown(["turns", "", "truth", *(f"depth {depth} claims" for depth in DEPTHS)], rows)
    for page, name, text in (("solved.md", "ends", "\n".join(ends)), ("benchmark.md", "truth", truth)):
        print(text)
        if options.write:
            write(page, name, text.replace("|  |", "| |"))


if __name__ == "__main__":
    main()
