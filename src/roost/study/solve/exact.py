"""The interface of exact win shares, however they are computed."""

from abc import ABC, abstractmethod

from roost.core.errors import RoostError
from roost.core.state import State


class Exact(ABC):
    """Exact win shares of every reachable position, under best play by all players."""

    error: float
    """Upper bound on the error of every share."""

    @property
    @abstractmethod
    def positions(self) -> int:
        """Number of known positions, without ends of the game."""

    @abstractmethod
    def shares(self, state: State) -> tuple[float, ...]:
        """Each seat's win share at the start of this turn, or at the end of the game."""

    def unknown(self, state: State) -> RoostError:
        """Return the error for a position outside the solved ones."""
        return RoostError("this position cannot be reached from the position that was solved", position=str(state))
