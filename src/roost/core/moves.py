"""Actions and events: a player's choices and their effects.

Both are small immutable values whose fields are integers and words. An :class:`Action` also has a short token,
written from its ``form``: ``take24`` is ``Take(tile=24)``. An :class:`Event` lists the pieces it moved, so that
screens can animate it and tests can prove that the events of a step describe the whole change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from inspect import get_annotations
from itertools import product
from typing import Annotated, Any, ClassVar, Self, TypeAlias, get_type_hints

from roost.core.errors import NotationError, quote
from roost.core.notation import SEATS, Codec, Integer, Json, Seat, Word, check_codec

_PLACES = re.compile(r"\{(\w+)\}")
"""Matches the placeholders for an action's fields in its form."""

# Types for the fields of actions and events. Each carries the codec that writes and reads its values.
Number: TypeAlias = Annotated[int, Integer(0, 9_999)]
"""An integer in an action or event."""
SeatNumber: TypeAlias = Annotated[int, Seat()]
"""A seat in an action or event."""
FACES = "abcdefghijklmnopqrstuvwxyz0123456789"
"""The characters that may stand for a die's faces in text."""
Face: TypeAlias = Annotated[str, Word(FACES, 1, "a symbol")]
"""A die's symbol in an action or event."""
Symbols: TypeAlias = Annotated[str, Word(f"{FACES}-", 40, "a word")]
"""A word in an action or event: the symbols of several dice, or one of a few fixed words."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """``count`` pieces of one kind moving from one place to another."""

    piece: str
    source: str
    target: str
    count: int = 1


class Message:
    """Base class of actions and events, which have a name, fields with one codec each, and a JSON form."""

    __slots__ = ()

    @classmethod
    def name(cls) -> str:
        """Return the name in JSON and in message files: ``SetAside`` is ``set_aside``."""
        return _name(cls.__name__)

    @classmethod
    def codecs(cls) -> dict[str, Codec[Any]]:
        """Return each field's codec by name, in field order."""
        return _codecs(cls)

    def to_json(self) -> dict[str, Json]:
        """Return ``{"type": name, field: value, …}``."""
        data: dict[str, Json] = {"type": self.name()}
        for key, codec in _codecs(type(self)).items():
            data[key] = codec.json(getattr(self, key))
        return data

    @classmethod
    def read(cls, data: dict[str, Json]) -> Self:
        """Read what :meth:`to_json` writes."""
        codecs = _codecs(cls)
        if unknown := sorted(data.keys() - codecs.keys() - {"type"}):
            raise NotationError(f"{cls.name()} has no {unknown[0]!r}", input=data)
        values = {}
        for key, codec in codecs.items():
            if key not in data:
                raise NotationError(f"{cls.name()} needs {key!r}", input=data)
            try:
                values[key] = codec.from_json(data[key])
            except ValueError as why:
                raise NotationError(f"{key} of {cls.name()} {why}", input=data) from None
        return cls(**values)

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """The JSON Schema of :meth:`to_json`."""
        properties = {key: codec.schema() for key, codec in _codecs(cls).items()}
        return {
            "type": "object",
            "properties": {"type": {"const": cls.name()}, **properties},
            "required": ["type", *properties],
            "additionalProperties": False,
        }


