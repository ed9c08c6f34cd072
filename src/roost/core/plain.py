"""Games in few lines of code. A position's fields are declared once, and its notation follows from them.

A plain state is a ``NamedTuple`` whose fields are declared with their codecs::

    class Fields(NamedTuple):
        game: Pig
        seat: int | None
        points: Points                                  # a number for each seat
        round: Annotated[int, Lasting(Integer(1, 9))] = 1   # outlasts a turn
        total: Number = 0                               # back to 0 with each turn, and then left out of the text

The text and JSON of positions, their readers, the opening and the draw of the first player follow from these fields.
The author writes only the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, get_type_hints

from roost.core.dice import Dice, Die, Roll, standard_die
from roost.core.events import Ended, Rolled
from roost.core.game import Field, Game, PerSeat
from roost.core.moves import FACES, Event
from roost.core.notation import EMPTY, SEATS, Codec, Integer, Json, Seat, check_codec
from roost.core.state import Drawn, Node, State, Step

COMMON_EVENTS: tuple[type[Event], ...] = (Drawn, Rolled, Ended)
"""The events that every plain game has."""
_DRAW, _OVER = "draw", "over"
_TURN = Field("turn", Seat((_DRAW, _OVER)))


@dataclass(frozen=True)
class EachSeat:
    """Declares a field with a value for each seat: the values' codec, and their value at the start."""

    codec: Codec[Any]
    start: Any = 0


Points: TypeAlias = Annotated[tuple[int, ...], EachSeat(Integer(0, 99_999))]
"""Each seat's points, as the type of a field."""


@dataclass(frozen=True)
class Lasting:
    """Declares a field of the table that outlasts a turn, by its codec. The default is its value at the start."""

    codec: Codec[Any]


@dataclass(frozen=True)
class DiceOf(Codec[Roll]):
    """Codec for up to ``most`` dice on the table; ``-`` if there are none."""

    die: Die
    most: int

    def __post_init__(self) -> None:
        for char in self.die.index:
            if char not in FACES:
                raise TypeError(f"a face of a die is written as a lower-case letter or a digit, not {char!r}")

    def text(self, value: Roll) -> str:
        return value.text

    def parse(self, text: str) -> Roll:
        if len(text) > self.most:  # checked first, so that a long text cannot create a huge roll
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
        zeros = (0,) * (len(self.die.symbols) - 1)
        return [self.die.nothing, self.die.roll((1, *zeros)), self.die.roll((*zeros, self.most))]

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.most}

    def describe(self) -> str:
        return f"at most {self.die.dice(self.most)} showing {' '.join(self.die.index)}, or {EMPTY}"


class _Declared(NamedTuple):
    """Declarations read from a plain state's fields."""

    layout: tuple[Field, ...]
    starts: Mapping[str, Any]
    """Values at the start of the game of all fields that outlast a turn; for each seat if the field is per seat."""
    defaults: dict[str, Any]
    """Default values of a turn's fields, by name. A field with its default value is left out of the text."""
    per_seat: frozenset[str]


