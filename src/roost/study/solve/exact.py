"""The interface for exact win shares, however they are computed."""

from abc import ABC, abstractmethod

from roost.core.errors import RoostError
from roost.core.state import State


class Exact(ABC):
    """Exact win shares for every reachable position, under best play by all players."""

    error: float
    """Upper bound on the error of every share."""

    @property
    @abstractmethod
    def positions(self) -> int:
        """Number of positions with known values, not counting finished games."""

    @abstractmethod
    def shares(self, state: State) -> tuple[float, ...]:
        """Return each seat's win share at the start of this turn, or at the end of the game."""

    def unknown(self, state: State) -> RoostError:
        """Return the error to raise for a position that is not among the solved ones."""
        return RoostError("this position cannot be reached from the position that was solved", position=str(state))
