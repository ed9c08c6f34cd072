"""The game at a table: its position, its dice, and the choices that can be undone."""

from typing import NamedTuple

from msgspec import Struct

from roost.core.game import Game
from roost.core.shared import Place
from roost.core.state import State
from roost.play.table.opening import Opening


class LastEntered(Struct, frozen=True):
    """The last roll entered from real dice. It can be corrected until a player chooses or rolls."""

    state: State
    """The position before the roll."""
    turn_at: float
    roll: str
    person: int
    proposed: str = ""
    """The proposed correction; empty if there is none."""
    agreed: tuple[int, ...] = ()
    """The people who agree to the correction, starting with the proposer."""


class Before(NamedTuple):
    """The state before a choice, to be restored if the choice is undone."""

    state: State
    turn_at: float
    last_entered: LastEntered | None = None


class Play(Struct, frozen=True):
    """The current game at a table, or the latest one if it is over."""

    number: int
    state: State
    dice: str
    """Name that identifies the game's dice; in a challenge, the seed."""
    links: tuple[int, ...]
    """Number of links used in each chain, by place: the draw of the first player, then the seats."""
    protocol: int = 1
    """Version of the dice protocol. Dice of older protocols can no longer be checked."""
    opening: Opening | None = None
    """The dice list and all revealed numbers. None in a challenge and in games of older versions."""
    seed: bytes = b""
    moved: int = 0
    """Version of the table after the latest change to the game. A move based on an earlier version is stale."""
    moved_at: float = 0.0
    turn_at: float = 0.0
    """Time when the current player's clock started, once a screen has shown the bots' turns before it."""
    shown_at: float = 0.0
    """Time at which a screen will have shown all of the bots' moves."""
    before: tuple[Before, ...] = ()
    """The state before each choice that can still be undone."""
    place: Place | None = None
    """In a challenge, the position in the sequence of shared rolls; None at all other tables."""
    entered: int = 0
    """Number of rolls entered from real dice; ``rolls`` counts the rolls made by the table."""
    last_entered: LastEntered | None = None

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def rolls(self) -> int:
        """Number of rolls made by the table; rolls of real dice do not count."""
        return sum(self.links)

    @property
    def waits_since(self) -> float:
        """Time from which the player could move: after the latest move, once a screen has shown it."""
        return max(self.moved_at, self.shown_at)
