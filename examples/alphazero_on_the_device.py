"""Learn from a search with dice, everything on the device: games, search, network and learning in one compiled program.

    python examples/alphazero_on_the_device.py [--game junior] [--minutes 4] [--opponent rooster] [--games 1000]
    python examples/alphazero_on_the_device.py --envs 64 --hidden 32 --minutes 0.1      # a small run on a CPU
    roost benchmark learn examples/alphazero_on_the_device.py:learner

As in AlphaZero, a network proposes actions and judges positions, a search improves on both, and the network learns
what the search found. Dice are why the search is another one: they lead to one of hundreds of positions, and what a
tree has seen of one of them says nothing about the next. So the network also judges positions in which dice are about
to fall. The search looks at every action, and asks what the position right after it is worth: no luck is in that. The
improved policy is the network's own, made sharper by what the actions are worth (as in Gumbel AlphaZero, where every
action was visited). After an action that the policy would hardly play, nothing is learnt about the value before it.

One network plays both seats of many two-player games at once. Every position is seen from the seat that is to move.
It sees what the layout of the game's observations names, and knows nothing else about the game.
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
from roost.lab.envs.jax import Env, State, make
from roost.lab.envs.jax.network import NetworkBot, features
from roost.lab.envs.jax.trial import arguments, trial
from roost.lab.envs.table import Table

Array = Any
Parameters = list[tuple[Array, Array]]
Seen = tuple[Array, Array]
"""Observations, and whether dice are about to fall."""

EPOCHS, BATCHES = 2, 8
RATE, LAMBDA, LONGEST_STEP = 1e-3, 0.8, 0.5
KEPT, SHARPER = 0.75, 15.0
"""How much the network's proposal and an action's worth count in the improved policy.

A proposal that is kept whole piles up: a network that is sure of itself where it has seen much is as sure where it has
seen little, and takes long to learn better there.
"""
EXPLORE = 0.05
"""How often any legal action is played, whatever the search says."""
AVERAGE = 0.99
"""How much of the average of the weights stays in each iteration."""
LAST = 0.02
"""The part of the learning rate that remains at the end."""


class Size(NamedTuple):
    """How much is done at once."""

    envs: int = 256
    steps: int = 16
    hidden: int = 128


class Searched(NamedTuple):
    """The data of one step of all games: what was seen, found and earned."""

    seen: Seen
    mask: Array
    policy: Array
    value: Array
    """The worth of the position to the player, as the search says."""
    worth: Array
    """The same of the action that was played."""
    trust: Array
    """How likely the improved policy is to play it, beside how likely it was played; 1 at most."""
    after: Seen
    """The position after the action: dice are about to fall there, or somebody decides, or the game is over."""
    turned: Array
    """1 if the position after it is seen by the same seat, -1 if by the other."""
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


class Search:
    """Looks at where every action leads, up to the next dice."""

    def __init__(self, env: Env) -> None:
        self.env, self.features = env, features(env.game)

    def __call__(self, parameters: Parameters, states: State) -> tuple[Array, Array, State]:
        """The logarithms of the improved policy, what every action is worth, and where it leads."""
        scores, _ = forward(parameters, self.features(*look(states)))
        step = jax.vmap(jax.vmap(self.env.step_deterministic, (None, 0)), (0, None))
        after = step(states, jnp.arange(self.env.num_actions))
        _, value = forward(parameters, self.features(*look(after)))
        gain, sign = outcome(after, states.current_player[:, None])
        worths = gain + sign * value
        return log_policy(KEPT * scores + SHARPER * worths, states.legal_action_mask), worths, after


def outcome(after: State, seats: Array) -> tuple[Array, Array]:
    """The earnings of the seats that moved, and the sign of the next position's value for them."""
    gain = jnp.where(seats == 0, after.rewards[..., 0], after.rewards[..., 1])
    return gain, jnp.where(after.terminated, 0.0, jnp.where(after.current_player == seats, 1.0, -1.0))


def loss(parameters: Parameters, batch: tuple[Array, ...]) -> Array:
    """The quantity that is to become small: the distance from the search's policy, and the errors of values."""
    seen, mask, policy, target, dice_seen, dice, dice_target = batch
    scores, value = forward(parameters, seen)
    _, dice_value = forward(parameters, dice_seen)
    missed = -jnp.sum(policy * log_policy(scores, mask), axis=-1)
    return (missed + (value - target) ** 2 + dice * (dice_value - dice_target) ** 2).mean()


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
    """Search and play some steps in every game, then learn from them."""
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
        after = jax.tree.map(lambda held: taken(held, action), afters)
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

    def judge(following: Array, step: Searched) -> tuple[Array, tuple[Array, Array]]:
        """The later worth of positions, before the choice and after it: partly what the search said."""
        came = step.gain + step.sign * following
        target = step.value + LAMBDA * step.trust * (came - step.worth)
        return target, (target, step.turned * came)

    _, (targets, dice_targets) = jax.lax.scan(judge, last, played, reverse=True)
    columns = (played.seen, played.mask, played.policy, targets, played.after, dice_targets)
    flat = jax.tree.map(lambda column: column.reshape(size.envs * size.steps, *column.shape[2:]), columns)

    def learn(held: Training, part: Array) -> tuple[Training, None]:
        seen, mask, policy, target, after, dice_target = jax.tree.map(lambda column: column[part], flat)
        see = search.features
        batch = see(*seen), mask, policy, target, see(*after), after[1], dice_target
        slopes = jax.grad(loss)(held.parameters, batch)
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

    def __init__(self, name: str, game: Game, network: Any) -> None:
        self.name, self._network = name, network
        self._table, self._features = Table(game), features(game, np)

    def choose(self, state: Reference, rng: Stream) -> Action:
        """The action with the highest score in the improved policy."""
        assert state.seat is not None
        actions = state.actions()
        afters = [state.play(action).state for action in actions]
        seats = [state.seat if after.seat is None else after.seat for after in afters]
        seen = [(state, state.seat), *zip(afters, seats, strict=True)]
        rows = np.stack([self._table.look(one, seat) for one, seat in seen])
        scores, values = self._network(self._features(rows, np.array([one.dice is not None for one, _ in seen])))

        def score(place: int) -> float:
            after, value = afters[place], float(values[1 + place])
            if after.outcome is not None:
                value = 2 * float(after.outcome.shares[state.seat]) - 1
            elif seats[place] != state.seat:
                value = -value
            return KEPT * float(scores[0, self._table.number(state, actions[place])]) + SHARPER * value

        return actions[max(range(len(actions)), key=score)]


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
        average = jax.tree.map(np.asarray, self.training.average)
        return SearchBot(f"{self.name}-search", self.env.game, lambda x: forward(average, x, np))


def learner(game: Game, seed: int) -> Learner:
    """Somebody who learns a two-player game, for the benchmark."""
    return Learner(game, seed)


def main() -> None:
    """Train for a while, telling the progress, and measure at the end."""
    options = arguments("Learn from a search with dice on the device.", *Size()).parse_args()
    size = Size(options.envs, options.steps, options.hidden)
    game = roost.game(options.game, players=2)
    trial(options, Learner(game, options.seed, size), game, last=Learner.searching_bot)


if __name__ == "__main__":
    main()
