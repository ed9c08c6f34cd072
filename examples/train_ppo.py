"""Train a small network at two-player Heckmeck by self-play, and measure it against a bot.

    python examples/train_ppo.py [--minutes 4] [--opponent hen] [--games 1000] [--plot curve.svg]
    roost benchmark learn examples/train_ppo.py:learner

This is proximal policy optimisation in plain NumPy, in the style of CleanRL's single-file programs. One network plays
both seats of many games at once. :class:`roost.lab.envs.AllSeats` shows every position from the seat to move, so a
position's value is the next position's value, negated if the other seat is to move there.
"""

import argparse
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import roost
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.lab.envs import AllSeats
from roost.lab.envs.table import DecisionGame
from roost.study import charts
from roost.study.bots import bot
from roost.study.charts import Line, Lines, picture

Floats = NDArray[np.float32]

ENVS, STEPS, EPOCHS, BATCHES = 512, 64, 3, 8
HIDDEN, RATE, CLIP, ENTROPY, VALUE, LAMBDA = 128, 1e-3, 0.2, 0.01, 0.5, 0.95


def features(observations: NDArray[np.uint8]) -> Floats:
    """Return a network's inputs: categories and places are one-hot, amounts are scaled."""
    roll, aside, total, left = (
        observations[:, 1:7],
        observations[:, 7:13],
        observations[:, 13:14],
        observations[:, 14:15],
    )
    tiles, depth, worms = observations[:, 15:31], observations[:, 31:47], observations[:, 47:49].astype(np.float32)
    top = depth == 1
    columns = [
        observations[:, :1],
        roll / 4,
        roll > 0,
        aside / 4,
        aside > 0,
        total == np.arange(41),
        left == np.arange(9),
        tiles == 1,
        (tiles == 2) & top,
        (tiles == 3) & top,
        worms / 10,
        (worms[:, :1] - worms[:, 1:]) / 10,
        (tiles == 1).sum(axis=1, keepdims=True) / 16,
    ]
    return np.concatenate(columns, axis=1, dtype=np.float32)