@cache
def _name(of_class: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", of_class).lower()


def _read_codecs(cls: Any) -> dict[str, Codec[Any]]:
    hints = get_type_hints(cls, include_extras=True)
    codecs = {}
    for field in fields(cls):
        codec = getattr(hints[field.name], "__metadata__", (None,))[0]
        if not isinstance(codec, Codec):
            raise TypeError(f"{cls.__name__}.{field.name} has no codec; declare it as Annotated[…, a codec]")
        codecs[field.name] = codec
    return codecs


_codecs: Callable[[Any], dict[str, Codec[Any]]] = cache(_read_codecs)


class Kind(Enum):
    """The kind of choice that an action is."""

    ROLL = "roll"
    """Roll again."""
    DICE = "dice"
    """Choose dice: keep some, set them aside or re-roll them."""
    ATTACK = "attack"
    """Take something from another player, or hinder them."""
    MOVE = "move"
    """Use the dice: take, claim, move or stop."""


@dataclass(frozen=True, slots=True)
class Action(Message):
    """A choice that a player can make."""

    form: ClassVar[str] = ""
    """The token, with the fields in braces. By default, the action's name followed by its fields."""
    kind: ClassVar[Kind] = Kind.MOVE
    picked: ClassVar[bool] = False
    """Whether screens let the player pick dice one by one, because there are too many choices to list."""
    quiet: ClassVar[bool] = False
    """Whether the action changes little on the table (stop, pass, keep), so screens show it without emphasis."""

    def __init_subclass__(cls) -> None:
        if not cls.form:
            places = [f"{{{name}}}" for name, kind in get_annotations(cls).items() if "ClassVar" not in str(kind)]
            cls.form = "".join((cls.name().replace("_", "-"), *places))

    def __str__(self) -> str:
        codecs = _codecs(type(self))
        return self.form.format(**{key: codec.text(getattr(self, key)) for key, codec in codecs.items()})

    @classmethod
    def match(cls, token: str) -> Self | None:
        """Return the action of this type that ``token`` stands for, or None."""
        match = _pattern(cls).fullmatch(token)
        if not match:
            return None
        codecs = _codecs(cls)
        try:
            return cls(**{key: codecs[key].parse(text) for key, text in match.groupdict().items()})
        except ValueError:
            return None


def _read_pattern(cls: type[Action]) -> re.Pattern[str]:
    pieces = _PLACES.split(cls.form)
    fixed, names = map(re.escape, pieces[::2]), pieces[1::2]
    codecs = _codecs(cls)
    groups = [f"(?P<{name}>{codecs[name].pattern})" for name in names]
    woven = "".join(text for pair in zip(fixed, [*groups, ""], strict=True) for text in pair)
    return re.compile(woven, re.IGNORECASE | re.ASCII)


_pattern: Callable[[Any], re.Pattern[str]] = cache(_read_pattern)


def read_action(kinds: Iterable[type[Action]], source: str | dict[str, Json]) -> Action:
    """Read an action of one of ``kinds`` from its token or its JSON."""
    kinds = tuple(kinds)
    if isinstance(source, str):
        if action := _matching(kinds, source):
            return action
        forms = ", ".join(_PLACES.sub(r"<\1>", kind.form) for kind in kinds)
        raise NotationError(f"{quote(source)} is not an action; actions look like {forms}", input=source)
    name = source.get("type") if isinstance(source, dict) else None
    for kind in kinds:
        if kind.name() == name:
            return kind.read(source)
    names = ", ".join(kind.name() for kind in kinds)
    raise NotationError(f"{quote(name)} is not a type of action; types: {names}", input=source)


def _matching(kinds: Iterable[type[Action]], token: str) -> Action | None:
    return next((action for kind in kinds if (action := kind.match(token))), None)


def check_messages(actions: Iterable[type[Action]], events: Iterable[type[Event]]) -> None:
    """Raise ``TypeError`` if an action or event of a game cannot be read back from its text or JSON."""
    actions = tuple(actions)
    for kind in (*actions, *events):
        for name, codec in kind.codecs().items():
            if hasattr(Action if issubclass(kind, Action) else Event, name):
                raise TypeError(f"the field {name} of {kind.__name__} hides {name} of every move; rename the field")
            check_codec(codec, f"{kind.__name__}.{name}")
    for kind in actions:
        codecs = kind.codecs()
        if sorted(_PLACES.findall(kind.form)) != sorted(codecs):
            raise TypeError(f"the form of {kind.__name__}, {kind.form!r}, must name each of its fields once")
        for values in product(*(codec.examples() for codec in codecs.values())):
            action = kind(*values)
            again = _matching(actions, str(action))
            if again != action:
                raise TypeError(f"{action!r} is written {str(action)!r}, which is read as {again!r}")


@dataclass(frozen=True, slots=True)
class Event(Message):
    """One effect of a move. A step's events, in order, describe the whole step."""

    shown_by_dice: ClassVar[bool] = False
    """Whether the dice on the table already show the event, so that screens need not describe it."""

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the pieces that the event moves."""
        return ()

    def done_to(self) -> tuple[int, ...]:
        """Return the affected seats: those in the event's fields or losing pieces, except the acting ``seat``."""
        values = (getattr(self, key) for key, codec in self.codecs().items() if isinstance(codec, Seat))
        named = {seat for seat in values if isinstance(seat, int)}
        lost = {SEATS.index(moved.source) for moved in self.transfers() if moved.source in tuple(SEATS)}
        return tuple(sorted((named | lost) - {getattr(self, "seat", None)}))
