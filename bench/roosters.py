"""The rooster of Picnic Blitz against that of another revision, deal by deal.

    python bench/roosters.py REVISION [--deals 10000] [--players 2] [--seed 1]

A deal is played once for each seat of this revision's rooster, the other on all other seats, with the same dice. Where
both choose alike the same game comes about, so that what is left of the difference is theirs and not the dice's.
"""

import argparse
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from against import checkout
from roost.core.registry import game
from roost.study.fast import game_kernel
from roost.study.fast.chance import STREAM
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import OVER, Records
from roost.study.fast.turn_players import turn_player

_NORMAL_99 = 2.576
"""Standard errors in the half of a 99 % interval."""
_SIDE_BY_SIDE = 1000
"""Deals that are played together."""

# Runs in the other revision and uses only what both have: plays the turns of the states that it is given.
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


class Other:
    """The rooster of another revision, in a process of its own."""

    def __init__(self, folder: Path, players: int) -> None:
        command, environment = [sys.executable, "-c", WORKER, str(players)], {"PYTHONPATH": str(folder / "src")}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env={**os.environ, **environment})

    def play_turns(self, states: Records, streams: Records, places: NDArray[np.int64], _: NDArray[np.int64]) -> None:
        """Play on in these states until somebody else has to decide or the game is over."""
        assert self.process.stdin
        assert self.process.stdout
        pickle.dump((states[places], streams[places]), self.process.stdin)
        self.process.stdin.flush()
        states[places], streams[places] = pickle.load(self.process.stdout)


def shares(packed: Packing[Any, Any], other: Other, seed: int, first: int, deals: int) -> NDArray[np.float64]:
    """This revision's share of the win in some deals: a row for each, a column for each of its seats."""
    players, own = packed.game.players, turn_player(packed, "rooster")
    assert own
    found = np.empty((deals, players))
    for seat in range(players):
        states, streams = np.zeros(deals, packed.state_type), np.zeros(deals, STREAM)
        game_kernel.begin_all(packed.rules, packed.opening(), states, streams, np.uint64(seed), np.uint64(first))
        while len(going := np.flatnonzero(states["node"] != OVER)):
            mine, decisions = states["seat"][going] == seat, np.zeros(deals, np.int64)
            for player, places in ((own, going[mine]), (other, going[~mine])):
                if len(places):
                    player.play_turns(states, streams, places, decisions)
        outcomes = [packed.outcome(states[place : place + 1]) for place in range(deals)]
        found[:, seat] = [float(outcome.shares[seat]) for outcome in outcomes if outcome]
    return found


def main() -> None:
    """Play, and print the share of the win."""
    parser = argparse.ArgumentParser()
    parser.add_argument("revision", help="what git can check out, or a folder")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    packed = packing(game("picnic", asked.players, start=0))
    with checkout(asked.revision) as folder:
        other = Other(folder, asked.players)
        try:
            parts = [
                shares(packed, other, asked.seed, first, min(_SIDE_BY_SIDE, asked.deals - first))
                for first in range(0, asked.deals, _SIDE_BY_SIDE)
            ]
        finally:
            other.process.kill()
            other.process.wait()
    deals = np.concatenate(parts).mean(axis=1)
    error = _NORMAL_99 * deals.std(ddof=1) / len(deals) ** 0.5
    unlike = np.count_nonzero(deals != 1 / asked.players)
    print(f"picnic, {asked.players} players, rooster against that of {asked.revision}:")
    print(f"{deals.mean():.3%} ± {error:.3%} (99 %) of the win in {len(deals):,} deals, {unlike:,} of them told apart")


if __name__ == "__main__":
    main()
