"""A game in few lines: what a position consists of is declared once, and its notation is derived from that.

A plain state is a ``NamedTuple`` whose fields say how they are written::

    class Fields(NamedTuple):
        game: Pig
        seat: int | None
        points: Points              # a number for each seat
        total: Number = 0           # written where it is not 0

From this follow the text and the JSON of positions, reading them again, the opening, and the draw of the first player.
What is left to the author are the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, get_type_hints

from roost.core.dice import Dice, Die, Roll, standard_die
from roost.core.events import Ended, Rolled
from roost.core.game import Field, Game, PerSeat
from roost.core.moves import FACES, Event
from roost.core.notation import EMPTY, SEATS, Codec, Integer, Json, Seat, check_codec
from roost.core.state import Drawn, Node, State, Step

COMMON_EVENTS: tuple[type[Event], ...] = (Drawn, Rolled, Ended)
"""The events of every game."""
_DRAW, _OVER = "draw", "over"
_TURN = Field("turn", Seat((_DRAW, _OVER)))


@dataclass(frozen=True)
class EachSeat:
    """A value for each seat: how one is written, and what everybody starts with."""

    codec: Codec[Any]
    start: Any = 0


Points: TypeAlias = Annotated[tuple[int, ...], EachSeat(Integer(0, 99_999))]
"""The points of each seat."""


@dataclass(frozen=True)
class DiceOf(Codec[Roll]):
    """Some dice on the table, ``-`` for none."""

    die: Die
    most: int

    def __post_init__(self) -> None:
        for char in self.die.index:
            if char not in FACES:
                raise TypeError(f"a face is written as a lower-case letter or a digit, not {char!r}")

    def text(self, value: Roll) -> str:
        return value.text

    def parse(self, text: str) -> Roll:
        if len(text) > self.most:  # told before reading, so that text of any length can make no roll of any size
            raise ValueError(f"must be {self.describe()}")
        return self.die.parse(text)

    def check(self, value: object) -> Roll:
        if not isinstance(value, Roll) or value.die != self.die or value.size > self.most:
            raise ValueError(f"must be {self.describe()}")
        return value

    def json(self, value: Roll) -> Json:
        return value.text

    def from_json(self, data: Json) -> Roll:
        if not isinstance(data, str):
            raise ValueError(f"must be {self.describe()}")
        return self.parse(data)

    @property
    def pattern(self) -> str:
        return f"{EMPTY}|[{re.escape(''.join(self.die.index))}]{{1,{self.most}}}"

    def examples(self) -> Sequence[Roll]:
        last = (0,) * (len(self.die.symbols) - 1)
        return [self.die.nothing, self.die.roll((1, *last)), self.die.roll((*last, self.most))]

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.most}

    def describe(self) -> str:
        return f"at most {self.die.dice(self.most)} showing {' '.join(self.die.index)}, or {EMPTY}"


class _Declared(NamedTuple):
    """The declarations of a state's fields."""

    layout: tuple[Field, ...]
    starts: Mapping[str, Any]
    """The values that everybody starts with, by field."""
    defaults: Mapping[str, Any]
    """The values at rest, which are not written."""


@cache
def _declared(kind: type[PlainState], game: type[PlainGame]) -> _Declared:
    declared: Any = kind
    names: tuple[str, ...] = getattr(declared, "_fields", ())
    defaults: dict[str, Any] = getattr(declared, "_field_defaults", {})
    if names[:2] != ("game", "seat"):
        raise TypeError(f"the first fields of {kind.__name__} must be game and seat")
    hints = get_type_hints(kind, localns={game.__name__: game}, include_extras=True)
    seats: list[Field] = []
    others: list[Field] = []
    starts = {}
    for name in names[2:]:
        codec = getattr(hints[name], "__metadata__", (None,))[0]
        if isinstance(codec, EachSeat):
            seats.append(PerSeat(name, codec.codec))
            starts[name] = codec.start
        elif isinstance(codec, Codec):
            others.append(Field(name, codec))
        else:
            raise TypeError(f"{kind.__name__}.{name} does not say how it is written: Annotated[…, a codec]")
    missing = [item.name for item in others if item.name not in defaults]
    if missing:
        raise TypeError(f"{kind.__name__}.{missing[0]} needs a default: its value when no turn is under way")
    if list(starts) != [names[2]]:
        raise TypeError(f"the third field of {kind.__name__}, and no other, must hold a value for each seat, as Points")
    return _Declared((*seats, _TURN, *others), starts, defaults)


