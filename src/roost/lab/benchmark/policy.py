"""Return a policy's choices as probabilities, because exact evaluation needs all possible choices and not a sample."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from roost.core.errors import OptionError, quote
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import Bot

_ROUNDING = 1e-6


@runtime_checkable
class ByChance(Protocol):
    """A bot that chooses at random and reports the probability of each action."""

    def probabilities(self, state: State) -> Mapping[Action, float]:
        """Return the probability of each legal action.

        The probabilities sum to one; an omitted action has probability 0.
        """


class _NoChance(Stream):
    """A random stream that raises an error when it is read, for bots that should not need randomness."""

    def read(self, count: int) -> bytes:
        raise _ChanceError

    def below(self, limit: int) -> int:
        if limit == 1:
            return 0
        raise _ChanceError

    def translated(self, count: int, table: bytes, rejected: bytes) -> bytes:
        raise _ChanceError


class _ChanceError(Exception):
    """A bot drew a random number although it should not need any."""


def chances(bot: Bot, state: State) -> Mapping[Action, float]:
    """Return the probability of each action that a bot may choose at a decision.

    A bot that uses no random numbers has a single action. A bot that does must be a :class:`ByChance`.
    """
    legal = state.actions()
    if not isinstance(bot, ByChance):
        try:
            chosen = bot.choose(state, _NoChance(0))
        except _ChanceError:
            message = f"{bot.name} chooses at random, so exact evaluation needs its method probabilities(state)"
            raise OptionError(message, input=bot.name) from None
        probabilities: Mapping[Action, float] = {chosen: 1.0}
    else:
        probabilities = bot.probabilities(state)
    if any(action not in legal or not 0 <= chance <= 1 for action, chance in probabilities.items()):
        message = f"{bot.name} plays {quote(dict(probabilities))}, which is illegal in this position"
        raise OptionError(message, position=str(state))
    if abs((total := sum(probabilities.values())) - 1) > _ROUNDING:
        raise OptionError(f"the probabilities of {bot.name} must sum to 1, not {total:g}", position=str(state))
    return probabilities
