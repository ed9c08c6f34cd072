"""Play matches between two players that solve their turns with a model, many games in lock-step, without luck.

How a turn ends is drawn from its exact distribution, so the luck of the dice is also known exactly. It is an
evaluator's value of the position drawn, minus the mean of the evaluator's values over all positions that were possible.
The luck is zero on average for any evaluator and any players, so it may be subtracted from the result.

A deal is played once with the challenger on each seat, with the same draws. If both players make the same choices, they
play the same game, and the difference between them is exactly zero.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Evaluator
from roost.study.models.solved_turn import solve_turns

_LONGEST = 1_000
"""Maximum number of turns, which no game reaches; a longer game would be cut off as a draw."""
_ALIKE = 1e-9
"""Maximum difference between probabilities of a turn's ends that count as equal."""


class Deals(NamedTuple):
    """The results of some deals, one number per deal: the mean over the challenger's seats."""

    won: NDArray[np.float64]
    """The challenger's win share."""
    luck: NDArray[np.float64]
    """The luck of the dice, according to the evaluator."""
    turns: int
    """Total number of turns solved by the challenger."""


class Share(NamedTuple):
    """The challenger's win share with the luck taken out, and its standard error."""

    value: float
    error: float
    left: float
    """Fraction of the variance that remains after the luck is taken out."""


def play_deals(
    packed: Packing[Any, Any],
    challenger: Evaluator,
    others: Evaluator,
    evaluator: Evaluator,
    deals: int,
    rng: np.random.Generator,
) -> Deals:
    """Play deals, with the challenger on each seat in turn and the other player on all other seats."""
    players = packed.game.players
    deal, seats = np.divmod(np.arange(deals * players), players)
    begin: Records = np.repeat(packed.opening(), deals * players)
    won, luck, turns = _played_out(packed, begin, seats, (challenger, others, evaluator), deal, rng)
    return Deals(won.reshape(deals, players).mean(axis=1), luck.reshape(deals, players).mean(axis=1), turns)


def _played_out(
    packed: Packing[Any, Any],
    states: Records,
    seat_of: NDArray[np.int64],
    evaluators: tuple[Evaluator, Evaluator, Evaluator],
    deal: NDArray[np.int64],
    rng: np.random.Generator,
) -> Deals:
    """Play games from these positions, with the challenger on these seats; return a result for each game.

    The evaluators are those of the challenger, of the other player, and for measuring luck. Games in one deal have the
    same draws.
    """
    challenger, others, evaluator = evaluators
    players = packed.game.players
    draws = rng.random((_LONGEST, int(deal.max()) + 1))
    won, luck = np.full(len(states), 1.0 / players), np.zeros(len(states))
    running, solved = np.arange(len(states)), 0
    for draw in draws:
        over = states["node"] == OVER
        if over.any():
            ended = running[over]
            won[ended] = evaluator(packed, states[over], seat_of[ended])[:, 0]
        running, states = running[~over], states[~over]
        if not len(running):
            break
        challenging = states["seat"] == seat_of[running]
        after: Records = np.empty_like(states)
        for rows, player in ((challenging, challenger), (~challenging, others)):
            if rows.any():
                seats = (seat_of[running[rows]] - states["seat"][rows]) % players
                draws_of_rows = draw[deal[running[rows]]]
                after[rows], gained = _one_turn(packed, states[rows], player, evaluator, draws_of_rows, seats)
                luck[running[rows]] += gained
        solved += int(challenging.sum())
        states = after
    return Deals(won, luck, solved)


def _one_turn(
    packed: Packing[Any, Any],
    states: Records,
    player: Evaluator,
    evaluator: Evaluator,
    draw: NDArray[np.float64],
    seats: NDArray[np.int64],
) -> tuple[Records, NDArray[np.float64]]:
    """Return the positions after a turn, and the luck of the players who sit ``seats`` seats after the mover."""
    players, turns = packed.game.players, solve_turns(packed, states, player)
    rows, is_possible = np.arange(len(states)), turns.chance > 0
    reach = turns.chance.cumsum(axis=1)
    drawn = (reach > draw[:, np.newaxis] * reach[:, -1:]).argmax(axis=1)
    row, place = np.nonzero(is_possible)
    values = np.zeros(turns.chance.shape)
    shares = evaluator(packed, turns.afters[row, place], (states["seat"][row].astype(np.int64) + 1) % players)
    values[row, place] = shares[np.arange(len(row)), (seats[row] - 1) % players]
    expected = (turns.chance * values).sum(axis=1) / reach[:, -1]
    return turns.afters[rows, drawn], values[rows, drawn] - expected


