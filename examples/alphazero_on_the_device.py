"""Learn from a search with dice, everything on the device: games, search, network and learning in one compiled program.

    python examples/alphazero_on_the_device.py [--game junior] [--minutes 4] [--opponent rooster] [--games 1000]
    python examples/alphazero_on_the_device.py --envs 64 --samples 4 --hidden 32 --minutes 0.1      # small, on a CPU
    roost benchmark learn examples/alphazero_on_the_device.py:learner

As in AlphaZero, a network proposes actions and judges positions, a search improves on both, and the network learns
what the search found. Dice are why the search is another one: a position after an action is one of hundreds, and
what a tree has seen of one of them says nothing about the next. So the search looks at every action, lets the
same sampled dice fall after each, and averages what the network says about where they lead. With more than one
number, as in ``--samples 16 4``, it looks as many decisions ahead. The improved policy is the network's own,
made sharper by what the actions are worth (as in Gumbel AlphaZero, where every action was visited).

One network plays both seats of many two-player games at once. Every position is seen from the seat that is to move.
It sees what the layout of the game's observations names, and knows nothing else about the game.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import roost
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.state import State as Reference
from roost.core.stream import Stream
from roost.envs.jax import Env, State, make
from roost.envs.jax.network import NetworkBot, features
from roost.envs.jax.trial import arguments, trial
from roost.envs.table import Table

Array = Any
Parameters = list[tuple[Array, Array]]

EPOCHS, BATCHES = 2, 8
RATE, LAMBDA, LONGEST_STEP = 1e-3, 0.8, 0.5
SHARPER = 10.0
"""How much an action's worth counts in the improved policy, beside what the network proposes."""
IN_PLAY = 128
"""Rolls that are sampled after each action when the learner plays others."""
AVERAGE = 0.99
"""How much of the average of the weights stays in each iteration."""
LAST = 0.02
"""The part of the learning rate that remains at the end."""


class Size(NamedTuple):
    """How much is done at once."""

    envs: int = 256
    steps: int = 16
    hidden: int = 128
    samples: tuple[int, ...] = (8,)
    """How many rolls are sampled after each action, at each decision that the search looks ahead."""


class Searched(NamedTuple):
    """What was seen, found and earned in one step of all games."""

    seen: Array
    mask: Array
    policy: Array
    value: Array
    """What the search says that the position is worth to the player."""
    gain: Array
    sign: Array
    """1 if the same seat is to move next, -1 if the other, 0 if the game ended."""


class Training(NamedTuple):
    """Everything that learning goes on from."""

    parameters: Parameters
    average: Parameters
    """Of the latest iterations: it plays more steadily."""
    first: Parameters
    second: Parameters
    updates: Array
    states: Any
    key: Array


def new_network(key: Array, sizes: list[int]) -> Parameters:
    """Layers that are not trained yet; the last one hardly prefers anything."""
    layers = []
    for number, (inputs, outputs) in enumerate(pairwise(sizes), 1):
        key, use = jax.random.split(key)
        scale = 0.01 if number == len(sizes) - 1 else (2 / inputs) ** 0.5
        layers.append((scale * jax.random.normal(use, (inputs, outputs)), jnp.zeros(outputs)))
    return layers


def forward(parameters: Parameters, x: Array, numbers: Any = jnp) -> tuple[Array, Array]:
    """Scores of all actions, and the value of the position to the player."""
    for weights, bias in parameters[:-1]:
        x = numbers.maximum(x @ weights + bias, 0)
    weights, bias = parameters[-1]
    out = x @ weights + bias
    return out[..., :-1], numbers.tanh(out[..., -1])


class Search:
    """Looks some decisions ahead, through sampled dice."""

    def __init__(self, env: Env, samples: tuple[int, ...]) -> None:
        self.env, self.samples, self.seen = env, samples, features(env.game)

    def __call__(self, parameters: Parameters, states: State, key: Array, ahead: int = 0) -> tuple[Array, Array]:
        """The logarithms of the improved policy, and the value of each position to the player who is to move."""
        scores, value = forward(parameters, self.seen(states.observation))
        scores = jnp.where(states.legal_action_mask, scores, -1e9)
        if ahead == len(self.samples):
            return scores, value

        def worth(key: Array) -> Array:
            """Of every action, with dice sampled once for each position, to whoever chooses there."""
            dice, deeper = jax.random.split(key)
            keys = jax.random.split(dice, value.shape[0])
            actions = jnp.arange(self.env.num_actions)
            step = jax.vmap(jax.vmap(self.env.step, (None, 0, None)), (0, None, 0))
            after = jax.tree.map(lambda held: held.reshape(-1, *held.shape[2:]), step(states, actions, keys))
            _, found = self(parameters, after, deeper, ahead + 1)
            seats = jnp.repeat(states.current_player, self.env.num_actions)
            gain, sign = outcome(after, seats)
            return (gain + sign * found).reshape(-1, self.env.num_actions)

        worths = jax.vmap(worth)(jax.random.split(key, self.samples[ahead])).mean(axis=0)
        improved = jax.nn.log_softmax(scores + SHARPER * worths)
        return improved, jnp.sum(jnp.where(states.legal_action_mask, jnp.exp(improved) * worths, 0), axis=-1)


