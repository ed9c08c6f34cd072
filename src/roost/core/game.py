"""The base class of games. A game is immutable and consists of rules, options and a number of players."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, TypeVar, cast

from roost.core.dice import Die
from roost.core.errors import NotationError, OptionError, quote, suggest
from roost.core.moves import Action, Event, check_messages, read_action
from roost.core.notation import SEATS, Codec, Json, Seat
from roost.core.outcome import Outcome
from roost.core.state import State

_Value = TypeVar("_Value")
_LONGEST_POSITION = 2_000
_BETWEEN_SEATS = "/"


@dataclass(frozen=True)
class Option:
    """One declared option of a game, with everything that a form, a help text or a schema needs."""

    name: str
    codec: Codec[Any]
    default: Any
    rule: str
    meaning: str


def option(default: _Value, codec: Codec[Any], rule: str, meaning: str) -> _Value:
    """Declare an option as a field of a :class:`Game`."""
    declared: Any = field(default=default, metadata={"option": (codec, rule, meaning)})
    return cast("_Value", declared)


@dataclass(frozen=True)
class Field:
    """One named value of a position."""

    name: str
    codec: Codec[Any]

    def write(self, value: Any) -> str:
        """Return the value as ``key=text``."""
        return f"{self.name}={self.codec.text(value)}"

    def json(self, value: Any) -> Json:
        """Return the value as JSON."""
        return self.codec.json(value)

    def from_json(self, data: Json) -> Any:
        """Read what :meth:`json` writes."""
        return self.codec.from_json(data)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of :meth:`json`."""
        return self.codec.schema()

    def parts(self, value: Any) -> Iterable[tuple[int | None, Any]]:
        """Return the values with their seats; None stands for the table."""
        return [(None, value)]


@dataclass(frozen=True)
class PerSeat(Field):
    """A value for each seat: ``A=… B=…`` in text, a list in JSON. There is one value for each player."""

    is_lettered: bool = True
    """Whether text names the values by seat. One field does; any other is written ``key=…/…``, in seat order."""

    def write(self, value: Any) -> str:
        text = self.codec.text
        if not self.is_lettered:
            return f"{self.name}={_BETWEEN_SEATS.join(map(text, value))}"
        return " ".join([f"{seat}={text(item)}" for seat, item in zip(SEATS, value, strict=False)])

    def json(self, value: Any) -> Json:
        return [self.codec.json(item) for item in value]

    def from_json(self, data: Json) -> Any:
        if not isinstance(data, list):
            raise ValueError("must be a list with an entry for each seat")
        return tuple(map(self.codec.from_json, data))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.codec.schema(), "maxItems": len(SEATS)}

    def parts(self, value: Any) -> Iterable[tuple[int | None, Any]]:
        return enumerate(value)


def is_lettered(item: Field) -> bool:
    """Whether text writes a field as ``A=… B=…``."""
    return isinstance(item, PerSeat) and item.is_lettered


