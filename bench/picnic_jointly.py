"""Measure what it brings in Picnic Blitz to judge whole boards, not to add up what each track is worth by itself.

    python bench/picnic_jointly.py [--players 2] [--turns 500] [--deals 0 [--former FILE]] [--deep 0] [--seed 1]

Turns come from games that the network plays against itself. A player *by sums* takes for each roll, and re-rolls for,
the ending with the highest sum over tracks; what that costs is told by the network's judgement of whole boards. With
``--deals`` a player that judges meets one by sums, who has the same network or that of a file. With ``--deep`` a player
who solves two turns claims on so many of the turns what they gain on either. Intervals are of 99 %. Figures are in
percent of a win.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

import matches
from ladder import NORMAL_99
from roost.core.registry import game
from roost.games.picnic.faces.turns import JudgedPlan, ends_of, plan_turns
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import Records
from roost.study.models.features import Leaf, network_leaf
from roost.study.models.model import load, model
from roost.study.models.solved_turn import PIECE, Turns, leaf_of, solve_turns
from roost.study.train.self_play import Style, self_play

GAMES_PER_TURN = 1 / 20
"""Games that are played to collect turns: each has about forty."""


class BySums(NamedTuple):
    """A leaf for a player who adds up what it says of each track."""

    leaf: Leaf

    def __call__(self, packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        return self.leaf(packed, states, first)


def solve(packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
    """Solve turns as the player with this leaf does."""
    if not isinstance(leaf, BySums):
        return solve_turns(packed, states, leaf)
    plans, solved = plan_turns(packed, states, leaf), []
    for plan in plans:
        summed = add_up(packed, plan)
        solved.append(summed.solve()._replace(chosen=plan.place.ravel()[summed.chosen]))
    return ends_of(plans, solved)


def add_up(packed: Packing[Any, Any], plan: JudgedPlan) -> JudgedPlan:
    """The same turn as it is when nothing but tracks has been judged."""
    summed = JudgedPlan(packed, plan.state)
    summed.hear(plan.shares[: len(plan.entries.lane) + 1])
    summed.ask()
    return summed


def collect(packed: Packing[Any, Any], leaf: Leaf, turns: int, rng: np.random.Generator) -> Records:
    """Some turns of games that the network plays against itself."""
    games = max(4, round(turns * GAMES_PER_TURN))
    states = self_play(packed, leaf, games, rng, Style(explore=0.0)).states
    print(f"{len(states) / games / packed.game.players:.1f} turns a player and game")
    return states[rng.permutation(len(states))[:turns]]


def regret(packed: Packing[Any, Any], states: Records, leaf: Leaf) -> None:
    """Print what sums give away, and by how much they differ from the judgement of the boards that they choose."""
    given, gap, chance = [], [], []
    for start in range(0, len(states), PIECE):
        piece = states[start : start + PIECE]
        judged, summed = solve(packed, piece, leaf).shares, solve(packed, piece, BySums(leaf)).shares
        given.append(judged[:, 0] - summed[:, 0])
        for plan in plan_turns(packed, piece, leaf):
            by_sums = add_up(packed, plan)
            likely, some = by_sums.solve().likely.ravel(), by_sums.chosen.ravel()
            gap.append(share_of(by_sums.ends.flat[some]) - plan.shares[plan.place.ravel()[some], -1])
            chance.append(likely)
    weights, gaps = np.concatenate(chance), np.concatenate(gap)
    optimism, spread = np.average(gaps, weights=weights), np.average(gaps**2, weights=weights) ** 0.5
    print(f"sums give away {interval(np.concatenate(given))} a turn, {len(states)} turns")
    print(f"sums say {100 * optimism:+.3f} more than the judgement of the boards they lead to, RMS {100 * spread:.2f}")


def share_of(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-odds as shares."""
    shares: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-odds))
    return shares


def interval(values: NDArray[np.float64]) -> str:
    """A mean with its interval."""
    return f"{100 * values.mean():+.3f} ± {100 * NORMAL_99 * values.std(ddof=1) / len(values) ** 0.5:.3f}"


def meet(packed: Packing[Any, Any], leaf: Leaf, other: Leaf, deals: int, rng: np.random.Generator) -> None:
    """Print how a player who judges does against one by sums."""
    with patch.object(matches, "solve_turns", solve):
        found = matches.play_deals(packed, leaf, BySums(other), other, deals, rng)
    share = matches.share(found.won, found.luck)
    print(f"judged against by sums: {share.value:.2%} ± {NORMAL_99 * share.error:.2%}, {deals} deals")


def claim(packed: Packing[Any, Any], states: Records, leaf: Leaf, deep: Leaf) -> None:
    """Print what two turns claim on one that judges, and on one by sums."""
    for name, shallow in (("that judges", leaf), ("by sums", BySums(leaf))):
        with patch.object(matches, "solve_turns", solve):
            gains = matches.claimed_gains(packed, shallow, deep, states)
        print(f"two turns claim {interval(gains)} a turn on one {name}, {len(states)} turns")


def main(args: Sequence[str] | None = None) -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--turns", type=int, default=500)
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--former", type=Path)
    parser.add_argument("--deep", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(args)
    packed, net = packing(game("picnic", asked.players, start=0)), model("picnic").net
    leaf, rng = network_leaf(net), np.random.default_rng(asked.seed)
    states = collect(packed, leaf, asked.turns, rng)
    regret(packed, states, leaf)
    if asked.deals:
        other = network_leaf(load(asked.former, "picnic").net) if asked.former else leaf
        meet(packed, leaf, other, asked.deals, rng)
    if asked.deep:
        claim(packed, states[: asked.deep], leaf, leaf_of(net, 1))


if __name__ == "__main__":
    main()
