"""A policy against best play, evaluated exactly: no dice are rolled, all of them are counted.

Where a game, or the end of one, is solved for two players, every position that can come up between the policy and a
perfect opponent is a state of a Markov chain: a turn leads from one to others with known chances. The chain's linear
equations give the policy's share of the win, how often it decides in a game, and how much it gives away.

What it gives away in one decision is the share of the best action less that of its own, with best play afterwards.
The opponent gives nothing away, and luck is zero on average. So the share is the value of the position less all that is
given away: a second way to the same number, which tests compare.
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
    """The worth of a policy against best play, as an average over both seats."""

    share: float
    """Its share of the win. Best play has a half."""
    given_away: float
    """How much of a win it gives away in a game."""
    decisions: float
    """How often it decides in a game."""
    positions: int
    """How many positions came up, at the start of a turn, both seats together."""

    @property
    def loss(self) -> float:
        """How much of a win it gives away per decision."""
        return self.given_away / self.decisions


@dataclass(frozen=True)
class _Turn:
    ends: Mapping[State, float]
    """How likely the turn is to end at each position."""
    decisions: float
    given_away: float


def evaluate(bot: Bot, start: State, known: Exact) -> ExactPlay:
    """Evaluate a bot from the start of a turn against a perfect opponent, on either side of the table."""
    if start.game.players != 2:
        raise OptionError("exact evaluation is for two players", position=str(start))
    one, other = (_evaluate(bot, start, known, seat) for seat in range(2))
    return ExactPlay(
        (one.share + other.share) / 2,
        (one.given_away + other.given_away) / 2,
        (one.decisions + other.decisions) / 2,
        one.positions + other.positions,
    )


def _evaluate(bot: Bot, start: State, known: Exact, seat: int) -> ExactPlay:
    """The same when the bot has this seat."""
    places, turns, waiting = {start: 0}, list[_Turn](), [start]
    for state in waiting:  # which grows
        valuation = value_exactly(state, known)
        turn = _walk(state, valuation, bot if state.seat == seat else None)
        turns.append(turn)
        for end in turn.ends:
            if end.node is not Node.OVER and end not in places:
                places[end] = len(places)
                waiting.append(end)
    leads, earned = np.eye(len(places)), np.zeros((len(places), 3))
    for place, (state, turn) in enumerate(zip(waiting, turns, strict=True)):
        if state.seat == seat:
            earned[place, 1:] = turn.given_away, turn.decisions
        for end, chance in turn.ends.items():
            if end.outcome is not None:
                earned[place, 0] += chance * float(end.outcome.shares[seat])
            else:
                leads[place, places[end]] -= chance
    share, given_away, decisions = np.linalg.solve(leads, earned)[0].tolist()
    return ExactPlay(share, given_away, decisions, len(places))


def _walk(start: State, valuation: Valuation, bot: Bot | None) -> _Turn:
    """Follow a turn of a bot, or of a perfect player, to all its ends. States that come up again are looked at once."""
    seat = start.seat
    assert seat is not None
    ends: dict[State, float] = defaultdict(float)
    decisions = given_away = 0.0
    level: dict[State, float] = {start: 1.0}
    while level:
        after: dict[State, float] = defaultdict(float)
        for state, likely in level.items():
            if state.seat != seat or state.node is Node.OVER:
                ends[state] += likely
            elif (dice := state.dice) is not None:
                for roll, weight in state.rolls():
                    after[state.play(roll).state] += likely * weight / dice.ways
            elif bot is None:
                after[state.play(valuation.best(state)).state] += likely
            else:
                decisions += likely
                worth = {action: shares[seat] for action, shares in valuation.choices(state).items()}
                best = max(worth.values())
                for action, chance in chances(bot, state).items():
                    given_away += likely * chance * (best - worth[action])
                    after[state.play(action).state] += likely * chance
        level = after
    return _Turn(ends, decisions, given_away)
