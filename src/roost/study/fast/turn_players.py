"""Players in compiled code that play whole turns, at many tables at once: opponents for learners, and whole games."""

from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.faces import find_face, has_face
from roost.core.game import Game
from roost.study.fast import game_kernel
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records


class TurnPlayer(Protocol):
    """Somebody who plays turns. Not to be shared between threads: they keep what they have worked out."""

    def play_turns(
        self, states: Records, streams: Records, places: NDArray[np.int64], decisions: NDArray[np.int64]
    ) -> None:
        """Play on in these states until somebody else has to decide or the game is over.

        At each of them the player is to decide. Dice are rolled from the stream in the same place, and decisions are
        counted there.
        """


class _TurnPlayersFace(Protocol):
    def turn_player(self, packed: Packing[Any, Any], name: str) -> TurnPlayer | None: ...


class _QuickPlayer:
    """The chick or the hen, who need not think."""

    def __init__(self, packed: Packing[Any, Any], is_hen: bool) -> None:
        self._rules, self._is_hen = packed.rules, is_hen

    def play_turns(
        self, states: Records, streams: Records, places: NDArray[np.int64], decisions: NDArray[np.int64]
    ) -> None:
        game_kernel.play_turns(self._rules, states, streams, places, decisions, self._is_hen)


def turn_player(packed: Packing[Any, Any], name: str) -> TurnPlayer | None:
    """The bot of this name in compiled code, if the game brings it; they choose what the bot chooses."""
    game: Game = packed.game
    if name == "chick" or (name == "hen" and has_face(type(game), "compiled_bots")):
        return _QuickPlayer(packed, name == "hen")
    face = find_face(type(game), "turn_players")
    return None if face is None else cast("_TurnPlayersFace", face).turn_player(packed, name)