class PlainGame(Game):
    """A game whose positions are plain states. It goes by the name of its class, unless it says another."""

    state_type: ClassVar[type[PlainState]]
    event_types: ClassVar[tuple[type[Event], ...]] = COMMON_EVENTS

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = vars(cls).get("name", cls.__name__.lower())
        cls.title = vars(cls).get("title", cls.__name__)
        needed = ("player_range", "dice_count", "action_types", "end_reasons", "state_type")
        for what in needed:
            if not hasattr(cls, what):
                raise TypeError(f"{cls.__name__} does not say its {what}")
        for field in cls._declared().layout:
            check_codec(field.codec, f"{cls.state_type.__name__}.{field.name}")

    @property
    def die(self) -> Die:
        """Six faces, 1 to 6, unless the game says otherwise."""
        return standard_die()

    @property
    def components(self) -> Mapping[str, object]:
        return {"dice": self.dice_count}

    @classmethod
    def layout(cls) -> tuple[Field, ...]:
        return cls._declared().layout

    def opening(self) -> State:
        starts = self._declared().starts
        return self._state(self.start, {name: (value,) * self.players for name, value in starts.items()})

    @classmethod
    def _declared(cls) -> _Declared:
        return _declared(cls.state_type, cls)

    def _state(self, seat: object, values: Mapping[str, Any]) -> PlainState:
        make: Any = self.state_type  # a named tuple, which knows its fields better than its base class does
        state: PlainState = make(self, seat if isinstance(seat, int) else None, **values)
        return state

    def place(self, values: Mapping[str, Any]) -> State:
        turn, given = values["turn"], {name: value for name, value in values.items() if name != _TURN.name}
        if isinstance(turn, int) and turn >= self.players:
            raise ValueError(f"turn={SEATS[turn]}, but there are {self.players} players")
        state = self._state(turn, given)
        if (state.outcome is not None) != (turn == _OVER):
            raise ValueError("turn=over must be given exactly when the game has ended")
        if not isinstance(turn, int) and any(key in given for key in self._declared().defaults):
            raise ValueError("there is no turn, and so nothing of one")
        if turn == _DRAW and state != self.opening():
            raise ValueError("turn=draw stands for the very beginning with start=random")
        state.check()
        return state


class PlainState(State):
    """A position that is declared by its fields: ``class MyState(MyFields, PlainState)``."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__repr__ = State.__repr__  # type: ignore[method-assign]  # a named tuple has one of its own

    @property
    def node(self) -> Node:
        """The end, once there is an outcome; a decision where there are actions; else a roll."""
        if self.outcome is not None:
            return Node.OVER
        return Node.DECIDE if self.seat is not None and self.actions() else Node.ROLL

    @property
    def mover(self) -> int:
        """The seat whose turn it is, where it is somebody's."""
        seat = self.seat
        assert seat is not None
        return seat

    def scores(self) -> tuple[int, ...]:
        """The first of the fields with a value for each seat."""
        fields: Any = self
        scores: tuple[int, ...] = fields[2]
        return scores

    def progress(self) -> tuple[float, ...]:
        """By the declaration: the sum of the numbers that each seat has; the score, where it has no numbers."""
        fields: Any = self
        held: tuple[Any, ...] = fields[2]
        return tuple(map(sum, held)) if all(isinstance(one, tuple) for one in held) else self.scores()

    def _dice(self) -> Dice:
        """All dice of the game, unless the state says otherwise."""
        return self.game.die.dice(self.game.dice_count)

    def check(self) -> None:  # most positions that can be written can lie on a table
        """Raise ``ValueError`` for what cannot lie on a table."""

    def gain(self, points: tuple[int, ...], more: int) -> tuple[int, ...]:
        """The points of each seat when the mover gets so many more."""
        return tuple(held + more * (seat == self.seat) for seat, held in enumerate(points))

    def next_turn(self, *events: Event, **changes: Any) -> Step:
        """The next player's turn with these changes and everything else of the turn at rest; or the end."""
        fields: Any = self
        after = fields._replace(seat=(self.mover + 1) % self.game.players, **(fields._field_defaults | changes))
        outcome = after.outcome
        if outcome is None:
            return Step(after, events)
        return Step(after._replace(seat=None), (*events, Ended(outcome.reason)))

    def values(self) -> dict[str, object]:
        turn = self.seat if self.seat is not None else _DRAW if self.outcome is None else _OVER
        found: dict[str, object] = {_TURN.name: turn}
        fields: Any = self
        at_rest = fields._field_defaults
        for name in fields._fields[2:]:
            value = getattr(self, name)
            if name not in at_rest or value != at_rest[name]:
                found[name] = value
        return found
