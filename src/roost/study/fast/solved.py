"""Whole games between roosters in compiled code, recorded turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.adapters import require_adapter
from roost.core.game import Game
from roost.core.registry import game_type
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import Records

_TURNS = 20_000
"""Number of turns recorded per batch."""

Results: TypeAlias = tuple[NDArray[Any], ...]
"""Per game: number of decisions, number of turns, mask of winners, row of scores, and reason for the end."""


class SolvedPlay(Protocol):
    """The compiled rooster for one game. Not thread-safe."""

    def choose(self, start: Records, state: Records) -> int:
        """Return the number of the best action at a decision of the turn that began at ``start``."""

    def play(self, opening: Records, seed: int, first: int, results: Results, log: Records) -> int:
        """Play games until the results or the log are full; return the number of games."""


class _SolvedPlayAdapter(Protocol):
    def solved_play(self, packed: Packing[Any, Any]) -> SolvedPlay: ...


def solved_play(packed: Packing[Any, Any]) -> SolvedPlay:
    """Return the compiled rooster, for games whose turns a kernel solves."""
    adapter = require_adapter(type(packed.game), "solved_play", "rooster in compiled code")
    return cast("_SolvedPlayAdapter", adapter).solved_play(packed)


@dataclass(frozen=True)
class Histories:
    """Whole games, recorded turn by turn."""

    game: Game
    turns: NDArray[np.int64]
    """Number of turns of each game."""
    winners: NDArray[np.uint8]
    """Winning seats as a bit mask."""
    scores: NDArray[np.int32]
    """Scores, one row per game with a column per seat."""
    positions: Records
    """Per game, the packed position at the first decision of each turn, then the final position."""

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def is_last(self) -> NDArray[np.bool_]:
        """Boolean mask of the positions that end a game."""
        last = np.zeros(len(self.positions), np.bool_)
        last[np.cumsum(self.turns + 1) - 1] = True
        return last


def histories(game: Game | str, games: int, *, seed: int = 0, first: int = 0) -> Iterator[Histories]:
    """Yield games between roosters in batches; game ``i`` equals game ``i`` of :func:`roost.study.fast.play`."""
    if isinstance(game, str):
        game = game_type(game).make()
    packed = packing(game)
    opening, rooster, room = packed.opening(), solved_play(packed), _TURNS
    number = first
    while number < first + games:
        size = min(first + games - number, room)
        results: Results = (
            np.empty(size, np.int64),
            np.empty(size, np.int64),
            np.empty(size, np.uint8),
            np.empty((size, game.players), np.int32),
            np.empty(size, np.uint8),
        )
        log: Records = np.empty(room, packed.state_type)
        done = rooster.play(opening, seed, number, results, log)
        if done == 0:  # a single game is longer than the log
            room *= 2
            continue
        _, turns, winners, scores, _ = (array[:done] for array in results)
        yield Histories(game, turns, winners, scores, log[: int((turns + 1).sum())])
        number += done
