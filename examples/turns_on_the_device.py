"""Train from scratch to the fox's strength: solve turns of two-player Heckmeck on the device, and learn the rest.

    python examples/turns_on_the_device.py [--minutes 4] [--seeds 1] [--log FILE.json] [--save MODEL.npz]
    python examples/turns_on_the_device.py --envs 8 --turns 2 --minutes 0.01 --games 16        # a small run on a CPU

The dice and choices within a turn are always the same: 1,939 nodes with dice set aside, and 33,103 continuations. A
turn therefore need not be learnt: a handful of gathers and matrix products solves thousands of turns at once. The
network evaluates only positions after a turn, at most 18: one after a failed turn, one for each tile taken, and one for
snatching the other player's top tile. The training targets therefore contain neither the turn's luck nor mistakes made
in the turn.

The network plays games against itself. Each turn's end is drawn with the dice's probabilities, and sometimes uniformly,
to reach other positions. Looking back, the program passes a fraction of every surprise on to the earlier positions. The
network has the architecture of ``roost.study.models.net``, so ``--save`` writes a model that Roost can load.
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

from roost.core.adapters import adapter_files
from roost.games.heckmeck import Heckmeck
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph

Array = Any
Weights = dict[str, Array]

TILES, SEATS = 16, 2
LOWEST = 21
WORMS = jnp.repeat(jnp.arange(1.0, 5.0), 4)
FAIL, TAKE, SNATCH = 0, 1, 1 + TILES
"""How a turn can end: it fails, it takes a tile from the grill, or it snatches the other player's top tile."""
ENDS = SNATCH + 1
TABLE, SEAT = 28, 44
NEVER = -1e9

EXPLORE, TRACE = 0.06, 0.6
EPOCHS, BATCHES = 2, 16
RATE, AVERAGE, LAST = 1e-3, 0.99, 0.01


class Position(NamedTuple):
    """Positions at the start of a turn, in which seat 0 is the mover."""

    grill: Array
    """Which tiles lie face up on the grill."""
    owned: Array
    """Which tiles each seat has."""
    tops: Array
    """Each seat's top tile, as an index from 1; 0 for none."""
    below: Array
    """The tile under each tile in a stack, as an index from 1."""


def opening(count: int) -> Position:
    """Return ``count`` games at the opening."""
    return Position(
        jnp.ones((count, TILES), bool),
        jnp.zeros((count, SEATS, TILES), bool),
        jnp.zeros((count, SEATS), jnp.int32),
        jnp.zeros((count, TILES), jnp.int32),
    )


def chosen(which: Array, some: Position, others: Position) -> Position:
    """Return the positions from ``some`` where ``which`` is set, and from ``others`` elsewhere."""
    pairs = zip(some, others, strict=True)
    return Position(*(jnp.where(which.reshape(-1, *(1,) * (a.ndim - 1)), a, b) for a, b in pairs))


# -- one turn ----------------------------------------------------------------------------------------------------------


class Level(NamedTuple):
    """The nodes of a turn at which the same number of symbols is set aside."""

    nodes: Array
    chance: Array
    """The probability of each outcome at each node."""
    dead: Array
    choices: Array
    """For each outcome, the nodes that it offers, repeated if there are fewer than in other outcomes."""


class Turn(NamedTuple):
    """A turn's graph, in a form that solves many turns at once."""

    levels: tuple[Level, ...]
    """The levels of nodes, last level first."""
    total: Array
    """The total set aside at each node; 0 without a worm."""
    complete: Array
    reach: Array
    """Cumulative probabilities over all outcomes, with which a random number selects an outcome."""
    first: Array
    """For each node, the cumulative probability before its outcomes, and the total probability of its outcomes."""
    choices: Array


