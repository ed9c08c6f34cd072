"""Measure a policy in a solved game by the exact loss of each of its decisions, over sampled deals.

The policy plays against a perfect opponent, each deal from both seats. The table of exact values gives the loss of
every decision. The policy's win share is 0.5 less its loss per game, because luck is zero on average and a perfect
opponent loses nothing. So the winners of the games do not matter, and neither does the luck of the dice.
"""

from dataclasses import dataclass

from roost.core.errors import OptionError
from roost.core.moves import Action
from roost.core.playthrough import playthrough
from roost.core.sources import SeededDice
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.benchmark.estimates import mean_of, ratio_of
from roost.study.bots import Bot
from roost.study.estimate import Estimate
from roost.study.models.solved_turn import turn_start, value_exactly
from roost.study.models.valuation import Valuation
from roost.study.solve import Exact, exact


@dataclass(frozen=True)
class TrueLosses:
    """A policy's losses against best play."""

    share: Estimate
    """The policy's win share, averaged over both seats; 0.5 for best play."""
    loss: Estimate
    """Win share that the policy loses per decision."""
    decisions: int
    """Number of decisions evaluated."""


def true_losses(bot: Bot, start: State, deals: int, seed: str, known: Exact | None = None) -> TrueLosses:
    """Play ``deals`` deals from a position, each from both seats.

    ``known`` contains the exact values of all positions that can follow; if it is None, the table of the whole game is
    used.
    """
    if start.game.players != 2:
        raise OptionError("losses against best play need exactly two players", input=start.game.players)
    given_away, decisions = list[float](), list[int]()
    for deal in range(deals):
        lost, count = 0.0, 0
        for seat in range(2):
            game_loss, game_decisions = _play(bot, start, seat, f"{seed}/{deal}", known)
            lost, count = lost + game_loss, count + game_decisions
        given_away.append(lost)
        decisions.append(count)
    loss = mean_of(given_away).scaled(0.5)  # each deal has two games
    low, high = (None if loss.high is None else 0.5 - loss.high), (None if loss.low is None else 0.5 - loss.low)
    share = Estimate(0.5 - loss.value, loss.standard_error, low, high)
    return TrueLosses(share, ratio_of(given_away, decisions), sum(decisions))


def _play(bot: Bot, state: State, seat: int, deal: str, known: Exact | None) -> tuple[float, int]:
    """Return the bot's loss in one game, and the number of its decisions."""
    dice, chance = SeededDice(deal), Stream(f"{deal}/{seat}")
    losses, solved = list[float](), _Solved(known)

    def choose(state: State) -> Action:
        valuation = solved.turn(state)
        best = valuation.best(state)
        if state.seat != seat:
            return best
        choices, chosen = valuation.choices(state), bot.choose(state, chance)
        losses.append(choices[best][seat] - choices[chosen][seat])
        return chosen

    for _ in playthrough(state, dice.roll, choose):
        pass
    return sum(losses), len(losses)


class _Solved:
    """The current turn, solved with the exact values of the positions at its end."""

    def __init__(self, known: Exact | None) -> None:
        self._known = known
        self._start: State | None = None
        self._valuation: Valuation | None = None

    def turn(self, state: State) -> Valuation:
        start = turn_start(state)
        if self._valuation is None or start != self._start:
            known = self._known or exact(start)
            if known is None:
                missing = f"the solution of {start.game.title} is not on this machine"
                message = f"{missing}; make it with: roost solve {start.game.name}"
                raise OptionError(message, input=start.game.name)
            self._start, self._valuation = start, value_exactly(start, known)
        return self._valuation
