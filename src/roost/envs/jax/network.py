"""What a network sees of a game, and a bot that plays as a network says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from roost.core.game import Game
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.envs.jax.words import Array
from roost.envs.layout import layout_of
from roost.envs.table import Table
from roost.extras import needing

with needing("jax"):
    import jax.numpy as jnp

__all__ = ["NetworkBot", "features"]

_SMALL = 4


def features(game: Game, numbers: Any = jnp) -> Callable[[Array], Array]:
    """How a network sees observations: every place by its size and its small values, single numbers by every value.

    It needs nothing but the layout of the game's observations. It takes arrays of JAX, or those of NumPy with
    ``numbers=np``.
    """
    layout = layout_of(game)
    most = np.maximum(layout.most.astype(np.float32), 1)
    singles = [(layout.places[field.name].start, field.most + 1) for field in layout.fields if field.size == 1]

    def seen(observation: Array) -> Array:
        columns = [observation / most, *(observation == value for value in range(_SMALL))]
        columns += [observation[..., place, None] == np.arange(values) for place, values in singles]
        return numbers.concatenate([column.astype(numbers.float32) for column in columns], axis=-1)

    return seen


class NetworkBot:
    """Plays the legal action to which a network gives the highest score."""

    def __init__(self, name: str, game: Game, scores: Callable[[np.ndarray], np.ndarray]) -> None:
        self.name, self._scores = name, scores
        self._table, self._seen = Table(game), features(game, np)

    def choose(self, state: State, rng: Stream) -> Action:
        """The best action in a position."""
        assert state.seat is not None
        scores = self._scores(self._seen(self._table.look(state, state.seat)))
        return max(state.actions(), key=lambda action: scores[self._table.number(state, action)])
