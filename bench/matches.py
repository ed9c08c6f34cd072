"""Two players that solve their turns against a model meet, many games in lock-step, the luck of the dice taken out.

How a turn ends is drawn from its exact distribution, so what the dice brought is known exactly too: what a judge says
of the position that was drawn, less what they say on average of all that could have come. Before the draw that is zero
on average, whatever the judge says and however well anybody plays. So it may be taken out of the result.

A deal is played once for each seat that the challenger can have, with the same draws. Where both players choose alike
the same game comes about, and their difference is exactly zero.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Leaf
from roost.study.models.solved_turn import solve_turns

_LONGEST = 1_000
"""No game takes so many turns; one that did would be broken off as a draw."""
_ALIKE = 1e-9
"""Chances of a turn's ends that differ by no more are the same."""


class Deals(NamedTuple):
    """The results of some deals, a number for each: the mean over the challenger's seats."""

    won: NDArray[np.float64]
    """The challenger's share of the win."""
    luck: NDArray[np.float64]
    """The luck of the dice, as the judge sees it."""
    turns: int
    """How many turns the challenger solved in all."""


class Share(NamedTuple):
    """The challenger's share of the win with the luck taken out, and its standard error."""

    value: float
    error: float
    left: float
    """The part of the variance that the luck leaves."""


def play_deals(
    packed: Packing[Any, Any], challenger: Leaf, others: Leaf, judge: Leaf, deals: int, rng: np.random.Generator
) -> Deals:
    """Play so many deals, with the challenger on each seat in turn and the others on all other seats."""
    players = packed.game.players
    deal, sits = np.divmod(np.arange(deals * players), players)
    begin: Records = np.repeat(packed.opening(), deals * players)
    won, luck, turns = _played_out(packed, begin, sits, (challenger, others, judge), deal, rng)
    return Deals(won.reshape(deals, players).mean(axis=1), luck.reshape(deals, players).mean(axis=1), turns)


def _played_out(
    packed: Packing[Any, Any],
    states: Records,
    sits: NDArray[np.int64],
    leaves: tuple[Leaf, Leaf, Leaf],
    deal: NDArray[np.int64],
    rng: np.random.Generator,
) -> Deals:
    """Games played on from these positions, with the challenger on these seats: a number for each game, not for a deal.

    The leaves are those of the challenger, the others and the judge. Games of one deal have the same draws.
    """
    challenger, others, judge = leaves
    players = packed.game.players
    draws = rng.random((_LONGEST, int(deal.max()) + 1))
    won, luck = np.full(len(states), 1.0 / players), np.zeros(len(states))
    running, solved = np.arange(len(states)), 0
    for draw in draws:
        over = states["node"] == OVER
        if over.any():
            ended = running[over]
            won[ended] = judge(packed, states[over], sits[ended])[:, 0]
        running, states = running[~over], states[~over]
        if not len(running):
            break
        own = states["seat"] == sits[running]
        after: Records = np.empty_like(states)
        for mine, leaf in ((own, challenger), (~own, others)):
            if mine.any():
                seats = (sits[running[mine]] - states["seat"][mine]) % players
                after[mine], lucky = _one_turn(packed, states[mine], leaf, judge, draw[deal[running[mine]]], seats)
                luck[running[mine]] += lucky
        solved += int(own.sum())
        states = after
    return Deals(won, luck, solved)


def _one_turn(
    packed: Packing[Any, Any],
    states: Records,
    leaf: Leaf,
    judge: Leaf,
    draw: NDArray[np.float64],
    seats: NDArray[np.int64],
) -> tuple[Records, NDArray[np.float64]]:
    """The positions after a turn, and what the dice brought those who sit so many seats after the mover."""
    players, turns = packed.game.players, solve_turns(packed, states, leaf)
    some, likely = np.arange(len(states)), turns.chance > 0
    reach = turns.chance.cumsum(axis=1)
    drawn = (reach > draw[:, np.newaxis] * reach[:, -1:]).argmax(axis=1)
    row, place = np.nonzero(likely)
    worth = np.zeros(turns.chance.shape)
    shares = judge(packed, turns.afters[row, place], (states["seat"][row].astype(np.int64) + 1) % players)
    worth[row, place] = shares[np.arange(len(row)), (seats[row] - 1) % players]
    expected = (turns.chance * worth).sum(axis=1) / reach[:, -1]
    return turns.afters[some, drawn], worth[some, drawn] - expected


