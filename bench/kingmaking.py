"""Does a player who is out of the race decide who wins? Tables of three, turns of games that the network plays.

    python bench/kingmaking.py [--game junior] [--turns 2000] [--write]

Each turn of somebody who has less than one percent of the win is solved three times: as the fox plays it, and for a
little of the next player's share, or against it, where their own share is as good as equal. What the next player gets
by the second more than by the third is what the mover can hand to either of the two others.
"""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pages import write
from roost.core.registry import game
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import Records
from roost.study.models import model
from roost.study.models.features import Leaf, network_leaf
from roost.study.models.solved_turn import PIECE, solve_turns
from roost.study.train.self_play import Style, self_play

GAMES = ("heckmeck", "junior", "barbecue")
HOPELESS = 0.01
LITTLE = 1e-3
"""The part of the next player's share that a mover who likes them counts as their own."""


def leaning(leaf: Leaf, part: float) -> Leaf:
    """The view of seat 0 if they count a part of seat 1's share as their own."""

    def leant(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        shares, rows = leaf(packed, states, first).copy(), np.arange(len(states))
        own, other = -first % packed.game.players, (1 - first) % packed.game.players
        shares[rows, own] += part * shares[rows, other]
        return shares

    return leant


def next_players_share(packed: Packing[Any, Any], states: Records, leaf: Leaf, part: float) -> NDArray[np.float64]:
    """The share that seat 1 may expect of turns of seat 0, who leans towards them or against them."""
    pieces = [states[start : start + PIECE] for start in range(0, len(states), PIECE)]
    return np.concatenate([solve_turns(packed, piece, leaning(leaf, part)).shares[:, 1] for piece in pieces])


def row(name: str, turns: int, rng: np.random.Generator) -> str:
    """The figures of a game."""
    packed, leaf = packing(game(name, 3, start=0)), network_leaf(model(name).net)
    played, hopeless = 0, list[Records]()
    while sum(map(len, hopeless)) < turns:
        states = self_play(packed, leaf, 64, rng, Style(explore=0.0)).states
        own = states[states["seat"] == 0]
        played += len(own)
        shares = [solve_turns(packed, own[at : at + PIECE], leaf).shares[:, 0] for at in range(0, len(own), PIECE)]
        hopeless.append(own[np.concatenate(shares) < HOPELESS])
    found = np.concatenate(hopeless)
    part = len(found) / played
    some = found[:turns]
    liked, disliked = (next_players_share(packed, some, leaf, sign * LITTLE) for sign in (1, -1))
    power = liked - disliked
    return (
        f"| {name} | {part:.1%} | {100 * power.mean():.2f} points | {100 * np.quantile(power, 0.95):.1f} points | "
        f"{100 * power.max():.1f} points | {len(some):,} |"
    )


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=GAMES, help="only this one; may be repeated")
    parser.add_argument("--turns", type=int, default=2_000, help="hopeless turns of each game (default 2,000)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmark.md")
    options = parser.parse_args()
    rng = np.random.default_rng(1)
    lines = ["| game | hopeless turns | they can hand on | in one of twenty | at most | measured |"]
    lines += ["| --- |" + " ---: |" * 5, *(row(name, options.turns, rng) for name in options.game or GAMES)]
    print("\n".join(lines))
    if options.write:
        write("benchmark.md", "kingmaking", "\n".join(lines))


if __name__ == "__main__":
    main()