@cache
def _declared(kind: type[PlainState], game: type[PlainGame]) -> _Declared:
    declared: Any = kind
    names: tuple[str, ...] = getattr(declared, "_fields", ())
    defaults: dict[str, Any] = dict(getattr(declared, "_field_defaults", {}))
    if names[:2] != ("game", "seat"):
        raise TypeError(f"the first fields of {kind.__name__} must be game and seat")
    hints = get_type_hints(kind, localns={game.__name__: game}, include_extras=True)
    seats: list[Field] = []
    table: list[Field] = []
    turn: list[Field] = []
    starts = {}
    for name in names[2:]:
        codec = getattr(hints[name], "__metadata__", (None,))[0]
        if isinstance(codec, EachSeat):
            seats.append(PerSeat(name, codec.codec, is_lettered=not seats))
            starts[name] = codec.start
            continue
        if not isinstance(codec, Lasting | Codec):
            raise TypeError(f"{kind.__name__}.{name} has no codec; declare it as Annotated[…, a codec]")
        if name not in defaults:
            raise TypeError(f"{kind.__name__}.{name} needs a default: its value between turns, or at the start")
        if isinstance(codec, Lasting):
            table.append(Field(name, codec.codec))
            starts[name] = defaults.pop(name)
        else:
            turn.append(Field(name, codec))
    if not seats or seats[0].name != names[2] or any(name in defaults for name in starts):
        raise TypeError(
            f"the third field of {kind.__name__} must hold a value for each seat, such as Points; no such field has a"
            " default"
        )
    if kind.scores is PlainState.scores and not isinstance(seats[0].codec, Integer):
        raise TypeError(
            f"{kind.__name__} must define scores(), because {names[2]} does not hold a number for each seat"
        )
    per_seat = frozenset(item.name for item in seats)
    return _Declared((seats[0], _TURN, *seats[1:], *table, *turn), starts, defaults, per_seat)


class PlainGame(Game):
    """A game whose positions are plain states. Unless the class sets ``name``, the game is named after the class."""

    state_type: ClassVar[type[PlainState]]
    _declared: ClassVar[_Declared]
    event_types: ClassVar[tuple[type[Event], ...]] = COMMON_EVENTS

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = vars(cls).get("name", cls.__name__.lower())
        cls.title = vars(cls).get("title", cls.__name__)
        for name in ("player_range", "dice_count", "action_types", "end_reasons", "state_type"):
            if not hasattr(cls, name):
                raise TypeError(f"{cls.__name__} must set {name}")
        cls._declared = _declared(cls.state_type, cls)
        for field in cls._declared.layout:
            check_codec(
                field.codec, f"{cls.state_type.__name__}.{field.name}", "/" if isinstance(field, PerSeat) else ""
            )

    @property
    def die(self) -> Die:
        """The game's die: faces 1 to 6 unless the game overrides it."""
        return standard_die()

    @property
    def components(self) -> Mapping[str, object]:
        return {"dice": self.dice_count}

    @classmethod
    def layout(cls) -> tuple[Field, ...]:
        return cls._declared.layout

    def opening(self) -> State:
        return self._state(self.start, {})

    def _state(self, seat: object, values: dict[str, Any]) -> PlainState:
        make: Any = self.state_type  # Any, because the base class does not declare this named tuple's fields
        declared = self._declared
        starts = {
            name: (value,) * self.players if name in declared.per_seat else value
            for name, value in declared.starts.items()
        }
        state: PlainState = make(self, seat if isinstance(seat, int) else None, **(starts | values))
        return state

    def place(self, values: Mapping[str, Any]) -> State:
        turn, board = values["turn"], {name: value for name, value in values.items() if name != _TURN.name}
        if isinstance(turn, int) and turn >= self.players:
            raise ValueError(f"turn={SEATS[turn]}, but there are {self.players} players")
        state = self._state(turn, board)
        if (state.outcome is not None) != (turn == _OVER):
            raise ValueError("turn=over must be given exactly when the game has ended")
        if not isinstance(turn, int) and any(key in board for key in self._declared.defaults):
            raise ValueError("without a turn, fields of a turn must be left out")
        if turn == _DRAW and state != self.opening():
            raise ValueError("turn=draw is only for the opening with start=random")
        state.check()
        return state


