"""Practice games: a model plays many games against itself at once, and each position is told what came of it.

A position is one at which dice are to be rolled. One step looks at the ways in which they can fall: all of them where
they are few, else some that are drawn, and the best choices after each as the model sees it. Their mean is what the
position may expect. How the game goes on is drawn from the same ways. So the luck of each roll is known: what the model
says of the way that came, less that mean. It is zero on average whatever the model says. From the end of a game
backwards it can be taken out of the result, and what is left tells how good the model is with few games; or a part of
each surprise is handed on to the position before, which teaches it.
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
from roost.study.odds.turn_graph import Worth

_ALL_ROLLS = 24
"""So few distinct rolls are all looked at."""
_STOPPING = (5, 10, 20, 35, 50, 75)
"""Chances to stop where one may, in percent, of players who know nothing."""
_LONGEST = 100_000
_MOST_CHOICES = 10_000
_ALIKE = 1_000_000

Shares = NDArray[np.float64]
_Choices: TypeAlias = dict[State, tuple[tuple[Action, State], ...]]


class Practised(NamedTuple):
    """One game from a position on: the positions that came, and what they were worth."""

    states: list[State]
    predicted: Shares
    """The model's prediction for each."""
    expected: Shares
    """The expectation of each by a look at the next roll."""
    backed: Shares
    """The outcome of each: its expectation one step on, with a part of all later surprises."""
    end: State
    """The state where it ended, or was left."""
    result: Shares
    """Each seat's share of the win there."""


class _Step(NamedTuple):
    state: State
    predicted: Shares
    expected: Shares
    is_tried: bool
    """Whether an action was tried that is not the best."""


def practise(
    known: Worth,
    starts: Sequence[State],
    chance: Stream,
    *,
    trace: float,
    tries: int = 0,
    rolls: int = 4,
    longest: int | None = None,
) -> list[Practised]:
    """Play a game from each of some positions; in ``tries`` of a hundred choices any action is tried.

    Where dice can fall in many ways, so many ``rolls`` are drawn: the more, the less luck is left. Games that last
    longer than ``longest`` rolls are left there, for what the model says of the last position.

    With a ``trace`` of 1 and no tries what came of a position is the result with the luck taken out.
    """
    steps: list[list[_Step]] = [[] for _ in starts]
    states, shares = list(starts), list(known(starts))
    running = list(range(len(starts)))
    for _ in range(longest or _LONGEST):
        running = [one for one in running if states[one].seat is not None]
        if not running:
            break
        check_cancelled()
        ways = [_ahead(states[one], chance, rolls) for one in running]
        rows_of: dict[State, int] = {}
        for after in (after for way in ways for _, choices in way for after in choices):
            rows_of.setdefault(after, len(rows_of))
        worth = known(list(rows_of))
        for one, way in zip(running, ways, strict=True):
            state, expected = states[one], np.zeros(worth.shape[1])
            drawn, is_tried = chance.below(_ALIKE) / _ALIKE, False
            taken: tuple[State, Shares] | None = None
            for part, choices in way:
                rows = worth[[rows_of[after] for after in choices]]
                best = int(rows[:, state.seat].argmax())
                expected += part * rows[best]
                drawn -= part
                if drawn < 0 and taken is None:
                    if len(choices) > 1 and tries and chance.below(100) < tries:
                        best, is_tried = chance.below(len(choices)), True
                    taken = choices[best], rows[best]
            if taken is None:  # the parts add up to a little less than one
                taken = choices[best], rows[best]
            steps[one].append(_Step(state, shares[one], expected, is_tried))
            states[one], shares[one] = taken
    else:
        if longest is None:
            raise RoostError("this game does not end", position=str(states[running[0]]))
    return [_backed(mine, end, share, trace) for mine, end, share in zip(steps, states, shares, strict=True)]


def _backed(steps: Sequence[_Step], end: State, result: Shares, trace: float) -> Practised:
    """Hand surprises on from the end backwards, but not past an action that was only tried."""
    backed: list[Shares] = []
    surprise = np.zeros_like(result)
    for step in reversed(steps):
        backed.append(step.expected + (0.0 if step.is_tried else trace) * surprise)
        surprise = backed[-1] - step.predicted
    states, predicted, expected, _ = zip(*steps, strict=True)
    return Practised(list(states), np.array(predicted), np.array(expected), np.array(backed[::-1]), end, result)


def _ahead(state: State, chance: Stream, drawn: int) -> list[tuple[float, list[State]]]:
    """The ways in which the dice may fall, each with its chance and the positions that its player may choose from."""
    dice = state.dice
    assert dice is not None
    if comb(len(dice.die.symbols) + dice.count - 1, dice.count) <= _ALL_ROLLS:
        rolls, parts = [roll for roll, _ in dice.rolls], [weight / dice.ways for _, weight in dice.rolls]
    else:
        rolls, parts = [dice.draw(chance) for _ in range(drawn)], [1 / drawn] * drawn
    met: _Choices = {}
    return [(part, chosen(after, met)) for part, after in zip(parts, state.throws(rolls), strict=True)]


def chosen(state: State, met: _Choices | None = None) -> list[State]:
    """The positions before the next roll, or after the end, that the mover's choices can lead to.

    Different rolls lead to the same positions: ``met`` are the choices of those that were met before.
    """
    known = {} if met is None else met
    found, leaves = {state}, list[State]()
    waiting = [state]
    while waiting:
        one = waiting.pop()
        choices = known.get(one)
        if choices is None:
            choices = known[one] = one.choices() if one.seat == state.seat else ()
        if not choices:
            leaves.append(one)
        for _, after in choices:
            if after not in found:
                found.add(after)
                waiting.append(after)
        if len(found) > _MOST_CHOICES:
            raise RoostError("too many choices follow one roll to be learnt from", position=str(state))
    return leaves


def play_by_chance(game: Game, chance: Stream) -> Practised:
    """A game of players who choose at random, but stop rolling with a chance of their own."""
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
    told = np.tile(result, (len(states), 1))
    return Practised(states, told, told, told, state, result)


def _choose(state: State, stopping: int, chance: Stream) -> Action:
    actions = state.actions()
    on = [action for action in actions if action.kind is Kind.ROLL]
    if not on or len(on) == len(actions):
        return chance.choice(actions)
    if chance.below(100) < stopping:
        return chance.choice([action for action in actions if action.kind is not Kind.ROLL])
    return chance.choice(on)
