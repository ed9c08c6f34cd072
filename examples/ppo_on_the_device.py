"""Train a network by self-play, entirely on the device: games, dice, network and training in one compiled program.

    python examples/ppo_on_the_device.py [--game junior] [--minutes 4] [--opponent hen] [--games 1000]
    python examples/ppo_on_the_device.py --envs 64 --steps 16 --hidden 32 --minutes 0.1      # a small run on a CPU
    roost benchmark learn examples/ppo_on_the_device.py:learner

This is proximal policy optimisation in pure JAX, in the style of CleanRL's single-file programs. One network plays both
seats of many two-player games at once. Every position is seen from the seat to move, so its value is the next
position's value, negated if the other seat is to move there. Positions before a roll also have a value, so that a
choice can be separated from the luck that follows. The inputs are the fields of the game's observations; nothing else
about the game is built in.
"""

from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import roost
from roost.core.game import Game
from roost.lab.envs.jax import Env, EnvState, make
from roost.lab.envs.jax.network import NetworkBot, features
from roost.lab.envs.jax.trial import arguments, trial

Array = Any
Parameters = list[tuple[Array, Array]]
Inputs = tuple[Array, Array]
"""Observations, and whether a roll comes next."""

EPOCHS, BATCHES = 3, 8
RATE, CLIP, ENTROPY, VALUE, LAMBDA, LONGEST_STEP = 5e-4, 0.2, 0.1, 0.5, 0.9, 0.5
AVERAGE = 0.98
"""Fraction of the previous average that remains in each update of the averaged weights."""
LAST = 0.02
"""Fraction of the initial learning rate and of the initial entropy weight that remains at the end."""


class Size(NamedTuple):
    """How many games are played at once, how many steps come between updates, and how wide the network is."""

    envs: int = 2048
    steps: int = 32
    hidden: int = 128


class Played(NamedTuple):
    """The data from one step in all games."""

    seen: Inputs
    mask: Array
    action: Array
    likely: Array
    value: Array
    after: Inputs
    """The position after the action: before a roll, at a decision, or at the end."""
    worth: Array
    """The network's value of the position after the action, to the player who chose the action."""
    turned: Array
    """1 if the position after the action is seen from the same seat, -1 if from the other seat."""
    gain: Array
    sign: Array
    """1 if the same seat decides next, -1 if the other seat does, 0 if the game has ended."""


class Training(NamedTuple):
    """The state of the training."""

    parameters: Parameters
    average: Parameters
    """Average of recent weights, which plays more steadily."""
    first: Parameters
    second: Parameters
    updates: Array
    states: Any
    key: Array


def new_network(key: Array, sizes: list[int]) -> Parameters:
    """Return untrained layers; the last one has small weights, so all actions are almost equally likely."""
    layers = []
    for number, (inputs, outputs) in enumerate(pairwise(sizes), 1):
        key, layer_key = jax.random.split(key)
        scale = 0.01 if number == len(sizes) - 1 else (2 / inputs) ** 0.5
        layers.append((scale * jax.random.normal(layer_key, (inputs, outputs)), jnp.zeros(outputs)))
    return layers


def forward(parameters: Parameters, x: Array, library: Any = jnp) -> tuple[Array, Array]:
    """Return the scores of all actions, and the value of the position to the player."""
    for weights, bias in parameters[:-1]:
        x = library.maximum(x @ weights + bias, 0)
    weights, bias = parameters[-1]
    out = x @ weights + bias
    return out[..., :-1], library.tanh(out[..., -1])


def log_policy(scores: Array, mask: Array) -> Array:
    """Return the logarithm of each legal action's probability; very low for illegal actions."""
    return jax.nn.log_softmax(jnp.where(mask, scores, -1e9))


def look(states: EnvState) -> Inputs:
    """Return the inputs for positions."""
    return states.observation, states.is_chance


