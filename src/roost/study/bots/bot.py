"""The bot's contract: anything with a name that chooses one of a state's actions.

A bot sees the whole state, because these games hide nothing, and gets its randomness passed in, so that a game can be
replayed from its seed. Outsiders' bots implement the same protocol: see :mod:`roost.study.bots`.
"""

from typing import Protocol, runtime_checkable

from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream


class Bot(Protocol):
    """Someone who chooses."""

    @property
    def name(self) -> str:
        """The name of the bot in tables, records and rankings."""

    def choose(self, state: State, rng: Stream) -> Action:
        """One of ``state.actions()``. The bot may not change anything; ``rng`` is its only source of chance."""


@runtime_checkable
class ExplainingBot(Bot, Protocol):
    """A bot that can also say why."""

    def explain(self, state: State) -> str:
        """The reason for the bot's choice, in a sentence."""
