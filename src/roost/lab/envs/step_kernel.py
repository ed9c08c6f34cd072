"""The compiled core of the environments: it plays games on, rewards and observes them, and begins new ones.

Both batched environments use this module. With all seats (:func:`step_all`), every step is one decision of the seat to
move. With one learner (:func:`play_on`, :func:`judge_all`, :func:`show_all`), opponents play in between. Opponents that
need no tables play inside the kernel. For all others the kernel waits, and :mod:`roost.lab.envs.learners` plays their
turns.
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
"""Policy code of a seat that the chick plays."""
HEN = 1
"""Policy code of a seat that the hen plays."""
WAITS = 2
"""Policy code of a seat whose moves are made outside the kernel, such as the learner's."""
NOTHING = -1
"""Action code for playing no action but rolling dice."""
LOOK = -2
"""Action code for neither playing an action nor rolling dice."""


def observe(rules: Record, state: Record, seat: Any, row: Any, whole: Any) -> None:
    """Write a seat's observation. Unless ``whole`` is set, fields that cannot change within a turn may be skipped."""
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
    """Write each seat's win share, scaled so that a sole winner gets 1 and the rewards sum to 0."""
    winners, _ = judge(rules, state)
    players = np.float32(rules.players)
    for seat in range(rules.players):
        share = np.float32(1) / np.float32(count_ones(winners)) if winners & bit(seat) else np.float32(0)
        row[seat] = (players * share - np.float32(1)) / (players - np.float32(1))


@entry_point
def seed_some(streams: Any, chosen: Any, seeds: Any) -> None:
    """Seed the random streams of the chosen games."""
    for i in range(len(streams)):
        if chosen[i]:
            start_stream(streams[i], seeds[i])


@entry_point
def first_illegal(actions: Any, masks: Any) -> Any:
    """Return the index of the first environment whose action is illegal; -1 if there is none."""
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

    Where ``begins`` is set, a new game begins. Elsewhere the action is played and dice are rolled up to the next
    decision; if there are no actions, those games stay unchanged.
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
                    _observe(rules, state, mover, final_observations[i], True)
                    is_new = True
        if is_new:
            begin(rules, opening, states, streams, i)
        if state.node == OVER:
            _observe(rules, state, mover, observations[i], True)
            masks[i] = 1  # all actions count as legal, because none will be played
        else:
            seats[i] = state.seat
            _observe(rules, state, np.int64(state.seat), observations[i], is_new)
            _write_mask(rules, state, masks[i])


@called
def _observe(rules: Record, state: Record, seat: Any, row: Any, whole: Any) -> None:
    """Write a seat's observation; compiled once, because it is long."""
    observe(rules, state, seat, row, whole)


@called
def _play_on(rules: Record, state: Record, stream: Any, action: Any, learner: Any, policies: Any) -> None:
    """Play an action (or ``NOTHING``) and roll up to the next decision.

    If ``learner`` is a seat, let opponents play until the game is over or a seat is to move that is played outside the
    kernel. ``policies`` lists the seats' policies, starting with the learner's seat.
    """
    players = np.int64(rules.players)
    while True:
        if action >= 0:
            act(rules, state, np.uint64(action))
        advance(rules, state, stream)
        if state.node == OVER or learner == NOBODY:
            return
        policy = policies[(np.int64(state.seat) + players - learner) % players]
        if policy == WAITS:
            return
        action = np.int64(hen(rules, state)) if policy == HEN else np.int64(choose_any(rules, state, stream))


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
    """Play every game on to the next decision that is made outside the kernel.

    Return the number of games that wait for a player other than the learner. Where ``begins`` is set, a new game
    begins, after drawing the learner's seat if ``is_seat_drawn`` is set. Elsewhere the action is played, unless it is
    ``NOTHING``. A finished game stays unchanged.
    """
    rules, waiting = rulebook[0], 0
    for i in range(len(states)):
        state, action = states[i], np.int64(actions[i])
        if begins[i]:
            if is_seat_drawn:
                learners[i] = below(streams[i], rules.players)
            states[i] = opening[0]
            action = np.int64(NOTHING)
        elif state.node == OVER:
            continue
        _play_on(rules, state, streams[i], action, np.int64(learners[i]), policies)
        waiting += state.node != OVER and state.seat != learners[i]
    return waiting


@entry_point
def judge_all(
    rulebook: Any, states: Any, learners: Any, begun: Any, rewards: Any, terminated: Any, final_observations: Any
) -> Any:
    """Mark the finished games and write the learner's rewards; return the number of games that ended in this step.

    Games that this step began (``begun``) count as unfinished before the step. Games that were over before the step get
    no reward.
    """
    rules, ended, row = rulebook[0], 0, np.zeros(rulebook[0].players, np.float32)
    for i in range(len(states)):
        was_over = terminated[i] and not begun[i]
        rewards[i] = 0.0
        terminated[i] = states[i].node == OVER
        if terminated[i] and not was_over:
            _reward(rules, states[i], row)
            rewards[i] = row[learners[i]]
            _observe(rules, states[i], np.int64(learners[i]), final_observations[i], True)
            ended += 1
    return ended


@entry_point
def show_all(rulebook: Any, states: Any, learners: Any, observations: Any, masks: Any) -> None:
    """Write the learner's observation and legal actions for every game."""
    rules = rulebook[0]
    for i in range(len(states)):
        state = states[i]
        observe(rules, state, np.int64(learners[i]), observations[i], True)
        if state.node == OVER:
            masks[i] = 1  # all actions count as legal, because none will be played
        else:
            _write_mask(rules, state, masks[i])


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
    """Play an action (or ``NOTHING``), roll up to the next decision (except for ``LOOK``), and return the next seat.

    If ``learner`` is a seat, the opponents inside the kernel then play. The function writes the mask of legal actions,
    the rewards once the game is over, and the observation of ``seat``, or of the seat to move if ``seat`` is
    ``NOBODY``.
    """
    rules, state, stream = rulebook[0], states[0], streams[0]
    if action != LOOK:
        _play_on(rules, state, stream, np.int64(action), np.int64(learner), policies)
    if state.node == OVER:
        mask[:] = 1  # all actions count as legal, because none will be played
        _reward(rules, state, rewards)
    else:
        _write_mask(rules, state, mask)
    observer = np.int64(state.seat) if seat == NOBODY else np.int64(seat)
    if observer != NOBODY:
        observe(rules, state, observer, row, True)
    return state.seat