def outcome(after: State, seats: Array) -> tuple[Array, Array]:
    """What the seats that moved earned, and the sign with which the value of the position after it counts for them."""
    gain = jnp.take_along_axis(after.rewards, seats[:, None], axis=1)[:, 0]
    return gain, jnp.where(after.terminated, 0.0, jnp.where(after.current_player == seats, 1.0, -1.0))


def loss(parameters: Parameters, batch: tuple[Array, ...]) -> Array:
    """What is to become small: the distance from the search's policy, and the error of values."""
    seen, mask, policy, target = batch
    scores, value = forward(parameters, seen)
    logs = jax.nn.log_softmax(jnp.where(mask, scores, -1e9))
    return -jnp.sum(policy * logs, axis=-1).mean() + ((value - target) ** 2).mean()


def adam(training: Training, slopes: Parameters, rate: Array) -> Training:
    """One step of Adam, none longer than it should be."""
    size = jnp.sqrt(sum(jnp.sum(slope**2) for slope in jax.tree.leaves(slopes)))
    slopes = jax.tree.map(lambda slope: slope * jnp.minimum(1, LONGEST_STEP / (size + 1e-9)), slopes)
    updates = training.updates + 1
    first = jax.tree.map(lambda held, slope: held + 0.1 * (slope - held), training.first, slopes)
    second = jax.tree.map(lambda held, slope: held + 0.001 * (slope**2 - held), training.second, slopes)

    def moved(held: Array, one: Array, two: Array) -> Array:
        return held - rate * (one / (1 - 0.9**updates)) / (jnp.sqrt(two / (1 - 0.999**updates)) + 1e-8)

    parameters = jax.tree.map(moved, training.parameters, first, second)
    return training._replace(parameters=parameters, first=first, second=second, updates=updates)


def begin(env: Env, size: Size, key: Array) -> Training:
    """New games, and a network that knows nothing."""
    key, games, network = jax.random.split(key, 3)
    states = jax.vmap(env.init)(jax.random.split(games, size.envs))
    inputs = features(env.game)(states.observation[:1]).shape[-1]
    parameters = new_network(network, [inputs, size.hidden, size.hidden, env.num_actions + 1])
    nothing = jax.tree.map(jnp.zeros_like, parameters)
    return Training(parameters, parameters, nothing, nothing, jnp.float32(0), states, key)


def iterate(env: Env, size: Size, training: Training, left: Array) -> Training:
    """Search and play some steps in every game, then learn from them."""
    search = Search(env, size.samples)

    def play(carried: tuple[Any, Array], _: None) -> tuple[tuple[Any, Array], Searched]:
        states, key = carried
        key, dice, choice, chance, fresh = jax.random.split(key, 5)
        logs, value = search(training.parameters, states, dice)
        action = jax.random.categorical(choice, logs)
        after = jax.vmap(env.step)(states, action, jax.random.split(chance, size.envs))
        gain, sign = outcome(after, states.current_player)
        new = jax.vmap(env.init)(jax.random.split(fresh, size.envs))
        ended = after.terminated
        following = jax.tree.map(lambda a, b: jnp.where(ended.reshape(-1, *[1] * (a.ndim - 1)), a, b), new, after)
        step = Searched(search.seen(states.observation), states.legal_action_mask, jnp.exp(logs), value, gain, sign)
        return (following, key), step

    (states, key), played = jax.lax.scan(play, (training.states, training.key), None, length=size.steps)
    _, last = forward(training.parameters, search.seen(states.observation))

    def judge(following: Array, step: Searched) -> tuple[Array, Array]:
        """What a position turned out to be worth: partly what the search said, partly what came after it."""
        target = (1 - LAMBDA) * step.value + LAMBDA * (step.gain + step.sign * following)
        return target, target

    _, targets = jax.lax.scan(judge, last, played, reverse=True)
    columns = (played.seen, played.mask, played.policy, targets)
    flat = [column.reshape(size.envs * size.steps, *column.shape[2:]) for column in columns]

    def learn(held: Training, part: Array) -> tuple[Training, None]:
        slopes = jax.grad(loss)(held.parameters, tuple(column[part] for column in flat))
        return adam(held, slopes, RATE * left), None

    key, use = jax.random.split(key)
    orders = jax.vmap(partial(jax.random.permutation, x=size.envs * size.steps))(jax.random.split(use, EPOCHS))
    parts = orders.reshape(EPOCHS * BATCHES, -1)
    learnt, _ = jax.lax.scan(learn, training._replace(states=states, key=key), parts)
    share = jnp.maximum(1 - AVERAGE, 1 / (1 + learnt.updates / (EPOCHS * BATCHES)))
    average = jax.tree.map(lambda held, new: held + share * (new - held), learnt.average, learnt.parameters)
    return learnt._replace(average=average)


