"""The fox in compiled code, which solves many turns at a time for the win shares that the network predicts after them.

The choices are those of :class:`roost.study.bots.searchers.Fox`; tests compare the two move by move. Sums are therefore
taken in the same order as in ``sweep_shares``, without fast-math. In a hopeless turn all choices have the same
value, and if the last die changes nothing, rolling and stopping have the same value. Values that differ by no more than
the tie tolerance count as equal, so that rounding errors do not decide.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.core.game import Game
from roost.games.set_aside.adapters.graph import turn_graph
from roost.games.set_aside.adapters.packed_ending import stand_on
from roost.games.set_aside.adapters.packed_turn import PICK, fresh_symbols
from roost.games.set_aside.adapters.rooster import ENDING, choose
from roost.games.set_aside.adapters.solved_play import ending_totals, node_table
from roost.games.set_aside.adapters.sweep import graph_arrays
from roost.games.set_aside.adapters.turns import valued_ends
from roost.study.fast.bits import bit, count_ones
from roost.study.fast.chance import MASK_AT
from roost.study.fast.compiler import called, entry_point
from roost.study.fast.game_kernel import advance
from roost.study.fast.packed import Packing
from roost.study.fast.records import Record, Records
from roost.study.fast.rules import act, legal
from roost.study.models.features import network_evaluator
from roost.study.models.model import model
from roost.study.odds.choice import TIE

_WIDTH = 32
"""Number of turns solved side by side: enough for vector instructions, few enough for the fast caches."""
_FEW = 4
"""Up to this many turns are solved one by one, because that is faster."""
_AT_ONCE = 512
"""Number of turns whose final positions the network evaluates together."""
_DEEPEST = 6
"""Maximum number of different symbols in a roll."""
_LEAST = -1e300
_NO_CLAIM = 0
"""Marks a missing claim; action 0 sets a symbol aside, so it cannot be a claim."""


@entry_point
def _payoffs(
    rulebook: Any,
    starts: Any,
    spare: Any,
    totals: Any,
    shares: Any,
    places: Any,
    end: Any,
    stop: Any,
    dead: Any,
    claim: Any,
) -> None:
    """Fill in each turn's value on every ending, one column per turn, and the action that claims it.

    Among equal claims the reference engine's first is taken: other players' tiles by seat, then the grill.
    """
    rules = rulebook[0]
    players = np.int64(rules.players)
    for i in range(len(starts)):
        seat, fail = np.int64(starts[i].seat), shares[i, 0, 0]
        for ending in range(len(totals)):
            best: Any = _NO_CLAIM
            value = fail
            if ending:
                stand_on(rules, starts[i : i + 1], spare, totals[ending])
                choices, _ = legal(rules, spare[0])
                for place in range(players + 1):
                    distance = np.int64(0) if place == players else (place - seat) % players
                    action = np.uint64(rules.symbols + 1 + distance)
                    if (distance or place == players) and choices >> action & np.uint64(1):
                        after = places[i, ending, count_ones(choices & (bit(action) - np.uint64(1)))]
                        worth = shares[i, after, 0]
                        if best == _NO_CLAIM or worth > value:
                            value, best = worth, np.int64(action)
            claim[i, ending] = best
            end[ending, i] = value
            stop[ending, i] = value if best or rules.may_stop_on_nothing else -np.inf
            dead[ending, i] = value if rules.dead_roll_counts else fail


@entry_point
def _sweep(graph: Any, end: Any, stop: Any, dead: Any, best: Any, rolls: Any) -> None:
    """Solve turns side by side: the value of each node, and whether to roll again there."""
    rolling, dead_chance, chance, child, _, depth, ending, complete, _ = graph
    choice = np.full((_DEEPEST + 1, _WIDTH), _LEAST)
    total = np.empty(_WIDTH)
    for node in range(len(best)):
        if complete[node]:
            for b in range(_WIDTH):
                best[node, b] = end[ending[node], b]
    for k in range(len(rolling) - 1, 0, -1):  # excludes the start, because the first roll has been made
        node = rolling[k, 0]
        finish = ending[node]
        for b in range(_WIDTH):
            total[b] = dead[finish, b] * dead_chance[k]
        for o in range(rolling[k, 1], rolling[k, 2]):
            target, level, likely = child[o], depth[o], chance[o]
            shorter_level = level - np.uint8(1)
            for b in range(_WIDTH):
                value = best[target, b] if best[target, b] > choice[shorter_level, b] else choice[shorter_level, b]
                choice[level, b] = value
                total[b] += likely * value
        for b in range(_WIDTH):
            rolls[node, b] = total[b] > stop[finish, b] + TIE
            best[node, b] = total[b] if total[b] > stop[finish, b] else stop[finish, b]


@entry_point
def _sweep_few(
    rulebook: Any,
    starts: Any,
    graph: Any,
    where: Any,
    end: Any,
    stop: Any,
    dead: Any,
    reached: Any,
    best: Any,
    rolls: Any,
) -> None:
    """Solve turns one by one at the nodes they can still reach; the dice on the table rule out most nodes."""
    rolling, dead_chance, chance, child, shorter, _, ending, complete, most_outcomes = graph
    choice = np.empty(most_outcomes + 1)
    choice[0] = _LEAST
    for b in range(len(starts)):
        _reach(rulebook[0], starts[b], rolling, child, where, reached)
        for node in range(len(reached)):
            if complete[node]:
                best[node, b] = end[ending[node], b]
        for k in range(len(rolling) - 1, -1, -1):
            node = rolling[k, 0]
            if not reached[node]:
                continue
            position = 1
            for o in range(rolling[k, 1], rolling[k, 2]):
                newest, before = best[child[o], b], choice[shorter[o]]
                choice[position] = newest if newest > before else before
                position += 1
            total = dead[ending[node], b] * dead_chance[k]
            position = 1
            for o in range(rolling[k, 1], rolling[k, 2]):
                total += chance[o] * choice[position]
                position += 1
            rolls[node, b] = total > stop[ending[node], b] + TIE
            best[node, b] = total if total > stop[ending[node], b] else stop[ending[node], b]


@called
def _reach(rules: Record, state: Record, rolling: Any, child: Any, where: Any, reached: Any) -> None:
    """Mark the nodes of a turn's graph that are still reachable."""
    for node in range(len(reached)):
        reached[node] = False
    aside = np.int64(state.aside) >> MASK_AT
    if state.node == PICK:
        fresh = np.int64(fresh_symbols(state, state.roll))
        for symbol in range(np.int64(rules.symbols)):
            if fresh >> symbol & 1:
                count = np.int64(state.roll) >> 4 * symbol & 15
                total = state.total + count * (np.int64(rules.values) >> 4 * symbol & 15)
                reached[where[aside | 1 << symbol, state.left - count, total]] = True
    else:
        reached[where[aside, state.left, state.total]] = True
    for k in range(len(rolling)):
        if reached[rolling[k, 0]]:
            for o in range(rolling[k, 1], rolling[k, 2]):
                reached[child[o]] = True


