"""Compiled bots that play whole turns at many tables at once, for whole games and as opponents of learners."""

from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.adapters import find_adapter, has_adapter
from roost.core.game import Game
from roost.study.fast import game_kernel
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records


class TurnPlayer(Protocol):
    """Plays whole turns in compiled code. Not thread-safe, because players cache their results."""

    def play_turns(
        self, states: Records, streams: Records, places: NDArray[np.int64], decisions: NDArray[np.int64]
    ) -> None:
        """Play one player's turns in these games, until another player has to decide or the game is over.

        In each of these games it must be this player's turn to decide. ``streams`` and ``decisions`` have the same
        indices as ``states``.
        """


class _TurnPlayersAdapter(Protocol):
    def turn_player(self, packed: Packing[Any, Any], name: str) -> TurnPlayer | None: ...


class _QuickPlayer:
    """Plays the chick or the hen, which choose without solving the turn."""

    def __init__(self, packed: Packing[Any, Any], is_hen: bool) -> None:
        self._rules, self._is_hen = packed.rules, is_hen

    def play_turns(
        self, states: Records, streams: Records, places: NDArray[np.int64], decisions: NDArray[np.int64]
    ) -> None:
        game_kernel.play_turns(self._rules, states, streams, places, decisions, self._is_hen)


def turn_player(packed: Packing[Any, Any], name: str) -> TurnPlayer | None:
    """Return the compiled version of a bot, which makes the same choices; None if there is none for the game."""
    game: Game = packed.game
    if name == "chick" or (name == "hen" and has_adapter(type(game), "compiled_bots")):
        return _QuickPlayer(packed, name == "hen")
    adapter = find_adapter(type(game), "turn_players")
    return None if adapter is None else cast("_TurnPlayersAdapter", adapter).turn_player(packed, name)