def turn_of(graph: SetAsideGraph) -> Turn:
    """Convert a turn's graph to arrays for the device."""
    offered: list[list[int]] = []
    for _, begin, end in graph.rolling.tolist():
        for place in range(begin, end):
            shorter = int(graph.shorter[place])
            offered.append([*(offered[begin + shorter - 1] if shorter else []), int(graph.child[place])])
    widest = max(map(len, offered))
    choices = np.array([(nodes * widest)[:widest] for nodes in offered])
    symbols = np.array([aside.mask.bit_count() for aside in graph.asides])
    levels = []
    for number in sorted({int(symbols[node]) for node, _, _ in graph.rolling.tolist()}, reverse=True):
        rows = [row for row in range(len(graph.rolling)) if symbols[graph.rolling[row, 0]] == number]
        begin, end = int(graph.rolling[rows[0], 1]), int(graph.rolling[rows[-1], 2])
        chance = np.zeros((len(rows), end - begin), np.float32)
        for place, row in enumerate(rows):
            columns = slice(int(graph.rolling[row, 1]) - begin, int(graph.rolling[row, 2]) - begin)
            chance[place, columns] = graph.chance[begin:end][columns]
        level = graph.rolling[rows, 0], chance, graph.dead[rows].astype(np.float32), choices[begin:end]
        levels.append(Level(*map(jnp.asarray, level)))
    summed = np.concatenate([[0.0], graph.chance.cumsum()])
    first = np.zeros((len(graph), 2))
    for node, begin, end in graph.rolling.tolist():
        first[node] = summed[begin], summed[end] - summed[begin]
    return Turn(
        tuple(levels),
        jnp.array([aside.total if aside.has_worm else 0 for aside in graph.asides]),
        jnp.array(graph.complete),
        jnp.asarray(summed[1:]),
        jnp.asarray(first),
        jnp.asarray(choices),
    )


def reached(position: Position) -> tuple[Array, Array]:
    """For each total, return the tile it takes from the grill (-1: none), and whether it hits the rival's top tile."""
    totals = jnp.arange(41)
    tiles = jnp.where(position.grill, jnp.arange(TILES), -1)
    below = jnp.arange(TILES)[None, :] + LOWEST <= totals[:, None]
    hit = (position.tops[:, 1:] > 0) & (position.tops[:, 1:] + LOWEST - 1 == totals)
    return jnp.where(below, tiles[:, None, :], -1).max(-1), hit


def solve(turn: Turn, position: Position, values: Array) -> tuple[Array, Array, Array]:
    """Return the value of every node of a turn, the value of rolling on there, and how stopping there would end it.

    ``values`` holds the mover's value for each way to end the turn.
    """
    tile, is_hit = reached(position)
    taken = jnp.where(tile >= 0, jnp.take_along_axis(values, TAKE + jnp.maximum(tile, 0), 1), NEVER)
    stolen = jnp.where(is_hit, values[:, SNATCH, None], NEVER)
    way = jnp.where(stolen > taken, SNATCH, jnp.where(tile >= 0, TAKE + tile, FAIL))
    stop = jnp.maximum(taken, stolen).T[turn.total]
    ends = turn.complete[:, None] & (stop == NEVER)
    best = jnp.where(ends, values[:, FAIL], stop)
    roll = jnp.full_like(best, NEVER)
    for level in turn.levels:
        offered = best[level.choices[:, 0]]
        for column in range(1, level.choices.shape[1]):
            offered = jnp.maximum(offered, best[level.choices[:, column]])
        rolled = level.chance @ offered + level.dead[:, None] * values[:, FAIL]
        roll = roll.at[level.nodes].set(rolled)
        best = best.at[level.nodes].max(rolled)
    return best, roll, way.T[turn.total]


def play(turn: Turn, best: Array, roll: Array, way: Array, key: Array) -> Array:
    """Return how each turn ends with random dice."""
    count = best.shape[1]
    turns = jnp.arange(count)

    def step(carried: tuple[Array, Array, Array], key: Array) -> tuple[tuple[Array, Array, Array], None]:
        node, end, is_over = carried
        rolls = ~is_over & ~turn.complete[node] & (roll[node, turns] >= best[node, turns])
        end, is_over = jnp.where(is_over | rolls, end, way[node, turns]), is_over | ~rolls
        first, total = turn.first[node].T
        drawn = jax.random.uniform(key, (count,))
        outcome = jnp.minimum(jnp.searchsorted(turn.reach, first + drawn, side="right"), len(turn.choices) - 1)
        choices = turn.choices[outcome]
        chosen = jnp.take_along_axis(choices, best[choices, turns[:, None]].argmax(1)[:, None], 1)[:, 0]
        is_dead = rolls & (drawn >= total)
        return (jnp.where(rolls & ~is_dead, chosen, node), jnp.where(is_dead, FAIL, end), is_over | is_dead), None

    start = jnp.zeros(count, jnp.int32), jnp.zeros(count, jnp.int32), jnp.zeros(count, bool)
    (_, end, _), _ = jax.lax.scan(step, start, jax.random.split(key, 9))
    return end


