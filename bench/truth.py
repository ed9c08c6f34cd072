"""Hold bots, networks and the claims of deeper foxes against the truth, where games are solved.

    roost solve heckmeck --jobs 2
    python bench/truth.py [--check 1000] [--games 20000] [--turns 2000] [--starts 200] [--write]

The table of Heckmeck's ends is looked for where ``roost solve`` keeps it. Four things are measured:

- whether the table agrees with the rules engine: at random positions the turn is solved anew, every way that it may
  end found by the engine, and compared with what the table says;
- how many turns of games between roosters the table knows, and tables of other sizes would know;
- what the network alone gives away in a turn, in games that it plays against itself, and what deeper foxes claim that
  it gives away in the very same turns: in Heckmeck's table, and in Junior with six tiles or fewer on the grill;
- what each bot gives away in a game from where Heckmeck's table first knows the position, in games between roosters.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matches import claimed_gains
from pages import write
from roost.core.state import State
from roost.core.stream import Stream
from roost.games.heckmeck import Heckmeck, HeckmeckState
from roost.games.heckmeck.faces.solved.position_index import positions_of
from roost.games.heckmeck.faces.solved.table import open_table
from roost.games.junior import Junior, JuniorState
from roost.games.set_aside.faces.solution import solve_turn
from roost.lab.benchmark.estimates import mean_of
from roost.lab.benchmark.true_losses import true_losses
from roost.study.bots import bot
from roost.study.estimate import Estimate
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import OVER, Records
from roost.study.fast.solved import histories
from roost.study.models import model
from roost.study.models.features import Leaf
from roost.study.models.solved_turn import leaf_of
from roost.study.solve import Exact, endgame
from roost.study.solve.table import Table
from roost.study.train.self_play import Style, self_play

GAME = Heckmeck(players=2)
SIZES = range(6, 12)
BOTS = ("fox", "fox:depth=2", "fox:depth=3", "rooster", "card", "hen")
DEPTHS = (2, 3)
JUNIOR_TILES = 6
JUNIOR_LIMIT = 300_000


def say(text: str) -> None:
    """Tell how far it is."""
    print(f"truth: {text}", file=sys.stderr, flush=True)


def told(found: Estimate, digits: int) -> str:
    """An average with its 95 % interval."""
    assert found.low is not None
    assert found.high is not None
    return f"{found.value:.{digits}%} ({found.low:.{digits}%} to {found.high:.{digits}%})"


# -- the table ---------------------------------------------------------------------------------------------------------


def check(table: Table, tiles: int, positions: int) -> float:
    """The largest difference between the table and a turn solved by the rules engine against the table's values."""
    chance, worst = Stream("ends"), 0.0
    for _ in range(positions):
        state = positions_of(tiles).state(GAME, chance.below(table.positions))
        turn = solve_turn(state, lambda after: table.shares(after)[0])
        worst = max(worst, abs(turn.value(state) - table.shares(state)[0]))
    return worst


def turns(games: int) -> Iterator[tuple[int, HeckmeckState]]:
    """The start of every turn of games between roosters, with the number of the game."""
    packed, game = packing(GAME), 0
    for some in histories(GAME, games, seed=3):
        for i, is_last in enumerate(some.is_last.tolist()):
            if is_last:
                game += 1
                continue
            state = packed.unpack(some.positions[i : i + 1])
            assert isinstance(state, HeckmeckState)
            yield game, state.turn_start()


def coverage(games: int, table: Table) -> tuple[dict[int, float], list[HeckmeckState]]:
    """For each size of a table, which part of all turns it knows; and where our table first knows each game."""
    known, count, firsts, last = dict.fromkeys(SIZES, 0), 0, list[HeckmeckState](), -1
    for game, state in turns(games):
        count += 1
        highest = max(*state.grill, *state.stacks[0], *state.stacks[1], 0, 0) - GAME.tiles[0] + 1
        for size in SIZES:
            known[size] += highest <= size
        if game != last and table.find(state) is not None:
            firsts.append(state)
            last = game
    return {size: part / count for size, part in known.items()}, firsts


# -- claims ------------------------------------------------------------------------------------------------------------


