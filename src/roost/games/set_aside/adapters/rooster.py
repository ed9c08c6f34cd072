"""The rooster in compiled code, which solves each turn exactly for its swing and plays from the solution's tables.

The choices are those of :class:`roost.study.bots.simple_bots.Rooster`; tests compare the two choice by choice. A turn
is solved once, after its first roll. Turns with the same payoff on every result have the same solution, so solutions
are cached by payoff.
"""

from typing import Any

import numpy as np

from roost.games.set_aside.adapters.packed_ending import fail_turn, stand_on
from roost.games.set_aside.adapters.packed_turn import PICK, fresh_symbols
from roost.games.set_aside.adapters.sweep import solve_turn_graph
from roost.study.fast.chance import MASK_AT, game_seed, start_stream
from roost.study.fast.compiler import called, entry_point, inlined, viewing
from roost.study.fast.game_kernel import advance, begin, judge
from roost.study.fast.records import OVER, Record
from roost.study.fast.rules import act, end_reason, legal, score
from roost.study.odds.choice import TIE

_NO_CLAIM = 0
"""Marks a missing claim; action 0 sets a symbol aside, so it cannot be a claim."""
ENDING = 6
"""Index of a graph's endings among its arrays."""
_STEP = np.uint64(0x100000001B3)


@called
def _swing(rules: Record, before: Record, after: Record) -> Any:
    """Return the turn's swing: the player's gain minus the other players' average gain."""
    mover_gain, other_gains = np.int64(0), np.int64(0)
    for seat in range(rules.players):
        gain = np.int64(score(rules, after, seat)) - np.int64(score(rules, before, seat))
        if seat == before.seat:
            mover_gain = gain
        else:
            other_gains += gain
    return mover_gain - other_gains / (np.int64(rules.players) - 1)


@called
def _promise(rules: Record, start: Any, spare: Any, totals: Any, payoff: Any, claim: Any) -> None:
    """Fill in the turn's value on every ending, and the action that claims it.

    Among equal claims the reference engine's first is taken: other players' tiles by seat, then the grill.
    """
    end, stop, dead, dead_roll_counts = payoff
    players, seat = np.int64(rules.players), np.int64(start[0].seat)
    fail_turn(rules, start, spare)
    fail = _swing(rules, start[0], spare[0])
    for ending in range(len(totals)):
        best: Any = _NO_CLAIM
        value = fail
        if ending:
            stand_on(rules, start, spare, totals[ending])
            choices, _ = legal(rules, spare[0])
            for place in range(players + 1):
                distance = np.int64(0) if place == players else (place - seat) % players
                action = np.uint64(rules.symbols + 1 + distance)
                if (distance or place == players) and choices >> action & np.uint64(1):
                    stand_on(rules, start, spare, totals[ending])
                    act(rules, spare[0], action)
                    worth = _swing(rules, start[0], spare[0])
                    if best == _NO_CLAIM or worth > value:
                        value, best = worth, np.int64(action)
        claim[ending] = best
        end[ending] = value
        stop[ending] = value if best or rules.may_stop_on_nothing else -np.inf
        dead[ending] = value if dead_roll_counts else fail


@called
def _find(payoff: Any, promised: Any, used: Any) -> Any:
    """Return the cache slot for a payoff's solution, and whether the slot already holds it."""
    end, stop, dead, _ = payoff
    digest = np.uint64(0xCBF29CE484222325)
    for ending in range(len(end)):
        for value in (end[ending], stop[ending], dead[ending]):
            # Sixty times a swing is an integer for any number of players. Stopping may be illegal, hence minus
            # infinity.
            whole = np.int64(60.0 * value) if value > -np.inf else np.int64(1 << 40)
            digest = (digest ^ np.uint64(whole)) * _STEP
    place = (digest ^ digest >> np.uint64(29)) % np.uint64(len(used))
    is_known = used[place] == 1
    for ending in range(len(end)):
        for part, value in enumerate((end[ending], stop[ending], dead[ending])):
            if promised[place, ending, part] != value:
                is_known = False
                promised[place, ending, part] = value
    used[place] = 1
    return place, is_known


@viewing
def _solution(rules: Record, start: Any, turn: Any) -> Any:
    """Return the cache slot of the turn's solution, which is computed if it is not cached."""
    graph, _, totals, spare, payoff, claim, promised, used, cached_best, cached_rolls, roll_value = turn
    _promise(rules, start, spare, totals, payoff, claim)
    place, is_known = _find(payoff, promised, used)
    if not is_known:
        end, stop, dead, _ = payoff
        best, rolls, ending = cached_best[place], cached_rolls[place], graph[ENDING]
        solve_turn_graph(graph, end, stop, dead, best, roll_value)
        for node in range(len(best)):
            rolls[node] = roll_value[node] > stop[ending[node]] + TIE  # a tie stops
    return place


