"""The base class of positions, through which all other layers use games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import inf
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
"""A move: an action at a decide node, a roll at a roll node."""


class Node(Enum):
    """The kind of step that comes next in a position."""

    ROLL = "roll"
    DECIDE = "decide"
    OVER = "over"


class Step(NamedTuple):
    """The result of :meth:`State.play`: the next state and the events that led to it."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """The player who goes first was drawn at random."""

    seat: SeatNumber


class State(ABC):
    """A position of a game, at one of three kinds of nodes. Subclasses are tuples: immutable and compared by value."""

    __slots__ = ()

    if TYPE_CHECKING:  # fields that all concrete tuples have

        @property
        def game(self) -> Game: ...
        @property
        def seat(self) -> int | None:
            """The seat whose turn it is; None while the first player is drawn and after the end."""

    @property
    @abstractmethod
    def node(self) -> Node:
        """The kind of step that comes next: a roll, a decision, or none because the game is over."""

    @property
    def dice(self) -> Dice | None:
        """The dice to roll: the game's dice, or the die that draws the first player. None unless at a roll node."""
        if self.node is not Node.ROLL:
            return None
        return self._dice() if self.seat is not None else seat_die(SEATS[: self.game.players]).dice(1)

    def rolls(self) -> tuple[tuple[Roll, int], ...]:
        """Return every distinct roll with its integer weight; empty unless at a roll node."""
        dice = self.dice
        return dice.rolls if dice is not None else ()

    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """Return every legal action in a stable order; empty unless at a decide node."""

    @property
    def obvious(self) -> Action | None:
        """The action that is never worse than the other :meth:`actions`, if there is one; screens may play it at once.

        By default, this is the only legal action. A game may declare further obvious actions.
        """
        actions = self.actions()
        return actions[0] if len(actions) == 1 else None

    def dice_of(self, action: Action) -> str:
        """Return the dice on the table that an action selects; empty if the action selects no dice."""
        if action.kind is not Kind.DICE:
            return ""
        return "".join(value for key in action.codecs() if isinstance(value := getattr(action, key), str))

    @property
    def dice_rolled(self) -> str:
        """The dice on the table. By default, the dice in every field that holds a roll."""
        return "".join(value.text for value in self.values().values() if isinstance(value, Roll) and value.size)

    @property
    def dice_aside(self) -> str:
        """The dice set aside this turn, which are no longer on the table; empty in games without such a rule."""
        return ""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The scores of the seats if the game ended now."""

    def heuristic(self) -> tuple[float, ...]:
        """Return an estimate of each seat's standing in any unit, more being better, for searches of a single turn.

        By default, it is the score, or minus the score if the lowest score wins. A game in which a good turn may not
        score at once overrides this method.
        """
        return tuple(map(self.game.merit, self.scores()))

    def most_gain(self) -> float:
        """Return a limit of the mover's gain by :meth:`heuristic` from here to the end of the turn.

        No plan may be expected to gain more, compared with the mean of the other players. The odds of turns that are
        too large to search, or that have no end, follow from it. By default, there is no limit.
        """
        return inf

    def holdings(self) -> dict[str, Counter[str]]:
        """Return all of the game's pieces by place. No piece is ever lost or created; a game may have no pieces."""
        return {}

    def play(self, move: Move | str, *, seat: int | None = None) -> Step:
        """Play an action, a roll or the text of either. Raises if the move is not legal.

        If ``seat`` is given and it is not that seat's turn, a :class:`WrongSeatError` is raised.
        """
        if seat is not None and seat != self.seat:
            turn = "no player's" if self.seat is None else f"{seat_letter(self.seat)}'s"
            player = seat_letter(seat) if seat in range(len(SEATS)) else quote(seat)
            message = f"{quote(str(move))} by {player}: it is {turn} turn"
            raise WrongSeatError(message, input=str(move), position=str(self))
        if isinstance(move, str):
            move = self.parse(move)
        if isinstance(move, Roll):
            if (dice := self.dice) is None or move not in dice:
                raise self._illegal(move)
            return self._rolled(move) if self.seat is not None else self._drawn(move.counts.index(1))
        legal = self.actions()
        for action in legal:  # fast path: most callers play one of these objects
            if action is move:
                return self._chosen(action)
        if move not in legal:
            raise self._illegal(move)
        return self._chosen(move)

    def choices(self) -> tuple[tuple[Action, State], ...]:
        """Return every legal action with the state that it leads to. Faster than playing each action."""
        return tuple((action, self._chosen(action).state) for action in self.actions())

    def throws(self, rolls: Iterable[Roll]) -> list[State]:
        """Return the state after each of these rolls, which must be legal. Faster than playing each roll."""
        return [self._rolled(roll).state for roll in rolls]

    def parse(self, text: str) -> Move:
        """Read a roll's text at a roll node, and an action's text at any other node. The action need not be legal."""
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
        """Return the dice to roll at a roll node in a player's turn."""

    def _drawn(self, seat: int) -> Step:
        """Return the step after the draw of the first player."""
        fields: Any = self  # Any, because every concrete state is a named tuple
        return Step(fields._replace(seat=seat), (Drawn(seat),))

    @abstractmethod
    def _rolled(self, roll: Roll) -> Step:
        """Return the step after a legal roll."""

    @abstractmethod
    def _chosen(self, action: Any) -> Step:
        """Return the step after one of :meth:`actions`."""

    @abstractmethod
    def values(self) -> dict[str, object]:
        """Return the values of the position's fields (:meth:`Game.layout`), without those at their defaults."""

    def __str__(self) -> str:
        """Return the position as one line of text, to be read by :func:`roost.position`."""
        return self.game.position_text(self)

    def __repr__(self) -> str:
        return f"roost.position({str(self)!r})"

    def _repr_svg_(self) -> str:
        """Return the position as a picture, which notebooks show."""
        from roost.core.picture import svg_of  # imported here, because most programs draw nothing

        return svg_of(self)

    def to_json(self) -> dict[str, Json]:
        """Return the position as JSON, to be read by :func:`roost.position`."""
        return self.game.position_json(self)


def choose_at_random(state: State, chance: Stream) -> Action:
    """Return a legal action at random, each equally likely."""
    return chance.choice(state.actions())