def loss(parameters: Parameters, batch: tuple[Array, ...], entropy_weight: Array) -> Array:
    """Return the loss: PPO's clipped objective, the values' errors, and the entropy bonus."""
    inputs, mask, action, old_logs, advantage, target, dice_inputs, dice, dice_target = batch
    scores, value = forward(parameters, inputs)
    _, dice_value = forward(parameters, dice_inputs)
    value_error = ((value - target) ** 2 + dice * (dice_value - dice_target) ** 2).mean()
    logs = log_policy(scores, mask)
    ratio = jnp.exp(jnp.take_along_axis(logs, action[:, None], axis=1)[:, 0] - old_logs)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    objective = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage).mean()
    entropy = -jnp.sum(jnp.where(mask, jnp.exp(logs) * logs, 0), axis=1).mean()
    return -objective + VALUE * 0.5 * value_error - entropy_weight * entropy


def adam(training: Training, gradients: Parameters, rate: Array) -> Training:
    """Do one step of Adam, with the length of the gradient limited."""
    size = jnp.sqrt(sum(jnp.sum(slope**2) for slope in jax.tree.leaves(gradients)))
    gradients = jax.tree.map(lambda slope: slope * jnp.minimum(1, LONGEST_STEP / (size + 1e-9)), gradients)
    updates = training.updates + 1
    first = jax.tree.map(lambda old, slope: old + 0.1 * (slope - old), training.first, gradients)
    second = jax.tree.map(lambda old, slope: old + 0.001 * (slope**2 - old), training.second, gradients)

    def moved(old: Array, mean: Array, variance: Array) -> Array:
        return old - rate * (mean / (1 - 0.9**updates)) / (jnp.sqrt(variance / (1 - 0.999**updates)) + 1e-8)

    parameters = jax.tree.map(moved, training.parameters, first, second)
    return training._replace(parameters=parameters, first=first, second=second, updates=updates)


def begin(env: Env, size: Size, key: Array) -> Training:
    """Begin new games and make an untrained network."""
    key, games, network = jax.random.split(key, 3)
    states = jax.vmap(env.init)(jax.random.split(games, size.envs))
    inputs = features(env.game)(*look(states)).shape[-1]
    parameters = new_network(network, [inputs, size.hidden, size.hidden, env.num_actions + 1])
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    return Training(parameters, parameters, zeros, zeros, jnp.float32(0), states, key)


