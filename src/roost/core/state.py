"""A position: frozen, hashable, at one of three nodes. Everything above the rules engine talks to this class."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from roost.core.dice import Dice, Roll, seat_die
from roost.core.errors import IllegalMoveError, WrongSeatError, quote
from roost.core.moves import Action, Event, Kind, SeatNumber
from roost.core.notation import SEATS, Json, seat_letter
from roost.core.outcome import Outcome

if TYPE_CHECKING:
    from roost.core.game import Game
    from roost.core.stream import Stream

Move = Action | Roll
"""A move that a state can be played on with: a choice at a decide node, dice at a roll node."""


class Node(Enum):
    """The kinds of points at which a state can stand."""

    ROLL = "roll"
    DECIDE = "decide"
    OVER = "over"


class Step(NamedTuple):
    """The result of :meth:`State.play`: the next state, and the events on the way there."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """The first player was drawn."""

    seat: SeatNumber


class State(ABC):
    """A position of a game. Concrete states are tuples: cheap to make, equal by value, impossible to change."""

    __slots__ = ()

    if TYPE_CHECKING:  # fields of the concrete tuples

        @property
        def game(self) -> Game: ...
        @property
        def seat(self) -> int | None:
            """The seat whose turn it is; none while the first player is drawn and after the end."""

    @property
    @abstractmethod
    def node(self) -> Node:
        """The kind of step that comes next: a roll, a decision, or nothing."""

    @property
    def dice(self) -> Dice | None:
        """At a roll node, the dice to be thrown: the game's own, or the seat die that draws the first player."""
        if self.node is not Node.ROLL:
            return None
        return self._dice() if self.seat is not None else seat_die(SEATS[: self.game.players]).dice(1)

    def rolls(self) -> tuple[tuple[Roll, int], ...]:
        """At a roll node, every distinct roll with its integer weight; elsewhere nothing."""
        dice = self.dice
        return dice.rolls if dice is not None else ()

    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """At a decide node, every legal action in a stable order; elsewhere nothing."""

    @property
    def obvious(self) -> Action | None:
        """The one of :meth:`actions` that goes without saying, if there is such a one: all others gain nothing.

        Screens may take it by themselves. The only action does; a game says so of others.
        """
        actions = self.actions()
        return actions[0] if len(actions) == 1 else None

    def dice_of(self, action: Action) -> str:
        """The dice on the table that a choice of dice is about; nothing for every other action."""
        if action.kind is not Kind.DICE:
            return ""
        return "".join(value for key in action.codecs() if isinstance(value := getattr(action, key), str))

    @property
    def dice_rolled(self) -> str:
        """The dice that lie on the table: those of every field that holds a roll, unless a game says otherwise."""
        return "".join(value.text for value in self.values().values() if isinstance(value, Roll) and value.size)

    @property
    def dice_aside(self) -> str:
        """The dice that the turn has set aside, which lie on the table no more; empty in games without such a rule."""
        return ""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The scores of the seats if the game ended now."""

    def progress(self) -> tuple[float, ...]:
        """How far each seat has come, in whatever unit: what a turn is worth is measured in it.

        A game in which a turn brings something long before it brings a point says here how much that is.
        """
        return self.scores()

    def holdings(self) -> dict[str, Counter[str]]:
        """Every piece of the box by the place where it lies. No piece is ever lost or made; a game may have none."""
        return {}

    def play(self, move: Move | str, *, seat: int | None = None) -> Step:
        """Play an action or a roll, or the text of one. Raises, and changes nothing, if it is not legal here.

        With ``seat``, who is asking: anyone but the seat whose turn it is gets a :class:`WrongSeatError`.
        """
        if seat is not None and seat != self.seat:
            whose = "nobody's" if self.seat is None else f"{seat_letter(self.seat)}'s"
            asking = seat_letter(seat) if seat in range(len(SEATS)) else quote(seat)
            message = f"{quote(str(move))} by {asking}: it is {whose} turn"
            raise WrongSeatError(message, input=str(move), position=str(self))
        if isinstance(move, str):
            move = self.parse(move)
        if isinstance(move, Roll):
            if (dice := self.dice) is None or move not in dice:
                raise self._illegal(move)
            return self._rolled(move) if self.seat is not None else self._drawn(move.counts.index(1))
        legal = self.actions()
        for action in legal:  # most callers play one of these very objects, and identity is cheap to see
            if action is move:
                return self._chosen(action)
        if move not in legal:
            raise self._illegal(move)
        return self._chosen(move)

    def choices(self) -> tuple[tuple[Action, State], ...]:
        """At a decide node, every legal action with the state after it; quicker than to play each of them."""
        return tuple((action, self._chosen(action).state) for action in self.actions())

    def throws(self, rolls: Iterable[Roll]) -> list[State]:
        """The states after some rolls of somebody's turn, each of which must be possible; quicker than to play them."""
        return [self._rolled(roll).state for roll in rolls]

    def parse(self, text: str) -> Move:
        """Read the text of a roll at a roll node, of an action elsewhere. It need not be legal yet."""
        dice = self.dice
        return self.game.parse_action(text) if dice is None else dice.parse(text.strip())

    def _illegal(self, move: Move) -> IllegalMoveError:
        if (dice := self.dice) is not None:
            expected = f"{dice} must be rolled"
        elif self.node is Node.OVER:
            expected = "the game is over"
        else:
            expected = f"legal: {', '.join(map(str, self.actions()))}"
        message = f"{quote(str(move))} is not legal here; {expected}"
        return IllegalMoveError(message, input=str(move), position=str(self))

    @abstractmethod
    def _dice(self) -> Dice:
        """The dice to be thrown at a roll node of somebody's turn."""

    def _drawn(self, seat: int) -> Step:
        """The first player was drawn."""
        fields: Any = self  # a named tuple, as every concrete state is
        return Step(fields._replace(seat=seat), (Drawn(seat),))

    @abstractmethod
    def _rolled(self, roll: Roll) -> Step:
        """The dice fell, as they may here."""

    @abstractmethod
    def _chosen(self, action: Any) -> Step:
        """The player chose one of :meth:`actions`."""

    @abstractmethod
    def values(self) -> dict[str, object]:
        """The values of the game's position fields (:attr:`Game.layout`), those at rest left out."""

    def __str__(self) -> str:
        """The position as one line of text, read again by :func:`roost.position`."""
        return self.game.position_text(self)

    def __repr__(self) -> str:
        return f"roost.position({str(self)!r})"

    def to_json(self) -> dict[str, Json]:
        """The position as JSON, read again by :func:`roost.position`."""
        return self.game.position_json(self)


def choose_at_random(state: State, rng: Stream) -> Action:
    """Any legal action, every one equally likely."""
    return rng.choice(state.actions())
