"""Tiles on a grill and in stacks: the table that Heckmeck and Junior share."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple, Self

from roost.core.events import Ended
from roost.core.game import Field, PerSeat
from roost.core.moves import Action, Event, Number, SeatNumber, Transfer
from roost.core.notation import Numbers, seat_letter
from roost.core.state import Step
from roost.games.set_aside import TURN_ACTIONS, TURN_EVENTS, SetAsideGame, SetAsideState, SetAsideTurn

GRILL = "grill"
"""The place for tiles that players can take."""
FACE_DOWN = "face-down"
"""The place for tiles that are out of the game."""
GRILL_EMPTY = "grill-empty"
"""Why a tile game ends: no tile is left on the grill."""

Tiles = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Stop and take a tile from the grill."""

    form: ClassVar[str] = "take{tile}"
    tile: Number


@dataclass(frozen=True, slots=True)
class Snatch(Action):
    """Stop and snatch the top tile of another player's stack."""

    form: ClassVar[str] = "snatch{tile}@{owner}"
    tile: Number
    owner: SeatNumber


take = cache(Take)
"""Return the cached choice to take a tile, so that each tile has one object."""
snatch = cache(Snatch)
"""Return the cached choice to snatch a tile, so that each tile and owner have one object."""
TILE_ACTIONS = (Take, Snatch, *TURN_ACTIONS)
"""The actions of the tile games."""


@dataclass(frozen=True, slots=True)
class Took(Event):
    """A tile went from the grill to the top of a stack."""

    seat: SeatNumber
    tile: Number

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(str(self.tile), GRILL, seat_letter(self.seat)),)


@dataclass(frozen=True, slots=True)
class Snatched(Event):
    """A tile went from the top of its owner's stack to the top of another player's."""

    seat: SeatNumber
    tile: Number
    owner: SeatNumber

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(str(self.tile), seat_letter(self.owner), seat_letter(self.seat)),)


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """A tile went from the top of a stack back to the grill."""

    seat: SeatNumber
    tile: Number

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(str(self.tile), seat_letter(self.seat), GRILL),)


@dataclass(frozen=True, slots=True)
class FacedDown(Event):
    """A tile on the grill was turned face down for the rest of the game."""

    tile: Number

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(str(self.tile), GRILL, FACE_DOWN),)


TILE_EVENTS = (*TURN_EVENTS, Took, Snatched, Returned, FacedDown)
"""The events of the tile games."""

# Claim events are cached, because the same few occur over and over.
_took = cache(Took)
_snatched = cache(Snatched)


class TileGame(SetAsideGame):
    """A set-aside game whose winnings are tiles."""

    action_types = TILE_ACTIONS
    event_types = TILE_EVENTS
    end_reasons = (GRILL_EMPTY,)
    tiles: ClassVar[Tiles]
    """Every tile in the box, in ascending order."""
    state_type: ClassVar[type[TileState]]

    @classmethod
    @cache
    def layout(cls) -> tuple[Field, ...]:
        low, high, count = cls.tiles[0], cls.tiles[-1], len(cls.tiles)
        grill = Numbers(low, high, count, ranges=len(set(cls.tiles)) == count)
        return (Field(GRILL, grill), PerSeat("stacks", Numbers(low, high, count)), *cls.turn_layout())

    @abstractmethod
    def worms_on(self, tile: int) -> int:
        """Number of worms on a tile."""

    @property
    def must_snatch(self) -> bool:
        """Whether a player who could snatch a tile may not take a lower one instead (HM-4, JR-6)."""
        return False

    @cached_property
    def box(self) -> Counter[int]:
        """Number of copies of each tile in the box."""
        return Counter(self.tiles)

    @cached_property
    def worms_by_tile(self) -> Mapping[int, int]:
        """Number of worms on each tile in the box."""
        return {tile: self.worms_on(tile) for tile in self.box}

    @property
    def components(self) -> Mapping[str, object]:
        return {"tiles": self.worms_by_tile, "copies": self.box[self.tiles[0]]}

    def opening(self) -> TileState:
        seat = self.start if isinstance(self.start, int) else None
        return self.state_type(self, seat, self.turn_dice.start, self.tiles, ((),) * self.players)

    def place(self, values: Mapping[str, Any]) -> TileState:
        seat, turn = self.place_turn(values)
        grill, stacks = tuple(sorted(values[GRILL])), values["stacks"]
        for tile, count in Counter([*grill, *(t for stack in stacks for t in stack)]).items():
            if count > self.box[tile]:
                raise ValueError(f"tile {tile} lies in {count} places, but the box holds {self.box[tile]}")
        return self.state_type(self, seat, turn, grill, stacks).checked()