def iterate(env: Env, size: Size, training: Training, left: Array) -> Training:
    """Play some steps in every game and train on them."""
    encode = features(env.game)

    def play(carried: tuple[Any, Array], _: None) -> tuple[tuple[Any, Array], Played]:
        states, key = carried
        key, choice, chance, fresh = jax.random.split(key, 4)
        seats, mask = states.current_player, states.legal_action_mask
        scores, value = forward(training.parameters, encode(*look(states)))
        logs = log_policy(scores, mask)
        action = jax.random.categorical(choice, logs)
        likely = jnp.take_along_axis(logs, action[:, None], axis=1)[:, 0]
        after = jax.vmap(env.step_deterministic)(states, action)
        turned = jnp.where(after.current_player == seats, 1.0, -1.0)
        worth = turned * forward(training.parameters, encode(*look(after)))[1]
        following = jax.vmap(env.step)(states, action, jax.random.split(chance, size.envs))
        gain = jnp.take_along_axis(following.rewards, seats[:, None], axis=1)[:, 0]
        sign = jnp.where(following.terminated, 0.0, jnp.where(following.current_player == seats, 1.0, -1.0))
        new = jax.vmap(env.init)(jax.random.split(fresh, size.envs))
        ended = following.terminated
        going = jax.tree.map(lambda a, b: jnp.where(ended.reshape(-1, *[1] * (a.ndim - 1)), a, b), new, following)
        return (going, key), Played(look(states), mask, action, likely, value, look(after), worth, turned, gain, sign)

    (states, key), played = jax.lax.scan(play, (training.states, training.key), None, length=size.steps)
    _, last = forward(training.parameters, encode(*look(states)))

    def targets_of(carried: tuple[Array, Array], step: Played) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
        """Return each choice's advantage, and the value of the position before the following roll."""
        following, ahead = carried
        _, dice = step.after
        outcome_value = step.gain + step.sign * following
        worth = jnp.where(dice, step.worth, outcome_value)
        luck = outcome_value - worth + LAMBDA * step.sign * ahead
        ahead = worth - step.value + jnp.where(dice, LAMBDA, 1) * luck
        return (step.value, ahead), (ahead, step.turned * (worth + luck))

    _, (advantages, dice_targets) = jax.lax.scan(targets_of, (last, jnp.zeros(size.envs)), played, reverse=True)
    choices = (played.seen, played.mask, played.action, played.likely, advantages, advantages + played.value)
    columns = (*choices, played.after, dice_targets)
    flat = jax.tree.map(lambda column: column.reshape(size.envs * size.steps, *column.shape[2:]), columns)

    def learn(current: Training, part: Array) -> tuple[Training, None]:
        inputs, *rest, after, dice_target = jax.tree.map(lambda column: column[part], flat)
        batch = encode(*inputs), *rest, encode(*after), after[1], dice_target
        gradients = jax.grad(loss)(current.parameters, batch, ENTROPY * left)
        return adam(current, gradients, RATE * left), None

    key, use = jax.random.split(key)
    orders = jax.vmap(partial(jax.random.permutation, x=size.envs * size.steps))(jax.random.split(use, EPOCHS))
    parts = orders.reshape(EPOCHS * BATCHES, -1)
    learnt, _ = jax.lax.scan(learn, training._replace(states=states, key=key), parts)
    share = jnp.maximum(1 - AVERAGE, 1 / (1 + learnt.updates / (EPOCHS * BATCHES)))
    average = jax.tree.map(lambda old, new: old + share * (new - old), learnt.average, learnt.parameters)
    return learnt._replace(average=average)


class Learner:
    """A learner that plays and trains."""

    name = "ppo"

    def __init__(self, game: Game, seed: int, size: Size | None = None) -> None:
        if game.players != 2:
            raise SystemExit("this learner needs a game with exactly two players")
        self.size = size or Size()
        self.env, self.decisions = make(game), 0
        self.training = begin(self.env, self.size, jax.random.key(seed))
        self._iterate = jax.jit(partial(iterate, self.env, self.size))

    def iterate(self, left: float = 1.0) -> None:
        """Play some steps in every game, then train, with steps that shrink with the time left."""
        self.training = jax.block_until_ready(self._iterate(self.training, max(LAST, left)))
        self.decisions += self.size.envs * self.size.steps

    def learn(self, decisions: int) -> None:
        """Play up to this many decisions in total, in whole iterations."""
        while self.decisions + self.size.envs * self.size.steps <= decisions:
            self.iterate()

    def weights(self) -> list[Array]:
        """Return the averaged weights, which the bot plays by."""
        return [np.asarray(array) for array in jax.tree.leaves(self.training.average)]

    def take(self, weights: list[Array]) -> None:
        """Continue from averaged weights."""
        network = jax.tree.unflatten(jax.tree.structure(self.training.average), map(jnp.asarray, weights))
        self.training = self.training._replace(parameters=network, average=network)

    def bot(self) -> NetworkBot:
        """Return a bot that plays the averaged network's likeliest action."""
        average = jax.tree.map(np.asarray, self.training.average)
        return NetworkBot(self.name, self.env.game, lambda x: forward(average, x, np)[0])


def learner(game: Game, seed: int) -> Learner:
    """Make a learner for a two-player game, for use by the benchmark."""
    return Learner(game, seed)


def main() -> None:
    """Train for a while, print the progress, and measure the result."""
    options = arguments("Train a network by self-play on the device.", *Size()).parse_args()
    size = Size(options.envs, options.steps, options.hidden)
    game = roost.game(options.game, players=2)
    trial(options, Learner(game, options.seed, size), game)


if __name__ == "__main__":
    main()
