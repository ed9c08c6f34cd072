"""A model of any game, learnt from its declared fields: each seat's share of the win, and how far that may be off.

It knows every position at which dice are to be rolled, at the start of a turn and inside one. How it is made:
:mod:`roost.study.models.learning`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.core.state import State
from roost.core.whole_file import whole_file
from roost.study.models.net import Net
from roost.study.models.sight import Numbers, Sight
from roost.study.odds.choice import mover
from roost.study.odds.turn_graph import SolvedTurn, TurnGraph, Worth

LARGEST_ERROR = 0.05
"""A model that is further off than this on average says nothing: a share would be a guess."""

STATES = 1_000
"""States of a turn that are looked at: some hundredths of a second."""
_ROLLS = 128
"""Rolls that are looked at wherever a roll is: what the model says of a roll is better than a few draws of it."""

_ABOUT = "about"
_AT_ONCE = 4_096


class Learnt:
    """A learnt model."""

    def __init__(self, game: Game, sight: Sight, net: Net, about: Mapping[str, Any]) -> None:
        self.game = game
        self.sight = sight
        self.net = net
        self.about = dict(about)
        """The making of it, and how good it was on games that it had not seen."""

    @property
    def error(self) -> float:
        """How far a share is off, on average over positions of games that it had not seen."""
        return float(self.about.get("error", 1.0))

    @property
    def is_known(self) -> bool:
        """Whether its shares may be told."""
        return self.error <= LARGEST_ERROR

    def __call__(self, states: Sequence[State]) -> NDArray[np.float64]:
        """Each seat's share in some positions, a row for each: exact where the game is over."""
        found = np.empty((len(states), self.game.players))
        going = []
        for row, state in enumerate(states):
            if state.seat is None and (outcome := state.outcome) is not None:
                found[row] = [float(share) for share in outcome.shares]
            else:
                going.append(row)
        for start in range(0, len(going), _AT_ONCE):
            rows = going[start : start + _AT_ONCE]
            some = [states[row] for row in rows]
            first = np.array([state.seat for state in some])
            ordered = self.net.shares(*self.sight(Numbers.of(self.game, some)))
            seats = (np.arange(self.game.players) - first[:, np.newaxis]) % self.game.players
            found[rows] = np.take_along_axis(ordered, seats, axis=1)
        return found

    def save(self, path: Path) -> None:
        """Write the model to a file, which is never left half-written."""
        about = {_ABOUT: np.array(json.dumps(self.about))}
        with whole_file(path) as file:
            np.savez_compressed(file, allow_pickle=False, **about, **self.sight.arrays(), **self.net.weights)

    @classmethod
    def load(cls, path: Path, game: Game) -> Learnt:
        """Read what :meth:`save` wrote."""
        try:
            with np.load(path, allow_pickle=False) as arrays:
                about = json.loads(str(arrays[_ABOUT]))
                net = Net({letter: arrays[letter] for letter in Net.LETTERS})
                return cls(game, Sight.restored(arrays), net, about)
        except (OSError, ValueError, KeyError, EOFError) as why:
            raise OptionError(f"{quote(str(path))} holds no learnt model: {why}", input=str(path)) from None


def searched(state: State, worth: Worth, times: int = 1) -> SolvedTurn:
    """The turn from a position on, searched so many times as closely as usual: shares are told from such a search."""
    rolls = times * _ROLLS
    return TurnGraph(state, times * STATES, rolls, rolls).solve(worth, mover(state))
