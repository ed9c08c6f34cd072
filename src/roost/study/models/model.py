"""The models that come with the package: one network per game, with facts about its training."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roost.core.adapters import adapter_files, find_adapter
from roost.core.errors import OptionError, RoostError, UnsupportedError, quote
from roost.core.extras import needing
from roost.core.game import Game
from roost.core.registry import game_type
from roost.core.state import Node, State

with needing("fast", "A game's model"):
    import numpy as np
    from numpy.typing import NDArray

    from roost.study.fast.packed import packing
    from roost.study.models.features import Evaluator, features, network_evaluator
    from roost.study.models.header import check_header, header
    from roost.study.models.net import Net

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_ABOUT = "about"


class Model:
    """A network that estimates each seat's win share at the start of a turn."""

    def __init__(self, game: str, net: Net, about: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.net = net
        self.about = dict(about or {})
        """Facts about the training: command, commit, seed and measured strength."""

    def __repr__(self) -> str:
        return f"<model of {self.game}: {sum(map(np.size, self.net.weights.values())):,} weights>"

    def shares(self, state: State) -> tuple[float, ...]:
        """Return win shares by seat at the start of a turn or before the first player is drawn.

        At the end of the game they are exact.
        """
        return tuple(self.shares_many([state])[0].tolist())

    def shares_many(self, states: Sequence[State]) -> NDArray[np.float64]:
        if not states:
            return np.zeros((0, 0))
        game = states[0].game
        if game.name != self.game or any(state.game != game for state in states):
            raise OptionError(f"this is a model of {self.game}; all positions must be of one game", input=game.name)
        starts: list[State] = []
        parts: list[int] = []
        for state in states:
            drawn = _drawn(state)
            starts += drawn
            parts.append(len(drawn))
        predicted = shares_of(starts, network_evaluator(self.net))
        if len(starts) == len(states):
            return predicted
        cuts = np.cumsum([0, *parts[:-1]])
        means: NDArray[np.float64] = np.add.reduceat(predicted, cuts, axis=0) / np.array(parts)[:, np.newaxis]
        return means


def shares_of(states: Sequence[State], evaluator: Evaluator) -> NDArray[np.float64]:
    """Return win shares for positions of one game, computed by an evaluator of packed positions."""
    game = states[0].game
    packed = packing_of(game)
    first = np.array([state.seat or 0 for state in states])
    ordered = evaluator(packed, np.concatenate([packed.pack(state) for state in states]), first)
    seats = (np.arange(game.players) - first[:, np.newaxis]) % game.players
    return np.take_along_axis(ordered, seats, axis=1)


def _drawn(state: State) -> list[State]:
    """Return the position itself or, before the first player is drawn, one position for each possible first player."""
    if state.node is Node.OVER:
        return [state]
    if state.seat is None:
        return [state.play(roll).state for roll, _ in state.rolls()]
    if state.node is not Node.ROLL or state.dice is None or state.dice.count != state.game.dice_count:
        raise RoostError(
            "a model only knows positions at the start of a turn; use value(state) for others", position=str(state)
        )
    return [state]


@lru_cache(maxsize=64)
def packing_of(game: Game) -> Any:
    """Return the packing of a game, cached."""
    return packing(game)


def load(path: Path, game: str) -> Model:
    """Read a model from a file written by :func:`save`."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            about, net = json.loads(str(arrays[_ABOUT])), Net({letter: arrays[letter] for letter in Net.LETTERS})
            check_header(str(path), arrays, about, game=game, layout=_layout(game))
        if not all(np.isfinite(weights).all() for weights in net.weights.values()):
            raise ValueError("some of its weights are not finite numbers")
        if (inputs := [len(net.weights["A"]), len(net.weights["B"])]) != _layout(game):
            raise ValueError(f"its network has {inputs} inputs, but {game} needs {_layout(game)}")
        return Model(game, net, about)
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise OptionError(f"{quote(str(path))} contains no model: {error}", input=str(path)) from None


def _layout(game: str) -> list[int]:
    """Return the number of inputs of a game's network that describe the table, and of those that describe a seat."""
    inputs = features(game_type(game))
    return [inputs.TABLE, inputs.SEAT]


def save(trained: Model, path: Path) -> None:
    """Write a model to a file: a header, the facts about it, and its weights, for which half precision suffices.

    The header's options are those with which the network was trained, besides the default ones.
    """
    training: Any = find_adapter(game_type(trained.game), "training")
    options = training.VARIANTS if training is not None else ()
    head = header(game=trained.game, options=options, layout=_layout(trained.game))
    weights: dict[str, Any] = {letter: array.astype(np.float16) for letter, array in trained.net.weights.items()}
    with path.open("wb") as file:
        about = {_ABOUT: np.array(json.dumps(trained.about))}
        np.savez_compressed(file, allow_pickle=False, **head, **about, **weights)


def model_file(kind: type[Game]) -> Traversable:
    """Return the path of the file with a game's model."""
    files = adapter_files(kind, "model.npz")
    if not files:
        raise UnsupportedError(kind.name, "model of who is going to win")
    return files[0]


@cache
def _shipped(kind: type[Game]) -> Model:
    with as_file(model_file(kind)) as path:
        return load(path, kind.name)


def model(game: Game | str) -> Model:
    """Return the model that comes with the package for a game; it serves all options and numbers of players."""
    return _shipped(game_type(game) if isinstance(game, str) else type(game))
