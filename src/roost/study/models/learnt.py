"""A model for any game, trained on its declared fields, that estimates each seat's win share and its own error.

The model covers every position at which dice are rolled, at the start of a turn or within it.
:mod:`roost.study.models.learning` trains such models.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.core.state import State
from roost.core.whole_file import whole_file
from roost.study.models.header import check_header, header
from roost.study.models.input_encoding import FieldNumbers, InputEncoding
from roost.study.models.net import Net
from roost.study.odds.choice import mover
from roost.study.odds.turn_graph import SolvedTurn, TurnGraph

LARGEST_ERROR = 0.05
"""Maximum mean error at which win shares are shown. With a larger error, a share would be a mere guess."""

STATES = 1_000
"""Maximum number of states in the search of a turn; such a search takes a few hundredths of a second."""
_ROLLS = 128
"""Minimum number of results to expand at a roll. With fewer, the model's own estimate of the roll would be better."""

ArrayEvaluator: TypeAlias = Callable[[Sequence[State]], NDArray[np.float64]]
"""Function that values positions of one game as win shares by seat, one row each."""

_ABOUT = "about"
_AT_ONCE = 4_096


class Learnt:
    """A model for one game, trained on the game's declared fields."""

    def __init__(self, game: Game, encoding: InputEncoding, net: Net, about: Mapping[str, Any]) -> None:
        self.game = game
        self.encoding = encoding
        self.net = net
        self.about = dict(about)
        """How the model was made, and its quality on games outside the training set."""

    @property
    def error(self) -> float:
        """Mean error of a win share, measured at positions of games outside the training set."""
        return float(self.about.get("error", 1.0))

    @property
    def is_known(self) -> bool:
        """Whether the shares are accurate enough to be shown."""
        return self.error <= LARGEST_ERROR

    def __call__(self, states: Sequence[State]) -> NDArray[np.float64]:
        """Return win shares, one row per position; exact if the game is over."""
        shares = np.empty((len(states), self.game.players))
        open_rows = []
        for row, state in enumerate(states):
            if state.seat is None and (outcome := state.outcome) is not None:
                shares[row] = [float(share) for share in outcome.shares]
            else:
                open_rows.append(row)
        for start in range(0, len(open_rows), _AT_ONCE):
            rows = open_rows[start : start + _AT_ONCE]
            batch = [states[row] for row in rows]
            first = np.array([state.seat for state in batch])
            ordered = self.net.shares(*self.encoding(FieldNumbers.of(self.game, batch)))
            seats = (np.arange(self.game.players) - first[:, np.newaxis]) % self.game.players
            shares[rows] = np.take_along_axis(ordered, seats, axis=1)
        return shares

    def save(self, path: Path) -> None:
        """Write the model to a file atomically."""
        about = {_ABOUT: np.array(json.dumps(self.about))}
        with whole_file(path) as file:
            np.savez_compressed(
                file,
                allow_pickle=False,
                **header(**_facts(self.game)),
                **about,
                **self.encoding.arrays(),
                **self.net.weights,
            )

    @classmethod
    def load(cls, path: Path, game: Game) -> Learnt:
        """Read a model that :meth:`save` wrote."""
        try:
            with np.load(path, allow_pickle=False) as arrays:
                about = json.loads(str(arrays[_ABOUT]))
                check_header(str(path), arrays, about, **_facts(game))
                net = Net({letter: arrays[letter] for letter in Net.LETTERS})
                encoding = InputEncoding.restored(arrays)
                if encoding.players != game.players:
                    raise ValueError(f"it is for {encoding.players} players, not {game.players}")
                return cls(game, encoding, net, about)
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise OptionError(f"{quote(str(path))} contains no learnt model: {error}", input=str(path)) from None


def _facts(game: Game) -> dict[str, object]:
    """Return what the header of a game's model file says: the game with its options, and the fields of its positions.

    Who begins is left out, because it does not affect the value of a position.
    """
    options = {name: str(getattr(game, name)) for name in game.options() if name != "start"}
    return {"game": game.name, "options": options, "layout": [field.name for field in game.layout()]}


def searched(state: State, worth: ArrayEvaluator, times: int = 1) -> SolvedTurn:
    """Search a turn from this position on, with ``times`` the usual budget.

    Win shares shown to users are computed here.
    """
    rolls = times * _ROLLS
    return TurnGraph(state, times * STATES, rolls, rolls).solve(lambda states: worth(states).tolist(), mover(state))
