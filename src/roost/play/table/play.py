"""The game that is played at a table: how it stands, what its dice have shown, what can still be taken back."""

from typing import NamedTuple

from msgspec import Struct

from roost.core.game import Game
from roost.core.shared import Place
from roost.core.state import State
from roost.play.dice.fair import PROTOCOL
from roost.play.table.opening import Numbers, Round


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
    """The name of the table in the proofs of its dice."""
    commitment: str
    rolls: int = 0
    protocol: int = 1
    """The protocol of its dice. Those of older versions cannot be checked any more."""
    round: int = 1
    """Another one begins when a backup was restored."""
    lists: int = 0
    """How many lists it took to open the round."""
    seed: bytes = b""
    """The seed of the round; nothing, until it is opened."""
    numbers: Numbers = ()
    """Of each listed device, the latest number that is known, and which it is."""
    opened: bytes = b""
    """The latest number that a device has opened for a roll of the round."""
    told: bytes = b""
    """The hash of all that was told of the dice so far."""
    rounds: tuple[Round, ...] = ()
    """The rounds that were opened."""
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
    def is_closed(self) -> bool:
        """Whether the table's dice cannot be rolled before devices have sealed anew."""
        return self.protocol == PROTOCOL and not self.seed

    @property
    def waits_since(self) -> float:
        """Since when whoever is to play has been able to: nobody is replaced for what their screen still shows."""
        return max(self.moved_at, self.shown_at)
