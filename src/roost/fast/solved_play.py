"""The rooster's games as Python calls them: the tables that the kernel plays from, and the turns of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError
from roost.core.game import Game
from roost.fast.chance import STREAM
from roost.fast.packing import Packing, packing
from roost.fast.records import Records
from roost.games.set_aside import SetAsideGame, TurnDice
from roost.odds.graph import turn_graph
from roost.odds.kernel import graph_arrays

__all__ = ["Histories", "SolvedPlay", "check_game", "histories"]

_KEPT_BYTES = 32_000_000
"""How much memory is used to keep solutions: some two thousand of Heckmeck's."""
_MOST_LEFT = 8
_MOST_TOTAL = 48
_TURNS = 20_000
"""How many turns are told at a time."""

Results: TypeAlias = tuple[NDArray[Any], ...]


def check_game(game: Game) -> SetAsideGame:
    """The game, if the rooster's kernel plays it."""
    if not isinstance(game, SetAsideGame):
        raise OptionError(f"the rooster's kernel does not play {game.name}", input=game.name)
    return game


@cache
def _node_table(dice: TurnDice) -> NDArray[np.uint16]:
    """The node of a turn's graph by the mask of symbols aside, the dice left and their total."""
    graph = turn_graph(dice)
    table = np.zeros((1 << len(dice.die.symbols), _MOST_LEFT + 1, _MOST_TOTAL + 1), np.uint16)
    for (mask, left, total), node in graph.index.items():
        table[mask, left, total] = node
    return table


class SolvedPlay:
    """The rooster at one kind of table. Not to be shared between threads: he keeps what he has worked out."""

    def __init__(self, packed: Packing[Any, Any]) -> None:
        game = check_game(packed.game)
        graph = turn_graph(game.turn_dice)
        endings, nodes = len(graph.endings), len(graph)
        slots = _KEPT_BYTES // (9 * nodes + 24 * endings)
        self._packed = packed
        self._turn = (
            graph_arrays(graph),
            _node_table(game.turn_dice),
            np.array([0 if aside is None else aside.total for aside in graph.endings], np.uint32),
            packed.empty(),
            (*np.zeros((3, endings)), game.dead_roll_counts),
            np.zeros(endings, np.uint8),
            np.zeros((slots, endings, 3)),
            np.zeros(slots, np.uint8),
            np.empty((slots, nodes)),
            np.empty((slots, nodes), np.bool_),
            np.empty(nodes),
        )

    def choose(self, start: Records, state: Records) -> int:
        """The number of the best action at a decision of the turn that began at ``start``."""
        from roost.fast.rooster import choose_in

        return int(choose_in(self._packed.rules, start, state, self._turn))

    def play(self, opening: Records, seed: int, first: int, results: Results, log: Records) -> int:
        """Play games until the results or the log are full; returns how many."""
        from roost.fast.rooster import play_solved

        room, streams = self._packed.empty(), np.empty(1, STREAM)
        numbers = np.uint64(seed), np.uint64(first)
        return int(play_solved(self._packed.rules, opening, room, streams, *numbers, self._turn, results, log))


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


def histories(game: Game, games: int, *, seed: int = 0, first: int = 0) -> Iterator[Histories]:
    """So many games between roosters, some at a time; game ``i`` is that of :func:`roost.fast.play`."""
    packed = packing(check_game(game))
    opening, rooster, room = packed.opening(), SolvedPlay(packed), _TURNS
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
