"""Play whole games, with dice, random choices and outcomes, in compiled code that never calls Python."""

from typing import Any

import numpy as np

from roost.study.fast.bits import bit, count_ones, select
from roost.study.fast.chance import Stream, below, game_seed, start_stream, throw
from roost.study.fast.compiler import called, entry_point, inlined
from roost.study.fast.records import DRAW, OVER, ROLL, Record
from roost.study.fast.rules import act, by_rules, end_reason, legal, rank, roll, score, to_roll

BY_SCORE = 0
"""Code for a win decided by the highest score."""
BY_RANK = 1
"""Code for a win decided by the tie-break."""
SHARED = 2
"""Code for a win shared by several players."""


@inlined
def advance(rules: Record, state: Record, stream: Stream) -> None:
    """Draw the first player if that comes next, then roll dice until the next decision or the end of the game."""
    if state.node == DRAW:
        state.seat = below(stream, rules.players)
        state.node = ROLL
    dice = to_roll(rules, state)
    while dice:
        roll(rules, state, throw(rules.faces, stream, dice))
        dice = to_roll(rules, state)


@called
def judge(rules: Record, state: Record) -> Any:
    """Return the winners as a bit mask and the code for how they were decided, by the same rules as ``Outcome.of``."""
    best: Any = 0
    tied: Any = np.uint64(0)
    for seat in range(rules.players):
        points = np.int64(score(rules, state, seat))
        if points > best:
            best, tied = points, np.uint64(0)
        if points == best:
            tied |= bit(seat)
    if count_ones(tied) == 1:
        return tied, BY_SCORE
    highest: Any = 0
    winners: Any = np.uint64(0)
    for seat in range(rules.players):
        if tied & bit(seat):
            order = np.int64(rank(rules, state, seat))
            if order > highest:
                highest, winners = order, np.uint64(0)
            if order == highest:
                winners |= bit(seat)
    return winners, SHARED if winners == tied else BY_RANK


@called
def begin(rules: Record, opening: Any, states: Any, streams: Any, i: Any) -> None:
    """Start a new game in the state with index ``i`` and play it up to its first decision."""
    states[i] = opening[0]
    advance(rules, states[i], streams[i])


@entry_point
def begin_all(rulebook: Any, opening: Any, states: Any, streams: Any, seed: Any, start: Any) -> None:
    """Start the games of a run, beginning with game ``start``, and play each up to its first decision."""
    for i in range(len(states)):
        start_stream(streams[i], game_seed(seed, start + i))
        begin(rulebook[0], opening, states, streams, i)


@inlined
def choose_any(rules: Record, state: Record, stream: Stream) -> Any:
    """Choose a uniformly random legal action."""
    first, second = legal(rules, state)
    count = count_ones(first)
    number = below(stream, count + count_ones(second))
    if number < count:
        return select(first, number)
    return np.uint64(64) + select(second, number - count)


@inlined
def _first_legal(rules: Record, state: Record) -> Any:
    return select(legal(rules, state)[0], np.uint64(0))


def hen(rules: Record, state: Record) -> Any:
    """Return the hen's choice. Call this only for games with a compiled hen."""
    raise NotImplementedError


by_rules(hen, "compiled_bots", _first_legal)


@entry_point
def play_turns(rulebook: Any, states: Any, streams: Any, places: Any, decisions: Any, is_hen: Any) -> None:
    """Play these games as the hen, or at random, until the game is over or another player has to decide."""
    rules = rulebook[0]
    for place in places:
        state, stream = states[place], streams[place]
        seat = state.seat
        while state.node != OVER and state.seat == seat:
            act(rules, state, np.uint64(hen(rules, state)) if is_hen else choose_any(rules, state, stream))
            advance(rules, state, stream)
            decisions[place] += 1


@entry_point
def play_random(
    rulebook: Any,
    opening: Any,
    states: Any,
    streams: Any,
    seed: Any,
    start: Any,
    length: Any,
    winners: Any,
    scores: Any,
    reasons: Any,
) -> None:
    """Play one game per entry of ``length``, beginning with game ``start``, with uniformly random choices.

    The results are written to arrays: per game, ``length`` receives the number of decisions, ``winners`` the bit mask
    of winning seats, ``scores`` a row of scores, and ``reasons`` the index of the end reason. ``opening`` is the
    position to start from; ``states`` and ``streams`` are buffers of length one.
    """
    rules, state, stream = rulebook[0], states[0], streams[0]
    for i in range(len(length)):
        start_stream(stream, game_seed(seed, start + i))
        begin(rules, opening, states, streams, np.int64(0))
        decisions = 0
        while state.node != OVER:
            act(rules, state, choose_any(rules, state, stream))
            advance(rules, state, stream)
            decisions += 1
        length[i] = decisions
        winners[i], _ = judge(rules, state)
        reasons[i] = end_reason(rules, state)
        for seat in range(rules.players):
            scores[i, seat] = score(rules, state, seat)


NO_MOVE, AN_ACTION, A_ROLL = range(3)
"""Codes for the kind of move that :func:`move` plays."""
LEGAL, LEGAL_BEYOND, TO_ROLL, NODE, SEAT, WINNERS, FOUND_BY, END_REASON, SCORES = range(9)
"""Indices into the answers that :func:`move` writes; the scores come last, one per seat."""


@entry_point
def move(rulebook: Any, states: Any, kind: Any, value: Any, answers: Any) -> None:
    """Play a legal move, or none, and write facts about the resulting position to ``answers``.

    The legal actions are the bits of two words, the second for actions from 64 on. The winners, how they were decided
    and why the game ended are written only once the game is over.
    """
    rules, state = rulebook[0], states[0]
    if kind == AN_ACTION:
        act(rules, state, np.uint64(value))
    elif kind == A_ROLL:
        roll(rules, state, np.uint32(value))
    answers[LEGAL], answers[LEGAL_BEYOND] = legal(rules, state)
    answers[TO_ROLL] = to_roll(rules, state)
    answers[NODE] = state.node
    answers[SEAT] = state.seat
    for seat in range(rules.players):
        answers[SCORES + seat] = score(rules, state, seat)
    if state.node == OVER:
        answers[WINNERS], answers[FOUND_BY] = judge(rules, state)
        answers[END_REASON] = end_reason(rules, state)
