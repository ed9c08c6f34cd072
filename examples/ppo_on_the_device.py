"""Train a network by self-play, everything on the device: games, dice, network and learning in one compiled program.

    python examples/ppo_on_the_device.py [--game junior] [--minutes 4] [--opponent hen] [--games 1000]
    python examples/ppo_on_the_device.py --envs 64 --steps 16 --hidden 32 --minutes 0.1      # a small run on a CPU
    roost benchmark learn examples/ppo_on_the_device.py:learner

Proximal policy optimisation in JAX alone, after the single-file programs of CleanRL. One network plays both seats of
many two-player games at once. Every position is seen from the seat that is to move, so that its value is the next
one's, with its sign turned when the turn has gone to the other seat. Positions in which dice are about to fall have a
value too, so that a choice is told from the luck after it. The network sees what the layout of the game's observations
names, and knows nothing else about the game.
"""

from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import roost
from roost.core.game import Game
from roost.lab.envs.jax import Env, State, make
from roost.lab.envs.jax.network import NetworkBot, features
from roost.lab.envs.jax.trial import arguments, trial

Array = Any
Parameters = list[tuple[Array, Array]]
Seen = tuple[Array, Array]
"""Observations, and whether dice are about to fall."""

EPOCHS, BATCHES = 3, 8
RATE, CLIP, ENTROPY, VALUE, LAMBDA, LONGEST_STEP = 5e-4, 0.2, 0.1, 0.5, 0.9, 0.5
AVERAGE = 0.98
"""How much of the average of the weights stays in each iteration."""
LAST = 0.02
"""The part of the learning rate and of the entropy's weight that remains at the end."""


class Size(NamedTuple):
    """How much is done at once."""

    envs: int = 2048
    steps: int = 32
    hidden: int = 128


class Played(NamedTuple):
    """The data of one step of all games: what was seen, done and earned."""

    seen: Seen
    mask: Array
    action: Array
    likely: Array
    value: Array
    after: Seen
    """The position after the action: dice are about to fall there, or somebody decides, or the game is over."""
    worth: Array
    """Its worth to the player who chose, as the network says."""
    turned: Array
    """1 if the position after the action is seen by the same seat, -1 if by the other."""
    gain: Array
    sign: Array
    """1 if the same seat decides next, -1 if the other, 0 if the game ended."""


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


def log_policy(scores: Array, mask: Array) -> Array:
    """The logarithm of each legal action's probability; very low for the others."""
    return jax.nn.log_softmax(jnp.where(mask, scores, -1e9))


def look(states: State) -> Seen:
    """The view of positions."""
    return states.observation, states.is_chance


def loss(parameters: Parameters, batch: tuple[Array, ...], entropy_weight: Array) -> Array:
    """The quantity that is to become small: PPO's clipped aim, the errors of values, and too much certainty."""
    seen, mask, action, likely, advantage, target, dice_seen, dice, dice_target = batch
    scores, value = forward(parameters, seen)
    _, dice_value = forward(parameters, dice_seen)
    missed = ((value - target) ** 2 + dice * (dice_value - dice_target) ** 2).mean()
    logs = log_policy(scores, mask)
    ratio = jnp.exp(jnp.take_along_axis(logs, action[:, None], axis=1)[:, 0] - likely)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    aim = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage).mean()
    entropy = -jnp.sum(jnp.where(mask, jnp.exp(logs) * logs, 0), axis=1).mean()
    return -aim + VALUE * 0.5 * missed - entropy_weight * entropy


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
    inputs = features(env.game)(*look(states)).shape[-1]
    parameters = new_network(network, [inputs, size.hidden, size.hidden, env.num_actions + 1])
    nothing = jax.tree.map(jnp.zeros_like, parameters)
    return Training(parameters, parameters, nothing, nothing, jnp.float32(0), states, key)


