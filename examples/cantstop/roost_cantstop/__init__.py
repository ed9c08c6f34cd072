"""Can't Stop: four dice, two sums, eleven columns to climb (rules CS-1 to CS-9 of the rules page).

Sid Sackson's game as Roost reads it. A position holds how high each player's markers stand in the columns 2 to 12, and
how high the runners of this turn do; 0 is below the first space. Who owns a column stands on its highest space.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from operator import eq, lt, mul
from typing import Annotated, Any, ClassVar, NamedTuple

from roost.core.making import (
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
TOPS = (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)  # CS-1: the spaces of each column
NOWHERE = (0,) * len(COLUMNS)
RUNNERS = 3

Heights = tuple[int, ...]
OnColumns = Numbers(0, max(TOPS), len(COLUMNS), len(COLUMNS), places=tuple(map(str, COLUMNS)))
SomeColumns = Annotated[tuple[int, ...], Numbers(COLUMNS[0], COLUMNS[-1], RUNNERS, 1)]


@dataclass(frozen=True, slots=True)
class Climb(Action):
    """Move a runner up in one column or two, or twice in one (CS-3, CS-4)."""

    columns: Annotated[tuple[int, ...], Numbers(COLUMNS[0], COLUMNS[-1], 2, 1)]


@dataclass(frozen=True, slots=True)
class RollOn(Action):
    """Roll the four dice again (CS-5)."""

    form: ClassVar[str] = "roll"
    kind: ClassVar[Kind] = Kind.ROLL


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Put markers where the runners stand (CS-7)."""