def ends_of(position: Position) -> tuple[Position, Array]:
    """Return the positions after every way to end a turn, as the next player sees them, and which ways are possible."""
    ways = [after(position, jnp.full(len(position.grill), way)) for way in range(ENDS)]
    stacked = Position(*(jnp.stack(parts, 1) for parts in zip(*ways, strict=True)))
    fits = jnp.concatenate([jnp.ones_like(position.grill[:, :1]), position.grill, position.tops[:, 1:] > 0], 1)
    return stacked, fits


def after(position: Position, way: Array) -> Position:
    """Return the position after a turn with this ending; the seats are swapped."""
    grill, owned, tops, below = position
    tiles, own_top, other_top = jnp.arange(TILES), tops[:, 0], tops[:, 1]
    tile = jnp.where(way == SNATCH, other_top - 1, way - TAKE)
    gains, fails = (way != FAIL)[:, None], (way == FAIL) & (own_top > 0)
    is_tile, is_mine = tiles == tile[:, None], tiles == own_top[:, None] - 1
    returned = grill | (is_mine & fails[:, None])
    highest = jnp.where(returned, tiles, -1).max(1)
    turned = (tiles == highest[:, None]) & (fails & (highest != own_top - 1))[:, None]
    grill = jnp.where(gains, grill & ~is_tile, returned & ~turned)
    under = jnp.take_along_axis(below, jnp.maximum(tops - 1, 0), 1)
    new_own_top = jnp.where(way != FAIL, tile + 1, jnp.where(fails, under[:, 0], own_top))
    new_other_top = jnp.where(way == SNATCH, under[:, 1], other_top)
    own_tiles = jnp.where(gains, owned[:, 0] | is_tile, owned[:, 0] & ~(is_mine & fails[:, None]))
    other_tiles = owned[:, 1] & ~(is_tile & (way == SNATCH)[:, None])
    below = jnp.where(gains & is_tile, own_top[:, None], below)
    return Position(grill, jnp.stack([other_tiles, own_tiles], 1), jnp.stack([new_other_top, new_own_top], 1), below)


# -- the network -------------------------------------------------------------------------------------------------------


def inputs(position: Position) -> tuple[Array, Array]:
    """Return the network's inputs, in the order of ``roost.games.tiles.adapters.features``."""
    grill, owned, tops, below = position
    tiles, shape = jnp.arange(TILES), grill.shape[:-1]
    count, worms = grill.sum(-1), (grill * WORMS).sum(-1)
    highest = jnp.where(grill, tiles + 1.0, 0).max(-1)
    counts = jnp.stack([count / 8, worms / 16, highest / TILES, 0 * worms, 0 * worms + 1], -1)
    players = jnp.broadcast_to(jnp.eye(7)[SEATS - 1], (*shape, 7))
    table = jnp.concatenate([grill.astype(jnp.float32), counts, players], -1)
    points = (owned * WORMS).sum(-1)
    lead = points - points[..., ::-1]
    largest = jnp.where(owned, tiles + 1, 0).max(-1)
    own = jnp.where(largest > 0, largest + LOWEST - 1, 0)
    has = tops > 0
    under = jnp.take_along_axis(below, jnp.maximum(tops - 1, 0), -1) * has
    worms_of = jnp.concatenate([jnp.zeros(1), WORMS])
    is_top = (tiles == tops[..., None] - 1).astype(jnp.float32)
    numbers = [points / 8, worms_of[tops] / 4, 0 * points, worms_of[under] / 4, under / TILES, lead / 4, lead / 4,
               lead > 0, lead == 0, jnp.clip(lead / 12, -1, 1), own / (LOWEST + TILES - 1),
               own > own[..., ::-1], owned.sum(-1) / 6, ~has]  # fmt: skip
    facts = jnp.stack([number.astype(jnp.float32) for number in numbers], -1)
    distance = jnp.eye(7)[jnp.arange(SEATS)]
    until = jnp.eye(7)[SEATS - 1 - jnp.arange(SEATS)]
    fixed = jnp.broadcast_to(jnp.concatenate([distance, until], -1), (*shape, SEATS, 14))
    return table, jnp.concatenate([is_top, facts, fixed], -1)


