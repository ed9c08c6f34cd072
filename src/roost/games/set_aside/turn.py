"""The set-aside turn that Heckmeck, Junior and Barbecue share (rules SA-1 to SA-8).

A turn is a loop: roll, set one symbol aside, then roll the rest or stop. A :class:`SetAsideTurn` is the stage of a
turn, and an :class:`Aside` is the dice set aside in it. There are only 3,003 such sets for eight dice, so each exists
once and remembers the sets that can follow it. A game with this turn defines what a result may claim and what a failed
turn costs; see ``games/junior/game.py``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from roost.core.dice import Dice, Die, Roll
from roost.core.events import Ended, Rolled
from roost.core.game import Field, Game
from roost.core.moves import Action, Event, Face, Kind, Number, SeatNumber, Symbols
from roost.core.notation import Choice, Seat, Word
from roost.core.outcome import Outcome
from roost.core.state import Drawn, Node, State, Step

WORM = "w"
"""The symbol of the worm."""
_NEXT = "next"


# -- actions -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetAside(Action):
    """Set aside all dice that show a symbol (SA-2)."""

    form: ClassVar[str] = "{symbol}"
    kind: ClassVar[Kind] = Kind.DICE
    symbol: Face


@dataclass(frozen=True, slots=True)
class RollOn(Action):
    """Roll the remaining dice again (SA-4)."""

    form: ClassVar[str] = "roll"
    kind: ClassVar[Kind] = Kind.ROLL


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Stop on a result that earns nothing (SA-4)."""

    form: ClassVar[str] = "stop"
    quiet: ClassVar[bool] = True


ROLL_ON = RollOn()
"""The choice to roll on."""
STOP = Stop()
"""The choice to stop on a result that earns nothing (SA-4)."""
TURN_ACTIONS: tuple[type[Action], ...] = (RollOn, Stop, SetAside)
"""The actions of every set-aside turn."""


# -- events ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LaidAside(Event):
    """All dice with one symbol were set aside; ``total`` is the new sum."""

    shown_by_dice: ClassVar[bool] = True

    seat: SeatNumber
    symbol: Face
    count: Number
    total: Number


@dataclass(frozen=True, slots=True)
class DeadRoll(Event):
    """A roll showed only symbols that already lay aside."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """A turn earned nothing: a ``dead-roll``, no worm (``no-worm``), or a result too low to claim (``no-claim``)."""

    seat: SeatNumber
    why: Symbols


# Common events are cached.
_rolled = cache(Rolled)
_laid_aside = cache(LaidAside)
_failed = cache(Failed)

TURN_EVENTS: tuple[type[Event], ...] = (Drawn, Rolled, LaidAside, DeadRoll, Failed, Ended)
"""The events of every set-aside turn."""


# -- the turn ----------------------------------------------------------------------------------------------------------


class Aside:
    """The dice set aside so far. :meth:`TurnDice.aside` makes each set once, so equal sets are identical objects."""

    __slots__ = (
        "_more",
        "deciding",
        "dice",
        "has_worm",
        "is_complete",
        "left",
        "mask",
        "rest",
        "roll",
        "rolling",
        "total",
    )

    def __init__(self, dice: TurnDice, roll: Roll) -> None:
        self.dice = dice
        self.roll = roll
        self.total = roll.total  # SA-3
        self.left = dice.count - roll.size
        self.rest = dice.die.dice(self.left)
        self.mask = roll.mask
        self.has_worm = bool(roll.counts[dice.die.index[WORM]])
        # SA-6: no further roll is possible when no dice are left or every symbol lies aside.
        self.is_complete = self.left == 0 or self.mask == dice.every_symbol
        self.rolling = SetAsideTurn(Node.ROLL, self)
        self.deciding = SetAsideTurn(Node.DECIDE, self)
        self._more: dict[tuple[int, int], Aside] = {}

    def add(self, symbol: int, count: int) -> Aside:
        """Return this set with ``count`` dice of one symbol added."""
        more = self._more.get((symbol, count))
        if more is None:
            counts = list(self.roll.counts)
            counts[symbol] += count
            more = self._more[symbol, count] = self.dice.aside(self.dice.die.roll(counts))
        return more

    def __str__(self) -> str:
        return self.roll.text

    def __repr__(self) -> str:
        return f"Aside({self.roll.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (TurnDice.aside, (self.dice, self.roll))


@dataclass(frozen=True)
class TurnDice:
    """The dice of a set-aside game, and everything about a turn that depends only on them."""

    die: Die
    count: int

    @cached_property
    def every_symbol(self) -> int:
        """Bit mask of all symbols."""
        return (1 << len(self.die.symbols)) - 1

    @cached_property
    def choices(self) -> tuple[tuple[SetAside, ...], ...]:
        """The choices of SA-2, by the bit mask of the symbols that may be set aside."""
        all_choices = [SetAside(symbol.char) for symbol in self.die.symbols]
        masks = range(self.every_symbol + 1)
        return tuple(tuple(c for i, c in enumerate(all_choices) if mask >> i & 1) for mask in masks)

    @cached_property
    def _asides(self) -> dict[Roll, Aside]:
        return {}

    def aside(self, roll: Roll) -> Aside:
        """Return the unique object for this set of dice aside."""
        cached = self._asides.get(roll)
        return cached if cached is not None else self._asides.setdefault(roll, Aside(self, roll))

    @cached_property
    def start(self) -> SetAsideTurn:
        """The start of a turn: all dice are rolled (SA-1)."""
        return self.aside(self.die.parse("-")).rolling

    @cached_property
    def over(self) -> SetAsideTurn:
        """The stage of a game that is over: it is no player's turn."""
        return SetAsideTurn(Node.OVER, self.aside(self.die.parse("-")))

    def __reduce__(self) -> tuple[Any, ...]:
        return (shared_turn_dice, (self.die, self.count))


