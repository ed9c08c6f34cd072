"""Shut the Box for two players, with its exact solution: the truth for odds, hints and reviews.

This variant has tiles from 1 up, by default twelve, and each player has one turn. A player rolls two dice, or one die
if they wish and all tiles from 7 up are shut, and must shut tiles whose numbers add up to the roll. A turn ends when
the roll cannot be used, or when the box is shut. The player who shut the higher sum wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.authoring import (
    COMMON_EVENTS,
    Action,
    Dice,
    DiceOf,
    EachSeat,
    Event,
    Integer,
    Kind,
    Node,
    Number,
    Numbers,
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
MOST = 12
_BIG = 7
"""With every tile from this number up shut, a player may roll one die."""

Tiles = Annotated[tuple[int, ...], Numbers(1, MOST, MOST, 1)]


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take one die or two for the next roll."""

    form: ClassVar[str] = "roll{dice}"
    kind: ClassVar[Kind] = Kind.ROLL
    dice: Annotated[int, Integer(1, 2)]


@dataclass(frozen=True, slots=True)
class Shut(Action):
    """Shut tiles whose numbers add up to the roll."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """Tiles were shut."""

    seat: SeatNumber
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Stuck(Event):
    """A turn ended with this sum of shut tiles."""

    seat: SeatNumber
    points: Number


@cache
def ways(total: int, tiles: int) -> tuple[tuple[int, ...], ...]:
    """Return every set of different tiles up to ``tiles`` with this sum."""
    sets = (chosen for count in range(1, 5) for chosen in combinations(range(1, tiles + 1), count))
    return tuple(chosen for chosen in sets if sum(chosen) == total)


class Fields(NamedTuple):
    """A position's fields."""

    game: ShutTheBox
    seat: int | None
    points: Annotated[tuple[int, ...], EachSeat(Integer(0, MOST * (MOST + 1) // 2))]  # 0 before the player's turn
    shut: Annotated[tuple[int, ...], Numbers(1, MOST, MOST)] = ()
    rolling: Annotated[int, Integer(0, 2)] = 2  # how many dice to roll; 0 while the player chooses
    roll: Annotated[Roll, DiceOf(DIE, 2)] = DIE.nothing


class ShutTheBoxState(Fields, PlainState):
    """A position of Shut the Box."""

    __slots__ = ()

    @property
    def node(self) -> Node:
        if self.seat is None:
            return Node.ROLL if self.outcome is None else Node.OVER
        return Node.ROLL if self.rolling else Node.DECIDE

    def actions(self) -> tuple[Action, ...]:
        if self.node is not Node.DECIDE:
            return ()
        if not self.roll.size:
            return (Take(1), Take(2))
        return shuts(self.roll.total, self.shut, self.game.tiles)

    def _dice(self) -> Dice:
        return DIE.dice(self.rolling)

    def _rolled(self, roll: Roll) -> Step:
        rolled = Rolled(self.mover, str(roll))
        if not shuts(roll.total, self.shut, self.game.tiles):
            return self._ended(self.shut, rolled)
        return Step(self._replace(roll=roll, rolling=0), (rolled,))

    def _chosen(self, action: Any) -> Step:
        if isinstance(action, Take):
            return Step(self._replace(rolling=action.dice), ())
        shut, closed = tuple(sorted((*self.shut, *action.tiles))), Closed(self.mover, action.tiles)
        if len(shut) == self.game.tiles:
            return self._ended(shut, closed)
        may_choose = len([tile for tile in shut if tile >= _BIG]) == self.game.tiles - _BIG + 1
        return Step(self._replace(shut=shut, roll=DIE.nothing, rolling=0 if may_choose else 2), (closed,))

    def _ended(self, shut: tuple[int, ...], event: Event) -> Step:
        total = sum(shut)
        return self.next_turn(event, Stuck(self.mover, total), points=self.gain(self.points, total))

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.of(self.points, "played") if min(self.points) else None


@cache
def shuts(total: int, shut: tuple[int, ...], tiles: int) -> tuple[Shut, ...]:
    """Return every choice of open tiles with this sum."""
    return tuple(Shut(chosen) for chosen in ways(total, tiles) if not set(chosen) & set(shut))


@dataclass(frozen=True)
class ShutTheBox(PlainGame):
    """Shut the Box for two players."""

    title: ClassVar[str] = "Shut the Box"
    player_range: ClassVar[range] = range(2, 3)
    dice_count: ClassVar[int] = 2
    action_types: ClassVar[tuple[type[Action], ...]] = (Take, Shut)
    event_types: ClassVar[tuple[type[Event], ...]] = (*COMMON_EVENTS, Closed, Stuck)
    end_reasons: ClassVar[tuple[str, ...]] = ("played",)
    state_type: ClassVar[type[PlainState]] = ShutTheBoxState

    tiles: int = option(MOST, Integer(_BIG, MOST), "", "How many tiles the box has.")


class Truth:
    """The exact values of all positions of a game, by dynamic programming over sets of shut tiles.

    ``worth[total]`` values a turn that ends with this sum; values may be vectors.
    """

    def __init__(self, tiles: int, worth: NDArray[np.float64]) -> None:
        self._tiles, self._worth = tiles, worth
        self._known: dict[tuple[int, ...], NDArray[np.float64]] = {}

    def after(self, shut: tuple[int, ...]) -> NDArray[np.float64]:
        """Return the value before the next roll, where the player may still choose the number of dice."""
        value = self._known.get(shut)
        if value is None:
            if len(shut) == self._tiles:
                value = self._worth[sum(shut)]
            elif all(tile in shut for tile in range(_BIG, self._tiles + 1)):
                value = np.maximum(self.rolling(shut, 1), self.rolling(shut, 2))
            else:
                value = self.rolling(shut, 2)
            self._known[shut] = value
        return value

    def rolling(self, shut: tuple[int, ...], dice: int) -> NDArray[np.float64]:
        """Return the value before a roll of one die or two."""
        chances = dict.fromkeys(range(1, 7), 1 / 6)
        if dice == 2:
            chances = {total: (6 - abs(7 - total)) / 36 for total in range(2, 13)}
        value: NDArray[np.float64] = np.zeros_like(self._worth[0])
        for total, chance in chances.items():
            value = value + chance * self.rolled(shut, total)
        return value

    def rolled(self, shut: tuple[int, ...], total: int) -> NDArray[np.float64]:
        """Return the value after a roll with this sum."""
        value: NDArray[np.float64] | None = None
        for choice in shuts(total, shut, self._tiles):
            after = self.after(tuple(sorted((*shut, *choice.tiles))))
            value = after if value is None else np.maximum(value, after)
        return np.asarray(self._worth[sum(shut)]) if value is None else value

    def at(self, state: Any) -> NDArray[np.float64]:
        """Return the value of a position of the turn."""
        if state.rolling:
            return self.rolling(state.shut, state.rolling)
        return self.rolled(state.shut, state.roll.total) if state.roll.size else self.after(state.shut)


def points_truth(tiles: int = MOST) -> Truth:
    """Return the values of a turn that is played for the highest expected sum."""
    return Truth(tiles, np.arange(tiles * (tiles + 1) / 2 + 1))


def win_truths(tiles: int = MOST) -> tuple[Truth, Truth]:
    """Return the win shares of the first player in the first turn, and of the second player in the second turn.

    The second player's values are vectors: one share for each sum of the first player.
    """
    sums = np.arange(tiles * (tiles + 1) // 2 + 1)
    second = Truth(tiles, (sums[:, np.newaxis] > sums) + 0.5 * (sums[:, np.newaxis] == sums))
    return Truth(tiles, 1 - second.after(())), second