class _TileFields(NamedTuple):
    game: TileGame
    seat: int | None
    turn: SetAsideTurn
    grill: Tiles
    """The face-up tiles on the grill, in ascending order. A tile that is neither here nor in a stack lies face down."""
    stacks: tuple[Tiles, ...]
    """Each seat's stack, with the top tile last."""


class TileState(_TileFields, SetAsideState):
    """A position of a tile game."""

    __slots__ = ()

    def at(self, turn: SetAsideTurn) -> Self:
        game, seat, _, grill, stacks = self
        return tuple.__new__(self.__class__, (game, seat, turn, grill, stacks))  # the hottest line of the engine

    def claims_on(self, total: int) -> tuple[Action, ...]:
        game, seat, _, grill, stacks = self
        place = bisect_right(grill, total)
        if place and grill[place - 1] == total:
            return (take(total),)  # HM-2, JR-4
        claims: list[Action] = []
        for owner, stack in enumerate(stacks):
            if stack and stack[-1] == total and owner != seat:
                claims.append(snatch(total, owner))  # HM-3, JR-5
        if place and not (claims and game.must_snatch):
            claims.append(take(grill[place - 1]))  # HM-4, JR-6
        return tuple(claims)

    def claim(self, action: Take | Snatch) -> Step:
        _, seat, _, grill, stacks = self
        tile = action.tile
        assert seat is not None
        event: Event
        if isinstance(action, Snatch):
            stacks = _with_stack(stacks, action.owner, stacks[action.owner][:-1])
            event = _snatched(seat, tile, action.owner)
        else:
            place = bisect_right(grill, tile)
            grill = grill[: place - 1] + grill[place:]
            event = _took(seat, tile)
        stacks = _with_stack(stacks, seat, (*stacks[seat], tile))  # HM-5
        return self.next_turn((event,), grill, stacks)

    def next_turn(self, events: tuple[Event, ...], grill: Tiles, stacks: tuple[Tiles, ...]) -> Step:
        """Begin the next player's turn, or end the game if the grill is empty (HM-9, JR-8)."""
        game = self.game
        assert self.seat is not None
        if not grill:
            over = self.__class__(game, None, game.turn_dice.over, grill, stacks)
            return Step(over, (*events, Ended(GRILL_EMPTY)))
        seat = (self.seat + 1) % game.players
        return Step(tuple.__new__(self.__class__, (game, seat, game.turn_dice.start, grill, stacks)), events)

    @property
    def obvious(self) -> Action | None:
        """The obvious choice: to roll on rather than stop on no claim, unless the last tile could end the game."""
        return super().obvious if len(self.grill) > 1 else None

    def scores(self) -> tuple[int, ...]:
        worms_on = self.game.worms_by_tile.__getitem__
        return tuple([sum(map(worms_on, stack)) for stack in self.stacks])

    @property
    def face_down(self) -> Tiles:
        """Tiles that were turned face down, in ascending order."""
        face_up = Counter([*self.grill, *(tile for stack in self.stacks for tile in stack)])
        return tuple(sorted((self.game.box - face_up).elements()))

    def holdings(self) -> dict[str, Counter[str]]:
        places = {GRILL: self.grill, FACE_DOWN: self.face_down}
        places |= {seat_letter(seat): stack for seat, stack in enumerate(self.stacks)}
        return {place: Counter(map(str, tiles)) for place, tiles in places.items()}

    def values(self) -> dict[str, object]:
        return {GRILL: self.grill, "stacks": self.stacks, **self.turn_values()}

    __str__ = SetAsideState.__str__
    __repr__ = SetAsideState.__repr__


def _with_stack(stacks: tuple[Tiles, ...], seat: int, stack: Tiles) -> tuple[Tiles, ...]:
    return (*stacks[:seat], stack, *stacks[seat + 1 :])
