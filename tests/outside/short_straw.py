"""Short Straw, a game in which the lowest score wins and positions recur within a turn, with its exact solution.

A player rolls one die. After a 1 to 5, they may take that many points or roll again; a 6 costs 8 points and ends the
turn. The game ends when a player has 20 points, and the player with the fewest points wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple

from roost.core.authoring import (
    COMMON_EVENTS,
    Action,
    DiceOf,
    EachSeat,
    Event,
    Integer,
    Kind,
    Number,
    Outcome,
    PlainGame,
    PlainState,
    Roll,
    Rolled,
    SeatNumber,
    Step,
    option,
    standard_die,
)

DIE = standard_die()
FINE = 8
"""The points for a 6."""
MOST = 99


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Take the points on the die."""


@dataclass(frozen=True, slots=True)
class RollOn(Action):
    """Roll the die again."""

    form: ClassVar[str] = "roll"
    kind: ClassVar[Kind] = Kind.ROLL


@dataclass(frozen=True, slots=True)
class Took(Event):
    """A turn ended with these points."""

    seat: SeatNumber
    points: Number


class Fields(NamedTuple):
    """A position's fields."""

    game: ShortStraw
    seat: int | None
    points: Annotated[tuple[int, ...], EachSeat(Integer(0, MOST + FINE))]
    roll: Annotated[Roll, DiceOf(DIE, 1)] = DIE.nothing


class ShortStrawState(Fields, PlainState):
    """A position of Short Straw."""

    __slots__ = ()

    def actions(self) -> tuple[Action, ...]:
        return (RollOn(), Stop()) if self.roll.size else ()

    def _rolled(self, roll: Roll) -> Step:
        rolled = Rolled(self.mover, str(roll))
        return self._takes(FINE, rolled) if roll.total == 6 else Step(self._replace(roll=roll), (rolled,))

    def _chosen(self, action: Any) -> Step:
        return self._takes(self.roll.total) if isinstance(action, Stop) else Step(self._replace(roll=DIE.nothing), ())

    def _takes(self, points: int, *events: Event) -> Step:
        return self.next_turn(*events, Took(self.mover, points), points=self.gain(self.points, points))

    @property
    def outcome(self) -> Outcome | None:
        if max(self.points) < self.game.limit:
            return None
        return Outcome.of(self.points, "limit", lowest_wins=True)


@dataclass(frozen=True)
class ShortStraw(PlainGame):
    """Short Straw for 2 to 5 players."""

    title: ClassVar[str] = "Short Straw"
    lowest_wins: ClassVar[bool] = True
    player_range: ClassVar[range] = range(2, 6)
    dice_count: ClassVar[int] = 1
    action_types: ClassVar[tuple[type[Action], ...]] = (RollOn, Stop)
    event_types: ClassVar[tuple[type[Event], ...]] = (*COMMON_EVENTS, Took)
    end_reasons: ClassVar[tuple[str, ...]] = ("limit",)
    state_type: ClassVar[type[PlainState]] = ShortStrawState

    limit: int = option(20, Integer(1, MOST), "", "The points that end the game.")


def turn_value(taking: dict[int, float]) -> float:
    """Return the exact value of rolling, given the value of taking each number of points.

    The player stops on the best results. With ``n`` such results, the value is their mean together with the fine's.
    """
    results = sorted((taking[face] for face in range(1, 6)), reverse=True)
    return max((sum(results[:count]) + taking[FINE]) / (count + 1) for count in range(6))


@cache
def win_share(own: int, other: int, limit: int = 20) -> float:
    """Return the exact win share of the player to move, of two, before the roll."""
    if max(own, other) >= limit:
        return float(own < other) + 0.5 * (own == other)
    return turn_value({points: taken_share(own + points, other, limit) for points in (*range(1, 6), FINE)})


def taken_share(own: int, other: int, limit: int = 20) -> float:
    """Return the exact win share of the player who has just ended their turn."""
    return 1 - win_share(other, own, limit)


def exact_share(state: ShortStrawState) -> float:
    """Return the exact win share of the player to move in a game of two."""
    own, other = state.points[state.mover], state.points[1 - state.mover]
    rolling, face = win_share(own, other, state.game.limit), state.roll.total
    return max(rolling, taken_share(own + face, other, state.game.limit)) if state.roll.size else rolling