@dataclass(frozen=True)
class Game(ABC):
    """The rules of one game with a certain number of players and certain options."""

    name: ClassVar[str]
    """The game's name in code, on the command line and in text."""
    title: ClassVar[str]
    """The game's name on the box."""
    player_range: ClassVar[range]
    dice_count: ClassVar[int]
    action_types: ClassVar[tuple[type[Action], ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    end_reasons: ClassVar[tuple[str, ...]]
    adapters: ClassVar[tuple[str, ...]] = ()
    """The game's adapter packages, its own first (:mod:`roost.core.adapters`)."""

    lowest_wins: ClassVar[bool] = False
    """Whether the lowest score wins, instead of the highest."""

    start_rule: ClassVar[str] = ""
    """Number of the rule that says who goes first; empty if the rules are not numbered."""

    players: int = 2
    start: int | str = option(
        0, Seat(("random",)), "", "The seat that begins, or random to draw it before the first turn."
    )

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "action_types" in vars(cls) or "event_types" in vars(cls):
            check_messages(getattr(cls, "action_types", ()), getattr(cls, "event_types", ()))

    # -- facts ---------------------------------------------------------------------------------------------------

    @classmethod
    @cache
    def options(cls) -> dict[str, Option]:
        """The declared options by name."""
        options = {}
        for item in fields(cls):
            if "option" in item.metadata:
                codec, rule, meaning = item.metadata["option"]
                number = rule or (cls.start_rule if item.name == "start" else "")
                options[item.name] = Option(item.name, codec, item.default, number, meaning)
        return options

    @classmethod
    @abstractmethod
    def layout(cls) -> tuple[Field, ...]:
        """Return the fields of a position in the order in which its text has them. The first two are required."""

    @property
    @abstractmethod
    def die(self) -> Die:
        """The game's die."""

    @property
    @abstractmethod
    def components(self) -> Mapping[str, object]:
        """The contents of the game's box, with any assumed values set by this game's options."""

    @classmethod
    def merit(cls, score: int) -> int:
        """Return a number that is larger for a better score: the score, or minus the score if the lowest wins."""
        return -score if cls.lowest_wins else score

    # -- construction ----------------------------------------------------------------------------------------------

    @classmethod
    def make(cls, players: int | None = None, options: Mapping[str, object] | None = None) -> Game:
        """Make a game with these options, each given as a value or as text. Errors say what is allowed."""
        declared = cls.options()
        values: dict[str, Any] = {} if players is None else {"players": players}
        for name, value in (options or {}).items():
            if name not in declared:
                message = f"{cls.name} has no option {quote(name)}; {suggest(name, declared)}"
                raise OptionError(message, input=name)
            codec = declared[name].codec
            try:
                values[name] = codec.parse(value) if isinstance(value, str) else value
            except ValueError as why:
                raise cls._bad_option(name, value, why) from None
        return cls(**values)

    def __post_init__(self) -> None:
        least, most = self.player_range[0], self.player_range[-1]
        if type(self.players) is not int or self.players not in self.player_range:
            message = f"{self.name} is for {least} to {most} players, not {quote(self.players)}"
            raise OptionError(message, input=self.players)
        for name, declared in self.options().items():
            value = getattr(self, name)
            if value is declared.default:
                continue
            try:
                object.__setattr__(self, name, declared.codec.check(value))
            except ValueError as why:
                raise self._bad_option(name, value, why) from None
        if isinstance(self.start, int) and self.start >= self.players:
            raise self._bad_option("start", SEATS[self.start], f"must be A to {SEATS[self.players - 1]} or random")

    @classmethod
    def _bad_option(cls, name: str, value: object, why: object) -> OptionError:
        return OptionError(f"{name} of {cls.name} {why}, not {quote(value)}", input=value)

    @cached_property
    def chosen_options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        current = {name: (getattr(self, name), declared) for name, declared in self.options().items()}
        return {name: value for name, (value, declared) in current.items() if value != declared.default}

    @abstractmethod
    def opening(self) -> State:
        """The position before the first roll."""

    # -- moves -------------------------------------------------------------------------------------------------------

    def parse_action(self, source: str | dict[str, Json]) -> Action:
        """Read an action from its token or its JSON, without checking that it is legal."""
        return read_action(self.action_types, source.strip() if isinstance(source, str) else source)

    # -- positions -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def place(self, values: Mapping[str, Any]) -> State:
        """Return the state with these field values. Raises ``ValueError`` if the position is impossible."""

    def position_text(self, state: State) -> str:
        """Return the state as one line: the game's name, its changed options, and ``key=value`` fields."""
        values = state.values()
        return " ".join([self._heading, *[item.write(values[name]) for name, item in self._items if name in values]])

    @cached_property
    def _items(self) -> tuple[tuple[str, Field], ...]:
        """Return the fields by name, in the order of the layout."""
        return tuple((item.name, item) for item in self.layout())

    @cached_property
    def _heading(self) -> str:
        """Return the start of every position's text: the game's name and its changed options."""
        options = self.options()
        return " ".join([self.name, *(f"{k}={options[k].codec.text(v)}" for k, v in self.chosen_options.items())])

    def position_json(self, state: State) -> dict[str, Json]:
        """Return the state as JSON."""
        values = state.values()
        board = {name: item.json(values[name]) for name, item in self._items if name in values}
        return {"game": self.name, "players": self.players, "options": self._chosen_json.copy(), **board}

    @cached_property
    def _chosen_json(self) -> dict[str, Json]:
        """Return the options that differ from their defaults, as JSON."""
        options = self.options()
        return {name: options[name].codec.json(value) for name, value in self.chosen_options.items()}

    @classmethod
    def read_text(cls, text: str) -> State:
        """Read what :meth:`position_text` writes; the fields may come in any order."""
        if len(text) > _LONGEST_POSITION:
            raise NotationError(f"a position has at most {_LONGEST_POSITION} characters", input=text)
        pairs: dict[str, str] = {}
        for word in text.split()[1:]:
            key, equals, value = word.partition("=")
            key = key if key in SEATS else key.lower()
            if not equals or not value:
                raise NotationError(f"{quote(word)} should look like key=value", input=text)
            if key in pairs:
                raise NotationError(f"{quote(key)} is given twice", input=text)
            pairs[key] = value
        seats = [letter for letter in SEATS if letter in pairs]
        if not seats:
            example = cls.make(None, {}).opening()
            raise NotationError(f"the position names no seats; one looks like this: {example}", input=text)
        if SEATS[: len(seats)] != "".join(seats):
            missing = next(letter for letter in SEATS if letter not in pairs)
            raise NotationError(f"seat {missing} is missing; there is {', '.join(seats)}", input=text)
        game = cls._game_of(len(seats), {key: pairs.pop(key) for key in cls.options() if key in pairs}, text)
        values: dict[str, Any] = {}
        for item in cls.layout():
            if isinstance(item, PerSeat):
                parts = (
                    [(seat, pairs.pop(seat)) for seat in seats]
                    if item.is_lettered
                    else [(item.name, part) for part in pairs.pop(item.name, "").split(_BETWEEN_SEATS) if part]
                )
                if parts:
                    values[item.name] = tuple(_read(key, item.codec, part, text) for key, part in parts)
            elif item.name in pairs:
                values[item.name] = _read(item.name, item.codec, pairs.pop(item.name), text)
        if pairs:
            known = {*cls.options(), *(item.name for item in cls.layout() if not is_lettered(item))}
            key = next(iter(pairs))
            raise NotationError(f"{cls.name} has no {quote(key)}; {suggest(key, known)}", input=text)
        return game._placed(values, text)

    @classmethod
    def read_json(cls, data: Mapping[str, Any]) -> State:
        """Read what :meth:`position_json` writes."""
        options = data.get("options", {})
        if not isinstance(options, dict):
            raise NotationError(f"options must be an object, not {quote(options)}", input=data)
        if data.get("players") is None:
            raise NotationError("players is missing", input=data)
        game = cls._game_of(data["players"], options, data)
        by_name = {item.name: item for item in cls.layout()}
        values = {}
        for key, value in data.items():
            if key in ("game", "players", "options"):
                continue
            if key not in by_name:
                raise NotationError(f"{cls.name} has no {quote(key)}; {suggest(key, by_name)}", input=data)
            try:
                values[key] = by_name[key].from_json(value)
            except ValueError as why:
                raise NotationError(f"{key} {why}", input=data) from None
        return game._placed(values, data)

    @classmethod
    def _game_of(cls, players: Any, options: Mapping[str, object], source: object) -> Game:
        try:
            return cls.make(players, options)
        except OptionError as error:
            raise NotationError(str(error), input=source) from None

    def _placed(self, values: Mapping[str, Any], source: object) -> State:
        missing = [item.name for item in self.layout()[:2] if item.name not in values]
        try:
            if missing:
                raise ValueError(f"{missing[0]} is missing")
            for item in self.layout():
                if isinstance(item, PerSeat) and item.name in values and len(values[item.name]) != self.players:
                    raise ValueError(f"{item.name} must have {self.players} entries, one for each seat")
            return self.place(values)
        except (ValueError, NotationError) as why:
            raise NotationError(f"no such position of {self.name}: {why}", input=source) from None

    # -- schema --------------------------------------------------------------------------------------------------------

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """The JSON Schema of this game's positions, actions and events."""
        options = {name: declared.codec.schema() for name, declared in cls.options().items()}
        position = {
            "type": "object",
            "properties": {
                "game": {"const": cls.name},
                "players": {
                    "type": "integer",
                    "minimum": cls.player_range[0],
                    "maximum": cls.player_range[-1],
                },
                "options": {"type": "object", "properties": options, "additionalProperties": False},
                **{item.name: item.schema() for item in cls.layout()},
            },
            "required": ["game", "players", *(item.name for item in cls.layout()[:2])],
            "additionalProperties": False,
        }
        return {
            "title": cls.title,
            "$defs": {
                "position": position,
                "action": {"oneOf": [kind.schema() for kind in cls.action_types]},
                "event": {"oneOf": [kind.schema() for kind in cls.event_types]},
                "outcome": Outcome.schema(),
            },
        }


@lru_cache(10_000)  # cached because most fields do not change from one position to the next
def _parse(codec: Codec[Any], text: str) -> Any:
    return codec.parse(text)


def _read(key: str, codec: Codec[Any], text: str, source: str) -> Any:
    try:
        return _parse(codec, text)
    except ValueError as why:
        raise NotationError(f"{key}={text}: {why}", input=source) from None
