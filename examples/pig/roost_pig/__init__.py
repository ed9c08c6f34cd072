"""Pig: roll as often as you dare. A 1 loses the turn's points (rules PIG-1 to PIG-4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from roost import authoring

DIE = authoring.standard_die()


@dataclass(frozen=True, slots=True)
class RollOn(authoring.Action):
    form: ClassVar[str] = "roll"
    kind: ClassVar[authoring.Kind] = authoring.Kind.ROLL


@dataclass(frozen=True, slots=True)
class Hold(authoring.Action): ...


@dataclass(frozen=True, slots=True)
class Held(authoring.Event):
    seat: authoring.SeatNumber
    points: authoring.Number


@dataclass(frozen=True, slots=True)
class Lost(Held): ...


class Fields(NamedTuple):
    game: Pig
    seat: int | None
    points: authoring.Points
    total: authoring.Number = 0  # points in the turn so far
    roll: Annotated[authoring.Roll, authoring.DiceOf(DIE, 1)] = DIE.nothing


class PigState(Fields, authoring.PlainState):
    __slots__ = ()

    def actions(self) -> tuple[authoring.Action, ...]:
        if not self.roll.size:
            return ()
        at_goal = self.points[self.mover] + self.total >= self.game.goal
        return (Hold(),) if at_goal else (RollOn(), Hold())  # PIG-2, PIG-4

    def _rolled(self, roll: authoring.Roll) -> authoring.Step:
        rolled = authoring.Rolled(self.mover, str(roll))
        if roll.total == 1:
            return self.next_turn(rolled, Lost(self.mover, self.total))  # PIG-3
        return authoring.Step(self._replace(total=self.total + roll.total, roll=roll), (rolled,))

    def _chosen(self, action: Any) -> authoring.Step:
        if isinstance(action, RollOn):
            return authoring.Step(self._replace(roll=DIE.nothing), ())
        return self.next_turn(Held(self.mover, self.total), points=self.gain(self.points, self.total))

    @property
    def outcome(self) -> authoring.Outcome | None:
        return authoring.Outcome.of(self.points, "goal") if max(self.points) >= self.game.goal else None  # PIG-4

    def check(self) -> None:
        if self.roll.total == 1 or self.total < self.roll.total or self.total == 1:
            raise ValueError("no turn can have this total and roll")


@dataclass(frozen=True)
class Pig(authoring.PlainGame):
    """Pig for 2 to 7 players."""

    player_range: ClassVar[range] = range(2, 8)
    dice_count: ClassVar[int] = 1
    action_types: ClassVar[tuple[type[authoring.Action], ...]] = (RollOn, Hold)
    event_types: ClassVar[tuple[type[authoring.Event], ...]] = (*authoring.COMMON_EVENTS, Held, Lost)
    end_reasons: ClassVar[tuple[str, ...]] = ("goal",)
    adapters: ClassVar[tuple[str, ...]] = ("roost_pig.adapters",)
    state_type: ClassVar[type[authoring.PlainState]] = PigState

    goal: int = authoring.option(100, authoring.Integer(10, 1000), "PIG-4", "The points that win.")