class Network:
    """A network with two hidden layers and outputs for the policy and the value, trained with Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        sizes = [(inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions + 1)]
        scales = [np.sqrt(2 / inputs), np.sqrt(2 / HIDDEN), 0.01]
        weights = [rng.normal(0, scale, size) for scale, size in zip(scales, sizes, strict=True)]
        self.parameters = [
            array.astype(np.float32) for matrix in weights for array in (matrix, np.zeros(matrix.shape[1]))
        ]
        self._first = [np.zeros_like(array) for array in self.parameters]
        self._second = [np.zeros_like(array) for array in self.parameters]
        self._steps = 0

    def forward(self, x: Floats) -> tuple[Floats, Floats, list[Floats]]:
        """Return the scores of all actions, the value, and the layers' activations."""
        activations = [x]
        for i in (0, 2):
            activations.append(np.maximum(activations[-1] @ self.parameters[i] + self.parameters[i + 1], 0))
        out = activations[-1] @ self.parameters[4] + self.parameters[5]
        return out[:, :-1], np.tanh(out[:, -1]), activations

    def train(self, activations: list[Floats], gradient: Floats, rate: float) -> None:
        """Do one step of Adam, given the gradient of the loss with respect to the outputs."""
        gradients: list[Floats] = []
        for i in (4, 2, 0):
            gradients = [activations[i // 2].T @ gradient, gradient.sum(axis=0), *gradients]
            gradient = (gradient @ self.parameters[i].T) * (activations[i // 2] > 0)
        size = np.sqrt(sum(float((s * s).sum()) for s in gradients))
        self._steps += 1
        for p, s, first, second in zip(self.parameters, gradients, self._first, self._second, strict=True):
            s *= min(1.0, 0.5 / (size + 1e-9))
            first += 0.1 * (s - first)
            second += 0.001 * (s * s - second)
            unbiased = first / (1 - 0.9**self._steps)
            p -= rate * unbiased / (np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8)


def probabilities(scores: Floats, masks: NDArray[np.int8]) -> Floats:
    """Return the policy: a softmax over the legal actions."""
    legal = np.where(masks, scores, np.float32(-1e9))
    shares = np.exp(legal - legal.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


class Step(NamedTuple):
    """The data from one step in all environments."""

    seen: Floats
    mask: NDArray[np.int8]
    action: NDArray[np.int64]
    likely: Floats
    value: Floats
    gain: Floats
    sign: Floats
    """1 if the same seat is to move next, -1 if the other seat is, 0 if the game has ended."""


class Player:
    """A bot that always plays the network's likeliest action."""

    name = "ppo"

    def __init__(self, network: Network) -> None:
        self._network = network
        self._table = DecisionGame(roost.game("heckmeck", players=2))

    def choose(self, state: State, chance: Stream) -> Action:
        """Return the legal action with the highest score."""
        assert state.seat is not None
        scores, _, _ = self._network.forward(features(self._table.look(state, state.seat)[None]))
        return max(state.actions(), key=lambda action: scores[0, self._table.number(state, action)])


class Learner:
    """A learner that plays and trains."""

    name = Player.name

    def __init__(self, seed: int) -> None:
        self.decisions = 0
        self.rng = np.random.default_rng(seed)
        self.env = AllSeats("heckmeck", players=2, num_envs=ENVS)
        self.env.reset(seed=seed)
        self.network = Network(features(self.env.observations).shape[1], self.env.num_actions, self.rng)

    def learn(self, decisions: int) -> None:
        """Play up to this many decisions in total, in whole iterations."""
        while self.decisions + ENVS * STEPS <= decisions:
            self.iterate(RATE)

    def bot(self) -> Player:
        return Player(self.network)

    def iterate(self, rate: float) -> None:
        """Play some steps in every environment and train on them."""
        self.decisions += ENVS * STEPS
        env, all_envs, played = self.env, np.arange(ENVS), list[Step]()
        for _ in range(STEPS):
            x, mask, seats = features(env.observations), env.masks.copy(), env.seats.copy()
            scores, value, _ = self.network.forward(x)
            policy = probabilities(scores, mask)
            drawn = (policy.cumsum(axis=1) < self.rng.random((ENVS, 1))).sum(axis=1)
            action = np.where(mask[all_envs, np.minimum(drawn, env.num_actions - 1)], drawn, policy.argmax(axis=1))
            _, rewards, ended, _, _ = env.step(action)
            sign = np.where(ended, 0, np.where(env.seats == seats, 1, -1)).astype(np.float32)
            played.append(Step(x, mask, action, policy[all_envs, action], value, rewards[all_envs, seats], sign))
        _, following, _ = self.network.forward(features(env.observations))
        advantages, ahead = np.zeros((STEPS, ENVS), np.float32), np.zeros(ENVS, np.float32)
        for t, step in reversed(list(enumerate(played))):
            surprise = step.gain + step.sign * following - step.value
            advantages[t] = ahead = surprise + LAMBDA * step.sign * ahead
            following = step.value
        inputs, masks, chosen, likely, values = (
            np.concatenate(column) for column in list(zip(*played, strict=True))[:5]
        )
        flat = advantages.reshape(-1)
        self._learn(inputs, masks, chosen, likely, flat, flat + values, rate)

    def _learn(
        self,
        inputs: Floats,
        masks: NDArray[np.int8],
        chosen: NDArray[np.int64],
        likely: Floats,
        advantages: Floats,
        targets: Floats,
        rate: float,
    ) -> None:
        for _ in range(EPOCHS):
            for part in np.array_split(self.rng.permutation(len(inputs)), BATCHES):
                scores, value, activations = self.network.forward(inputs[part])
                policy, rows = probabilities(scores, masks[part]), np.arange(len(part))
                advantage = advantages[part]
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                ratio = policy[rows, chosen[part]] / likely[part]
                is_unclipped = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
                gradient = np.zeros((len(part), scores.shape[1] + 1), np.float32)
                one_hot = np.zeros_like(policy)
                one_hot[rows, chosen[part]] = 1
                gradient[:, :-1] = -(is_unclipped * advantage * ratio)[:, None] * (one_hot - policy)
                logs = np.log(policy + 1e-9)
                gradient[:, :-1] += ENTROPY * policy * (logs - (policy * logs).sum(axis=1, keepdims=True))
                gradient[:, -1] = VALUE * (value - targets[part]) * (1 - value**2)
                gradient /= len(part)
                self.network.train(activations, gradient, rate)


def play_against(network: Network, opponent: str, games: int, seed: int = 0) -> float:
    """Return the fraction of games won against a bot in alternating seats, with the network's likeliest actions."""
    game, rival, player, won = roost.game("heckmeck", players=2), bot(opponent), Player(network), 0.0
    for number in range(games):
        chance, seat = Stream(f"{seed} {number}"), number % 2
        state: State = game.opening()
        while state.node is not Node.OVER:
            if (dice := state.dice) is not None:
                state = state.play(dice.draw(chance)).state
            else:
                state = state.play((player if state.seat == seat else rival).choose(state, chance)).state
        assert state.outcome is not None
        won += float(state.outcome.shares[seat])
    return won / games


def learner(game: Game, seed: int) -> Learner:
    """Make a learner for two-player Heckmeck, for use by the benchmark."""
    if game != roost.game("heckmeck", players=2):
        raise SystemExit("this network supports only two-player Heckmeck without options")
    return Learner(seed)


def main() -> None:
    """Train for a while, print the progress, and measure the result."""
    parser = argparse.ArgumentParser(description="Train a small network at Heckmeck by self-play.")
    parser.add_argument("--minutes", type=float, default=4.0, help="minutes of training (default 4)")
    parser.add_argument("--opponent", default="hen", help="bot to measure against (default hen)")
    parser.add_argument("--games", type=int, default=1000, help="games of the final measurement (default 1000)")
    parser.add_argument("--checks", type=int, default=100, help="games of each earlier measurement (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="draw the learning curve into this SVG file")
    options = parser.parse_args()
    ppo, spent, next_report, limit = Learner(options.seed), 0.0, 0.0, 60 * options.minutes
    curve = list[tuple[float, float]]()
    while spent < limit:
        started = perf_counter()
        ppo.iterate(RATE * max(0.1, 1 - spent / limit))
        spent += perf_counter() - started
        decisions = ppo.decisions
        if spent >= next_report:
            share = play_against(ppo.network, options.opponent, options.checks, seed=decisions)
            print(
                f"{spent:4.0f} s  {decisions / 1e6:5.1f} M decisions  wins {share:.0%} of {options.checks}", flush=True
            )
            curve.append((decisions / 1e6, share))
            next_report += limit / 16
    share = play_against(ppo.network, options.opponent, options.games)
    print(f"wins {share:.1%} of {options.games} games against {options.opponent}")
    if options.plot:
        curve[-1:] = [(ppo.decisions / 1e6, share)]
        title = f"Wins against {options.opponent}"
        panel = Lines(title, [Line("", curve)], charts.share, "million decisions")
        note = f"{options.minutes:g} minutes, seed {options.seed}; {options.checks} games a point, then {options.games}"
        options.plot.write_text(picture("Heckmeck learnt by self-play", [panel], note), encoding="utf-8")


if __name__ == "__main__":
    main()