@inlined
def choose(rules: Record, state: Record, where: Any, ending: Any, claim: Any, best: Any, rolls: Any, tie: Any) -> Any:
    """Return the best action; among ties, one that ends the turn, or else the first.

    ``best`` holds the value of each node of the turn's graph, and ``rolls`` whether to roll on from it.
    """
    symbols, aside = np.int64(rules.symbols), np.int64(state.aside) >> MASK_AT
    if state.node == PICK:
        fresh, chosen, top = np.int64(fresh_symbols(state, state.roll)), 0, -np.inf
        for symbol in range(symbols):
            if fresh >> symbol & 1:
                count = np.int64(state.roll) >> 4 * symbol & 15
                total = state.total + count * (np.int64(rules.values) >> 4 * symbol & 15)
                value = best[where[aside | 1 << symbol, state.left - count, total]]
                if value > top + tie:
                    chosen, top = symbol, value
        return np.uint64(chosen)
    node = where[aside, state.left, state.total]
    if state.roll == 0 and rolls[node]:
        return np.uint64(symbols)
    claimed = claim[ending[node]]
    return np.uint64(symbols + 1 if claimed == _NO_CLAIM else claimed)


@entry_point
def choose_in(rulebook: Any, starts: Any, states: Any, turn: Any) -> Any:
    """Return the rooster's choice at a decision in the turn that began at ``starts``."""
    rules = rulebook[0]
    graph, where, _, _, _, claim, _, _, cached_best, cached_rolls, _ = turn
    place = _solution(rules, starts, turn)
    return choose(rules, states[0], where, graph[ENDING], claim, cached_best[place], cached_rolls[place], TIE)


@entry_point
def play_turns(rulebook: Any, states: Any, streams: Any, places: Any, decisions: Any, turn: Any) -> None:
    """Play in these states with the rooster's choices until another player has to decide or the game is over."""
    rules = rulebook[0]
    graph, where, _, _, _, claim, _, _, cached_best, cached_rolls, _ = turn
    ending = graph[ENDING]
    for i in places:
        state = states[i]
        seat, place = state.seat, _solution(rules, states[i : i + 1], turn)
        while state.seat == seat:  # the seat is NOBODY once the game is over
            act(rules, state, choose(rules, state, where, ending, claim, cached_best[place], cached_rolls[place], TIE))
            advance(rules, state, streams[i])
            decisions[i] += 1


@entry_point
def play_solved(
    rulebook: Any, opening: Any, states: Any, streams: Any, seed: Any, start: Any, turn: Any, results: Any, log: Any
) -> Any:
    """Play games with the rooster in every seat, from game ``start`` on, and return how many games are finished.

    ``results`` has a row for each game: its decisions, its turns, the bit mask of its winners, its scores, and the
    reason why it ended. ``log`` receives the position at the first decision of every turn and at the end of every game.
    A game that does not fit is not counted. An empty ``log`` is not filled.
    """
    length, turns, winners, scores, reasons = results
    graph, where, _, _, _, claim, _, _, cached_best, cached_rolls, _ = turn
    rules, state, stream, ending = rulebook[0], states[0], streams[0], graph[ENDING]
    logged = 0
    for i in range(len(length)):
        start_stream(stream, game_seed(seed, start + i))
        begin(rules, opening, states, streams, np.int64(0))
        decisions, turns_begun, place = 0, 0, np.uint64(0)
        while state.node != OVER:
            if state.aside == 0 and state.node == PICK:
                place = _solution(rules, states, turn)
                if len(log):
                    if logged + turns_begun + 1 >= len(log):
                        return i
                    log[logged + turns_begun] = state
                turns_begun += 1
            act(rules, state, choose(rules, state, where, ending, claim, cached_best[place], cached_rolls[place], TIE))
            advance(rules, state, stream)
            decisions += 1
        if len(log):
            log[logged + turns_begun] = state
            logged += turns_begun + 1
        length[i] = decisions
        turns[i] = turns_begun
        winners[i], _ = judge(rules, state)
        reasons[i] = end_reason(rules, state)
        for seat in range(rules.players):
            scores[i, seat] = score(rules, state, seat)
    return len(length)
