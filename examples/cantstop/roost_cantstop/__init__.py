"""Can't Stop: pair four dice into two sums, and climb eleven columns (rules CS-1 to CS-9 on the rules page).

This is an interpretation of Sid Sackson's game. A position holds the heights of each player's markers in columns 2 to
12, and the heights of this turn's runners; 0 is below the first space. A column's owner has a marker on its highest
space.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from operator import eq, lt, mul
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
    Numbers,
    Outcome,
    PlainGame,
    PlainState,
    Roll,
    Rolled,
    SeatNumber,
    Step,
    Transfer,
    option,
    seat_letter,
    standard_die,
)

DIE = standard_die()
DICE = 4
COLUMNS = range(2, 13)
TOPS = (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)  # CS-1: number of spaces in each column
NOWHERE = (0,) * len(COLUMNS)
RUNNERS = 3

Heights = tuple[int, ...]
OnColumns = Numbers(0, max(TOPS), len(COLUMNS), len(COLUMNS), places=tuple(map(str, COLUMNS)))
SomeColumns = Annotated[tuple[int, ...], Numbers(COLUMNS[0], COLUMNS[-1], RUNNERS, 1)]


@dataclass(frozen=True, slots=True)
class Climb(Action):
    """Move a runner up in one or two columns, or two spaces in one column (CS-3, CS-4)."""

    columns: Annotated[tuple[int, ...], Numbers(COLUMNS[0], COLUMNS[-1], 2, 1)]


@dataclass(frozen=True, slots=True)
class RollOn(Action):
    """Roll the four dice again (CS-5)."""

    form: ClassVar[str] = "roll"
    kind: ClassVar[Kind] = Kind.ROLL


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Stop and put markers in place of the runners (CS-7)."""


@dataclass(frozen=True, slots=True)
class Climbed(Event):
    """Runners went up."""

    seat: SeatNumber
    columns: SomeColumns


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """Markers replaced the runners."""

    seat: SeatNumber
    columns: SomeColumns


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A player's marker reached the highest space of a column."""

    seat: SeatNumber
    column: Annotated[int, Integer(COLUMNS[0], COLUMNS[-1])]

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(str(self.column), "board", seat_letter(self.seat)),)


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """No runner could move, so the turn's climbs are lost."""

    seat: SeatNumber
    spaces: Number


@cache
def sums(roll: Roll) -> tuple[tuple[int, int], ...]:
    """Return the two sums for each way to pair the dice, lower sum first (CS-2)."""
    a, b, c, d = (int(char) for char in str(roll))
    pairs = ((a + b, c + d), (a + c, b + d), (a + d, b + c))
    return tuple(dict.fromkeys((min(pair), max(pair)) for pair in pairs))


class Fields(NamedTuple):
    """A position's fields."""

    game: CantStop
    seat: int | None
    markers: Annotated[tuple[Heights, ...], EachSeat(OnColumns, NOWHERE)]
    runners: Annotated[Heights, OnColumns] = NOWHERE
    roll: Annotated[Roll, DiceOf(DIE, DICE)] = DIE.nothing  # rolled dice that wait to be paired
    rolling: Annotated[int, Integer(0, 1)] = 1  # whether a roll comes next


