"""The compiled inside of the environments: games moved on, judged, observed and begun anew.

Two views share it. With all seats (:func:`step_all`) every step is one decision of whoever is to move. With one learner
(:func:`play_on`, :func:`judge_all`, :func:`show_all`) opponents play in between. Some of them need no tables and play
right here; whoever has to think is waited for, which :mod:`roost.lab.envs.learners` sees to.
"""

from typing import Any

import numpy as np

from roost.study.fast.bits import bit, count_ones
from roost.study.fast.chance import below, start_stream
from roost.study.fast.compiler import called, entry_point, inlined
from roost.study.fast.game_kernel import advance, begin, choose_any, hen, judge
from roost.study.fast.records import NOBODY, OVER, Record
from roost.study.fast.rules import act, by_rules, legal

DISABLED = 0
"""A finished environment is never reset."""
NEXT_STEP = 1
"""A finished environment is reset by the next step."""
SAME_STEP = 2
"""A finished environment is reset at once."""

CHICK = 0
"""A seat is played by the chick."""
HEN = 1
"""A seat is played by the hen."""
WAITS = 2
"""A seat is played by somebody who is waited for, such as the learner."""
NOTHING = -1
"""In place of an action: only roll dice."""
LOOK = -2
"""In place of an action: do not even roll dice."""


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
            masks[i] = 1  # no action is played any more, so that any will do
        else:
            seats[i] = state.seat
            observe(rules, state, np.int64(state.seat), observations[i], fresh)
            _write_mask(rules, state, masks[i])


@called
def _observe_end(rules: Record, state: Record, seat: Any, row: Any) -> None:
    """Write the observation of a seat once the game is over."""
    observe(rules, state, seat, row, True)


# -- one learner among opponents ---------------------------------------------------------------------------------------


@called
def _play_others(rules: Record, state: Record, stream: Any, learner: Any, policies: Any) -> None:
    """Let opponents play until somebody is to move who is waited for, or the game is over.

    ``policies`` tells who plays the seats from the learner's on.
    """
    players = np.int64(rules.players)
    while state.node != OVER:
        policy = policies[(np.int64(state.seat) + players - learner) % players]
        if policy == WAITS:
            return
        if policy == HEN:
            act(rules, state, np.uint64(hen(rules, state)))
        else:
            act(rules, state, choose_any(rules, state, stream))
        advance(rules, state, stream)


@entry_point
def play_on(
    rulebook: Any,
    opening: Any,
    states: Any,
    streams: Any,
    begins: Any,
    actions: Any,
    learners: Any,
    policies: Any,
    is_seat_drawn: Any,
) -> Any:
    """Move every game on to the next decision of somebody who is waited for.

    Returns how many games wait for another than the learner. Where ``begins`` is set a new game begins, after the
    learner's seat was drawn if ``is_seat_drawn``. Elsewhere the action is played; ``NOTHING`` stands for none, and a
    game that is over stays as it is.
    """
    rules, waiting = rulebook[0], 0
    for i in range(len(states)):
        state = states[i]
        if begins[i]:
            if is_seat_drawn:
                learners[i] = below(streams[i], rules.players)
            begin(rules, opening, states, streams, i)
        elif state.node == OVER:
            continue
        elif actions[i] != NOTHING:
            act(rules, state, np.uint64(actions[i]))
            advance(rules, state, streams[i])
        _play_others(rules, state, streams[i], np.int64(learners[i]), policies)
        waiting += state.node != OVER and state.seat != learners[i]
    return waiting


@entry_point
def judge_all(
    rulebook: Any, states: Any, learners: Any, begun: Any, rewards: Any, terminated: Any, final_observations: Any
) -> Any:
    """Tell which games a step ended, and what that brings the learner; how many they are.

    Games that the step began anew (``begun``) are not over yet, and those that were over before are left alone.
    """
    rules, ended, row = rulebook[0], 0, np.zeros(rulebook[0].players, np.float32)
    for i in range(len(states)):
        was_over = terminated[i] and not begun[i]
        rewards[i] = 0.0
        terminated[i] = states[i].node == OVER
        if terminated[i] and not was_over:
            _reward(rules, states[i], row)
            rewards[i] = row[learners[i]]
            _observe_end(rules, states[i], np.int64(learners[i]), final_observations[i])
            ended += 1
    return ended


@entry_point
def show_all(rulebook: Any, states: Any, learners: Any, observations: Any, masks: Any) -> None:
    """Write what the learner sees of every game, and what they may do."""
    rules = rulebook[0]
    for i in range(len(states)):
        state = states[i]
        observe(rules, state, np.int64(learners[i]), observations[i], True)
        if state.node == OVER:
            masks[i] = 1  # no action is played any more, so that any will do
        else:
            _write_mask(rules, state, masks[i])


# -- one game, for the adapters ----------------------------------------------------------------------------------------


@entry_point
def step_one(
    rulebook: Any,
    states: Any,
    streams: Any,
    action: Any,
    learner: Any,
    policies: Any,
    mask: Any,
    seat: Any,
    row: Any,
    rewards: Any,
) -> Any:
    """Play an action (or ``NOTHING``), roll dice up to the next decision (not to ``LOOK``), and tell whose it is.

    With a ``learner`` those of the others then play who need not be waited for. The mask is filled in, the rewards once
    the game is over, and the observation of ``seat``, or of the player to move if that is ``NOBODY``.
    """
    rules, state, stream = rulebook[0], states[0], streams[0]
    if action >= 0:
        act(rules, state, np.uint64(action))
    if action != LOOK:
        advance(rules, state, stream)
        if learner != NOBODY:
            _play_others(rules, state, stream, np.int64(learner), policies)
    if state.node == OVER:
        mask[:] = 1  # no action is played any more, so that any will do
        _reward(rules, state, rewards)
    else:
        _write_mask(rules, state, mask)
    seen = np.int64(state.seat) if seat == NOBODY else np.int64(seat)
    if seen != NOBODY:
        observe(rules, state, seen, row, True)
    return state.seat
