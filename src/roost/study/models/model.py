"""The models that ship with the package: a network for each game, and what is known about how it was made."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError, RoostError, UnsupportedError, quote
from roost.core.faces import face_files
from roost.core.game import Game
from roost.core.registry import game_type
from roost.core.state import Node, State
from roost.study.fast.packed import packing
from roost.study.models.features import Leaf, network_leaf
from roost.study.models.net import Net

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_ABOUT = "about"


class Model:
    """Each seat's share of the win at the start of a turn, estimated by a network."""

    def __init__(self, game: str, net: Net, about: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.net = net
        self.about = dict(about or {})
        """The making of the network: the command, the commit, the seed and the strength that was measured."""

    def shares(self, state: State) -> tuple[float, ...]:
        """Each seat's share at the start of a turn, or before the first player is drawn; exact at the end."""
        return tuple(self.shares_many([state])[0].tolist())

    def shares_many(self, states: Sequence[State]) -> NDArray[np.float64]:
        """The same for many positions of one game, a row for each."""
        if not states:
            return np.zeros((0, 0))
        game = states[0].game
        if game.name != self.game or any(state.game != game for state in states):
            raise OptionError(f"this is a model of {self.game}, and all positions must be of one game", input=game.name)
        starts: list[State] = []
        parts: list[int] = []
        for state in states:
            drawn = _drawn(state)
            starts += drawn
            parts.append(len(drawn))
        found = self._predict(starts)
        if len(starts) == len(states):
            return found
        cuts = np.cumsum([0, *parts[:-1]])
        means: NDArray[np.float64] = np.add.reduceat(found, cuts, axis=0) / np.array(parts)[:, np.newaxis]
        return means

    def _predict(self, states: list[State]) -> NDArray[np.float64]:
        return shares_of(states, network_leaf(self.net))


def shares_of(states: Sequence[State], leaf: Leaf) -> NDArray[np.float64]:
    """Each seat's share of the win in positions of one game, when ``leaf`` tells it for packed ones."""
    game = states[0].game
    packed = packing_of(game)
    first = np.array([state.seat or 0 for state in states])
    ordered = leaf(packed, np.concatenate([packed.pack(state) for state in states]), first)
    seats = (np.arange(game.players) - first[:, np.newaxis]) % game.players
    return np.take_along_axis(ordered, seats, axis=1)


def _drawn(state: State) -> list[State]:
    """The positions at the start of a turn that a position stands for: all first turns, before the draw."""
    if state.node is Node.OVER:
        return [state]
    if state.seat is None:
        return [state.play(roll).state for roll, _ in state.rolls()]
    if state.node is not Node.ROLL or state.dice is None or state.dice.count != state.game.dice_count:
        raise RoostError(
            "a model knows positions at the start of a turn only; value(state) knows all", position=str(state)
        )
    return [state]


@lru_cache(maxsize=64)
def packing_of(game: Game) -> Any:
    """The packed form of a game, kept."""
    return packing(game)


def load(path: Path, game: str) -> Model:
    """Read a model from a file that :func:`save` wrote."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            about, net = json.loads(str(arrays[_ABOUT])), Net({letter: arrays[letter] for letter in Net.LETTERS})
        if not all(np.isfinite(weights).all() for weights in net.weights.values()):
            raise ValueError("some of its weights are no numbers")
        return Model(game, net, about)
    except (OSError, ValueError, KeyError, EOFError) as why:
        raise OptionError(f"{quote(str(path))} holds no model: {why}", input=str(path)) from None


def save(made: Model, path: Path) -> None:
    """Write a model: its weights in half precision, which is all they need, and what is known about it."""
    weights: dict[str, Any] = {letter: array.astype(np.float16) for letter, array in made.net.weights.items()}
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **{_ABOUT: np.array(json.dumps(made.about))}, **weights)


def model_file(kind: type[Game]) -> Traversable:
    """The file with the weights of a game's model."""
    found = face_files(kind, "model.npz")
    if not found:
        raise UnsupportedError(kind.name, "model of who is going to win")
    return found[0]


@cache
def _shipped(kind: type[Game]) -> Model:
    with as_file(model_file(kind)) as path:
        return load(path, kind.name)


def model(game: Game | str) -> Model:
    """The model that ships for a game, whatever its options and number of players."""
    return _shipped(game_type(game) if isinstance(game, str) else type(game))
