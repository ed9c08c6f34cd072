"""Self-play for training: a model plays many games against itself at once, and each position gets a training target.

Only positions at which dice are rolled count. Each step considers the possible results of the roll (all if there are
few, else a sample) and, after each result, the choices that the model values highest. Their mean value is the
position's expected value. The game then continues with one of these results. So the luck of each roll is known: it is
the model's value after the roll minus the mean, and for any model it is zero on average. This luck can be removed from
the result, from the end of a game backwards, so that few games suffice to measure a model. In training, a fraction of
each surprise is passed back to the previous position.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.cancellation import check_cancelled
from roost.core.errors import RoostError
from roost.core.game import Game
from roost.core.moves import Action, Kind
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.models.learnt import ArrayEvaluator

_ALL_ROLLS = 24
"""Rolls with at most this many distinct results are never sampled."""
_STOPPING = (5, 10, 20, 35, 50, 75)
"""Probabilities, in percent, with which different random players stop when they may."""
_LONGEST = 100_000
_MOST_CHOICES = 10_000
_ALIKE = 1_000_000

Shares = NDArray[np.float64]
_Choices: TypeAlias = dict[State, tuple[tuple[Action, State], ...]]


class Practised(NamedTuple):
    """A game played from some position on, with values for its positions."""

    states: list[State]
    predicted: Shares
    """The model's prediction for each position."""
    expected: Shares
    """Expected value of each position, averaged over the results of its next roll."""
    backed: Shares
    """Training target of each position: its expected value, plus a fraction of all later surprises."""
    end: State
    """The final state, or the state at which play was cut off."""
    result: Shares
    """Each seat's win share in the end state."""


class _Step(NamedTuple):
    state: State
    predicted: Shares
    expected: Shares
    is_tried: bool
    """Whether the action was chosen at random, as a trial, instead of the best one."""


def practise(
    model: ArrayEvaluator,
    starts: Sequence[State],
    chance: Stream,
    *,
    trace: float,
    tries: int = 0,
    rolls: int = 4,
    longest: int | None = None,
) -> list[Practised]:
    """Play a game from each position; a random action replaces the best one in ``tries`` percent of the choices.

    For rolls with many results, ``rolls`` results are sampled; with a larger sample, less luck remains. Games are cut
    off after ``longest`` rolls, and the model's values of the last position then count as their results.

    If ``trace`` is 1 and ``tries`` is 0, the target of a position is the result with luck removed.
    """
    steps: list[list[_Step]] = [[] for _ in starts]
    states, shares = list(starts), list(model(starts))
    running = list(range(len(starts)))
    for _ in range(longest or _LONGEST):
        running = [index for index in running if states[index].seat is not None]
        if not running:
            break
        check_cancelled()
        results = [_ahead(states[index], chance, rolls) for index in running]
        rows_of: dict[State, int] = {}
        for after in (after for possible in results for _, choices in possible for after in choices):
            rows_of.setdefault(after, len(rows_of))
        worth = model(list(rows_of))
        for index, possible in zip(running, results, strict=True):
            state, expected = states[index], np.zeros(worth.shape[1])
            drawn, is_tried = chance.below(_ALIKE) / _ALIKE, False
            taken: tuple[State, Shares] | None = None
            for part, choices in possible:
                rows = worth[[rows_of[after] for after in choices]]
                best = int(rows[:, state.seat].argmax())
                expected += part * rows[best]
                drawn -= part
                if drawn < 0 and taken is None:
                    if len(choices) > 1 and tries and chance.below(100) < tries:
                        best, is_tried = chance.below(len(choices)), True
                    taken = choices[best], rows[best]
            if taken is None:  # because of rounding, the probabilities can sum to a little less than one
                taken = choices[best], rows[best]
            steps[index].append(_Step(state, shares[index], expected, is_tried))
            states[index], shares[index] = taken
    else:
        if longest is None:
            raise RoostError("this game does not end", position=str(states[running[0]]))
    return [
        _backed(game_steps, end, share, trace) for game_steps, end, share in zip(steps, states, shares, strict=True)
    ]


def _backed(steps: Sequence[_Step], end: State, result: Shares, trace: float) -> Practised:
    """Compute training targets by passing surprises back from the end, but not past an action chosen as a trial."""
    backed: list[Shares] = []
    surprise = np.zeros_like(result)
    for step in reversed(steps):
        backed.append(step.expected + (0.0 if step.is_tried else trace) * surprise)
        surprise = backed[-1] - step.predicted
    states, predicted, expected, _ = zip(*steps, strict=True)
    return Practised(list(states), np.array(predicted), np.array(expected), np.array(backed[::-1]), end, result)


def _ahead(state: State, chance: Stream, drawn: int) -> list[tuple[float, list[State]]]:
    """Return a roll's possible results: the probability of each, and the positions that the player may then choose."""
    dice = state.dice
    assert dice is not None
    if comb(len(dice.die.symbols) + dice.count - 1, dice.count) <= _ALL_ROLLS:
        rolls, parts = [roll for roll, _ in dice.rolls], [weight / dice.ways for _, weight in dice.rolls]
    else:
        rolls, parts = [dice.draw(chance) for _ in range(drawn)], [1 / drawn] * drawn
    choices_of: _Choices = {}
    return [(part, chosen(after, choices_of)) for part, after in zip(parts, state.throws(rolls), strict=True)]


def chosen(state: State, choices_of: _Choices | None = None) -> list[State]:
    """Return the positions that the mover's choices can lead to, up to the next roll or the end of the turn.

    ``choices_of`` caches the choices of each state, because different rolls lead to the same states.
    """
    cached = {} if choices_of is None else choices_of
    visited, leaves = {state}, list[State]()
    waiting = [state]
    while waiting:
        current = waiting.pop()
        choices = cached.get(current)
        if choices is None:
            choices = cached[current] = current.choices() if current.seat == state.seat else ()
        if not choices:
            leaves.append(current)
        for _, after in choices:
            if after not in visited:
                visited.add(after)
                waiting.append(after)
        if len(visited) > _MOST_CHOICES:
            raise RoostError("too many choices follow one roll, so the game cannot be learnt", position=str(state))
    return leaves


def play_by_chance(game: Game, chance: Stream) -> Practised:
    """Play a game between random players, each with its own probability of stopping."""
    stopping = [chance.choice(_STOPPING) for _ in range(game.players)]
    state, states = game.opening(), list[State]()
    for _ in range(_LONGEST):
        seat, dice = state.seat, state.dice
        if seat is None:
            break
        if dice is not None:
            states.append(state)
            state = state.throws([dice.draw(chance)])[0]
        else:
            state = state.play(_choose(state, stopping[seat], chance)).state
    outcome = state.outcome
    if outcome is None:
        raise RoostError("this game does not end", position=str(state))
    result = np.array([float(share) for share in outcome.shares])
    results = np.tile(result, (len(states), 1))
    return Practised(states, results, results, results, state, result)


def _choose(state: State, stopping: int, chance: Stream) -> Action:
    actions = state.actions()
    rolls = [action for action in actions if action.kind is Kind.ROLL]
    if not rolls or len(rolls) == len(actions):
        return chance.choice(actions)
    if chance.below(100) < stopping:
        return chance.choice([action for action in actions if action.kind is not Kind.ROLL])
    return chance.choice(rolls)
