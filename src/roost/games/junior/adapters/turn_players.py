"""The bots for whole turns of Junior in compiled code: the set-aside bots, with a stronger fox for two players.

Near the end this fox hands over to the fox in Python, because positions can then be solved exactly (:mod:`.exact`).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.games.junior.adapters.exact import is_near
from roost.games.set_aside.adapters import turn_players as family
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records
from roost.study.fast.turn_players import TurnPlayer


def turn_player(packed: Packing[Any, Any], name: str) -> TurnPlayer | None:
    """Return the bot of this name, or None if it has no compiled code."""
    player = family.turn_player(packed, name)
    return KnowingFox(packed, player) if name == "fox" and player is not None and packed.game.players == 2 else player


class KnowingFox:
    """The fox for two players, which uses the exact solution once the end is near."""

    def __init__(self, packed: Packing[Any, Any], usual: TurnPlayer) -> None:
        from roost.core.stream import Stream
        from roost.lab.envs.table import DecisionGame
        from roost.study.bots.searchers import Fox

        self._packed = packed
        self._usual = usual
        self._bot = Fox()
        self._no_chance = Stream(0)  # unused, because a fox plays without randomness
        self._table = DecisionGame(packed.game)

    def play_turns(
        self, states: Records, streams: Records, places: NDArray[np.int64], decisions: NDArray[np.int64]
    ) -> None:
        near = np.array([is_near(self._packed.unpack(states[i : i + 1]).turn_start()) for i in places], np.bool_)
        if not near.all():
            self._usual.play_turns(states, streams, places[~near], decisions)
        for i in places[near].tolist():
            part, seat = slice(i, i + 1), states[i]["seat"]
            while states[i]["seat"] == seat:
                state = self._packed.unpack(states[part])
                number = self._packed.number(state, self._bot.choose(state, self._no_chance))
                self._table.play_in(states[part], streams[part], number)
                decisions[i] += 1