@cache
def shared_turn_dice(die: Die, count: int) -> TurnDice:
    """Return the cached turn dice for a die and a count, so that an unpickled :class:`Aside` is the existing object."""
    return TurnDice(die, count)


class SetAsideTurn(NamedTuple):
    """The stage of a turn: the dice set aside, and the roll that waits for a choice, if there is one."""

    node: Node
    aside: Aside
    roll: Roll | None = None


# -- game and state ----------------------------------------------------------------------------------------------------


class SetAsideGame(Game):
    """A game whose turns are set-aside turns."""

    symbols: ClassVar[str]
    """The characters of the die's symbols."""
    dead_roll_counts: ClassVar[bool] = False
    """Whether a dead roll ends the turn as stopping does (SA-5, Junior) instead of failing it."""

    @property
    def may_stop_on_nothing(self) -> bool:
        """Whether a player may stop on a result that earns nothing (HM-6, JR-3, BQ-3)."""
        return True

    @property
    @abstractmethod
    def turn_dice(self) -> TurnDice:
        """The dice of a turn."""

    @property
    def die(self) -> Die:
        return self.turn_dice.die

    @classmethod
    def turn_layout(cls) -> tuple[Field, ...]:
        """Return the position fields of a set-aside turn."""
        dice = Word(cls.symbols + "-", cls.dice_count, "dice")
        return (
            Field("over", Choice(cls.end_reasons)),
            Field("turn", Seat(("draw",))),
            Field("aside", dice),
            Field("roll", RollOrNext(cls.symbols + "-", cls.dice_count, "dice")),
        )

    def place_turn(self, values: Mapping[str, Any]) -> tuple[int | None, SetAsideTurn]:
        """Return the seat and the turn that the values of :meth:`turn_layout` describe."""
        turn_dice, seat = self.turn_dice, values.get("turn")
        stage_keys = [key for key in ("aside", "roll") if key in values]
        if "over" in values or seat == "draw":
            if stage_keys or ("over" in values and seat is not None):
                raise ValueError("there is no turn here, so turn, aside and roll must be left out")
            return None, turn_dice.over if "over" in values else turn_dice.start
        if not isinstance(seat, int):
            raise ValueError("turn is missing")
        if seat >= self.players:
            raise ValueError(f"turn={Seat().text(seat)}, but there are {self.players} players")
        aside = turn_dice.aside(turn_dice.die.parse(values.get("aside", "-")))
        rolled = values.get("roll")
        if rolled in (None, _NEXT):
            if aside.is_complete and rolled:
                raise ValueError("no further roll is possible")
            return seat, aside.rolling if rolled or not aside.roll.size else aside.deciding
        roll = turn_dice.die.parse(str(rolled))
        if aside.is_complete or roll.size != aside.left:
            raise ValueError(f"{aside.roll.size} dice lie aside, so {aside.left} are rolled, not {roll.size}")
        return seat, SetAsideTurn(Node.DECIDE, aside, roll)


class RollOrNext(Word):
    """Notation for the dice on the table: the dice themselves, or ``next`` if the next step is to roll again."""

    def check(self, value: object) -> str:
        return _NEXT if value == _NEXT else super().check(value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [super().schema(), {"const": _NEXT}]}


