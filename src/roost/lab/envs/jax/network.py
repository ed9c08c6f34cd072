"""Network inputs for a game, and a bot that plays by a network's scores."""

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
from roost.lab.envs.table import DecisionGame

with needing("jax"):
    import jax.numpy as jnp

_SMALL = 4


def features(game: Game, numbers: Any = jnp) -> Callable[[Array, Any], Array]:
    """Return a function that encodes observations as network inputs.

    The inputs are all values, scaled to at most 1; for each value, whether it is 0, 1, 2 or 3; and a one-hot encoding
    of each field that has one number in total or one per player. The function's second argument says whether a roll
    comes next, which observations do not contain. It uses JAX arrays, or NumPy arrays with ``numbers=np``.
    """
    layout = layout_of(game)
    most = np.maximum(layout.most.astype(np.float32), 1)
    numbered = [field for field in layout.fields if field.size in (1, game.players)]
    values = [(layout.places[field.name].start + i, field.most + 1) for field in numbered for i in range(field.size)]

    def encode(observation: Array, dice: Any) -> Array:
        columns = [numbers.broadcast_to(numbers.asarray(dice)[..., None], (*observation.shape[:-1], 1))]
        columns += [observation / most, *(observation == value for value in range(_SMALL))]
        columns += [observation[..., place, None] == np.arange(count) for place, count in values]
        return numbers.concatenate([column.astype(numbers.float32) for column in columns], axis=-1)

    return encode


class NetworkBot:
    """A bot that plays the legal action to which a network gives the highest score."""

    def __init__(self, name: str, game: Game, scores: Callable[[np.ndarray], np.ndarray]) -> None:
        self.name, self._scores = name, scores
        self._table, self._encode = DecisionGame(game), features(game, np)

    def choose(self, state: State, chance: Stream) -> Action:
        assert state.seat is not None
        scores = self._scores(self._encode(self._table.look(state, state.seat), False))
        return max(state.actions(), key=lambda action: scores[self._table.number(state, action)])
