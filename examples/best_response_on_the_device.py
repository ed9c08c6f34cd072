"""Train a player to beat the fox's network in two-player Heckmeck.

The share that it wins is a lower bound on what can be won.

    python examples/best_response_on_the_device.py [--minutes 2] [--seeds 5] [--log FILE.json]
    python examples/best_response_on_the_device.py --envs 8 --turns 2 --minutes 0.01 --games 16   # a small run on a CPU

The player learns as in ``turns_on_the_device.py``, but its opponent never changes and plays by the shipped network.
Both players' turns are solved on the device, the fox's turns with the fox's own values of the positions after them, so
the training targets contain no luck from the turn's dice. The network starts as a copy of the fox's, or untrained with
``--hidden``. An additional input marks the learner's seat, so that the network can learn the fox's mistakes.

Both sides play by their networks alone, whereas the bot ``fox`` plays the last tiles exactly from a table.
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
from roost.games.set_aside.adapters.graph import turn_graph

OWN = device.TILES + 2
"""Index of an input that is always 0 in Heckmeck; here it marks the learner's seat."""


class Learning(NamedTuple):
    """The state of the training."""

    weights: Weights
    average: Weights
    first: Weights
    second: Weights
    updates: Array
    games: Position
    is_own: Array
    """Whether it is the learner's turn in each game."""
    key: Array


def inputs(position: Position, is_own: Array) -> tuple[Array, Array]:
    """Return the inputs for the learner's network; ``is_own`` says whether the next seat is the learner's."""
    table, seats = device.inputs(position)
    own = jnp.stack([is_own, ~is_own], -1).astype(jnp.float32)
    return table, seats.at[..., OWN].set(own)


def share(weights: Weights, position: Position, is_own: Array) -> Array:
    """Return the learner's estimate of the next player's share; exact once the game is over."""
    estimate = jax.nn.softmax(device.logits(weights, *inputs(position, is_own)))[..., 0]
    return jnp.where(position.grill.any(-1), estimate, device.share(weights, position))


def followed(turn: Turn, position: Position, wanted: Array, values: Array) -> Array:
    """Return a turn's expected ``values`` when the mover plays it to maximise ``wanted``."""
    best, roll, way = device.solve(turn, position, wanted)
    value = jnp.take_along_axis(values, way.T, 1).T
    for level in turn.levels:
        offered = best[level.choices[:, 0]]
        chosen = value[level.choices[:, 0]]
        for column in range(1, level.choices.shape[1]):
            candidate = best[level.choices[:, column]]
            chosen = jnp.where(candidate > offered, value[level.choices[:, column]], chosen)
            offered = jnp.maximum(offered, candidate)
        rolled = level.chance @ chosen + level.dead[:, None] * values[:, device.FAIL]
        is_rolled = roll[level.nodes] >= best[level.nodes]
        value = value.at[level.nodes].set(jnp.where(is_rolled, rolled, value[level.nodes]))
    return value[0]


def one_turn(
    turn: Turn, weights: Weights, fox: Weights, games: Position, is_own: Array, key: Array
) -> tuple[Position, Array, device.Lesson]:
    """Play a turn of every game, the learner's or the fox's; a finished game starts again."""
    rolling, exploring, choosing = jax.random.split(key, 3)
    afters, fits = device.ends_of(games)
    values = 1 - share(weights, afters, jnp.broadcast_to(~is_own[:, None], fits.shape))
    wanted = jnp.where(is_own[:, None], values, 1 - device.share(fox, afters))
    best, roll, way = device.solve(turn, games, wanted)
    expected = jnp.where(is_own, best[0], followed(turn, games, wanted, values))
    explored = jax.random.uniform(exploring, fits.shape[:1]) < device.EXPLORE
    random_end = jax.random.categorical(choosing, jnp.where(fits, 0.0, device.NEVER))
    end = jnp.where(explored, random_end, device.play(turn, best, roll, way, rolling))
    estimate = jnp.take_along_axis(values, end[:, None], 1)[:, 0]
    following = device.after(games, end)
    is_over = ~following.grill.any(-1)
    lesson = device.Lesson(inputs(games, is_own), expected, estimate, ~(explored | is_over))
    # In a new game either player may begin, whoever moved last.
    next_own = jnp.where(is_over, jnp.arange(len(is_over)) % 2 == 0, ~is_own)
    return device.chosen(is_over, device.opening(len(is_over)), following), next_own, lesson


@partial(jax.jit, static_argnames=("turns",), donate_argnames=("learning",))
def iterate(turn: Turn, learning: Learning, fox: Weights, rate: Array, turns: int) -> Learning:
    """Play some turns of every game and train on them."""
    key, playing, shuffling = jax.random.split(learning.key, 3)

    def step(carried: tuple[Position, Array], turn_key: Array) -> tuple[tuple[Position, Array], device.Lesson]:
        games, is_own, lesson = one_turn(turn, learning.weights, fox, *carried, turn_key)
        return (games, is_own), lesson

    (games, is_own), lessons = jax.lax.scan(step, (learning.games, learning.is_own), jax.random.split(playing, turns))
    last = one_turn(turn, learning.weights, fox, games, is_own, key)[2].expected
    targets = device.look_back(lessons, last)
    learnt = device.learnt(learning.weights, learning.first, learning.second, learning.updates, lessons.inputs, targets,
                           rate, shuffling)  # fmt: skip
    average = device.averaged(learning.average, learnt[0])
    return Learning(learnt[0], average, *learnt[1:], games, is_own, key)


