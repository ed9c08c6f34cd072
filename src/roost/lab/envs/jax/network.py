"""A network's view of a game, and a bot that plays as a network says."""

from collections.abc import Callable
from typing import Any

import numpy as np

from roost.core.extras import needing
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.envs.jax.words import Array
from roost.lab.envs.layout import layout_of
from roost.lab.envs.table import Table

with needing("jax"):
    import jax.numpy as jnp

_SMALL = 4


def features(game: Game, numbers: Any = jnp) -> Callable[[Array, Any], Array]:
    """A network's view of positions: places by size and small values, single numbers and players' by every value.

    It needs nothing but the layout of the game's observations, and whether dice are about to fall, which observations
    do not tell. It takes arrays of JAX, or those of NumPy with ``numbers=np``.
    """
    layout = layout_of(game)
    most = np.maximum(layout.most.astype(np.float32), 1)
    numbered = [field for field in layout.fields if field.size in (1, game.players)]
    values = [(layout.places[field.name].start + i, field.most + 1) for field in numbered for i in range(field.size)]

    def seen(observation: Array, dice: Any) -> Array:
        columns = [numbers.broadcast_to(numbers.asarray(dice)[..., None], (*observation.shape[:-1], 1))]
        columns += [observation / most, *(observation == value for value in range(_SMALL))]
        columns += [observation[..., place, None] == np.arange(count) for place, count in values]
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
        scores = self._scores(self._seen(self._table.look(state, state.seat), False))
        return max(state.actions(), key=lambda action: scores[self._table.number(state, action)])