class SearchBot:
    """Plays what the search finds best."""

    def __init__(self, name: str, env: Env, search: Any) -> None:
        self.name, self._env, self._search, self._table = name, env, search, Table(env.game)

    def choose(self, state: Reference, rng: Stream) -> Action:
        """The action with the highest score in the improved policy."""
        scores = np.asarray(self._search(self._env.place(state), rng.below(1 << 31)))
        return max(state.actions(), key=lambda action: scores[self._table.number(state, action)])


class Learner:
    """Searches, plays and learns."""

    name = "alphazero"

    def __init__(self, game: Game, seed: int, size: Size | None = None) -> None:
        if game.players != 2:
            raise SystemExit("two play here: what one wins, the other loses")
        self.size = size or Size()
        self.env, self.decisions = make(game), 0
        self.training = begin(self.env, self.size, jax.random.key(seed))
        self._iterate = jax.jit(partial(iterate, self.env, self.size))
        self._found = jax.jit(partial(found, Search(self.env, (IN_PLAY,))))

    def iterate(self, left: float = 1.0) -> None:
        """Search and play some steps in every game, then learn from them, in smaller steps the less time is left."""
        self.training = jax.block_until_ready(self._iterate(self.training, max(LAST, left)))
        self.decisions += self.size.envs * self.size.steps

    def learn(self, decisions: int) -> None:
        """Go on until so many decisions have been played, as far as whole iterations go."""
        while self.decisions + self.size.envs * self.size.steps <= decisions:
            self.iterate()

    def weights(self) -> list[Array]:
        """The arrays that the bot plays by: the average of the network's weights."""
        return [np.asarray(one) for one in jax.tree.leaves(self.training.average)]

    def take(self, weights: list[Array]) -> None:
        """Go on from such arrays."""
        network = jax.tree.unflatten(jax.tree.structure(self.training.average), map(jnp.asarray, weights))
        self.training = self.training._replace(parameters=network, average=network)

    def bot(self) -> NetworkBot:
        """How the network plays now, without a search: the likeliest action, by the average of its weights."""
        average = jax.tree.map(np.asarray, self.training.average)
        return NetworkBot(self.name, self.env.game, lambda x: forward(average, x, np)[0])

    def searching_bot(self) -> SearchBot:
        """The same with a search before each decision: stronger, and slower."""
        return SearchBot(f"{self.name}-search", self.env, partial(self._found, self.training.average))


def found(search: Search, parameters: Parameters, state: State, seed: Array) -> Array:
    """The improved policy's scores in one position."""
    return search(parameters, jax.tree.map(lambda held: held[None], state), jax.random.key(seed))[0][0]


def learner(game: Game, seed: int) -> Learner:
    """Somebody who learns a two-player game, for the benchmark."""
    return Learner(game, seed)


def main() -> None:
    """Train for a while, telling the progress, and measure at the end."""
    usual = Size()
    parser = arguments("Learn from a search with dice on the device.", usual.envs, usual.steps, usual.hidden)
    rolls = "rolls sampled after each action; several numbers look several decisions ahead"
    parser.add_argument("--samples", type=int, nargs="+", default=usual.samples, help=f"{rolls} (default 8)")
    options = parser.parse_args()
    size = Size(options.envs, options.steps, options.hidden, tuple(options.samples))
    game = roost.game(options.game, players=2)
    trial(options, Learner(game, options.seed, size), game, last=Learner.searching_bot)


if __name__ == "__main__":
    main()
