"""A policy against best play in a whole game that is solved: every decision's exact loss, over deals of dice.

The policy plays a perfect opponent, each deal from both seats. After every decision the table says what it gave away.
The share of the win against best play is a half less what is given away in a game: luck is zero on average, and a
perfect opponent gives nothing away. So the results of the games are not looked at, and the luck of the dice is out.
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
    """The loss of a policy against best play."""

    share: Estimate
    """Its share of the win, as an average over both seats; best play has a half."""
    loss: Estimate
    """How much of a win it gives away per decision."""
    decisions: int
    """How many decisions were looked at."""


def true_losses(bot: Bot, start: State, deals: int, seed: str, known: Exact | None = None) -> TrueLosses:
    """Play so many deals from a position, each from both seats.

    ``known`` are exact values of all that can come up from there; without it the table of the whole game is needed.
    """
    if start.game.players != 2:
        raise OptionError("losses against best play are for two players", input=start.game.players)
    given_away, decisions = list[float](), list[int]()
    for deal in range(deals):
        lost, count = 0.0, 0
        for seat in range(2):
            one, more = _play(bot, start, seat, f"{seed}/{deal}", known)
            lost, count = lost + one, count + more
        given_away.append(lost)
        decisions.append(count)
    away = mean_of(given_away).scaled(0.5)  # two games in each deal
    low, high = (None if away.high is None else 0.5 - away.high), (None if away.low is None else 0.5 - away.low)
    share = Estimate(0.5 - away.value, away.standard_error, low, high)
    return TrueLosses(share, ratio_of(given_away, decisions), sum(decisions))


def _play(bot: Bot, state: State, seat: int, deal: str, known: Exact | None) -> tuple[float, int]:
    """The loss of the bot in one game, and the number of its decisions."""
    dice, chance = SeededDice(deal), Stream(f"{deal}/{seat}")
    losses, solved = list[float](), _Solved(known)

    def choose(state: State) -> Action:
        worth = solved.turn(state)
        best = worth.best(state)
        if state.seat != seat:
            return best
        choices, chosen = worth.choices(state), bot.choose(state, chance)
        losses.append(choices[best][seat] - choices[chosen][seat])
        return chosen

    for _ in playthrough(state, dice.roll, choose):
        pass
    return sum(losses), len(losses)


class _Solved:
    """The turn under way, solved against the exact values of what comes after it."""

    def __init__(self, known: Exact | None) -> None:
        self._known = known
        self._start: State | None = None
        self._valuation: Valuation | None = None

    def turn(self, state: State) -> Valuation:
        start = turn_start(state)
        if self._valuation is None or start != self._start:
            known = self._known or exact(start)
            if known is None:
                message = f"the solution of {start.game.title} is not on this machine: roost solve {start.game.name}"
                raise OptionError(message, input=start.game.name)
            self._start, self._valuation = start, value_exactly(start, known)
        return self._valuation
