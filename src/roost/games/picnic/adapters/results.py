"""The possible results of a Picnic Blitz turn.

A turn has exactly one result, the first of these that applies. It *wins* the game; *captures* the Food square of a
track (of two, the more valuable); *pushes* an opponent's ant *off* a Food square; *advances* an ant; or only *attacks*.
Otherwise it takes a Queen token (:data:`~roost.games.picnic.moves.SKIP`), or leaves the board as it is
(:data:`~roost.study.odds.choice.FAILS`).
"""

from dataclasses import dataclass
from typing import ClassVar

from roost.core.moves import Action
from roost.games.picnic.board import TRACK_COUNT
from roost.games.picnic.moves import SKIP, TrackNumber
from roost.study.odds.choice import FAILS


@dataclass(frozen=True, slots=True)
class Wins(Action):
    """A result, not a choice: the turn wins the game."""

    form: ClassVar[str] = "wins"


@dataclass(frozen=True, slots=True)
class Captures(Action):
    """A result, not a choice: the turn captures the Food square of a track."""

    form: ClassVar[str] = "captures{track}"
    track: TrackNumber


@dataclass(frozen=True, slots=True)
class PushesOff(Action):
    """A result, not a choice: the turn pushes an opponent's ant off a Food square."""

    form: ClassVar[str] = "pushes-off"


@dataclass(frozen=True, slots=True)
class Advances(Action):
    """A result, not a choice: the turn moves an ant forward or brings one onto the board."""

    form: ClassVar[str] = "advances"


@dataclass(frozen=True, slots=True)
class Attacks(Action):
    """A result, not a choice: the turn only pushes ants back."""

    form: ClassVar[str] = "attacks"


WINS, PUSHES_OFF, ADVANCES, ATTACKS = Wins(), PushesOff(), Advances(), Attacks()
CAPTURES = tuple(Captures(track) for track in range(1, TRACK_COUNT + 1))
RESULTS: tuple[Action, ...] = (WINS, *CAPTURES, PUSHES_OFF, ADVANCES, ATTACKS, SKIP, FAILS)
