"""Whole games between roosters, solved turn by turn in compiled code, and told turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.faces import need_face
from roost.core.game import Game
from roost.core.registry import game_type
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import Records

_TURNS = 20_000
"""How many turns are told at a time."""

Results: TypeAlias = tuple[NDArray[Any], ...]
"""For each game its decisions, its turns, the mask of its winners, its row of scores, and why it ended."""


class SolvedPlay(Protocol):
    """The rooster at one kind of table, in compiled code. Not to be shared between threads."""

    def choose(self, start: Records, state: Records) -> int:
        """The number of the best action at a decision of the turn that began at ``start``."""

    def play(self, opening: Records, seed: int, first: int, results: Results, log: Records) -> int:
        """Play games until the results or the log are full; returns how many."""


class _SolvedPlayFace(Protocol):
    def solved_play(self, packed: Packing[Any, Any]) -> SolvedPlay: ...


def solved_play(packed: Packing[Any, Any]) -> SolvedPlay:
    """The rooster in compiled code, for games whose turns a kernel solves."""
    face = need_face(type(packed.game), "solved_play", "rooster in compiled code")
    return cast("_SolvedPlayFace", face).solved_play(packed)


@dataclass(frozen=True)
class Histories:
    """Whole games, turn by turn."""

    game: Game
    turns: NDArray[np.int64]
    """How many turns each game had."""
    winners: NDArray[np.uint8]
    """The winning seats, a bit for each."""
    scores: NDArray[np.int32]
    """A row of scores, one for each seat."""
    positions: Records
    """For each game in turn: the packed position at the first decision of each turn, then the position at its end."""

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def is_last(self) -> NDArray[np.bool_]:
        """For each position, whether it is the end of a game."""
        found = np.zeros(len(self.positions), np.bool_)
        found[np.cumsum(self.turns + 1) - 1] = True
        return found


def histories(game: Game | str, games: int, *, seed: int = 0, first: int = 0) -> Iterator[Histories]:
    """So many games between roosters, some at a time; game ``i`` is that of :func:`roost.study.fast.play`."""
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
        if done == 0:  # a single game that is longer than that
            room *= 2
            continue
        _, turns, winners, scores, _ = (array[:done] for array in results)
        yield Histories(game, turns, winners, scores, log[: int((turns + 1).sum())])
        number += done
