"""Train a small network at two-player Heckmeck by self-play, and measure it against a bot.

    python examples/train_ppo.py [--minutes 4] [--opponent hen] [--games 1000] [--plot curve.svg]
    roost benchmark learn examples/train_ppo.py:learner

Proximal policy optimisation in plain NumPy, after the single-file programs of CleanRL. One network plays both seats of
many games at once: :class:`roost.lab.envs.AllSeats` shows every position from the seat that is to move, so that the
value of a position is the next one's, with its sign turned when the turn has gone to the other seat.
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
from roost.lab.envs.table import Table
from roost.study import charts
from roost.study.bots import bot
from roost.study.charts import Line, Lines, picture

Floats = NDArray[np.float32]

ENVS, STEPS, EPOCHS, BATCHES = 512, 64, 3, 8
HIDDEN, RATE, CLIP, ENTROPY, VALUE, LAMBDA = 128, 1e-3, 0.2, 0.01, 0.5, 0.95


def features(seen: NDArray[np.uint8]) -> Floats:
    """An observation as a network likes it: what is a kind or a place gets a column for each value."""
    roll, aside, total, left = seen[:, 1:7], seen[:, 7:13], seen[:, 13:14], seen[:, 14:15]
    tiles, depth, worms = seen[:, 15:31], seen[:, 31:47], seen[:, 47:49].astype(np.float32)
    top = depth == 1
    columns = [
        seen[:, :1],
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
    """Two hidden layers, and from them what to do and how good it is. Trained by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        sizes = [(inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions + 1)]
        scales = [np.sqrt(2 / inputs), np.sqrt(2 / HIDDEN), 0.01]
        weights = [rng.normal(0, scale, size) for scale, size in zip(scales, sizes, strict=True)]
        self.parameters = [p.astype(np.float32) for w in weights for p in (w, np.zeros(w.shape[1]))]
        self._first = [np.zeros_like(p) for p in self.parameters]
        self._second = [np.zeros_like(p) for p in self.parameters]
        self._steps = 0

    def forward(self, x: Floats) -> tuple[Floats, Floats, list[Floats]]:
        """Scores of all actions, the value, and what the layers held."""
        held = [x]
        for i in (0, 2):
            held.append(np.maximum(held[-1] @ self.parameters[i] + self.parameters[i + 1], 0))
        out = held[-1] @ self.parameters[4] + self.parameters[5]
        return out[:, :-1], np.tanh(out[:, -1]), held

    def train(self, held: list[Floats], slope: Floats, rate: float) -> None:
        """One step of Adam against the slope of the loss in the network's outputs."""
        slopes: list[Floats] = []
        for i in (4, 2, 0):
            slopes = [held[i // 2].T @ slope, slope.sum(axis=0), *slopes]
            slope = (slope @ self.parameters[i].T) * (held[i // 2] > 0)
        size = np.sqrt(sum(float((s * s).sum()) for s in slopes))
        self._steps += 1
        for p, s, first, second in zip(self.parameters, slopes, self._first, self._second, strict=True):
            s *= min(1.0, 0.5 / (size + 1e-9))
            first += 0.1 * (s - first)
            second += 0.001 * (s * s - second)
            unbiased = first / (1 - 0.9**self._steps)
            p -= rate * unbiased / (np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8)


def probabilities(scores: Floats, masks: NDArray[np.int8]) -> Floats:
    """The policy: a softmax over the legal actions."""
    legal = np.where(masks, scores, np.float32(-1e9))
    shares = np.exp(legal - legal.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


class Step(NamedTuple):
    """The data of one step of all environments: what was seen, done and earned."""

    seen: Floats
    mask: NDArray[np.int8]
    action: NDArray[np.int64]
    likely: Floats
    value: Floats
    gain: Floats
    sign: Floats
    """1 if the same seat is to move next, -1 if the other, 0 if the game ended."""


class Player:
    """A network that plays: the likeliest action, always."""

    name = "ppo"

    def __init__(self, network: Network) -> None:
        self._network = network
        self._table = Table(roost.game("heckmeck", players=2))

    def choose(self, state: State, rng: Stream) -> Action:
        """The legal action with the highest score."""
        assert state.seat is not None
        scores, _, _ = self._network.forward(features(self._table.look(state, state.seat)[None]))
        return max(state.actions(), key=lambda action: scores[0, self._table.number(state, action)])


class Learner:
    """Plays, judges and learns."""

    name = Player.name

    def __init__(self, seed: int) -> None:
        self.decisions = 0
        self.rng = np.random.default_rng(seed)
        self.env = AllSeats("heckmeck", players=2, num_envs=ENVS)
        self.env.reset(seed=seed)
        self.network = Network(features(self.env.observations).shape[1], self.env.num_actions, self.rng)

    def learn(self, decisions: int) -> None:
        """Go on until so many decisions have been played, as far as whole iterations go."""
        while self.decisions + ENVS * STEPS <= decisions:
            self.iterate(RATE)

    def bot(self) -> Player:
        """How the network plays now."""
        return Player(self.network)

    def iterate(self, rate: float) -> None:
        """Play some steps in every environment, then learn from them."""
        self.decisions += ENVS * STEPS
        env, every, played = self.env, np.arange(ENVS), list[Step]()
        for _ in range(STEPS):
            x, mask, seats = features(env.observations), env.masks.copy(), env.seats.copy()
            scores, value, _ = self.network.forward(x)
            policy = probabilities(scores, mask)
            drawn = (policy.cumsum(axis=1) < self.rng.random((ENVS, 1))).sum(axis=1)
            action = np.where(mask[every, np.minimum(drawn, env.num_actions - 1)], drawn, policy.argmax(axis=1))
            _, rewards, ended, _, _ = env.step(action)
            sign = np.where(ended, 0, np.where(env.seats == seats, 1, -1)).astype(np.float32)
            played.append(Step(x, mask, action, policy[every, action], value, rewards[every, seats], sign))
        _, following, _ = self.network.forward(features(env.observations))
        advantages, ahead = np.zeros((STEPS, ENVS), np.float32), np.zeros(ENVS, np.float32)
        for t, step in reversed(list(enumerate(played))):
            surprise = step.gain + step.sign * following - step.value
            advantages[t] = ahead = surprise + LAMBDA * step.sign * ahead
            following = step.value
        seen, masks, chosen, likely, values = (np.concatenate(column) for column in list(zip(*played, strict=True))[:5])
        flat = advantages.reshape(-1)
        self._learn(seen, masks, chosen, likely, flat, flat + values, rate)

    def _learn(
        self,
        seen: Floats,
        masks: NDArray[np.int8],
        chosen: NDArray[np.int64],
        likely: Floats,
        advantages: Floats,
        targets: Floats,
        rate: float,
    ) -> None:
        for _ in range(EPOCHS):
            for part in np.array_split(self.rng.permutation(len(seen)), BATCHES):
                scores, value, held = self.network.forward(seen[part])
                policy, rows = probabilities(scores, masks[part]), np.arange(len(part))
                advantage = advantages[part]
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                ratio = policy[rows, chosen[part]] / likely[part]
                counts = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
                slope = np.zeros((len(part), scores.shape[1] + 1), np.float32)
                one_hot = np.zeros_like(policy)
                one_hot[rows, chosen[part]] = 1
                slope[:, :-1] = -(counts * advantage * ratio)[:, None] * (one_hot - policy)
                logs = np.log(policy + 1e-9)
                slope[:, :-1] += ENTROPY * policy * (logs - (policy * logs).sum(axis=1, keepdims=True))
                slope[:, -1] = VALUE * (value - targets[part]) * (1 - value**2)
                slope /= len(part)
                self.network.train(held, slope, rate)


def play_against(network: Network, opponent: str, games: int, seed: int = 0) -> float:
    """The share of wins in games of the reference engine, the seats changing, the likeliest action always chosen."""
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
    """Somebody who learns two-player Heckmeck, for the benchmark."""
    if game != roost.game("heckmeck", players=2):
        raise SystemExit("this network sees two-player Heckmeck and nothing else")
    return Learner(seed)


def main() -> None:
    """Train for a while, telling the progress, and measure at the end."""
    parser = argparse.ArgumentParser(description="Train a small network at Heckmeck by self-play.")
    parser.add_argument("--minutes", type=float, default=4.0, help="minutes of training (default 4)")
    parser.add_argument("--opponent", default="hen", help="the bot to be measured against (default hen)")
    parser.add_argument("--games", type=int, default=1000, help="games of the last measurement (default 1000)")
    parser.add_argument("--checks", type=int, default=100, help="games of each measurement on the way (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="draw the learning curve into this SVG file")
    options = parser.parse_args()
    ppo, spent, told, limit = Learner(options.seed), 0.0, 0.0, 60 * options.minutes
    curve = list[tuple[float, float]]()
    while spent < limit:
        started = perf_counter()
        ppo.iterate(RATE * max(0.1, 1 - spent / limit))
        spent += perf_counter() - started
        decisions = ppo.decisions
        if spent >= told:
            share = play_against(ppo.network, options.opponent, options.checks, seed=decisions)
            print(
                f"{spent:4.0f} s  {decisions / 1e6:5.1f} M decisions  wins {share:.0%} of {options.checks}", flush=True
            )
            curve.append((decisions / 1e6, share))
            told += limit / 16
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