@entry_point
def _play(
    rulebook: Any,
    states: Any,
    streams: Any,
    places: Any,
    decisions: Any,
    where: Any,
    ending: Any,
    claim: Any,
    best: Any,
    rolls: Any,
) -> None:
    """Play turns to their ends by their solutions, one column per turn."""
    rules = rulebook[0]
    for turn in range(len(places)):
        i = places[turn]
        state = states[i]
        seat = state.seat
        while state.seat == seat:  # the seat is NOBODY once the game is over
            act(rules, state, choose(rules, state, where, ending, claim[turn], best[:, turn], rolls[:, turn], TIE))
            advance(rules, state, streams[i])
            decisions[i] += 1


class FoxTurns:
    """The fox for one configuration of table. Not thread-safe, because its buffers are reused."""

    def __init__(self, packed: Packing[Any, Any]) -> None:
        game: Any = packed.game
        named: Game = game
        self._packed = packed
        self._evaluator = network_evaluator(model(named).net)
        self._graph = turn_graph(game.turn_dice)
        self._arrays = graph_arrays(self._graph)
        self._where = node_table(game.turn_dice)
        self._totals = ending_totals(self._graph)
        self._spare = packed.empty()
        endings, nodes = len(self._totals), len(self._graph)
        payoffs = np.zeros((3, endings, _WIDTH))
        self._payoff = payoffs[0], payoffs[1], payoffs[2]
        self._reached = np.zeros(nodes, np.bool_)
        self._best, self._rolls = np.zeros((nodes, _WIDTH)), np.zeros((nodes, _WIDTH), np.bool_)

    def play_turns(
        self, states: Records, streams: Records, places: NDArray[np.int64], decisions: NDArray[np.int64]
    ) -> None:
        """Play in these states until another player has to decide or the game is over."""
        packed = self._packed
        for first in range(0, len(places), _AT_ONCE):
            rows = places[first : first + _AT_ONCE]
            starts = states[rows]
            _, _, claims, shares = valued_ends(packed, starts, self._evaluator)
            for start in range(0, len(rows), _WIDTH):
                part = slice(start, start + _WIDTH)
                claim = np.empty((len(rows[part]), len(self._totals)), np.uint8)
                inputs = starts[part], self._spare, self._totals, shares[part], claims[part]
                _payoffs(packed.rules, *inputs, *self._payoff, claim)
                solution = self._solve(starts[part])
                tables = self._where, self._arrays[ENDING], claim, *solution
                _play(packed.rules, states, streams, rows[part], decisions, *tables)

    def _solve(self, starts: Records) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return the value of each node of these turns and whether to roll again there, one column per turn."""
        if len(starts) > _FEW:
            _sweep(self._arrays, *self._payoff, self._best, self._rolls)
        else:
            arrays = self._arrays, self._where, *self._payoff, self._reached, self._best, self._rolls
            _sweep_few(self._packed.rules, starts, *arrays)
        return self._best, self._rolls
