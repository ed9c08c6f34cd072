"""Compare the rooster of Picnic Blitz with that of another revision, deal by deal.

    python bench/roosters.py REVISION [--deals 10000] [--players 2] [--seed 1]

Each deal is played once for each seat that this revision's rooster can have, with the other rooster on all other seats
and the same dice. If both make the same choices, they play the same game, so the difference measures the roosters and
not the dice.
"""

import argparse
import pickle
from contextlib import ExitStack
from subprocess import Popen
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from against import checkout, worker
from foxes import NORMAL_99
from roost.core.registry import game
from roost.study.fast import game_kernel
from roost.study.fast.chance import STREAM
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import OVER, Records
from roost.study.fast.turn_players import turn_player

_SIDE_BY_SIDE = 1000
"""Number of deals that are played at the same time."""

# This program runs in the other revision, so it uses only what both have. It plays the turns of the states that it
# reads.
WORKER = """
import pickle, sys
import numpy as np
from roost.core.registry import game
from roost.study.fast.packed import packing
from roost.study.fast.turn_players import turn_player

player = turn_player(packing(game("picnic", int(sys.argv[1]), start=0)), "rooster")
while True:
    try:
        states, streams = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    decisions = np.zeros(len(states), np.int64)
    player.play_turns(states, streams, np.arange(len(states)), decisions)
    pickle.dump((states, streams), sys.stdout.buffer)
    sys.stdout.buffer.flush()
"""


class Other(NamedTuple):
    """The process that runs another revision's rooster."""

    process: Popen[bytes]

    def play_turns(self, states: Records, streams: Records, places: NDArray[np.int64], _: NDArray[np.int64]) -> None:
        assert self.process.stdin
        assert self.process.stdout
        pickle.dump((states[places], streams[places]), self.process.stdin)
        self.process.stdin.flush()
        states[places], streams[places] = pickle.load(self.process.stdout)


def shares(packed: Packing[Any, Any], other: Other, seed: int, first: int, deals: int) -> NDArray[np.float64]:
    """Return this revision's win share in some deals, with a row for each deal and a column for each seat."""
    players, own = packed.game.players, turn_player(packed, "rooster")
    assert own
    shares_won = np.empty((deals, players))
    for seat in range(players):
        states, streams = np.zeros(deals, packed.state_type), np.zeros(deals, STREAM)
        game_kernel.begin_all(packed.rules, packed.opening(), states, streams, np.uint64(seed), np.uint64(first))
        while len(running := np.flatnonzero(states["node"] != OVER)):
            is_own, decisions = states["seat"][running] == seat, np.zeros(deals, np.int64)
            for player, places in ((own, running[is_own]), (other, running[~is_own])):
                if len(places):
                    player.play_turns(states, streams, places, decisions)
        outcomes = [packed.outcome(states[place : place + 1]) for place in range(deals)]
        shares_won[:, seat] = [float(outcome.shares[seat]) for outcome in outcomes if outcome]
    return shares_won


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("revision", help="a commit or branch, or the folder of a checkout")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    packed = packing(game("picnic", options.players, start=0))
    with checkout(options.revision) as folder, ExitStack() as stack:
        other = Other(worker(stack, folder, WORKER, str(options.players)))
        parts = [
            shares(packed, other, options.seed, first, min(_SIDE_BY_SIDE, options.deals - first))
            for first in range(0, options.deals, _SIDE_BY_SIDE)
        ]
    deals = np.concatenate(parts).mean(axis=1)
    error = NORMAL_99 * deals.std(ddof=1) / len(deals) ** 0.5
    different = np.count_nonzero(deals != 1 / options.players)
    print(f"picnic, {options.players} players, rooster against that of {options.revision}:")
    print(f"{deals.mean():.3%} ± {error:.3%} (99 %) of the win in {len(deals):,} deals; {different:,} deals differ")


if __name__ == "__main__":
    main()
