"""Train a network: gradients written by hand, Adam steps, and averaged weights for play."""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from roost.study.models.net import Net, softmax

Floats = NDArray[np.float32]

_MEMORY = (0.9, 0.999)
_TINY = 1e-8


def gradients(net: Net, table: Floats, seats: Floats, wanted: NDArray[np.float64]) -> tuple[dict[str, Floats], float]:
    """Return the gradient of the loss for each weight, and the loss itself.

    The loss is the cross-entropy minus the entropy of the target win shares, averaged over positions, so its optimum is
    0.
    """
    w, (count, players, _) = net.weights, seats.shape
    first, second, third, logits = net.layers(table, seats)
    shares = softmax(logits)
    with np.errstate(divide="ignore", invalid="ignore"):
        surprise = np.where(wanted > 0, wanted * (np.log(wanted) - np.log(shares)), 0.0)
    loss = float(surprise.sum() / count)

    flat = seats.reshape(count * players, -1)
    d_logits = ((shares - wanted) / count).astype(np.float32).ravel()
    d_third = np.outer(d_logits, w["f"])
    d_third *= third.reshape(count * players, -1) > 0
    d_second = d_third @ w["E"].T
    d_second *= second.reshape(count * players, -1) > 0
    d_mean = d_second.reshape(count, players, -1).sum(axis=1)
    d_first = (d_second @ w["C"].T).reshape(count, players, -1)
    d_first += (d_mean @ w["D"].T)[:, np.newaxis] / np.float32(players)
    d_first *= first > 0
    d_table = d_first.sum(axis=1)
    slopes = {
        "A": table.T @ d_table,
        "B": flat.T @ d_first.reshape(count * players, -1),
        "b": d_table.sum(axis=0),
        "C": first.reshape(count * players, -1).T @ d_second,
        "D": first.mean(axis=1).T @ d_mean,
        "d": d_mean.sum(axis=0),
        "E": second.reshape(count * players, -1).T @ d_third,
        "e": d_third.sum(axis=0),
        "f": third.reshape(count * players, -1).T @ d_logits,
        "g": flat.T @ d_logits,
    }
    return slopes, loss


class Learner:
    """A network in training, with the state of its optimiser."""

    def __init__(self, net: Net, averaged: int = 500) -> None:
        self.net = net
        self._fading = 1 - 1 / averaged
        self.playing = Net({letter: array.copy() for letter, array in net.weights.items()})
        """Network for play and for saving. Its weights are averaged over about the last ``averaged`` steps."""
        self._mean = {letter: np.zeros_like(array) for letter, array in net.weights.items()}
        self._square = {letter: np.zeros_like(array) for letter, array in net.weights.items()}
        self.steps = 0

    def learn(self, table: Floats, seats: Floats, wanted: NDArray[np.float64], rate: float) -> float:
        """Take one Adam step with a batch; return the loss before the step."""
        slopes, loss = gradients(self.net, table, seats, wanted)
        self.steps += 1
        fading, spreading = _MEMORY
        scale = rate * np.sqrt(1 - spreading**self.steps) / (1 - fading**self.steps)
        averaged = min(self._fading, 1 - 1 / (self.steps + 1))
        for letter, slope in slopes.items():
            mean, square, weight = self._mean[letter], self._square[letter], self.net.weights[letter]
            mean += (1 - fading) * (slope - mean)
            square += (1 - spreading) * (slope * slope - square)
            weight -= np.float32(scale) * mean / (np.sqrt(square) + np.float32(_TINY))
            self.playing.weights[letter] += np.float32(1 - averaged) * (weight - self.playing.weights[letter])
        return loss

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all arrays that are needed to resume training."""
        arrays: dict[str, NDArray[Any]] = {"steps": np.array(self.steps)}
        for part, weights in self._parts().items():
            arrays |= {f"{part}.{letter}": array for letter, array in weights.items()}
        return arrays

    @classmethod
    def restored(cls, arrays: Mapping[str, NDArray[Any]], averaged: int = 500) -> Self:
        learner = cls(Net({letter: arrays[f"net.{letter}"] for letter in Net.LETTERS}), averaged)
        learner.steps = int(arrays["steps"])
        for part, weights in learner._parts().items():
            for letter in weights:
                weights[letter] = np.array(arrays[f"{part}.{letter}"], np.float32)
        return learner

    def _parts(self) -> dict[str, dict[str, Floats]]:
        return {
            "net": self.net.weights,
            "playing": self.playing.weights,
            "mean": self._mean,
            "square": self._square,
        }
