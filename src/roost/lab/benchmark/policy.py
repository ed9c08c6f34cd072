"""A policy's choices as chances: exact evaluation asks for all that may happen, not for what happened once."""

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
    """A bot that draws, and tells how likely it is to play each action."""

    def probabilities(self, state: State) -> Mapping[Action, float]:
        """The chance of each legal action; those left out have none. They sum to one."""


class _NoChance(Stream):
    """A stream for whoever claims to need none."""

    def read(self, count: int) -> bytes:
        raise _ChanceError

    def below(self, limit: int) -> int:
        if limit == 1:
            return 0
        raise _ChanceError

    def translated(self, count: int, table: bytes, rejected: bytes) -> bytes:
        raise _ChanceError


class _ChanceError(Exception):
    """Somebody drew."""


def chances(bot: Bot, state: State) -> Mapping[Action, float]:
    """How likely a bot is to play each action at a decision.

    A bot that looks at no chance plays one action. One that does must say how: see :class:`ByChance`.
    """
    legal = state.actions()
    if not isinstance(bot, ByChance):
        try:
            chosen = bot.choose(state, _NoChance(0))
        except _ChanceError:
            message = f"{bot.name} draws, so exact evaluation needs its method probabilities(state)"
            raise OptionError(message, input=bot.name) from None
        told: Mapping[Action, float] = {chosen: 1.0}
    else:
        told = bot.probabilities(state)
    if any(action not in legal or not 0 <= chance <= 1 for action, chance in told.items()):
        raise OptionError(f"{bot.name} plays {quote(dict(told))}, which is not legal here", position=str(state))
    if abs(sum(told.values()) - 1) > _ROUNDING:
        raise OptionError(f"the chances of {bot.name} sum to {sum(told.values()):g}", position=str(state))
    return told