def share(won: NDArray[np.float64], luck: NDArray[np.float64]) -> Share:
    """Return the win share in some deals, minus the multiple of the luck that leaves the least variance.

    At least three deals are needed. The multiple is estimated from the same deals. The standard error is the
    textbook's, which is right for many deals.
    """
    deals, spread = len(won), float(luck.var())
    slope = float(((won - won.mean()) * (luck - luck.mean())).mean()) / spread if spread else 0.0
    rest = won - slope * luck
    variance = float(rest.var()) * deals / (deals - 2)
    doubt = variance * float(luck.mean()) ** 2 / spread if spread else 0.0
    plain = float(won.var())
    return Share(float(rest.mean()), ((variance + doubt) / deals) ** 0.5, float(rest.var()) / plain if plain else 0.0)


def claimed_gains(
    packed: Packing[Any, Any], shallow: Evaluator, deep: Evaluator, states: Records
) -> NDArray[np.float64]:
    """Return how much a deeper player expects to gain in each turn by playing it better than a shallower one.

    Both ways to play are evaluated by the deeper player's evaluator. Errors that both players share remain unseen, so
    these claims understate the gain. With exact values instead of the deeper player's, the result is the true gain.
    """
    shallower, deeper = solve_turns(packed, states, shallow), solve_turns(packed, states, deep)
    row, place = np.nonzero(shallower.chance > 0)
    values = np.zeros(shallower.chance.shape)
    next_seat = (states["seat"][row].astype(np.int64) + 1) % packed.game.players
    values[row, place] = deep(packed, shallower.afters[row, place], next_seat)[:, -1]
    gains: NDArray[np.float64] = deeper.shares[:, 0] - (shallower.chance * values).sum(axis=1)
    return gains


def played_gains(
    packed: Packing[Any, Any],
    shallow: Evaluator,
    deep: Evaluator,
    states: Records,
    times: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Estimate from playouts how much is gained by playing each turn as the deeper player does.

    Only turns that the two players may end differently can gain anything. One ending is drawn from those that the
    deeper player reaches more often, and one from those that it reaches less often. The shallower player plays on from
    both ``times`` times, with the same draws and with luck subtracted. The difference is weighted by how much the two
    players' probabilities differ, so the estimate is unbiased whatever the evaluations are.
    """
    shallower, deeper = solve_turns(packed, states, shallow), solve_turns(packed, states, deep)
    ends_of_all = np.nonzero(np.arange(deeper.chance.shape[1]) < deeper.ends[:, np.newaxis])
    are_counts_equal = np.array_equal(shallower.ends, deeper.ends)
    if not are_counts_equal or (shallower.afters[ends_of_all] != deeper.afters[ends_of_all]).any():
        raise ValueError("turns of this game do not have the same ends for both players")
    more = deeper.chance - shallower.chance
    difference = np.maximum(more, 0.0).sum(axis=1)
    gains = np.zeros(len(states))
    row = np.flatnonzero(difference > _ALIKE)
    if not len(row):
        return gains
    ends: list[Records] = []
    for part in (np.maximum(more[row], 0.0), np.maximum(-more[row], 0.0)):
        reach = part.cumsum(axis=1)
        drawn = (reach > rng.random((len(row), 1)) * reach[:, -1:]).argmax(axis=1)
        ends.append(deeper.afters[row, drawn])
    pair = np.arange(len(row) * times)
    begin, seats = np.repeat(np.concatenate(ends), times), np.tile(np.repeat(states["seat"][row], times), 2)
    evaluators = shallow, shallow, shallow
    won, luck, _ = _played_out(packed, begin, seats.astype(np.int64), evaluators, np.tile(pair, 2), rng)
    better, worse = (won - luck).reshape(2, len(row), times).mean(axis=2)
    gains[row] = difference[row] * (better - worse)
    return gains
