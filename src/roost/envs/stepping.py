"""The compiled inside of the vector environment: every environment moved on, judged, observed and reset in one call."""

from __future__ import annotations

from typing import Any

import numpy as np

from roost.fast.bits import bit, count_ones
from roost.fast.chance import below, start_stream
from roost.fast.compiling import called, entry_point, inlined
from roost.fast.playing import advance, begin, choose_any, judge
from roost.fast.records import NOBODY, OVER, Record
from roost.fast.rules import act, by_rules, legal

__all__ = ["DISABLED", "NEXT_STEP", "SAME_STEP", "first_illegal", "sample", "seed_some", "step_all", "step_one"]

DISABLED = 0
"""A finished environment is never reset."""
NEXT_STEP = 1
"""A finished environment is reset by the next step."""
SAME_STEP = 2
"""A finished environment is reset at once."""


def observe(rules: Record, state: Record, seat: Any, row: Any, whole: Any) -> None:
    """Write the observation of a seat. Unless ``whole``, what cannot have changed within a turn may be left."""
    raise NotImplementedError


by_rules(observe, "observation")


@inlined
def _write_mask(rules: Record, state: Record, row: Any) -> None:
    first, second = legal(rules, state)
    for action in range(min(len(row), 64)):
        row[action] = first >> np.uint64(action) & np.uint64(1)
    for action in range(64, len(row)):
        row[action] = second >> np.uint64(action - 64) & np.uint64(1)


@called
def _reward(rules: Record, state: Record, row: Any) -> None:
    """Each seat's share of the win as a reward: 1 for a sole winner, and nothing in sum."""
    winners, _ = judge(rules, state)
    players = np.float32(rules.players)
    for seat in range(rules.players):
        share = np.float32(1) / np.float32(count_ones(winners)) if winners & bit(seat) else np.float32(0)
        row[seat] = (players * share - np.float32(1)) / (players - np.float32(1))


@entry_point
def seed_some(streams: Any, chosen: Any, seeds: Any) -> None:
    """Start the chosen streams at their seeds."""
    for i in range(len(streams)):
        if chosen[i]:
            start_stream(streams[i], seeds[i])


@entry_point
def first_illegal(actions: Any, masks: Any) -> Any:
    """The first environment whose action is not legal, or -1."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= masks.shape[1] or not masks[i, action]:
            return i
    return -1


@entry_point
def sample(masks: Any, streams: Any, actions: Any) -> None:
    """Any legal action for every environment, every one equally likely; 0 where there is none."""
    for i in range(len(actions)):
        row, count = masks[i], 0
        for action in range(len(row)):
            count += row[action]
        actions[i] = 0
        if count:
            number = np.int64(below(streams[0], count))
            for action in range(len(row)):
                if row[action]:
                    if number == 0:
                        actions[i] = action
                    number -= 1


@entry_point
def step_all(
    rulebook: Any,
    opening: Any,
    mode: Any,
    states: Any,
    streams: Any,
    begins: Any,
    actions: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    terminated: Any,
    final_observations: Any,
) -> None:
    """Move every environment on by one step.

    Where ``begins`` is set a new game begins. Elsewhere the action is played, and dice are rolled up to the next
    decision; with no actions at all nothing is played.
    """
    rules = rulebook[0]
    for i in range(len(states)):
        fresh = begins[i]
        if not fresh and len(actions) == 0:
            continue
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        terminated[i] = False
        state = states[i]
        mover = np.int64(state.seat)
        if not fresh:
            act(rules, state, np.uint64(actions[i]))
            advance(rules, state, streams[i])
            if state.node == OVER:
                terminated[i] = True
                _reward(rules, state, rewards[i])
                if mode == SAME_STEP:
                    _observe_end(rules, state, mover, final_observations[i])
                    fresh = True
        if fresh:
            begin(rules, opening, states, streams, i)
        if state.node == OVER:
            _observe_end(rules, state, mover, observations[i])
            for action in range(masks.shape[1]):  # the next action is not looked at, so that any will do
                masks[i, action] = mode == NEXT_STEP
        else:
            seats[i] = state.seat
            observe(rules, state, np.int64(state.seat), observations[i], fresh)
            _write_mask(rules, state, masks[i])


@called
def _observe_end(rules: Record, state: Record, seat: Any, row: Any) -> None:
    """Write the observation of a seat once the game is over."""
    observe(rules, state, seat, row, True)


# -- one game, for the adapters ----------------------------------------------------------------------------------------

NOTHING, LOOK = -1, -2
"""In place of an action: only roll dice, or not even that."""


@entry_point
def step_one(
    rulebook: Any, states: Any, streams: Any, action: Any, learner: Any, mask: Any, seat: Any, row: Any, rewards: Any
) -> Any:
    """Play an action (or ``NOTHING``), roll dice up to the next decision (not to ``LOOK``), and tell whose it is.

    With a ``learner`` all others then play uniformly at random until it is their turn. The mask is filled in, the
    rewards once the game is over, and the observation of ``seat``, or of the player to move if that is ``NOBODY``.
    """
    rules, state, stream = rulebook[0], states[0], streams[0]
    choice = np.int64(action)
    while True:
        if choice >= 0:
            act(rules, state, np.uint64(choice))
        if choice != LOOK:
            advance(rules, state, stream)
        if state.node == OVER or learner == NOBODY or state.seat == learner:
            break
        choice = np.int64(choose_any(rules, state, stream))
    _write_mask(rules, state, mask)
    if state.node == OVER:
        _reward(rules, state, rewards)
    seen = np.int64(state.seat) if seat == NOBODY else np.int64(seat)
    if seen != NOBODY:
        observe(rules, state, seen, row, True)
    return state.seat
