"""The learning of a network: gradients by hand, steps by Adam, and an average of its weights that plays."""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from roost.study.models.net import Net, softmax

Floats = NDArray[np.float32]

_MEMORY = (0.9, 0.999)
_TINY = 1e-8


def gradients(net: Net, table: Floats, seats: Floats, wanted: NDArray[np.float64]) -> tuple[dict[str, Floats], float]:
    """The slope of the loss by each weight, and the loss itself: how much the wanted shares surprise the network.

    The loss is the mean over the positions of the cross-entropy less the entropy of what was wanted: 0 at best.
    """
    w, (count, players, _) = net.weights, seats.shape
    one, two, three, logits = net.layers(table, seats)
    shares = softmax(logits)
    with np.errstate(divide="ignore", invalid="ignore"):
        surprise = np.where(wanted > 0, wanted * (np.log(wanted) - np.log(shares)), 0.0)
    loss = float(surprise.sum() / count)

    flat = seats.reshape(count * players, -1)
    d_logits = ((shares - wanted) / count).astype(np.float32).ravel()
    d_three = np.outer(d_logits, w["f"])
    d_three *= three.reshape(count * players, -1) > 0
    d_two = d_three @ w["E"].T
    d_two *= two.reshape(count * players, -1) > 0
    d_heard = d_two.reshape(count, players, -1).sum(axis=1)
    d_one = (d_two @ w["C"].T).reshape(count, players, -1)
    d_one += (d_heard @ w["D"].T)[:, np.newaxis] / np.float32(players)
    d_one *= one > 0
    d_table = d_one.sum(axis=1)
    found = {
        "A": table.T @ d_table,
        "B": flat.T @ d_one.reshape(count * players, -1),
        "b": d_table.sum(axis=0),
        "C": one.reshape(count * players, -1).T @ d_two,
        "D": one.mean(axis=1).T @ d_heard,
        "d": d_heard.sum(axis=0),
        "E": two.reshape(count * players, -1).T @ d_three,
        "e": d_three.sum(axis=0),
        "f": three.reshape(count * players, -1).T @ d_logits,
        "g": flat.T @ d_logits,
    }
    return found, loss


class Learner:
    """A network that learns."""

    def __init__(self, net: Net, averaged: int = 500) -> None:
        self.net = net
        self._fading = 1 - 1 / averaged
        self.playing = Net({letter: array.copy() for letter, array in net.weights.items()})
        """The network with weights averaged over about the last ``averaged`` steps: it plays, and is kept."""
        self._mean = {letter: np.zeros_like(array) for letter, array in net.weights.items()}
        self._square = {letter: np.zeros_like(array) for letter, array in net.weights.items()}
        self.steps = 0

    def learn(self, table: Floats, seats: Floats, wanted: NDArray[np.float64], rate: float) -> float:
        """One step on some positions; returns the loss before it."""
        found, loss = gradients(self.net, table, seats, wanted)
        self.steps += 1
        fading, spreading = _MEMORY
        scale = rate * np.sqrt(1 - spreading**self.steps) / (1 - fading**self.steps)
        averaged = min(self._fading, 1 - 1 / (self.steps + 1))
        for letter, slope in found.items():
            mean, square, weight = self._mean[letter], self._square[letter], self.net.weights[letter]
            mean += (1 - fading) * (slope - mean)
            square += (1 - spreading) * (slope * slope - square)
            weight -= np.float32(scale) * mean / (np.sqrt(square) + np.float32(_TINY))
            self.playing.weights[letter] += np.float32(1 - averaged) * (weight - self.playing.weights[letter])
        return loss

    # -- to be kept ----------------------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that must be kept to go on learning as if nothing had happened."""
        kept: dict[str, NDArray[Any]] = {"steps": np.array(self.steps)}
        for part, arrays in self._parts().items():
            kept |= {f"{part}.{letter}": array for letter, array in arrays.items()}
        return kept

    @classmethod
    def restored(cls, arrays: Mapping[str, NDArray[Any]], averaged: int = 500) -> Self:
        """The learner that :meth:`arrays` describes."""
        learner = cls(Net({letter: arrays[f"net.{letter}"] for letter in Net.LETTERS}), averaged)
        learner.steps = int(arrays["steps"])
        for part, own in learner._parts().items():
            for letter in own:
                own[letter] = np.array(arrays[f"{part}.{letter}"], np.float32)
        return learner

    def _parts(self) -> dict[str, dict[str, Floats]]:
        return {
            "net": self.net.weights,
            "playing": self.playing.weights,
            "mean": self._mean,
            "square": self._square,
        }