@dataclass(frozen=True, slots=True)
class Climbed(Event):
    """Runners went up."""

    seat: SeatNumber
    columns: SomeColumns


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """Markers took the places of the runners."""

    seat: SeatNumber
    columns: SomeColumns


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A marker stands on the highest space of a column."""

    seat: SeatNumber
    column: Annotated[int, Integer(COLUMNS[0], COLUMNS[-1])]

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(str(self.column), "board", seat_letter(self.seat)),)


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """No runner could move, and what the turn had climbed is lost."""

    seat: SeatNumber
    spaces: Number


@cache
def sums(roll: Roll) -> tuple[tuple[int, int], ...]:
    """The two sums of each way to pair the dice, the lower first (CS-2)."""
    a, b, c, d = (int(char) for char in str(roll))
    pairs = ((a + b, c + d), (a + c, b + d), (a + d, b + c))
    return tuple(dict.fromkeys((min(pair), max(pair)) for pair in pairs))


class Fields(NamedTuple):
    """The fields of a position."""

    game: CantStop
    seat: int | None
    markers: Annotated[tuple[Heights, ...], EachSeat(OnColumns, NOWHERE)]
    runners: Annotated[Heights, OnColumns] = NOWHERE
    roll: Annotated[Roll, DiceOf(DIE, DICE)] = DIE.nothing  # what lies there to be paired
    rolling: Annotated[int, Integer(0, 1)] = 1  # whether the next thing is a roll


class CantStopState(Fields, PlainState):
    """A position of Can't Stop."""

    __slots__ = ()

    def scores(self) -> tuple[int, ...]:
        """How many columns each seat has won."""
        return tuple(sum(map(eq, heights, TOPS)) for heights in self.markers)

    def progress(self) -> tuple[float, ...]:
        """Columns in parts; the nearer the top, the more a space is worth, because only whole columns win."""
        return tuple(sum(map(_part, heights, TOPS)) for heights in self.markers)

    def holdings(self) -> dict[str, Counter[str]]:
        """The columns, each where it belongs: to who has won it, or still to the board."""
        held = {seat_letter(seat): Counter(_topped(heights)) for seat, heights in enumerate(self.markers)}
        won = {column for columns in held.values() for column in columns}
        return {"board": Counter(str(column) for column in COLUMNS if str(column) not in won), **held}

    def actions(self) -> tuple[Action, ...]:
        if self.rolling:
            return ()
        if self.roll.size:
            return self._climbs(self.roll)
        won = sum(map(eq, self.markers[self.mover], TOPS)) + sum(map(eq, self.runners, TOPS))
        return (Stop(),) if won >= self.game.goal else (RollOn(), Stop())  # CS-5, CS-9

    def _climbs(self, roll: Roll) -> tuple[Climb, ...]:
        """Every way to use a roll: both sums of a pairing where they can be used, else either that can (CS-3, CS-4)."""
        found: dict[Climb, None] = {}
        for low, high in sums(roll):
            for first, second in ((low, high), (high, low)):
                if once := self._higher(self.runners, first):
                    found[Climb((low, high) if self._higher(once, second) else (first,))] = None
        return tuple(found)

    def _higher(self, runners: Heights, column: int) -> Heights | None:
        """The runners after a step up in a column, where one is possible."""
        place = column - COLUMNS[0]
        top, height = TOPS[place], runners[place] or self.markers[self.mover][place]
        closed = height == top or top in [heights[place] for heights in self.markers]  # CS-8
        if closed or not (runners[place] or runners.count(0) > len(COLUMNS) - RUNNERS):  # CS-4
            return None
        return (*runners[:place], height + 1, *runners[place + 1 :])

    def _marked(self) -> tuple[Heights, ...]:
        """The markers once they have the places of the runners; in columns that are won the others' go (CS-7, CS-8)."""
        still_open = tuple(map(lt, self.runners, TOPS))
        return tuple(
            tuple(map(max, heights, self.runners) if seat == self.seat else map(mul, heights, still_open))
            for seat, heights in enumerate(self.markers)
        )

    def _rolled(self, roll: Roll) -> Step:
        rolled = Rolled(self.mover, str(roll))
        if not self._climbs(roll):
            mine = self.markers[self.mover]
            lost = sum(runner - mine[place] for place, runner in enumerate(self.runners) if runner)
            return self.next_turn(rolled, Fell(self.mover, lost))  # CS-6
        return Step(self._replace(roll=roll, rolling=0), (rolled,))

    def _chosen(self, action: Any) -> Step:
        if isinstance(action, RollOn):
            return Step(self._replace(rolling=1), ())
        if isinstance(action, Stop):
            stand = [found for found in zip(COLUMNS, self.runners, TOPS, strict=True) if found[1]]
            won = [Won(self.mover, column) for column, runner, top in stand if runner == top]
            stopped = Stopped(self.mover, tuple(column for column, _, _ in stand))
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
                raise ValueError("no column is higher than its top, and a column that is won holds one marker")
        mine = self.markers[self.mover] if self.seat is not None else NOWHERE
        for column, runner, height in zip(COLUMNS, self.runners, mine, strict=True):
            if runner and not height < runner <= TOPS[column - COLUMNS[0]]:
                raise ValueError(f"a runner in column {column} stands above its player's marker")
            if runner and any(TOPS[column - COLUMNS[0]] == heights[column - COLUMNS[0]] for heights in self.markers):
                raise ValueError(f"column {column} is won")
        if sum(map(bool, self.runners)) > RUNNERS:
            raise ValueError(f"there are {RUNNERS} runners")
        if self.roll.size and (self.rolling or self.roll.size < DICE or not self._climbs(self.roll)):
            raise ValueError(f"roll={self.roll} cannot be chosen from here")
        if not self.roll.size and not self.rolling and not any(self.runners):
            raise ValueError("nobody has climbed yet, so there is nothing to decide")


def _part(height: int, top: int) -> float:
    """The worth of a marker at some height: nothing at the bottom, a column at the top, and less than half halfway."""
    climbed = height / top
    return (climbed + climbed**2) / 2


def _topped(heights: Heights) -> list[str]:
    """The columns in which a marker stands on the highest space."""
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
    faces: ClassVar[tuple[str, ...]] = ("roost_cantstop.faces",)
    state_type: ClassVar[type[PlainState]] = CantStopState

    goal: int = option(3, Integer(1, 3), "CS-9", "The columns that win.")
