"""Learn from a search with dice, entirely on the device: games, search, network and training in one compiled program.

    python examples/alphazero_on_the_device.py [--game junior] [--minutes 4] [--opponent rooster] [--games 1000]
    python examples/alphazero_on_the_device.py --envs 64 --hidden 32 --minutes 0.1      # a small run on a CPU
    roost benchmark learn examples/alphazero_on_the_device.py:learner

As in AlphaZero, a network proposes actions and evaluates positions, a search improves both, and the network is trained
on the results of the search. Dice require a different search: a roll leads to one of hundreds of positions, and a
subtree for one of them says nothing about the others. The network therefore also evaluates positions before a roll. The
search tries every action and takes the network's value of the position right after it, which contains no luck. The
improved policy sharpens the network's own policy by the values of the actions, as in Gumbel AlphaZero when every action
is visited. If an action was played that the policy would hardly play, the value before this action is not updated.

One network plays both seats of many two-player games at once. Every position is seen from the seat to move. The inputs
are the fields of the game's observations; nothing else about the game is built in.
"""

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
from roost.lab.envs.jax import Env, EnvState, make
from roost.lab.envs.jax.network import NetworkBot, features
from roost.lab.envs.jax.trial import arguments, trial
from roost.lab.envs.table import DecisionGame

Array = Any
Parameters = list[tuple[Array, Array]]
Inputs = tuple[Array, Array]
"""Observations, and whether a roll comes next."""

EPOCHS, BATCHES = 2, 8
RATE, LAMBDA, LONGEST_STEP = 1e-3, 0.8, 0.5
KEPT, SHARPER = 0.75, 15.0
"""Weights of the network's own policy and of an action's value in the improved policy.

With weight 1 the network's own policy would be amplified again and again. The network would then be as certain where it
has little data as where it has much, and would take long to improve there."""
EXPLORE = 0.05
"""Probability of playing a random legal action instead of following the search."""
AVERAGE = 0.99
"""Fraction of the previous average that remains in each update of the averaged weights."""
LAST = 0.02
"""Fraction of the initial learning rate that remains at the end."""


class Size(NamedTuple):
    """How many games are played at once, how many steps come between updates, and how wide the network is."""

    envs: int = 256
    steps: int = 16
    hidden: int = 128


class Searched(NamedTuple):
    """The data from one step in all games."""

    seen: Inputs
    mask: Array
    policy: Array
    value: Array
    """Value of the position to the player, found by the search."""
    worth: Array
    """Value of the action that was played, found by the search."""
    trust: Array
    """The action's probability under the improved policy divided by that under the playing policy, at most 1."""
    after: Inputs
    """The position after the action: before a roll, at a decision, or at the end."""
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


class Search:
    """Try every action up to the next roll."""

    def __init__(self, env: Env) -> None:
        self.env, self.features = env, features(env.game)

    def __call__(self, parameters: Parameters, states: EnvState) -> tuple[Array, Array, EnvState]:
        """Return the logarithms of the improved policy, the values of all actions, and the positions after them."""
        scores, _ = forward(parameters, self.features(*look(states)))
        step = jax.vmap(jax.vmap(self.env.step_deterministic, (None, 0)), (0, None))
        after = step(states, jnp.arange(self.env.num_actions))
        _, value = forward(parameters, self.features(*look(after)))
        gain, sign = outcome(after, states.current_player[:, None])
        values = gain + sign * value
        return log_policy(KEPT * scores + SHARPER * values, states.legal_action_mask), values, after


def outcome(after: EnvState, seats: Array) -> tuple[Array, Array]:
    """Return the rewards for the seats that moved, and the sign of the next position's value for those seats."""
    gain = jnp.where(seats == 0, after.rewards[..., 0], after.rewards[..., 1])
    return gain, jnp.where(after.terminated, 0.0, jnp.where(after.current_player == seats, 1.0, -1.0))