def iterate(env: Env, size: Size, training: Training, left: Array) -> Training:
    """Play some steps in every game, then learn from them."""
    see = features(env.game)

    def play(carried: tuple[Any, Array], _: None) -> tuple[tuple[Any, Array], Played]:
        states, key = carried
        key, choice, chance, fresh = jax.random.split(key, 4)
        seats, mask = states.current_player, states.legal_action_mask
        scores, value = forward(training.parameters, see(*look(states)))
        logs = log_policy(scores, mask)
        action = jax.random.categorical(choice, logs)
        likely = jnp.take_along_axis(logs, action[:, None], axis=1)[:, 0]
        after = jax.vmap(env.step_deterministic)(states, action)
        turned = jnp.where(after.current_player == seats, 1.0, -1.0)
        worth = turned * forward(training.parameters, see(*look(after)))[1]
        following = jax.vmap(env.step)(states, action, jax.random.split(chance, size.envs))
        gain = jnp.take_along_axis(following.rewards, seats[:, None], axis=1)[:, 0]
        sign = jnp.where(following.terminated, 0.0, jnp.where(following.current_player == seats, 1.0, -1.0))
        new = jax.vmap(env.init)(jax.random.split(fresh, size.envs))
        ended = following.terminated
        going = jax.tree.map(lambda a, b: jnp.where(ended.reshape(-1, *[1] * (a.ndim - 1)), a, b), new, following)
        return (going, key), Played(look(states), mask, action, likely, value, look(after), worth, turned, gain, sign)

    (states, key), played = jax.lax.scan(play, (training.states, training.key), None, length=size.steps)
    _, last = forward(training.parameters, see(*look(states)))

    def judge(carried: tuple[Array, Array], step: Played) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
        """How much better than expected it went from a choice on, and what it was worth to be about to roll."""
        following, ahead = carried
        _, dice = step.after
        came = step.gain + step.sign * following
        worth = jnp.where(dice, step.worth, came)
        luck = came - worth + LAMBDA * step.sign * ahead
        ahead = worth - step.value + jnp.where(dice, LAMBDA, 1) * luck
        return (step.value, ahead), (ahead, step.turned * (worth + luck))

    _, (advantages, dice_targets) = jax.lax.scan(judge, (last, jnp.zeros(size.envs)), played, reverse=True)
    choices = (played.seen, played.mask, played.action, played.likely, advantages, advantages + played.value)
    columns = (*choices, played.after, dice_targets)
    flat = jax.tree.map(lambda column: column.reshape(size.envs * size.steps, *column.shape[2:]), columns)

    def learn(held: Training, part: Array) -> tuple[Training, None]:
        seen, *others, after, dice_target = jax.tree.map(lambda column: column[part], flat)
        batch = see(*seen), *others, see(*after), after[1], dice_target
        slopes = jax.grad(loss)(held.parameters, batch, ENTROPY * left)
        return adam(held, slopes, RATE * left), None

    key, use = jax.random.split(key)
    orders = jax.vmap(partial(jax.random.permutation, x=size.envs * size.steps))(jax.random.split(use, EPOCHS))
    parts = orders.reshape(EPOCHS * BATCHES, -1)
    learnt, _ = jax.lax.scan(learn, training._replace(states=states, key=key), parts)
    share = jnp.maximum(1 - AVERAGE, 1 / (1 + learnt.updates / (EPOCHS * BATCHES)))
    average = jax.tree.map(lambda held, new: held + share * (new - held), learnt.average, learnt.parameters)
    return learnt._replace(average=average)


class Learner:
    """Plays and learns."""

    name = "ppo"

    def __init__(self, game: Game, seed: int, size: Size | None = None) -> None:
        if game.players != 2:
            raise SystemExit("two play here: what one wins, the other loses")
        self.size = size or Size()
        self.env, self.decisions = make(game), 0
        self.training = begin(self.env, self.size, jax.random.key(seed))
        self._iterate = jax.jit(partial(iterate, self.env, self.size))

    def iterate(self, left: float = 1.0) -> None:
        """Play some steps in every game, then learn from them, in smaller steps the less time is left."""
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
        """How the network plays now: the likeliest action, always, by the average of its weights."""
        average = jax.tree.map(np.asarray, self.training.average)
        return NetworkBot(self.name, self.env.game, lambda x: forward(average, x, np)[0])


def learner(game: Game, seed: int) -> Learner:
    """Somebody who learns a two-player game, for the benchmark."""
    return Learner(game, seed)


def main() -> None:
    """Train for a while, telling the progress, and measure at the end."""
    options = arguments("Train a network by self-play on the device.", *Size()).parse_args()
    size = Size(options.envs, options.steps, options.hidden)
    game = roost.game(options.game, players=2)
    trial(options, Learner(game, options.seed, size), game)


if __name__ == "__main__":
    main()