class SetAsideState(State):
    """A position of a game whose turns are set-aside turns."""

    __slots__ = ()

    if TYPE_CHECKING:  # these are fields of the concrete named tuples

        @property
        def game(self) -> SetAsideGame: ...
        @property
        def turn(self) -> SetAsideTurn: ...

    @abstractmethod
    def at(self, turn: SetAsideTurn) -> Self:
        """Return the same position at another point of the turn."""

    def turn_start(self) -> Self:
        """Return the position at the start of this turn."""
        return self.at(self.game.turn_dice.start)

    def claims(self) -> tuple[Action, ...]:
        """Return what the dice set aside would claim if the turn ended now; empty if the turn would fail."""
        aside = self.turn.aside
        return self.claims_on(aside.total) if aside.has_worm else ()  # SA-7

    @abstractmethod
    def claims_on(self, total: int) -> tuple[Action, ...]:
        """Return the claims available to a turn that ends on this result with a worm."""

    @abstractmethod
    def claim(self, action: Any) -> Step:
        """End the turn with one of :meth:`claims`, without checking the claim again."""

    @abstractmethod
    def _failed(self, events: tuple[Event, ...]) -> Step:
        """End the turn without a claim, and add these events."""

    @property
    def node(self) -> Node:
        return self.turn.node

    def _dice(self) -> Dice:
        return self.turn.aside.rest

    def actions(self) -> tuple[Action, ...]:
        node, aside, roll = self.turn
        if node is not Node.DECIDE:
            return ()
        if roll is not None and (fresh := roll.mask & ~aside.mask):
            return aside.dice.choices[fresh]  # SA-2
        claims = self.claims()
        if roll is not None or aside.is_complete:  # SA-5 of Junior, SA-6
            return claims
        if not claims and self.game.may_stop_on_nothing:
            return (ROLL_ON, STOP)
        return (ROLL_ON, *claims)  # SA-4

    @property
    def dice_rolled(self) -> str:
        roll = self.turn.roll
        return "" if roll is None else roll.text

    @property
    def dice_aside(self) -> str:
        aside = self.turn.aside.roll
        return aside.text if aside.size else ""

    @property
    def obvious(self) -> Action | None:
        """The obvious choice: to roll on if stopping would earn nothing."""
        return ROLL_ON if self.actions() == (ROLL_ON, STOP) else super().obvious

    def dice_of(self, action: Action) -> str:
        """Return all dice that show the symbol that is set aside (SA-2)."""
        roll = self.turn.roll
        return action.symbol * roll.text.count(action.symbol) if isinstance(action, SetAside) and roll else ""

    def _rolled(self, roll: Roll) -> Step:
        seat, aside = self.seat, self.turn.aside
        assert seat is not None
        rolled = _rolled(seat, roll.text)
        if roll.mask & ~aside.mask:
            return Step(self.at(SetAsideTurn(Node.DECIDE, aside, roll)), (rolled,))
        events = (rolled, DeadRoll(seat))  # SA-5
        if self.game.dead_roll_counts:
            ended = self.at(SetAsideTurn(Node.DECIDE, aside, roll))
            return Step(ended, events) if ended.claims() else ended.fail(events)
        return self._failed((*events, _failed(seat, "dead-roll")))

    def _chosen(self, action: Action) -> Step:
        seat, (_, aside, roll) = self.seat, self.turn
        assert seat is not None
        kind = action.__class__
        if kind is SetAside:
            assert isinstance(action, SetAside)
            assert roll is not None
            symbol = aside.dice.die.index[action.symbol]
            count = roll.counts[symbol]
            more = aside.add(symbol, count)
            after = self.at(more.deciding)
            events = (_laid_aside(seat, action.symbol, count, more.total),)
            if more.is_complete and not after.claims():  # SA-6: the turn is over, because no choice is left
                return after.fail(events)
            return Step(after, events)
        if kind is RollOn:
            return Step(self.at(aside.rolling), ())
        if kind is Stop:
            return self.fail(())
        return self.claim(action)

    def fail(self, events: tuple[Event, ...]) -> Step:
        """End the turn as failed, because its result claims nothing."""
        seat, why = self.seat, "no-claim" if self.turn.aside.has_worm else "no-worm"  # SA-7
        assert seat is not None
        return self._failed((*events, _failed(seat, why)))

    def turn_values(self) -> dict[str, object]:
        """Return the values of the fields in :meth:`SetAsideGame.turn_layout`."""
        (node, aside, roll), outcome = self.turn, self.outcome
        if outcome is not None:
            return {"over": outcome.reason}
        values: dict[str, object] = {"turn": "draw" if self.seat is None else self.seat}
        if aside.roll.size:
            values["aside"] = aside.roll.text
            if node is Node.ROLL:
                values["roll"] = _NEXT
        if roll is not None:
            values["roll"] = roll.text
        return values

    def checked(self) -> Self:
        """Return this state if a decision is possible here; raise ValueError if the turn would already be over."""
        node, aside, roll = self.turn
        if node is Node.DECIDE:
            if roll is not None and not roll.mask & ~aside.mask and not self.game.dead_roll_counts:
                raise ValueError(f"roll={roll} is a dead roll, so the turn is over")
            if not self.actions():
                raise ValueError("the dice that lie aside earn nothing, so the turn is over")
        if isinstance(self.outcome, Outcome) != (node is Node.OVER):
            raise ValueError("over must be given exactly when the game has ended")
        return self