def logits(weights: Weights, table: Array, seats: Array) -> Array:
    """Return the network's outputs, by the formula of ``roost.study.models.net``."""
    first = jax.nn.relu((table @ weights["A"])[..., None, :] + seats @ weights["B"] + weights["b"])
    mean = first.mean(-2, keepdims=True)
    second = jax.nn.relu(first @ weights["C"] + mean @ weights["D"] + weights["d"])
    return jax.nn.relu(second @ weights["E"] + weights["e"]) @ weights["f"] + seats @ weights["g"]


def share(weights: Weights, position: Position) -> Array:
    """Return the next player's win share: the network's estimate, or the result of a finished game."""
    estimate = jax.nn.softmax(logits(weights, *inputs(position)))[..., 0]
    points = (position.owned * WORMS).sum(-1)
    largest = jnp.where(position.owned, jnp.arange(TILES) + 1, 0).max(-1)
    lead = jnp.sign((points[..., 0] - points[..., 1]) * 100 + largest[..., 0] - largest[..., 1])
    return jnp.where(position.grill.any(-1), estimate, (lead + 1) / 2)


def untrained(key: Array, widths: tuple[int, int, int]) -> Weights:
    """Return an untrained network that evaluates positions by their points."""
    first, second, third = widths
    shapes = {"A": (TABLE, first, TABLE + SEAT), "B": (SEAT, first, TABLE + SEAT), "C": (first, second, 2 * first),
              "D": (first, second, 2 * first), "E": (second, third, second)}  # fmt: skip
    drawn = {
        letter: jax.random.normal(use, shape[:2]) * (2 / shape[2]) ** 0.5
        for (letter, shape), use in zip(shapes.items(), jax.random.split(key, len(shapes)), strict=True)
    }
    biases = {"b": jnp.zeros(first), "d": jnp.zeros(second), "e": jnp.zeros(third), "f": jnp.zeros(third)}
    return drawn | biases | {"g": jnp.zeros(SEAT).at[TILES].set(4.0)}


# -- learning ----------------------------------------------------------------------------------------------------------


class Learning(NamedTuple):
    """The state of the training."""

    weights: Weights
    average: Weights
    first: Weights
    second: Weights
    updates: Array
    games: Position
    key: Array


class Lesson(NamedTuple):
    """A turn in every game, as training data."""

    inputs: tuple[Array, Array]
    expected: Array
    """The mover's expected share before the turn."""
    estimate: Array
    """The network's estimate of the mover's share after the turn."""
    continues: Array
    """Whether later turns refine the target, because the network played the turn and it did not end the game."""


def one_turn(turn: Turn, weights: Weights, games: Position, key: Array) -> tuple[Position, Lesson]:
    """Play a turn in every game; a finished game starts again."""
    rolling, exploring, choosing = jax.random.split(key, 3)
    afters, fits = ends_of(games)
    values = 1 - share(weights, afters)
    best, roll, way = solve(turn, games, values)
    explored = jax.random.uniform(exploring, fits.shape[:1]) < EXPLORE
    random_end = jax.random.categorical(choosing, jnp.where(fits, 0.0, NEVER))
    end = jnp.where(explored, random_end, play(turn, best, roll, way, rolling))
    estimate = jnp.take_along_axis(values, end[:, None], 1)[:, 0]
    next_games = after(games, end)
    is_over = ~next_games.grill.any(-1)
    lesson = Lesson(inputs(games), best[0], estimate, ~(explored | is_over))
    return chosen(is_over, opening(len(is_over)), next_games), lesson


def look_back(lessons: Lesson, last: Array) -> Array:
    """Return each mover's target; ``last`` is the next player's expected share after the last turn."""

    def earlier(later: Array, lesson: Lesson) -> tuple[Array, Array]:
        surprise = jnp.where(lesson.continues, 1 - later - lesson.estimate, 0.0)
        target = jnp.clip(lesson.expected + TRACE * surprise, 0.0, 1.0)
        return target, target

    return jax.lax.scan(earlier, last, lessons, reverse=True)[1]