def loss(parameters: Parameters, batch: tuple[Array, ...]) -> Array:
    """Return the loss: the cross-entropy with the search's policy, and the squared errors of the values."""
    inputs, mask, policy, target, dice_inputs, dice, dice_target = batch
    scores, value = forward(parameters, inputs)
    _, dice_value = forward(parameters, dice_inputs)
    cross_entropy = -jnp.sum(policy * log_policy(scores, mask), axis=-1)
    return (cross_entropy + (value - target) ** 2 + dice * (dice_value - dice_target) ** 2).mean()


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
    """Search and play some steps in every game, then train on them."""
    search = Search(env)

    def play(carried: tuple[Any, Array], _: None) -> tuple[tuple[Any, Array], Searched]:
        states, key = carried
        key, choice, chance, fresh = jax.random.split(key, 4)
        logs, worths, afters = search(training.parameters, states)
        policy, mask, seats = jnp.exp(logs), states.legal_action_mask, states.current_player
        played = (1 - EXPLORE) * policy + EXPLORE * mask / mask.sum(axis=-1, keepdims=True)
        action = jax.random.categorical(choice, jnp.log(played + 1e-30))
        taken = jax.vmap(lambda row, place: row[place])
        following = jax.vmap(env.step)(states, action, jax.random.split(chance, size.envs))
        gain, sign = outcome(following, seats)
        after = jax.tree.map(lambda column: taken(column, action), afters)
        row = Searched(
            seen=look(states),
            mask=mask,
            policy=policy,
            value=jnp.sum(policy * worths, axis=-1),
            worth=taken(worths, action),
            trust=jnp.minimum(1, taken(policy, action) / taken(played, action)),
            after=look(after),
            turned=jnp.where(after.current_player == seats, 1.0, -1.0),
            gain=gain,
            sign=sign,
        )
        new = jax.vmap(env.init)(jax.random.split(fresh, size.envs))
        ended = following.terminated
        going = jax.tree.map(lambda a, b: jnp.where(ended.reshape(-1, *[1] * (a.ndim - 1)), a, b), new, following)
        return (going, key), row

    (states, key), played = jax.lax.scan(play, (training.states, training.key), None, length=size.steps)
    _, last = forward(training.parameters, search.features(*look(states)))

    def targets_of(following: Array, step: Searched) -> tuple[Array, tuple[Array, Array]]:
        """Return targets for the positions before and after a choice: later values, mixed with the search's values."""
        outcome_value = step.gain + step.sign * following
        target = step.value + LAMBDA * step.trust * (outcome_value - step.worth)
        return target, (target, step.turned * outcome_value)

    _, (targets, dice_targets) = jax.lax.scan(targets_of, last, played, reverse=True)
    columns = (played.seen, played.mask, played.policy, targets, played.after, dice_targets)
    flat = jax.tree.map(lambda column: column.reshape(size.envs * size.steps, *column.shape[2:]), columns)

    def learn(current: Training, part: Array) -> tuple[Training, None]:
        inputs, mask, policy, target, after, dice_target = jax.tree.map(lambda column: column[part], flat)
        encode = search.features
        batch = encode(*inputs), mask, policy, target, encode(*after), after[1], dice_target
        gradients = jax.grad(loss)(current.parameters, batch)
        return adam(current, gradients, RATE * left), None

    key, use = jax.random.split(key)
    orders = jax.vmap(partial(jax.random.permutation, x=size.envs * size.steps))(jax.random.split(use, EPOCHS))
    parts = orders.reshape(EPOCHS * BATCHES, -1)
    learnt, _ = jax.lax.scan(learn, training._replace(states=states, key=key), parts)
    share = jnp.maximum(1 - AVERAGE, 1 / (1 + learnt.updates / (EPOCHS * BATCHES)))
    average = jax.tree.map(lambda old, new: old + share * (new - old), learnt.average, learnt.parameters)
    return learnt._replace(average=average)


class SearchBot:
    """A bot that plays the action that the search finds best."""

    def __init__(self, name: str, game: Game, network: Any) -> None:
        self.name, self._network = name, network
        self._table, self._features = DecisionGame(game), features(game, np)

    def choose(self, state: Reference, chance: Stream) -> Action:
        """Return the action with the highest score in the improved policy."""
        assert state.seat is not None
        actions = state.actions()
        afters = [state.play(action).state for action in actions]
        seats = [state.seat if after.seat is None else after.seat for after in afters]
        views = [(state, state.seat), *zip(afters, seats, strict=True)]
        rows = np.stack([self._table.look(position, seat) for position, seat in views])
        scores, values = self._network(self._features(rows, np.array([view.dice is not None for view, _ in views])))

        def score(place: int) -> float:
            after, value = afters[place], float(values[1 + place])
            if after.outcome is not None:
                value = 2 * float(after.outcome.shares[state.seat]) - 1
            elif seats[place] != state.seat:
                value = -value
            return KEPT * float(scores[0, self._table.number(state, actions[place])]) + SHARPER * value

        return actions[max(range(len(actions)), key=score)]


class Learner:
    """A learner that searches, plays and trains."""

    name = "alphazero"

    def __init__(self, game: Game, seed: int, size: Size | None = None) -> None:
        if game.players != 2:
            raise SystemExit("this learner needs a game with exactly two players")
        self.size = size or Size()
        self.env, self.decisions = make(game), 0
        self.training = begin(self.env, self.size, jax.random.key(seed))
        self._iterate = jax.jit(partial(iterate, self.env, self.size))

    def iterate(self, left: float = 1.0) -> None:
        """Search and play some steps in every game, then train, with steps that shrink with the time left."""
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
        """Return a bot that plays the averaged network's likeliest action without a search."""
        average = jax.tree.map(np.asarray, self.training.average)
        return NetworkBot(self.name, self.env.game, lambda x: forward(average, x, np)[0])

    def searching_bot(self) -> SearchBot:
        """Return the bot that searches before each decision; it is stronger and slower."""
        average = jax.tree.map(np.asarray, self.training.average)
        return SearchBot(f"{self.name}-search", self.env.game, lambda x: forward(average, x, np))


def learner(game: Game, seed: int) -> Learner:
    """Make a learner for a two-player game, for use by the benchmark."""
    return Learner(game, seed)


def main() -> None:
    """Train for a while, print the progress, and measure the result."""
    options = arguments("Learn from a search with dice on the device.", *Size()).parse_args()
    size = Size(options.envs, options.steps, options.hidden)
    game = roost.game(options.game, players=2)
    trial(options, Learner(game, options.seed, size), game, last=Learner.searching_bot)


if __name__ == "__main__":
    main()