def _remembered(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Remember a method's result for the latest position, because one move asks for it several times."""
    latest: tuple[object, Any] = None, None

    @wraps(method)
    def remembered(state: Any) -> Any:
        nonlocal latest
        known, value = latest  # read at once, because several threads may ask
        if known is not state:
            value = method(state)
            latest = state, value
        return value

    return remembered


def _replacing(names: Sequence[str]) -> Callable[..., Any]:
    """Return a method that replaces fields, like a named tuple's, but about twice as fast."""
    places = {name: place for place, name in enumerate(names)}

    def _replace(self: Any, /, **changes: Any) -> Any:
        values = list(self)
        try:
            for name, value in changes.items():
                values[places[name]] = value
        except KeyError:
            raise TypeError(f"{type(self).__name__} has no field {name}") from None
        return tuple.__new__(type(self), values)

    return _replace


class PlainState(State):
    """A position declared by its fields: ``class MyState(MyFields, PlainState)``."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__repr__ = State.__repr__  # type: ignore[method-assign]  # a named tuple brings its own __repr__
        fields: Any = cls
        names = getattr(cls, "_fields", ())
        for name in names[2:]:
            if name == _TURN.name or hasattr(PlainState, name) or hasattr(tuple, name):
                raise TypeError(f"the field {name} of {cls.__name__} hides {name} of every position; rename the field")
        fields._replace = _replacing(names)
        declared = vars(cls)
        if "actions" in declared:
            cls.actions = _remembered(declared["actions"])  # type: ignore[method-assign,assignment]
        if isinstance(outcome := declared.get("outcome"), property) and outcome.fget is not None:
            cls.outcome = property(_remembered(outcome.fget))  # type: ignore[assignment]

    @property
    @_remembered
    def dice(self) -> Dice | None:
        """The dice to roll: those of :meth:`_dice`, or the die that draws the first player."""
        return super().dice

    @property
    def node(self) -> Node:
        """``OVER`` if there is an outcome, ``DECIDE`` if there are actions, otherwise ``ROLL``."""
        if self.outcome is not None:
            return Node.OVER
        return Node.DECIDE if self.seat is not None and self.actions() else Node.ROLL

    @property
    def mover(self) -> int:
        """The seat whose turn it is. Raises if it is no seat's turn."""
        seat = self.seat
        assert seat is not None
        return seat

    def scores(self) -> tuple[int, ...]:
        """The values of the first field that has a value for each seat, which must be numbers."""
        fields: Any = self
        scores: tuple[int, ...] = fields[2]
        return scores

    @property
    def dice_rolled(self) -> str:
        """The dice in the fields of the turn that hold rolls of the game's die."""
        fields: Any = self
        rolls = [value for name, value in zip(fields._fields, fields, strict=True) if name in self._turn_defaults()]
        die = self.game.die
        return "".join(roll.text for roll in rolls if isinstance(roll, Roll) and roll.size and roll.die == die)

    def _dice(self) -> Dice:
        """Return the dice to roll: all the game's dice, unless a state overrides this method."""
        return self.game.die.dice(self.game.dice_count)

    def check(self) -> None:  # does nothing by default, because most positions that can be written are possible
        """Raise ``ValueError`` if the position is impossible."""

    def gain(self, points: tuple[int, ...], more: int) -> tuple[int, ...]:
        """Return the points of each seat after the mover gains ``more``."""
        after, mover = list(points), self.mover
        after[mover] += more
        return tuple(after)

    def next_turn(self, *events: Event, **changes: Any) -> Step:
        """Apply the changes, reset the turn's other fields, and pass the turn to the next seat or end the game.

        The values of each seat and the table's ``Lasting`` fields stay as they are, unless they are among the changes.
        """
        fields: Any = self
        defaults = self._turn_defaults()
        after = fields._replace(seat=(self.mover + 1) % self.game.players, **(defaults | changes))
        outcome = after.outcome
        if outcome is None:
            return Step(after, events)
        return Step(after._replace(seat=None), (*events, Ended(outcome.reason)))

    def values(self) -> dict[str, object]:
        turn = self.seat if self.seat is not None else _DRAW if self.outcome is None else _OVER
        fields: Any = self
        defaults = self._turn_defaults()
        named = zip(fields._fields[2:], fields[2:], strict=True)
        changed = {name: value for name, value in named if name not in defaults or value != defaults[name]}
        return {_TURN.name: turn, **changed}

    def _turn_defaults(self) -> dict[str, Any]:
        game: Any = self.game
        declared: _Declared = game._declared
        return declared.defaults