def loss(weights: Weights, table: Array, seats: Array, target: Array) -> Array:
    """Return the cross-entropy between the network's estimates and the targets."""
    likely = jax.nn.log_softmax(logits(weights, table, seats))
    return -(target * likely[:, 0] + (1 - target) * likely[:, 1]).mean()


@partial(jax.jit, static_argnames=("turns",), donate_argnames=("learning",))
def iterate(turn: Turn, learning: Learning, rate: Array, turns: int) -> Learning:
    """Play some turns in every game and train on them."""
    key, playing, shuffling = jax.random.split(learning.key, 3)
    step = partial(one_turn, turn, learning.weights)
    games, lessons = jax.lax.scan(step, learning.games, jax.random.split(playing, turns))
    afters, _ = ends_of(games)
    last = solve(turn, games, 1 - share(learning.weights, afters))[0][0]
    targets = look_back(lessons, last)
    weights, *rest = learnt(learning.weights, learning.first, learning.second, learning.updates, lessons.inputs,
                            targets, rate, shuffling)  # fmt: skip
    return Learning(weights, averaged(learning.average, weights), *rest, games, key)


def learnt(
    weights: Weights,
    first: Weights,
    second: Weights,
    updates: Array,
    facts: tuple[Array, Array],
    targets: Array,
    rate: Array,
    key: Array,
) -> tuple[Weights, Weights, Weights, Array]:
    """Train on some turns; return the weights and Adam's state."""
    targets = targets.reshape(-1)
    table, seats = (part.reshape(-1, *part.shape[2:]) for part in facts)
    size = len(targets) // BATCHES

    def update(carried: tuple[Any, ...], rows: Array) -> tuple[tuple[Any, ...], None]:
        weights, first, second, updates = carried
        slope = jax.grad(loss)(weights, table[rows], seats[rows], targets[rows])
        first = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, first, slope)
        second = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new**2, second, slope)
        mean, square = 1 - 0.9 ** (updates + 1), 1 - 0.999 ** (updates + 1)
        step = jax.tree.map(lambda m, v: rate * (m / mean) / (jnp.sqrt(v / square) + 1e-8), first, second)
        weights = jax.tree.map(jnp.subtract, weights, step)
        return (weights, first, second, updates + 1), None

    orders = [jax.random.permutation(use, len(targets)) for use in jax.random.split(key, EPOCHS)]
    rows = jnp.concatenate(orders)[: EPOCHS * BATCHES * size].reshape(-1, size)
    carried: tuple[Weights, Weights, Weights, Array] = jax.lax.scan(update, (weights, first, second, updates), rows)[0]
    return carried


def averaged(average: Weights, weights: Weights) -> Weights:
    """Update the average of the weights, by which the network plays, after a training step."""
    return jax.tree.map(lambda old, new: AVERAGE * old + (1 - AVERAGE) * new, average, weights)


# -- against the fox ---------------------------------------------------------------------------------------------------


@partial(jax.jit, static_argnames=("count",))
def match(turn: Turn, ours: Weights, theirs: Weights, key: Array, count: int) -> Array:
    """Return the win shares of ``ours`` in ``count`` games, in every other of which it begins."""
    begins = jnp.arange(count) % 2 == 0

    def step(carried: tuple[Position, Array, Array, Array]) -> tuple[Position, Array, Array, Array]:
        games, number, won, key = carried
        key, use = jax.random.split(key)
        is_ours = begins == (number % 2 == 0)
        afters, _ = ends_of(games)
        worth = 1 - jnp.where(is_ours[:, None], share(ours, afters), share(theirs, afters))
        best, roll, way = solve(turn, games, worth)
        end = play(turn, best, roll, way, use)
        going = games.grill.any(-1)
        gained = jnp.take_along_axis(worth, end[:, None], 1)[:, 0]
        following = after(games, end)
        is_over = going & ~following.grill.any(-1)
        won = jnp.where(is_over, jnp.where(is_ours, gained, 1 - gained), won)
        return chosen(going, following, games), number + 1, won, key

    def continues(carried: tuple[Position, Array, Array, Array]) -> Array:
        return carried[0].grill.any() & (carried[1] < 1000)

    return jax.lax.while_loop(continues, step, (opening(count), jnp.int32(0), jnp.full(count, 0.5), key))[2]