def exact_leaf(known: Exact) -> Leaf:
    """The exact worth of positions after a turn."""

    def ask(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        after = (packed.unpack(states[i : i + 1]) for i in range(len(states)))
        return np.array(
            [np.roll(known.shares(state), -seat) for state, seat in zip(after, first.tolist(), strict=True)]
        )

    return ask


def junior_truth(state: State) -> Exact:
    """The end of a game of Junior, solved."""
    found = endgame(state, JUNIOR_LIMIT)
    assert found is not None
    return found


def positions(game: Heckmeck | Junior, wanted: int, is_known: Callable[[State], bool]) -> Records:
    """Starts of turns that are solved, from games that the network plays against itself."""
    packed, leaf = packing(game), leaf_of(model(game.name).net, 0)
    rng, found = np.random.default_rng(7), list[Records]()
    while sum(map(len, found)) < wanted:
        states = self_play(packed, leaf, 400, rng, Style(explore=0.0)).states
        states = states[states["node"] != OVER]
        known = [is_known(packed.unpack(states[i : i + 1])) for i in range(len(states))]
        found.append(states[np.array(known)])
        say(f"{game.name}: {sum(map(len, found))} of {wanted} turns")
    return np.concatenate(found)[:wanted]


def claims(game: Heckmeck | Junior, where: str, states: Records, truth: Callable[[State], Exact]) -> str:
    """A row: what the network gives away in these turns, and what deeper foxes think that it does."""
    packed, net = packing(game), model(game.name).net
    turns = [states[i : i + 1] for i in range(len(states))]
    deeper = (leaf_of(net, depth - 1) for depth in DEPTHS)
    judges = [[exact_leaf(truth(packed.unpack(turn))) for turn in turns], *([leaf] * len(turns) for leaf in deeper)]
    cells = []
    for judge in judges:
        gains = [claimed_gains(packed, leaf_of(net, 0), leaf, turn) for turn, leaf in zip(turns, judge, strict=True)]
        cells.append(told(mean_of(np.concatenate(gains).tolist()), 3))
        say(f"{game.name}: {cells[-1]}")
    return f"| {game.title}, {where} | {len(states):,} | " + " | ".join(cells) + " |"


# -- bots --------------------------------------------------------------------------------------------------------------


def losses(name: str, starts: list[HeckmeckState], table: Table) -> str:
    """A row: what a bot gives away from these positions on."""
    given = [0.5 - true_losses(bot(name), start, 1, f"ends/{i}", table).share.value for i, start in enumerate(starts)]
    row = f"| `{name}` | {told(mean_of(given), 2)} |"
    say(row)
    return row


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Hold bots and claims against the truth where games are solved.")
    parser.add_argument("--check", type=int, default=1_000, help="positions to solve anew (default 1000)")
    parser.add_argument("--games", type=int, default=20_000, help="games between roosters (default 20000)")
    parser.add_argument("--turns", type=int, default=2_000, help="turns to hold claims against (default 2000)")
    parser.add_argument("--starts", type=int, default=200, help="positions to play from (default 200)")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/solved.md and benchmark.md")
    options = parser.parse_args()
    table = open_table(GAME)
    if table is None:
        sys.exit("truth: there is no table of Heckmeck's ends yet: roost solve heckmeck")
    assert isinstance(table.start, HeckmeckState)
    tiles = len(table.start.grill)
    difference = check(table, tiles, options.check)
    parts, firsts = coverage(options.games, table)
    ends = [
        f"{table.positions:,} positions, the mover's share exact to {table.value_error:.0e} before it is rounded. At"
        f" {options.check:,} of them, drawn at random, the rules engine solved the turn anew: the largest difference is"
        f" {difference:.0e}.",
        "",
        "| lowest tiles | " + " | ".join(map(str, parts)) + " |",
        "| --- |" + " ---: |" * len(parts),
        "| positions | " + " | ".join(f"{len(positions_of(size)):,}" for size in parts) + " |",
        f"| of the turns of {options.games:,} games | " + " | ".join(f"{part:.1%}" for part in parts.values()) + " |",
        "",
        "| bot | gives away from there on, of a win in a game (95 %) |",
        "| --- | ---: |",
        *(losses(name, firsts[: options.starts], table) for name in BOTS),
    ]
    heckmeck = positions(GAME, options.turns, lambda state: table.find(state) is not None)
    junior_game = Junior(players=2)
    junior = positions(
        junior_game, options.turns, lambda state: isinstance(state, JuniorState) and len(state.grill) <= JUNIOR_TILES
    )
    truth = [
        "| turns | | truth | " + " | ".join(f"depth {depth} claims" for depth in DEPTHS) + " |",
        "| --- | ---: | ---: |" + " ---: |" * len(DEPTHS),
        claims(GAME, f"{tiles} lowest tiles or fewer live", heckmeck, lambda state: table),
        claims(junior_game, f"{JUNIOR_TILES} tiles or fewer on the grill", junior, junior_truth),
    ]
    for page, name, lines in (("solved.md", "ends", ends), ("benchmark.md", "truth", truth)):
        print("\n".join(lines))
        if options.write:
            write(page, name, "\n".join(lines))


if __name__ == "__main__":
    main()
