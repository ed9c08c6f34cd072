"""The game at a table: its position, its dice, and the choices that can be taken back."""

from typing import NamedTuple

from msgspec import Struct

from roost.core.game import Game
from roost.core.shared import Place
from roost.core.state import State
from roost.play.table.opening import Opening


class LastEntered(Struct, frozen=True):
    """The roll that was entered last, while it can be corrected: no player has chosen since."""

    state: State
    """The position before the roll."""
    turn_at: float
    roll: str
    person: int
    proposed: str = ""
    """The proposed correction; empty if there is none."""
    agreed: tuple[int, ...] = ()
    """The people who agree, the proposer first."""


class Before(NamedTuple):
    """The state before a choice, to which undo returns."""

    state: State
    turn_at: float
    last_entered: LastEntered | None = None


class Play(Struct, frozen=True):
    """The current game at a table, or the latest one."""

    number: int
    state: State
    dice: str
    """Name of its dice; in a challenge, the seed."""
    links: tuple[int, ...]
    """Number of used links in each chain: first that of the draw, then those of the seats."""
    protocol: int = 1
    """Protocol of its dice. Dice of older protocols cannot be checked any more."""
    opening: Opening | None = None
    """The dice list with all numbers; None in a challenge and in games of older versions."""
    seed: bytes = b""
    """Seed of its dice."""
    moved: int = 0
    """Version of the latest change to the game. A move is stale if it was made for an earlier version."""
    moved_at: float = 0.0
    turn_at: float = 0.0
    """Time when the current turn began for its player, after a screen has shown the bots' turns before it."""
    shown_at: float = 0.0
    """Time by which a screen has shown the bots' moves."""
    before: tuple[Before, ...] = ()
    """The states before each choice that can still be taken back."""
    place: Place | None = None
    """Place of the next shared roll in a challenge; None at all other tables."""
    entered: int = 0
    """Number of entered rolls; ``rolls`` counts those of the table's own dice."""
    last_entered: LastEntered | None = None

    @property
    def game(self) -> Game:
        """The rules."""
        return self.state.game

    @property
    def rolls(self) -> int:
        """Number of rolls of the table's own dice."""
        return sum(self.links)

    @property
    def waits_since(self) -> float:
        """Time since which the player could move: after the latest move, and after a screen has shown it."""
        return max(self.moved_at, self.shown_at)