def measured(turn: Turn, ours: Weights, theirs: Weights, games: int, at_once: int, seed: int) -> tuple[float, float]:
    """Return the win share against another network, and its standard error."""
    keys = jax.random.split(jax.random.key(seed), max(1, games // at_once))
    won = np.concatenate([np.asarray(match(turn, ours, theirs, key, at_once)) for key in keys])
    return float(won.mean()), float(won.std() / len(won) ** 0.5)


def shipped() -> Weights:
    """Return the fox's network."""
    with adapter_files(Heckmeck, "model.npz")[0].open("rb") as file, np.load(file) as arrays:
        return {letter: jnp.asarray(arrays[letter], jnp.float32) for letter in "ABbCDdEefg"}


def learn(turn: Turn, options: argparse.Namespace, seed: int) -> tuple[Weights, list[dict[str, float]]]:
    """Learn for some minutes, measuring now and then; return the averaged weights and the measurements."""
    fox, key = shipped(), jax.random.key(seed)
    weights = untrained(key, (options.hidden, options.hidden, options.hidden // 2))
    average = jax.tree.map(jnp.copy, weights)
    first, second = (jax.tree.map(jnp.zeros_like, weights) for _ in range(2))
    learning = Learning(weights, average, first, second, jnp.float32(0), opening(options.envs), key)
    spent, limit, played = 0.0, 60 * options.minutes, 0
    rows: list[dict[str, float]] = []

    def report(games: int) -> None:
        won, error = measured(turn, learning.average, fox, games, min(games, options.envs), 1000 * seed + len(rows))
        rows.append({"seconds": spent, "turns": played, "games": games, "share": won, "error": error})
        print(f"seed {seed}  {spent:4.0f} s  {played / 1e6:6.1f} M turns  "
              f"{won:.2%} ± {1.96 * error:.2%} against the fox's network", flush=True)  # fmt: skip

    while spent < limit:
        began = perf_counter()
        rate = RATE * max(LAST, 1 - spent / limit)
        learning = iterate(turn, learning, jnp.float32(rate), options.turns)
        jax.block_until_ready(learning.updates)
        spent += perf_counter() - began if played else 0.0  # the first call compiles
        played += options.envs * options.turns
        if spent >= limit * len(rows) / options.checks:
            report(options.games // 8)
    report(options.games)
    return learning.average, rows


def main() -> None:
    """Train a learner for each seed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=4.0, help="minutes of learning, for each seed (default 4)")
    parser.add_argument("--seeds", type=int, default=1, help="number of learners, one after another (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first learner (default 1)")
    parser.add_argument("--envs", type=int, default=4096, help="games played in parallel (default 4096)")
    parser.add_argument("--turns", type=int, default=16, help="turns of each game between updates (default 16)")
    parser.add_argument("--hidden", type=int, default=64, help="width of the network (default 64)")
    parser.add_argument("--games", type=int, default=65_536, help="games of the final measurement (default 65,536)")
    parser.add_argument("--checks", type=int, default=12, help="measurements during the training (default 12)")
    parser.add_argument("--log", type=Path, help="write the measurements to this file as JSON")
    parser.add_argument("--save", type=Path, help="write the network of the last learner to this file (.npz)")
    options = parser.parse_args()
    device = jax.devices()[0].device_kind
    turn = turn_of(turn_graph(Heckmeck(2).turn_dice))
    log: dict[str, Any] = {"learner": "turns", "game": "heckmeck", "device": device, "jax": jax.__version__}
    log["options"] = {name: str(value) if isinstance(value, Path) else value for name, value in vars(options).items()}
    log["learners"] = {}
    print(device, flush=True)
    with jax.default_matmul_precision("float32"):
        for seed in range(options.seed, options.seed + options.seeds):
            weights, log["learners"][str(seed)] = learn(turn, options, seed)
            if options.log is not None:
                options.log.write_text(json.dumps(log, indent=2) + "\n", encoding="utf-8")
            if options.save is not None:
                about = json.dumps({"command": f"examples/turns_on_the_device.py, seed {seed}"})
                arrays: dict[str, Any] = {letter: np.asarray(array, np.float16) for letter, array in weights.items()}
                np.savez_compressed(options.save, allow_pickle=False, about=np.array(about), **arrays)


if __name__ == "__main__":
    main()
