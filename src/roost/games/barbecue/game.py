"""The rules of Barbecue: the game and its positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self

from roost.core.dice import Die, Symbol
from roost.core.events import Ended
from roost.core.game import Field, PerSeat, option
from roost.core.moves import Action, Event
from roost.core.notation import SEATS, Flag, Numbers, seat_letter
from roost.core.outcome import Outcome
from roost.core.state import Step
from roost.games.barbecue.moves import (
    ACTIONS,
    EVENTS,
    POOL,
    SUPPLY,
    Closed,
    EndGame,
    Occupy,
    Placed,
    PlateReturned,
    Protect,
    SnailFromPool,
    SnailFromSpot,
    SnailPlaced,
    SnailTaken,
    Steal,
    Stolen,
    plate_piece,
    spot_place,
)
from roost.games.barbecue.notation import (
    EMPTY_SPOT,
    HIGHEST,
    LOWEST,
    PLATES,
    SNAIL,
    SNAILS,
    SPOTS,
    Grill,
    GrillCodec,
    Larder,
    LarderCodec,
)
from roost.games.set_aside import (
    ROLL_ON,
    TURN_ACTIONS,
    TURN_EVENTS,
    SetAsideGame,
    SetAsideState,
    SetAsideTurn,
    TurnDice,
    shared_turn_dice,
)

# BQ-1: there is no 5, and the 6 is a plain number, not a worm.
_SYMBOLS = (*(Symbol(str(n), str(n), n) for n in range(1, 5)), Symbol("w", "worm", 5), Symbol("6", "6", 6))
_TURN_DICE = shared_turn_dice(Die(_SYMBOLS, (1,) * 6), 8)

NO_SNAIL_TO_PLACE, NO_SNAIL_TO_TAKE = "no-snail-to-place", "no-snail-to-take"


@dataclass(frozen=True)
class Barbecue(SetAsideGame):
    """Heckmeck Barbecue for 2 to 5 players."""

    name: ClassVar[str] = "barbecue"
    title: ClassVar[str] = "Heckmeck Barbecue"
    player_range: ClassVar[range] = range(2, 6)
    adapters: ClassVar[tuple[str, ...]] = ("roost.games.barbecue.adapters", "roost.games.set_aside.adapters")
    start_rule: ClassVar[str] = "BQ-2"
    dice_count: ClassVar[int] = 8
    symbols: ClassVar[str] = "1234w6"
    action_types: ClassVar[tuple[type[Action], ...]] = (*ACTIONS, *TURN_ACTIONS)
    event_types: ClassVar[tuple[type[Event], ...]] = (*TURN_EVENTS, *EVENTS)
    end_reasons: ClassVar[tuple[str, ...]] = (NO_SNAIL_TO_PLACE, NO_SNAIL_TO_TAKE)

    worms: tuple[int, ...] = option(
        (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4),
        Numbers(0, 9, len(SPOTS), len(SPOTS)),
        "BQ-2",
        "The worms on the spots 23 to 36.",
    )
    stop_on_nothing: bool = option(
        False, Flag(), "BQ-3", "A player may stop on a result that brings nothing, and it is a failed attempt."
    )

    @classmethod
    @cache
    def layout(cls) -> tuple[Field, ...]:
        return (Field("grill", GrillCodec()), PerSeat("larders", LarderCodec()), *cls.turn_layout())

    @property
    def turn_dice(self) -> TurnDice:
        return _TURN_DICE

    @property
    def may_stop_on_nothing(self) -> bool:
        return self.stop_on_nothing  # BQ-3

    def worms_on(self, spot: int) -> int:
        """Number of worms printed on a spot."""
        return self.worms[spot - LOWEST]

    @property
    def components(self) -> Mapping[str, object]:
        spots = {spot: self.worms_on(spot) for spot in SPOTS}
        return {"spots": spots, "snails": SNAILS, "plates": PLATES}

    def opening(self) -> BarbecueState:
        seat = self.start if isinstance(self.start, int) else None
        grill, larders = (EMPTY_SPOT,) * len(SPOTS), (Larder(),) * self.players
        return BarbecueState(self, seat, self.turn_dice.start, grill, larders, None)

    def place(self, values: Mapping[str, Any]) -> BarbecueState:
        seat, turn = self.place_turn(values)
        state = BarbecueState(self, seat, turn, values["grill"], values["larders"], values.get("over"))
        if state.pool < 0:
            raise ValueError(f"there are more than {SNAILS} snails")
        if state.end == NO_SNAIL_TO_TAKE and (state.pool or state.highest_spot(SNAIL)):  # BQ-10
            raise ValueError(f"over={state.end}, but there is a snail to take")
        if state.end == NO_SNAIL_TO_PLACE and state.pool and state.highest_spot(EMPTY_SPOT, *SEATS):  # BQ-12
            raise ValueError(f"over={state.end}, but a snail can be placed")
        if max(state.plates_placed()) >= self.players:
            raise ValueError(f"plates of a seat that does not play; there are {self.players} players")
        for owner, larder in enumerate(state.larders):
            letter = seat_letter(owner)
            if state.plates_left(owner) < 0:
                raise ValueError(f"{letter} has placed more than {PLATES} plates")
            earned = sum(self.worms_on(spot) for spot in SPOTS if state.lies(spot) == letter)
            if larder.worms < earned:
                raise ValueError(f"{letter} has {larder.worms} worms, but their single plates brought {earned} (BQ-7)")
        return state.checked()


class _BarbecueFields(NamedTuple):
    game: Barbecue
    seat: int | None
    turn: SetAsideTurn
    grill: Grill
    larders: tuple[Larder, ...]
    end: str | None
    """Why the game is over; None before that."""


class BarbecueState(_BarbecueFields, SetAsideState):
    """A position of Barbecue."""

    __slots__ = ()

    def at(self, turn: SetAsideTurn) -> Self:
        game, seat, _, grill, larders, end = self
        return self.__class__(game, seat, turn, grill, larders, end)

    def lies(self, spot: int) -> str:
        """The contents of a spot: a snail, plates or nothing."""
        return self.grill[spot - LOWEST]

    @property
    def pool(self) -> int:
        """Number of snails in the pool: those that are neither on the grill nor won."""
        return SNAILS - self.grill.count(SNAIL) - sum(larder.snails for larder in self.larders)

    def plates_placed(self) -> Iterator[int]:
        """Yield the owner of every plate on the grill, preceded by a single -1, which stands for no owner."""
        yield -1
        for contents in self.grill:
            if contents != SNAIL:
                yield from map(SEATS.index, contents)

    def plates_left(self, seat: int) -> int:
        """Number of plates that a player still has in hand."""
        letter = seat_letter(seat)
        return PLATES - sum(contents.count(letter) for contents in self.grill if contents != SNAIL)

    def highest_spot(self, *kinds: str) -> int | None:
        """The highest spot with contents among ``kinds``, or None if there is no such spot."""
        return next((spot for spot in reversed(SPOTS) if self.lies(spot) in kinds), None)

    def claims_on(self, total: int) -> tuple[Action, ...]:
        """Return what a result claims (BQ-3): it needs a worm, at least 23 points, and a spot without two plates."""
        seat = self.seat
        if total < LOWEST or seat is None:
            return ()
        if total > HIGHEST:  # BQ-10
            if self.pool:
                return (SnailFromPool(),)
            spot = self.highest_spot(SNAIL)
            return (EndGame(),) if spot is None else (SnailFromSpot(spot),)
        spot, contents = total, self.lies(total)
        if contents == SNAIL:
            return (SnailFromSpot(spot),)  # BQ-9
        if len(contents) == 2 or not self.plates_left(seat):  # BQ-8, BQ-11
            return ()
        if not contents:
            return (Occupy(spot),)  # BQ-6
        return (Protect(spot),) if contents == seat_letter(seat) else (Steal(spot),)  # BQ-8, BQ-7

    def claim(self, action: Action) -> Step:
        game, seat, larders = self.game, self.seat, self.larders
        assert seat is not None
        match action:
            case EndGame():
                return self._over((), NO_SNAIL_TO_TAKE)
            case SnailFromPool():
                return self._next((SnailTaken(seat, 0),), self.grill, _gain(larders, seat, snails=1))
            case SnailFromSpot(spot):
                return self._next((SnailTaken(seat, spot),), self._with(spot, ""), _gain(larders, seat, snails=1))
            case Occupy(spot) | Protect(spot) | Steal(spot):
                worms, letter, contents = game.worms_on(spot), seat_letter(seat), self.lies(spot)
                event: Event = Placed(seat, spot, worms)
                plates = letter
                if isinstance(action, Protect):
                    event, plates = Closed(seat, spot, worms), letter * 2
                elif isinstance(action, Steal):
                    owner = SEATS.index(contents)
                    larders, event = _gain(larders, owner, -worms), Stolen(seat, spot, owner, worms)
                return self._next((event,), self._with(spot, plates), _gain(larders, seat, worms))
        raise AssertionError(action)  # pragma: no cover  # claims() lists nothing else

    @property
    def obvious(self) -> Action | None:
        """The obvious choice: roll again rather than stop without a claim, unless a failed turn may end the game."""
        obvious = super().obvious
        may_end = obvious is ROLL_ON and self.game.stop_on_nothing and self.fail(()).state.outcome  # BQ-12
        return None if may_end else obvious

    def _failed(self, events: tuple[Event, ...]) -> Step:
        """Place a snail on the highest empty spot, or else replace the highest single plate with it (BQ-5)."""
        spot = self.highest_spot(EMPTY_SPOT)
        if spot is None:
            spot = self.highest_spot(*SEATS)
            if spot is not None and self.pool:
                events = (*events, PlateReturned(SEATS.index(self.lies(spot)), spot))
        if spot is None or not self.pool:  # BQ-12
            return self._over(events, NO_SNAIL_TO_PLACE)
        return self._next((*events, SnailPlaced(spot)), self._with(spot, SNAIL), self.larders)

    def _with(self, spot: int, contents: str) -> Grill:
        place = spot - LOWEST
        return (*self.grill[:place], contents, *self.grill[place + 1 :])

    def _next(self, events: tuple[Event, ...], grill: Grill, larders: tuple[Larder, ...]) -> Step:
        game = self.game
        assert self.seat is not None
        seat = (self.seat + 1) % game.players
        return Step(BarbecueState(game, seat, game.turn_dice.start, grill, larders, None), events)

    def _over(self, events: tuple[Event, ...], end: str) -> Step:
        over = self._replace(seat=None, turn=self.game.turn_dice.over, end=end)
        return Step(over, (*events, Ended(end)))

    def scores(self) -> tuple[int, ...]:
        return tuple(larder.points for larder in self.larders)

    @property
    def outcome(self) -> Outcome | None:
        if self.end is None:
            return None
        highest = [self.highest_spot(letter, letter * 2) or 0 for letter in SEATS[: self.game.players]]
        return Outcome.of(self.scores(), self.end, "highest-plate", highest)  # BQ-13

    def holdings(self) -> dict[str, Counter[str]]:
        places = {POOL: Counter({SNAIL: self.pool})}
        for spot, contents in zip(SPOTS, self.grill, strict=True):
            pieces = [SNAIL] if contents == SNAIL else [plate_piece(SEATS.index(letter)) for letter in contents]
            if pieces:
                places[spot_place(spot)] = Counter(pieces)
        for seat, larder in enumerate(self.larders):
            belongings = {"worm": larder.worms, SNAIL: larder.snails, plate_piece(seat): self.plates_left(seat)}
            places[seat_letter(seat)] = Counter(belongings)
        # BQ-2: the supply of worms is unlimited, so its count starts at zero and becomes negative.
        places[SUPPLY] = Counter({"worm": -sum(larder.worms for larder in self.larders)})
        return places

    def values(self) -> dict[str, object]:
        return {"grill": self.grill, "larders": self.larders, **self.turn_values()}

    __str__ = SetAsideState.__str__
    __repr__ = SetAsideState.__repr__


def _gain(larders: tuple[Larder, ...], seat: int, worms: int = 0, snails: int = 0) -> tuple[Larder, ...]:
    before = larders[seat]
    after = Larder(before.worms + worms, before.snails + snails)
    return (*larders[:seat], after, *larders[seat + 1 :])