class CantStopState(Fields, PlainState):
    __slots__ = ()

    def scores(self) -> tuple[int, ...]:
        """Return how many columns each seat has won."""
        return tuple(sum(map(eq, heights, TOPS)) for heights in self.markers)

    def heuristic(self) -> tuple[float, ...]:
        """Return each seat's progress in columns; spaces near the top count more, because only whole columns win."""
        return tuple(sum(map(_part, heights, TOPS)) for heights in self.markers)

    def holdings(self) -> dict[str, Counter[str]]:
        """Return the owner of each column, which is the board until the column is won."""
        won_by = {seat_letter(seat): Counter(_topped(heights)) for seat, heights in enumerate(self.markers)}
        all_won = {column for columns in won_by.values() for column in columns}
        return {"board": Counter(str(column) for column in COLUMNS if str(column) not in all_won), **won_by}

    def actions(self) -> tuple[Action, ...]:
        if self.rolling:
            return ()
        if self.roll.size:
            return self._climbs(self.roll)
        won = sum(map(eq, self.markers[self.mover], TOPS)) + sum(map(eq, self.runners, TOPS))
        return (Stop(),) if won >= self.game.goal else (RollOn(), Stop())  # CS-5, CS-9

    def _climbs(self, roll: Roll) -> tuple[Climb, ...]:
        """List every way to use a roll: both sums of a pairing if possible, otherwise one of them (CS-3, CS-4)."""
        climbs: dict[Climb, None] = {}
        for low, high in sums(roll):
            for first, second in ((low, high), (high, low)):
                if once := self._higher(self.runners, first):
                    climbs[Climb((low, high) if self._higher(once, second) else (first,))] = None
        return tuple(climbs)

    def _higher(self, runners: Heights, column: int) -> Heights | None:
        """Return the runners after one step up in a column, or None if the step is impossible."""
        place = column - COLUMNS[0]
        top, height = TOPS[place], runners[place] or self.markers[self.mover][place]
        closed = height == top or top in [heights[place] for heights in self.markers]  # CS-8
        if closed or not (runners[place] or runners.count(0) > len(COLUMNS) - RUNNERS):  # CS-4
            return None
        return (*runners[:place], height + 1, *runners[place + 1 :])

    def _marked(self) -> tuple[Heights, ...]:
        """Return the markers after a stop; all other markers leave the columns that are won (CS-7, CS-8)."""
        still_open = tuple(map(lt, self.runners, TOPS))
        return tuple(
            tuple(map(max, heights, self.runners) if seat == self.seat else map(mul, heights, still_open))
            for seat, heights in enumerate(self.markers)
        )

    def _rolled(self, roll: Roll) -> Step:
        rolled = Rolled(self.mover, str(roll))
        if not self._climbs(roll):
            own_markers = self.markers[self.mover]
            lost = sum(runner - own_markers[place] for place, runner in enumerate(self.runners) if runner)
            return self.next_turn(rolled, Fell(self.mover, lost))  # CS-6
        return Step(self._replace(roll=roll, rolling=0), (rolled,))

    def _chosen(self, action: Any) -> Step:
        if isinstance(action, RollOn):
            return Step(self._replace(rolling=1), ())
        if isinstance(action, Stop):
            climbed = [place for place in zip(COLUMNS, self.runners, TOPS, strict=True) if place[1]]
            won = [Won(self.mover, column) for column, runner, top in climbed if runner == top]
            stopped = Stopped(self.mover, tuple(column for column, _, _ in climbed))
            return self.next_turn(stopped, *won, markers=self._marked())
        runners = self.runners
        for column in action.columns:
            runners = self._higher(runners, column) or runners
        return Step(self._replace(runners=runners, roll=DIE.nothing), (Climbed(self.mover, action.columns),))

    @property
    def outcome(self) -> Outcome | None:
        scores = self.scores()
        return Outcome.of(scores, "goal") if max(scores) >= self.game.goal else None  # CS-9

    def check(self) -> None:
        for top, *heights in zip(TOPS, *self.markers, strict=True):
            if max(heights) > top or (top in heights and sum(heights) > top):
                raise ValueError("a marker cannot be above its column's top, and a column that is won holds one marker")
        own_markers = self.markers[self.mover] if self.seat is not None else NOWHERE
        for column, runner, height in zip(COLUMNS, self.runners, own_markers, strict=True):
            if runner and not height < runner <= TOPS[column - COLUMNS[0]]:
                raise ValueError(f"a runner in column {column} must be above its player's marker")
            if runner and any(TOPS[column - COLUMNS[0]] == heights[column - COLUMNS[0]] for heights in self.markers):
                raise ValueError(f"column {column} is won, so it holds no runner")
        if sum(map(bool, self.runners)) > RUNNERS:
            raise ValueError(f"a turn has at most {RUNNERS} runners")
        if self.roll.size and (self.rolling or self.roll.size < DICE or not self._climbs(self.roll)):
            raise ValueError(f"roll={self.roll} does not fit a decision about this roll")
        if not self.roll.size and not self.rolling and not any(self.runners):
            raise ValueError("no runner has climbed yet, so a roll must come next")


def _part(height: int, top: int) -> float:
    """Return how much a marker's height counts: 0 at the bottom, 1 at the top, and less than half halfway up."""
    climbed = height / top
    return (climbed + climbed**2) / 2


def _topped(heights: Heights) -> list[str]:
    """Return the columns in which one of these markers is on the highest space."""
    return [str(column) for column, height, top in zip(COLUMNS, heights, TOPS, strict=True) if height == top]


@dataclass(frozen=True)
class CantStop(PlainGame):
    """Can't Stop for 2 to 4 players."""

    title: ClassVar[str] = "Can't Stop"
    player_range: ClassVar[range] = range(2, 5)
    dice_count: ClassVar[int] = DICE
    action_types: ClassVar[tuple[type[Action], ...]] = (Climb, RollOn, Stop)
    event_types: ClassVar[tuple[type[Event], ...]] = (*COMMON_EVENTS, Climbed, Stopped, Won, Fell)
    end_reasons: ClassVar[tuple[str, ...]] = ("goal",)
    adapters: ClassVar[tuple[str, ...]] = ("roost_cantstop.adapters",)
    state_type: ClassVar[type[PlainState]] = CantStopState

    goal: int = option(3, Integer(1, 3), "CS-9", "The columns that win.")