@partial(jax.jit, static_argnames=("count",))
def match(turn: Turn, weights: Weights, fox: Weights, key: Array, count: int) -> Array:
    """Return the learner's win shares with the luck of the dice taken out; the learner begins every other game.

    Luck is the difference between a turn's result and its expectation. It is zero on average whatever the learner's
    evaluations, because the expectation covers all dice exactly.
    """

    def step(carried: tuple[Position, Array, Array, Array]) -> tuple[Position, Array, Array, Array]:
        games, is_own, won, key = carried
        key, turn_key = jax.random.split(key)
        afters, fits = device.ends_of(games)
        values = 1 - share(weights, afters, jnp.broadcast_to(~is_own[:, None], fits.shape))
        wanted = jnp.where(is_own[:, None], values, 1 - device.share(fox, afters))
        solved = device.solve(turn, games, wanted)
        end = device.play(turn, *solved, turn_key)
        expected = jnp.where(is_own, solved[0][0], followed(turn, games, wanted, values))
        going, following = games.grill.any(-1), device.after(games, end)
        estimate = jnp.take_along_axis(values, end[:, None], 1)[:, 0]
        is_over = going & ~following.grill.any(-1)
        gained = jnp.where(is_over, jnp.where(is_own, estimate, 1 - estimate), 0.0)
        luck = jnp.where(going, jnp.where(is_own, estimate - expected, expected - estimate), 0.0)
        return device.chosen(going, following, games), ~is_own, won + gained - luck, key

    start = device.opening(count), jnp.arange(count) % 2 == 0, jnp.zeros(count), key
    return jax.lax.while_loop(lambda carried: carried[0].grill.any(), step, start)[2]


def measured(turn: Turn, weights: Weights, fox: Weights, games: int, at_once: int, seed: int) -> tuple[float, float]:
    """Return the learner's win share, and its standard error over pairs of games that differ in who begins."""
    keys = jax.random.split(jax.random.key(seed), max(1, games // at_once))
    won = np.concatenate([np.asarray(match(turn, weights, fox, key, at_once)) for key in keys])
    pairs = won.reshape(-1, 2).mean(1)
    return float(pairs.mean()), float(pairs.std(ddof=1) / len(pairs) ** 0.5)


def learn(turn: Turn, options: argparse.Namespace, seed: int) -> list[dict[str, float]]:
    """Learn for a few minutes with regular measurements, and return the measurements."""
    fox, key = device.shipped(), jax.random.key(seed)
    if options.hidden:
        weights = device.untrained(key, (options.hidden, options.hidden, options.hidden // 2))
    else:
        # The fox's weights for the input OWN are untrained, because in the fox's training this input was always 0.
        weights = jax.tree.map(jnp.copy, fox | {letter: fox[letter].at[OWN].set(0.0) for letter in "Bg"})
    average = jax.tree.map(jnp.copy, weights)
    first, second = (jax.tree.map(jnp.zeros_like, weights) for _ in range(2))
    is_own = jnp.arange(options.envs) % 2 == 0
    learning = Learning(weights, average, first, second, jnp.float32(0), device.opening(options.envs), is_own, key)
    spent, limit, played = 0.0, 60 * options.minutes, 0
    rows: list[dict[str, float]] = []

    def report(games: int) -> None:
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
            report(options.games // 8)
    report(options.games)
    return rows


def main() -> None:
    """Train a learner for each seed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=2.0, help="minutes of learning, for each seed (default 2)")
    parser.add_argument("--seeds", type=int, default=5, help="number of learners, one after another (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first learner (default 1)")
    parser.add_argument("--envs", type=int, default=4096, help="games played in parallel (default 4096)")
    parser.add_argument("--turns", type=int, default=16, help="turns of each game between updates (default 16)")
    parser.add_argument("--rate", type=float, default=5e-4, help="initial learning rate (default 0.0005)")
    parser.add_argument("--hidden", type=int, default=0, help="width of an untrained network (default: the fox's own)")
    parser.add_argument("--games", type=int, default=65_536, help="games of the final measurement (default 65,536)")
    parser.add_argument("--checks", type=int, default=4, help="measurements during the training (default 4)")
    parser.add_argument("--log", type=Path, help="write the measurements to this file as JSON")
    options = parser.parse_args()
    turn = device.turn_of(turn_graph(Heckmeck(2).turn_dice))
    kind = jax.devices()[0].device_kind
    log: dict[str, Any] = {"learner": "best response", "game": "heckmeck", "device": kind, "jax": jax.__version__}
    log["options"] = {name: str(value) if isinstance(value, Path) else value for name, value in vars(options).items()}
    log["learners"] = {}
    with jax.default_matmul_precision("float32"):
        for seed in range(options.seed, options.seed + options.seeds):
            log["learners"][str(seed)] = learn(turn, options, seed)
            if options.log is not None:
                options.log.write_text(json.dumps(log, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
