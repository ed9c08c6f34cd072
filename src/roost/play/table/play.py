"""The game that is played at a table: how it stands, what its dice have shown, what can still be taken back."""

from typing import NamedTuple

from msgspec import Struct

from roost.core.game import Game
from roost.core.shared import Place
from roost.core.state import State
from roost.play.table.opening import Opening


class LastEntered(Struct, frozen=True):
    """The roll that was entered last, while it can be corrected: nobody has chosen since."""

    state: State
    """The position that it was rolled in."""
    turn_at: float
    roll: str
    person: int
    proposed: str = ""
    """The roll that it should have been, as somebody says."""
    agreed: tuple[int, ...] = ()
    """The people who say so, whoever was first in front."""


class Before(NamedTuple):
    """The state in which a choice was made, and to which taking it back leads."""

    state: State
    turn_at: float
    last_entered: LastEntered | None = None


class Play(Struct, frozen=True):
    """The game that is played at a table, or was played last."""

    number: int
    state: State
    dice: str
    """The name of its dice; the seed of a challenge."""
    links: tuple[int, ...]
    """How many links of each chain are used: that of the draw, then those of the seats."""
    protocol: int = 1
    """The protocol of its dice. Those of older versions cannot be checked any more."""
    opening: Opening | None = None
    """The list of its dice with all numbers; none in a challenge and in games of older versions."""
    seed: bytes = b""
    """The seed of its dice."""
    moved: int = 0
    """The version of the latest change to the game. A move that answers this version or a later one is not stale."""
    moved_at: float = 0.0
    turn_at: float = 0.0
    """The time when the turn under way began, for people: once a screen has shown the bots' turns before it."""
    shown_at: float = 0.0
    """The time when a screen has shown what bots did."""
    before: tuple[Before, ...] = ()
    """The states before each choice that can still be taken back."""
    place: Place | None = None
    """The place of the shared dice of a challenge; nothing at all other tables."""
    entered: int = 0
    """How many rolls were entered; ``rolls`` counts those of the table's own dice."""
    last_entered: LastEntered | None = None

    @property
    def game(self) -> Game:
        """The rules."""
        return self.state.game

    @property
    def rolls(self) -> int:
        """How many rolls of the table's own dice there were."""
        return sum(self.links)

    @property
    def waits_since(self) -> float:
        """Since when whoever is to play has been able to: nobody is replaced for what their screen still shows."""
        return max(self.moved_at, self.shown_at)
