"""Pig: roll as often as you dare. A 1 loses the points of the turn (rules PIG-1 to PIG-4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from roost.core import making

DIE = making.standard_die()


@dataclass(frozen=True, slots=True)
class RollOn(making.Action):
    form: ClassVar[str] = "roll"
    kind: ClassVar[making.Kind] = making.Kind.ROLL


@dataclass(frozen=True, slots=True)
class Hold(making.Action): ...


@dataclass(frozen=True, slots=True)
class Held(making.Event):
    seat: making.SeatNumber
    points: making.Number


@dataclass(frozen=True, slots=True)
class Lost(Held): ...


class Fields(NamedTuple):
    game: Pig
    seat: int | None
    points: making.Points
    total: making.Number = 0  # points of the turn so far
    roll: Annotated[making.Roll, making.DiceOf(DIE, 1)] = DIE.nothing


class PigState(Fields, making.PlainState):
    __slots__ = ()

    def actions(self) -> tuple[making.Action, ...]:
        if not self.roll.size:
            return ()
        at_goal = self.points[self.mover] + self.total >= self.game.goal
        return (Hold(),) if at_goal else (RollOn(), Hold())  # PIG-2, PIG-4

    def _rolled(self, roll: making.Roll) -> making.Step:
        rolled = making.Rolled(self.mover, str(roll))
        if roll.total == 1:
            return self.next_turn(rolled, Lost(self.mover, self.total))  # PIG-3
        return making.Step(self._replace(total=self.total + roll.total, roll=roll), (rolled,))

    def _chosen(self, action: Any) -> making.Step:
        if isinstance(action, RollOn):
            return making.Step(self._replace(roll=DIE.nothing), ())
        return self.next_turn(Held(self.mover, self.total), points=self.gain(self.points, self.total))

    @property
    def outcome(self) -> making.Outcome | None:
        return making.Outcome.of(self.points, "goal") if max(self.points) >= self.game.goal else None  # PIG-4

    def check(self) -> None:
        if self.roll.total == 1 or self.total < self.roll.total or self.total == 1:
            raise ValueError("no turn can have this total and roll")


@dataclass(frozen=True)
class Pig(making.PlainGame):
    """Pig for 2 to 7 players."""

    player_range: ClassVar[range] = range(2, 8)
    dice_count: ClassVar[int] = 1
    action_types: ClassVar[tuple[type[making.Action], ...]] = (RollOn, Hold)
    event_types: ClassVar[tuple[type[making.Event], ...]] = (*making.COMMON_EVENTS, Held, Lost)
    end_reasons: ClassVar[tuple[str, ...]] = ("goal",)
    adapters: ClassVar[tuple[str, ...]] = ("roost_pig.adapters",)
    state_type: ClassVar[type[making.PlainState]] = PigState

    goal: int = making.option(100, making.Integer(10, 1000), "PIG-4", "The points that win.")
