"""Evaluate a policy against best play exactly, by enumerating all rolls instead of sampling them.

If a two-player game or endgame is solved, the turns of the policy and of a perfect opponent form a Markov chain over
the positions at the start of a turn: each turn leads to other positions with known probabilities. The chain's linear
equations give the policy's win share, its expected number of decisions per game, and its expected loss.

The loss of a decision is the win share of the best action less that of the chosen action, with best play afterwards. A
perfect opponent loses nothing, and luck is zero on average. So the policy's win share also equals the value of the
position less the expected loss, which the tests check.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from roost.core.errors import OptionError
from roost.core.state import Node, State
from roost.lab.benchmark.policy import chances
from roost.study.bots import Bot
from roost.study.models.solved_turn import value_exactly
from roost.study.models.valuation import Valuation
from roost.study.solve import Exact


@dataclass(frozen=True)
class ExactPlay:
    """A policy's results against best play, averaged over both seats."""

    share: float
    """The policy's win share; 0.5 for best play."""
    given_away: float
    """Win share that the policy loses per game through its decisions."""
    decisions: float
    """Expected number of the policy's decisions per game."""
    positions: int
    """Number of distinct positions reached at the start of a turn, summed over both seats."""

    @property
    def loss(self) -> float:
        """Win share that the policy loses per decision."""
        return self.given_away / self.decisions


@dataclass(frozen=True)
class _ExactTurn:
    ends: Mapping[State, float]
    """The possible final positions of the turn with their probabilities."""
    decisions: float
    given_away: float


def evaluate(bot: Bot, start: State, known: Exact) -> ExactPlay:
    """Evaluate a bot from the start of a turn against a perfect opponent, averaged over both seats."""
    if start.game.players != 2:
        raise OptionError("exact evaluation needs exactly two players", position=str(start))
    first, second = (_evaluate(bot, start, known, seat) for seat in range(2))
    return ExactPlay(
        (first.share + second.share) / 2,
        (first.given_away + second.given_away) / 2,
        (first.decisions + second.decisions) / 2,
        first.positions + second.positions,
    )


def _evaluate(bot: Bot, start: State, known: Exact, seat: int) -> ExactPlay:
    places, turns, waiting = {start: 0}, list[_ExactTurn](), [start]
    for state in waiting:  # the list grows during the loop
        valuation = value_exactly(state, known)
        turn = _walk(state, valuation, bot if state.seat == seat else None)
        turns.append(turn)
        for end in turn.ends:
            if end.node is not Node.OVER and end not in places:
                places[end] = len(places)
                waiting.append(end)
    equations, sums = np.eye(len(places)), np.zeros((len(places), 3))
    for place, (state, turn) in enumerate(zip(waiting, turns, strict=True)):
        if state.seat == seat:
            sums[place, 1:] = turn.given_away, turn.decisions
        for end, chance in turn.ends.items():
            if end.outcome is not None:
                sums[place, 0] += chance * float(end.outcome.shares[seat])
            else:
                equations[place, places[end]] -= chance
    share, given_away, decisions = np.linalg.solve(equations, sums)[0].tolist()
    return ExactPlay(share, given_away, decisions, len(places))


def _walk(start: State, valuation: Valuation, bot: Bot | None) -> _ExactTurn:
    """Follow a turn of a bot, or of the perfect player if ``bot`` is None, to all possible ends.

    Equal states at the same depth are merged.
    """
    seat = start.seat
    assert seat is not None
    ends: dict[State, float] = defaultdict(float)
    decisions = given_away = 0.0
    current: dict[State, float] = {start: 1.0}
    while current:
        following: dict[State, float] = defaultdict(float)
        for state, probability in current.items():
            if state.seat != seat or state.node is Node.OVER:
                ends[state] += probability
            elif (dice := state.dice) is not None:
                for roll, weight in state.rolls():
                    following[state.play(roll).state] += probability * weight / dice.ways
            elif bot is None:
                following[state.play(valuation.best(state)).state] += probability
            else:
                decisions += probability
                worth = {action: shares[seat] for action, shares in valuation.choices(state).items()}
                best = max(worth.values())
                for action, chance in chances(bot, state).items():
                    given_away += probability * chance * (best - worth[action])
                    following[state.play(action).state] += probability * chance
        current = following
    return _ExactTurn(ends, decisions, given_away)
