"""The rooster's compiled games in the form that Python calls, with the tables that the kernel uses."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.games.set_aside import SetAsideGame, TurnDice
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph
from roost.games.set_aside.adapters.sweep import graph_arrays
from roost.study.fast.chance import STREAM
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records
from roost.study.fast.solved import Results

_CACHE_BYTES = 32_000_000
"""Memory for cached solutions, in bytes; enough for about two thousand of Heckmeck's."""
_MOST_LEFT = 8
_MOST_TOTAL = 48


@cache
def node_table(dice: TurnDice) -> NDArray[np.uint16]:
    """Return the nodes of a turn's graph, indexed by the mask of symbols aside, the dice left and their total."""
    graph = turn_graph(dice)
    table = np.zeros((1 << len(dice.die.symbols), _MOST_LEFT + 1, _MOST_TOTAL + 1), np.uint16)
    for (mask, left, total), node in graph.index.items():
        table[mask, left, total] = node
    return table


def ending_totals(graph: SetAsideGraph) -> NDArray[np.uint32]:
    """Return the result of each way to end a turn; 0 for the ending without a worm."""
    return np.array([0 if aside is None else aside.total for aside in graph.endings], np.uint32)


class SetAsideSolvedPlay:
    """The rooster for one configuration of table. Not thread-safe, because it caches its solutions."""

    def __init__(self, packed: Packing[Any, Any]) -> None:
        game: SetAsideGame = packed.game
        graph = turn_graph(game.turn_dice)
        endings, nodes = len(graph.endings), len(graph)
        slots = _CACHE_BYTES // (9 * nodes + 24 * endings)
        self._packed = packed
        self._turn = (
            graph_arrays(graph),
            node_table(game.turn_dice),
            ending_totals(graph),
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
        """Return the index of the best action at a decision in the turn that began at ``start``."""
        from roost.games.set_aside.adapters.rooster import choose_in

        return int(choose_in(self._packed.rules, start, state, self._turn))

    def play_turns(
        self, states: Records, streams: Records, places: NDArray[np.int64], decisions: NDArray[np.int64]
    ) -> None:
        """Play in these states until another player has to decide or the game is over."""
        from roost.games.set_aside.adapters.rooster import play_turns

        play_turns(self._packed.rules, states, streams, places, decisions, self._turn)

    def play(self, opening: Records, seed: int, first: int, results: Results, log: Records) -> int:
        """Play games until the results or the log are full, and return how many were played."""
        from roost.games.set_aside.adapters.rooster import play_solved

        room, streams = self._packed.empty(), np.empty(1, STREAM)
        numbers = np.uint64(seed), np.uint64(first)
        return int(play_solved(self._packed.rules, opening, room, streams, *numbers, self._turn, results, log))


def solved_play(packed: Packing[Any, Any]) -> SetAsideSolvedPlay:
    """Return the rooster for a packed game's tables."""
    return SetAsideSolvedPlay(packed)
