"""The results that a turn of Picnic Blitz can bring, in a few words.

A turn brings one result, the first of these that fits: it *wins* the game; it *captures* the Food square of a track
(of two, the more valuable); it *pushes* an opponent's ant *off* a Food square; it *advances* an ant; it *attacks* and
does no more; it takes a Queen token (:data:`~roost.games.picnic.moves.SKIP`); or the board stays as it is
(:data:`~roost.study.odds.choice.FAILS`).
"""

from dataclasses import dataclass
from typing import ClassVar

from roost.core.moves import Action
from roost.core.state import Node
from roost.games.picnic import PicnicState
from roost.games.picnic.board import TRACK_COUNT
from roost.games.picnic.moves import SKIP, TrackNumber
from roost.study.odds.choice import FAILS


@dataclass(frozen=True, slots=True)
class Wins(Action):
    """Not a choice but a result: the turn wins the game."""

    form: ClassVar[str] = "wins"


@dataclass(frozen=True, slots=True)
class Captures(Action):
    """Not a choice but a result: the turn captures the Food square of a track."""

    form: ClassVar[str] = "captures{track}"
    track: TrackNumber


@dataclass(frozen=True, slots=True)
class PushesOff(Action):
    """Not a choice but a result: the turn pushes an opponent's ant off a Food square."""

    form: ClassVar[str] = "pushes-off"


@dataclass(frozen=True, slots=True)
class Advances(Action):
    """Not a choice but a result: the turn moves an ant on, or lets one enter."""

    form: ClassVar[str] = "advances"


@dataclass(frozen=True, slots=True)
class Attacks(Action):
    """Not a choice but a result: the turn pushes ants back, and that is all."""

    form: ClassVar[str] = "attacks"


WINS, PUSHES_OFF, ADVANCES, ATTACKS = Wins(), PushesOff(), Advances(), Attacks()
CAPTURES = tuple(Captures(track) for track in range(1, TRACK_COUNT + 1))
RESULTS: tuple[Action, ...] = (WINS, *CAPTURES, PUSHES_OFF, ADVANCES, ATTACKS, SKIP, FAILS)


def result_of(before: PicnicState, after: PicnicState) -> Action:
    """The result of a turn from the state ``before`` on, when it ended with the position ``after``.

    A first move counts, whether it was still to be made or was the last thing before.
    """
    game, seat, turn, board, queens = before
    assert seat is not None
    captured, pushed_off, advanced = [], False, turn.moved is not None
    for place, (old, new) in enumerate(zip(board, after.board, strict=True)):
        if new.holder == seat and (old.holder != seat or place + 1 == turn.moved):
            captured.append(place)
        pushed_off |= old.holder is not None and old.holder != new.holder
        advanced |= new.space_of(seat) > old.space_of(seat)
    if captured:
        most = max(captured, key=lambda place: game.tracks[place].value)
        return WINS if after.node is Node.OVER else CAPTURES[most]
    if pushed_off:
        return PUSHES_OFF
    if advanced:
        return ADVANCES
    if after.board != board:
        return ATTACKS
    return SKIP if after.queens[seat] and not queens[seat] else FAILS
