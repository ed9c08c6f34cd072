"""The form of an exact answer about the rest of a game, however it was found."""

from abc import ABC, abstractmethod

from roost.core.errors import RoostError
from roost.core.state import State


class Exact(ABC):
    """The shares of the win at every position that can come up, under best play by everybody."""

    error: float
    """A bound on the error of every share."""

    @property
    @abstractmethod
    def positions(self) -> int:
        """How many positions are known, not counting ends of the game."""

    @abstractmethod
    def shares(self, state: State) -> tuple[float, ...]:
        """Each seat's share at the start of this turn, or at the end of the game."""

    def unknown(self, state: State) -> RoostError:
        """The error for a position that cannot come up."""
        return RoostError(
            "nothing is known of this position: it cannot come up from what was solved", position=str(state)
        )
