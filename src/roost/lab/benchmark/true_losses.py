"""A policy against best play in a whole solved game: the exact loss of every decision, over sampled deals.

The policy plays a perfect opponent, each deal from both seats. The table of exact values gives the loss of every
decision. The share of the win against best play is a half less the loss per game, because luck is zero on average and
a perfect opponent loses nothing. So the results of the games are not needed, and the luck of the dice does not enter.
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
    """The losses of a policy against best play."""

    share: Estimate
    """Its share of the win, averaged over both seats; best play has a half."""
    loss: Estimate
    """Share of the win that it loses per decision."""
    decisions: int
    """Number of decisions evaluated."""


def true_losses(bot: Bot, start: State, deals: int, seed: str, known: Exact | None = None) -> TrueLosses:
    """Play ``deals`` deals from a position, each from both seats.

    ``known`` holds the exact values of all positions that can follow; without it the table of the whole game is
    needed.
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
    loss = mean_of(given_away).scaled(0.5)  # two games in each deal
    low, high = (None if loss.high is None else 0.5 - loss.high), (None if loss.low is None else 0.5 - loss.low)
    share = Estimate(0.5 - loss.value, loss.standard_error, low, high)
    return TrueLosses(share, ratio_of(given_away, decisions), sum(decisions))


def _play(bot: Bot, state: State, seat: int, deal: str, known: Exact | None) -> tuple[float, int]:
    """Return the loss of the bot in one game, and the number of its decisions."""
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
    """The current turn, solved with the exact values of the positions after it."""

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
