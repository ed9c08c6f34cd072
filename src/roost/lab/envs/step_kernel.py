"""The compiled core of the environments: games are played on, rewarded, observed and begun again.

Both batched environments use it. With all seats (:func:`step_all`) every step is one decision of the seat to move.
With one learner (:func:`play_on`, :func:`judge_all`, :func:`show_all`) opponents play in between. Opponents that need
no tables play inside the kernel; for the others it waits, and :mod:`roost.lab.envs.learners` plays them.
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
"""Autoreset mode in which a finished environment is never reset."""
NEXT_STEP = 1
"""Autoreset mode in which the next step resets a finished environment."""
SAME_STEP = 2
"""Autoreset mode in which the same step resets a finished environment."""

CHICK = 0
"""Policy of a seat that the chick plays."""
HEN = 1
"""Policy of a seat that the hen plays."""
WAITS = 2
"""Policy of a seat for which the kernel waits, such as the learner's."""
NOTHING = -1
"""Action code: only roll dice."""
LOOK = -2
"""Action code: do not even roll dice."""


def observe(rules: Record, state: Record, seat: Any, row: Any, whole: Any) -> None:
    """Write the observation of a seat. Unless ``whole``, fields that cannot change within a turn may be skipped."""
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
    """Write each seat's share of the win as a reward: 1 for a sole winner, and a sum of 0."""
    winners, _ = judge(rules, state)
    players = np.float32(rules.players)
    for seat in range(rules.players):
        share = np.float32(1) / np.float32(count_ones(winners)) if winners & bit(seat) else np.float32(0)
        row[seat] = (players * share - np.float32(1)) / (players - np.float32(1))


@entry_point
def seed_some(streams: Any, chosen: Any, seeds: Any) -> None:
    """Seed the chosen streams."""
    for i in range(len(streams)):
        if chosen[i]:
            start_stream(streams[i], seeds[i])


@entry_point
def first_illegal(actions: Any, masks: Any) -> Any:
    """Return the first environment whose action is illegal, or -1."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= masks.shape[1] or not masks[i, action]:
            return i
    return -1


@entry_point
def sample(masks: Any, streams: Any, actions: Any) -> None:
    """Draw a uniformly random legal action for every environment; 0 if there is none."""
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
    """Step every environment.

    Where ``begins`` is set a new game begins. Elsewhere the action is played, and dice are rolled up to the next
    decision; without actions those games do not change.
    """
    rules = rulebook[0]
    for i in range(len(states)):
        is_new = begins[i]
        if not is_new and len(actions) == 0:
            continue
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        terminated[i] = False
        state = states[i]
        mover = np.int64(state.seat)
        if not is_new:
            act(rules, state, np.uint64(actions[i]))
            advance(rules, state, streams[i])
            if state.node == OVER:
                terminated[i] = True
                _reward(rules, state, rewards[i])
                if mode == SAME_STEP:
                    _observe_end(rules, state, mover, final_observations[i])
                    is_new = True
        if is_new:
            begin(rules, opening, states, streams, i)
        if state.node == OVER:
            _observe_end(rules, state, mover, observations[i])
            masks[i] = 1  # all actions count as legal, because none is played any more
        else:
            seats[i] = state.seat
            observe(rules, state, np.int64(state.seat), observations[i], is_new)
            _write_mask(rules, state, masks[i])


@called
def _observe_end(rules: Record, state: Record, seat: Any, row: Any) -> None:
    """Write the observation of a seat once the game is over."""
    observe(rules, state, seat, row, True)


# -- one learner among opponents ---------------------------------------------------------------------------------------


@called
def _play_others(rules: Record, state: Record, stream: Any, learner: Any, policies: Any) -> None:
    """Let opponents play until a seat is to move for which the kernel waits, or the game is over.

    ``policies`` lists the policies of the seats from the learner's on.
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
    """Play every game on to the next decision for which the kernel waits.

    Return the number of games that wait for a player other than the learner. Where ``begins`` is set a new game
    begins, after drawing the learner's seat if ``is_seat_drawn``. Elsewhere the action is played; ``NOTHING`` plays
    none, and a finished game stays unchanged.
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
    """Mark the games that a step ended, and write the learner's rewards; return the number of endings.

    Games that the step has just begun (``begun``) count as unfinished before it; games that were over before it get no
    reward.
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
    """Write the learner's observation and legal actions in every game."""
    rules = rulebook[0]
    for i in range(len(states)):
        state = states[i]
        observe(rules, state, np.int64(learners[i]), observations[i], True)
        if state.node == OVER:
            masks[i] = 1  # all actions count as legal, because none is played any more
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
    """Play an action (or ``NOTHING``), roll dice up to the next decision (except for ``LOOK``), and return its seat.

    With a ``learner``, the opponents inside the kernel then play. The mask is filled in, the rewards once the game is
    over, and the observation of ``seat``, or of the seat to move if ``seat`` is ``NOBODY``.
    """
    rules, state, stream = rulebook[0], states[0], streams[0]
    if action >= 0:
        act(rules, state, np.uint64(action))
    if action != LOOK:
        advance(rules, state, stream)
        if learner != NOBODY:
            _play_others(rules, state, stream, np.int64(learner), policies)
    if state.node == OVER:
        mask[:] = 1  # all actions count as legal, because none is played any more
        _reward(rules, state, rewards)
    else:
        _write_mask(rules, state, mask)
    observer = np.int64(state.seat) if seat == NOBODY else np.int64(seat)
    if observer != NOBODY:
        observe(rules, state, observer, row, True)
    return state.seat
