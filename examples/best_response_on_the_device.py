"""A player whose only job is to beat the fox's network in two-player Heckmeck. What they win, there is to win at least.

    python examples/best_response_on_the_device.py [--minutes 2] [--seeds 5] [--log FILE.json]
    python examples/best_response_on_the_device.py --envs 8 --turns 2 --minutes 0.01 --games 16   # small, on a CPU

It learns as ``turns_on_the_device.py`` does, but the other player never changes: they play by the network that
ships. Both turns are solved on the device, the fox's by what the fox thinks of the positions after it, so that what is
learnt of a position is free of all dice of the turn. The network begins as the fox's own, or new with ``--hidden``; in
addition it sees which of the seats is its own, and so learns what the fox gives away.

A network alone plays on both sides: the bot ``fox`` plays the last tiles exactly, by a table.
"""

import argparse
import json
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import turns_on_the_device as device
from turns_on_the_device import Array, Position, Turn, Weights

from roost.games.heckmeck import Heckmeck
from roost.games.set_aside.faces.graph import turn_graph

OWN = device.TILES + 2
"""The place of a seat's numbers that is always 0 in Heckmeck: here it says which seat is the learner's."""


class Learning(NamedTuple):
    """Everything that learning goes on from."""

    weights: Weights
    average: Weights
    first: Weights
    second: Weights
    updates: Array
    games: Position
    is_own: Array
    """Whether the learner is to move in each game."""
    key: Array


def seen(position: Position, is_own: Array) -> tuple[Array, Array]:
    """The view of the learner's network; ``is_own`` says whether the seat that is next is the learner's."""
    table, seats = device.seen(position)
    own = jnp.stack([is_own, ~is_own], -1).astype(jnp.float32)
    return table, seats.at[..., OWN].set(own)


def share(weights: Weights, position: Position, is_own: Array) -> Array:
    """The learner's estimate of the next player's share; the rules say it once the game is over."""
    guess = jax.nn.softmax(device.logits(weights, *seen(position, is_own)))[..., 0]
    return jnp.where(position.grill.any(-1), guess, device.share(weights, position))


def followed(turn: Turn, position: Position, worth: Array, told: Array) -> Array:
    """The result of a turn by ``told`` when its mover plays it for ``worth``."""
    best, roll, way = device.solve(turn, position, worth)
    value = jnp.take_along_axis(told, way.T, 1).T
    for level in turn.levels:
        offered = best[level.choices[:, 0]]
        chosen = value[level.choices[:, 0]]
        for column in range(1, level.choices.shape[1]):
            others = best[level.choices[:, column]]
            chosen = jnp.where(others > offered, value[level.choices[:, column]], chosen)
            offered = jnp.maximum(offered, others)
        rolled = level.chance @ chosen + level.dead[:, None] * told[:, device.FAIL]
        is_rolled = roll[level.nodes] >= best[level.nodes]
        value = value.at[level.nodes].set(jnp.where(is_rolled, rolled, value[level.nodes]))
    return value[0]


def one_turn(
    turn: Turn, weights: Weights, fox: Weights, games: Position, is_own: Array, key: Array
) -> tuple[Position, Array, device.Lesson]:
    """A turn of every game, the learner's or the fox's; a game that is over begins anew."""
    rolling, exploring, choosing = jax.random.split(key, 3)
    afters, fits = device.ends_of(games)
    told = 1 - share(weights, afters, jnp.broadcast_to(~is_own[:, None], fits.shape))
    worth = jnp.where(is_own[:, None], told, 1 - device.share(fox, afters))
    best, roll, way = device.solve(turn, games, worth)
    expected = jnp.where(is_own, best[0], followed(turn, games, worth, told))
    explored = jax.random.uniform(exploring, fits.shape[:1]) < device.EXPLORE
    anyhow = jax.random.categorical(choosing, jnp.where(fits, 0.0, device.NEVER))
    end = jnp.where(explored, anyhow, device.play(turn, best, roll, way, rolling))
    found = jnp.take_along_axis(told, end[:, None], 1)[:, 0]
    following = device.after(games, end)
    is_over = ~following.grill.any(-1)
    lesson = device.Lesson(seen(games, is_own), expected, found, ~(explored | is_over))
    # Of a new game either player may be the first; who moved last tells nothing about that.
    next_own = jnp.where(is_over, jnp.arange(len(is_over)) % 2 == 0, ~is_own)
    return device.chosen(is_over, device.opening(len(is_over)), following), next_own, lesson


@partial(jax.jit, static_argnames=("turns",), donate_argnames=("learning",))
def iterate(turn: Turn, learning: Learning, fox: Weights, rate: Array, turns: int) -> Learning:
    """Play some turns of every game, and learn from them."""
    key, playing, shuffling = jax.random.split(learning.key, 3)

    def step(carried: tuple[Position, Array], use: Array) -> tuple[tuple[Position, Array], device.Lesson]:
        games, is_own, lesson = one_turn(turn, learning.weights, fox, *carried, use)
        return (games, is_own), lesson

    (games, is_own), lessons = jax.lax.scan(step, (learning.games, learning.is_own), jax.random.split(playing, turns))
    last = one_turn(turn, learning.weights, fox, games, is_own, key)[2].expected
    targets = device.look_back(lessons, last)
    learnt = device.learnt(learning.weights, learning.first, learning.second, learning.updates, lessons.seen, targets,
                           rate, shuffling)  # fmt: skip
    average = device.averaged(learning.average, learnt[0])
    return Learning(learnt[0], average, *learnt[1:], games, is_own, key)


