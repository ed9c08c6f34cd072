"""Players in compiled code that play whole turns, at many tables at once: opponents for learners, and whole games."""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.faces import find_face
from roost.core.game import Game
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records

__all__ = ["TurnPlayer", "turn_player"]


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


def turn_player(packed: Packing[Any, Any], name: str) -> TurnPlayer | None:
    """The bot of this name in compiled code, if the game brings it; they choose what the bot chooses."""
    game: Game = packed.game
    face = find_face(type(game), "turn_players")
    return None if face is None else cast("_TurnPlayersFace", face).turn_player(packed, name)
