"""Play whole games between roosters in compiled code, and record them turn by turn."""

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
"""Arrays with one entry per game: number of decisions, number of turns, bit mask of winners, scores, and end reason."""


class SolvedPlay(Protocol):
    """Plays the compiled rooster in one game. Not thread-safe."""

    def choose(self, start: Records, state: Records) -> int:
        """Return the index of the best action at a decision in the turn that began at ``start``."""

    def play(self, opening: Records, seed: int, first: int, results: Results, log: Records) -> int:
        """Play games until ``results`` or ``log`` is full; return the number of games played."""


class _SolvedPlayAdapter(Protocol):
    def solved_play(self, packed: Packing[Any, Any]) -> SolvedPlay: ...


def solved_play(packed: Packing[Any, Any]) -> SolvedPlay:
    """Return the compiled rooster for a game; raise an error if the game's kernel cannot solve turns."""
    adapter = require_adapter(type(packed.game), "solved_play", "rooster in compiled code")
    return cast("_SolvedPlayAdapter", adapter).solved_play(packed)


@dataclass(frozen=True)
class Histories:
    """Whole games, recorded turn by turn."""

    game: Game
    turns: NDArray[np.int64]
    """Number of turns in each game."""
    winners: NDArray[np.uint8]
    """Bit mask of the winning seats in each game."""
    scores: NDArray[np.int32]
    """Final scores, with one row per game and one column per seat."""
    positions: Records
    """Packed positions of all games in order: for each game, the first decision of each turn, then the final
    position."""

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def is_last(self) -> NDArray[np.bool_]:
        """Boolean mask of the positions that are the last of their game."""
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
        if done == 0:  # a single game does not fit into the log
            room *= 2
            continue
        _, turns, winners, scores, _ = (array[:done] for array in results)
        yield Histories(game, turns, winners, scores, log[: int((turns + 1).sum())])
        number += done