@partial(jax.jit, static_argnames=("count",))
def match(turn: Turn, weights: Weights, fox: Weights, key: Array, count: int) -> Array:
    """The shares of so many games that the learner wins, without the luck of the dice: they begin every other game.

    By how much a turn ended better than what was to be expected of it is luck: on average it is nothing, whatever the
    learner thinks of positions, because what was to be expected is worked out over all dice.
    """

    def step(carried: tuple[Position, Array, Array, Array]) -> tuple[Position, Array, Array, Array]:
        games, is_own, won, key = carried
        key, use = jax.random.split(key)
        afters, fits = device.ends_of(games)
        told = 1 - share(weights, afters, jnp.broadcast_to(~is_own[:, None], fits.shape))
        worth = jnp.where(is_own[:, None], told, 1 - device.share(fox, afters))
        solved = device.solve(turn, games, worth)
        end = device.play(turn, *solved, use)
        expected = jnp.where(is_own, solved[0][0], followed(turn, games, worth, told))
        going, following = games.grill.any(-1), device.after(games, end)
        found = jnp.take_along_axis(told, end[:, None], 1)[:, 0]
        is_over = going & ~following.grill.any(-1)
        gained = jnp.where(is_over, jnp.where(is_own, found, 1 - found), 0.0)
        luck = jnp.where(going, jnp.where(is_own, found - expected, expected - found), 0.0)
        return device.chosen(going, following, games), ~is_own, won + gained - luck, key

    start = device.opening(count), jnp.arange(count) % 2 == 0, jnp.zeros(count), key
    return jax.lax.while_loop(lambda carried: carried[0].grill.any(), step, start)[2]


def measured(turn: Turn, weights: Weights, fox: Weights, games: int, at_once: int, seed: int) -> tuple[float, float]:
    """The learner's share of the win, and its standard error over pairs of games that each player begins once."""
    keys = jax.random.split(jax.random.key(seed), max(1, games // at_once))
    won = np.concatenate([np.asarray(match(turn, weights, fox, key, at_once)) for key in keys])
    pairs = won.reshape(-1, 2).mean(1)
    return float(pairs.mean()), float(pairs.std(ddof=1) / len(pairs) ** 0.5)


def learn(turn: Turn, options: argparse.Namespace, seed: int) -> list[dict[str, float]]:
    """Learn for some minutes, and tell on the way how far that is."""
    fox, key = device.shipped(), jax.random.key(seed)
    if options.hidden:
        weights = device.fresh(key, (options.hidden, options.hidden, options.hidden // 2))
    else:
        weights = fox | {letter: fox[letter].at[OWN].set(0.0) for letter in "Bg"}  # nothing taught them
        weights = jax.tree.map(jnp.copy, weights)
    average = jax.tree.map(jnp.copy, weights)
    first, second = (jax.tree.map(jnp.zeros_like, weights) for _ in range(2))
    is_own = jnp.arange(options.envs) % 2 == 0
    learning = Learning(weights, average, first, second, jnp.float32(0), device.opening(options.envs), is_own, key)
    spent, limit, played = 0.0, 60 * options.minutes, 0
    rows: list[dict[str, float]] = []

    def tell(games: int) -> None:
        won, error = measured(turn, learning.average, fox, games, min(games, 16_384), 1000 * seed + len(rows))
        rows.append({"seconds": spent, "turns": played, "games": games, "share": won, "error": error})
        print(f"seed {seed}  {spent:4.0f} s  {played / 1e6:6.1f} M turns  "
              f"{won:.2%} ± {1.96 * error:.2%} against the fox's network", flush=True)  # fmt: skip

    while spent < limit:
        began = perf_counter()
        rate = options.rate * max(device.LAST, 1 - spent / limit)
        learning = iterate(turn, learning, fox, jnp.float32(rate), options.turns)
        jax.block_until_ready(learning.updates)
        spent += perf_counter() - began if played else 0.0  # the first call compiles
        played += options.envs * options.turns
        if spent >= limit * len(rows) / options.checks:
            tell(options.games // 8)
    tell(options.games)
    return rows


def main() -> None:
    """Learn with each seed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=2.0, help="minutes of learning, for each seed (default 2)")
    parser.add_argument("--seeds", type=int, default=5, help="how many learners, one after another (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="the first learner's seed (default 1)")
    parser.add_argument("--envs", type=int, default=4096, help="games at once (default 4096)")
    parser.add_argument("--turns", type=int, default=16, help="turns of each before learning (default 16)")
    parser.add_argument("--rate", type=float, default=5e-4, help="how quickly it learns at first (default 0.0005)")
    parser.add_argument("--hidden", type=int, default=0, help="begin with a new network this wide (default: the fox's)")
    parser.add_argument("--games", type=int, default=65_536, help="games of the last measurement (default 65,536)")
    parser.add_argument("--checks", type=int, default=4, help="measurements on the way (default 4)")
    parser.add_argument("--log", type=Path, help="write the measurements to this file as JSON")
    options = parser.parse_args()
    turn = device.turn_of(turn_graph(Heckmeck(2).turn_dice))
    kind = jax.devices()[0].device_kind
    told: dict[str, Any] = {"learner": "best response", "game": "heckmeck", "device": kind, "jax": jax.__version__}
    told["options"] = {name: str(value) if isinstance(value, Path) else value for name, value in vars(options).items()}
    told["learners"] = {}
    with jax.default_matmul_precision("float32"):
        for seed in range(options.seed, options.seed + options.seeds):
            told["learners"][str(seed)] = learn(turn, options, seed)
            if options.log is not None:
                options.log.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
