"""The interface of bots: a name, and a choice among a state's actions.

A bot sees the whole state, because these games hide no information. Its random numbers are passed in, so a game can be
replayed from its seed. Bots in other packages implement the same protocol; see :mod:`roost.study.bots`.
"""

from typing import Protocol, runtime_checkable

from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream


class Bot(Protocol):
    """A player that chooses actions."""

    @property
    def name(self) -> str:
        """Name of the bot in tables, records and rankings."""

    def choose(self, state: State, chance: Stream) -> Action:
        """Choose one of ``state.actions()`` without side effects; ``chance`` is the only source of randomness."""


@runtime_checkable
class ExplainingBot(Bot, Protocol):
    """A bot that can explain its choices."""

    def explain(self, state: State) -> str:
        """Explain the bot's choice in a sentence."""