def share(won: NDArray[np.float64], luck: NDArray[np.float64]) -> Share:
    """The share of the win in some deals, less the part of the luck that leaves least variance (three deals at least).

    The part is estimated from the same deals. The error is the textbook's, which is right where deals are many.
    """
    deals, spread = len(won), float(luck.var())
    part = float(((won - won.mean()) * (luck - luck.mean())).mean()) / spread if spread else 0.0
    rest = won - part * luck
    variance = float(rest.var()) * deals / (deals - 2)
    doubt = variance * float(luck.mean()) ** 2 / spread if spread else 0.0
    before = float(won.var())
    return Share(float(rest.mean()), ((variance + doubt) / deals) ** 0.5, float(rest.var()) / before if before else 0.0)


def claimed_gains(packed: Packing[Any, Any], shallow: Leaf, deep: Leaf, states: Records) -> NDArray[np.float64]:
    """The gain that a deeper player expects in each turn by playing it better than a shallower one.

    Both turns are judged by what the deeper one knows of the positions after it. Errors that both share stay unseen, so
    that claims understate; with exact values in place of the deeper one the answer is the truth.
    """
    theirs, own = solve_turns(packed, states, shallow), solve_turns(packed, states, deep)
    row, place = np.nonzero(theirs.chance > 0)
    worth = np.zeros(theirs.chance.shape)
    next_seat = (states["seat"][row].astype(np.int64) + 1) % packed.game.players
    worth[row, place] = deep(packed, theirs.afters[row, place], next_seat)[:, -1]
    gains: NDArray[np.float64] = own.shares[:, 0] - (theirs.chance * worth).sum(axis=1)
    return gains


def played_gains(
    packed: Packing[Any, Any], shallow: Leaf, deep: Leaf, states: Records, times: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """The gain in each turn by playing it as the deeper player does, found by playing on: nobody's judgement of it.

    Only where the two may end a turn differently is there something to win. There, one of the ends that the deeper one
    comes to more often and one of the others are played on by the shallower one so many times, with the same draws and
    the luck taken out, and count as much as the two players differ. That is right on average, however the two judge.
    """
    theirs, own = solve_turns(packed, states, shallow), solve_turns(packed, states, deep)
    ends_of_all = np.nonzero(np.arange(own.chance.shape[1]) < own.ends[:, np.newaxis])
    if not np.array_equal(theirs.ends, own.ends) or (theirs.afters[ends_of_all] != own.afters[ends_of_all]).any():
        raise ValueError("turns of this game do not have the same ends for everybody")
    more = own.chance - theirs.chance
    apart = np.maximum(more, 0.0).sum(axis=1)
    gains = np.zeros(len(states))
    row = np.flatnonzero(apart > _ALIKE)
    if not len(row):
        return gains
    ends: list[Records] = []
    for part in (np.maximum(more[row], 0.0), np.maximum(-more[row], 0.0)):
        reach = part.cumsum(axis=1)
        drawn = (reach > rng.random((len(row), 1)) * reach[:, -1:]).argmax(axis=1)
        ends.append(own.afters[row, drawn])
    pair = np.arange(len(row) * times)
    begin, sits = np.repeat(np.concatenate(ends), times), np.tile(np.repeat(states["seat"][row], times), 2)
    leaves = shallow, shallow, shallow
    won, luck, _ = _played_out(packed, begin, sits.astype(np.int64), leaves, np.tile(pair, 2), rng)
    better, worse = (won - luck).reshape(2, len(row), times).mean(axis=2)
    gains[row] = apart[row] * (better - worse)
    return gains
