"""Actions and events: what a player chooses, and what happens then.

Both are small frozen values whose fields are whole numbers and words. An :class:`Action` also has one short token,
written from its ``form``: ``take24`` is ``Take(tile=24)``. An :class:`Event` tells which pieces it moved, so that
screens can animate it and tests can prove that the events of a step retell the whole change.
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
"""The places of an action's fields in its form."""

# The types that fields of actions and events may have. Each carries the codec that writes and reads it.
Number: TypeAlias = Annotated[int, Integer(0, 9_999)]
"""A whole number in an action or event."""
SeatNumber: TypeAlias = Annotated[int, Seat()]
"""A seat in an action or event."""
FACES = "abcdefghijklmnopqrstuvwxyz0123456789"
"""The characters that a face of a die may be written as."""
Face: TypeAlias = Annotated[str, Word(FACES, 1, "a symbol")]
"""One symbol of a die in an action or event."""
Symbols: TypeAlias = Annotated[str, Word(f"{FACES}-", 40, "a word")]
"""A word of symbols in an action or event: several dice, or a choice among few."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """``count`` pieces of one kind moving from one place to another."""

    piece: str
    source: str
    target: str
    count: int = 1


class Message:
    """The part that actions and events share: a name, fields with a codec each, and a JSON form made of both."""

    __slots__ = ()

    @classmethod
    def name(cls) -> str:
        """The name in JSON and in message files: ``SetAside`` is ``set_aside``."""
        return _name(cls.__name__)

    @classmethod
    def codecs(cls) -> dict[str, Codec[Any]]:
        """The codec of each field, in the order of the fields."""
        return _codecs(cls)

    def to_json(self) -> dict[str, Json]:
        """``{"type": name, field: value, …}``."""
        told: dict[str, Json] = {"type": self.name()}
        for key, codec in _codecs(type(self)).items():
            told[key] = codec.json(getattr(self, key))
        return told

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
    found = {}
    for field in fields(cls):
        codec = getattr(hints[field.name], "__metadata__", (None,))[0]
        if not isinstance(codec, Codec):
            raise TypeError(f"{cls.__name__}.{field.name} does not say how it is written: Annotated[…, a codec]")
        found[field.name] = codec
    return found


_codecs: Callable[[Any], dict[str, Codec[Any]]] = cache(_read_codecs)


class Kind(Enum):
    """The kinds of choices."""

    ROLL = "roll"
    """Rolling on, where stopping may be possible."""
    DICE = "dice"
    """Dice to keep, to set aside or to roll again."""
    ATTACK = "attack"
    """Taking something from another player, or hindering them."""
    MOVE = "move"
    """A use of the dice: take, claim, move, stop."""


@dataclass(frozen=True, slots=True)
class Action(Message):
    """One choice of a player."""

    form: ClassVar[str] = ""
    """The token, with the fields in braces; without one, the name and then the fields."""
    kind: ClassVar[Kind] = Kind.MOVE
    """The kind of the choice."""
    picked: ClassVar[bool] = False
    """Whether its dice are picked one by one, because there are too many ways for a list."""
    quiet: ClassVar[bool] = False
    """Whether it leaves things as they are, such as to stop, to pass or to keep: screens do not make much of it."""

    def __init_subclass__(cls) -> None:
        if not cls.form:
            held = [f"{{{name}}}" for name, kind in get_annotations(cls).items() if "ClassVar" not in str(kind)]
            cls.form = "".join((cls.name().replace("_", "-"), *held))

    def __str__(self) -> str:
        codecs = _codecs(type(self))
        return self.form.format(**{key: codec.text(getattr(self, key)) for key, codec in codecs.items()})

    @classmethod
    def match(cls, token: str) -> Self | None:
        """The action that ``token`` stands for, if it has this form."""
        found = _pattern(cls).fullmatch(token)
        if not found:
            return None
        codecs = _codecs(cls)
        try:
            return cls(**{key: codecs[key].parse(text) for key, text in found.groupdict().items()})
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
    wanted = source.get("type") if isinstance(source, dict) else None
    for kind in kinds:
        if kind.name() == wanted:
            return kind.read(source)
    names = ", ".join(kind.name() for kind in kinds)
    raise NotationError(f"{quote(wanted)} is not a type of action; types: {names}", input=source)


def _matching(kinds: Iterable[type[Action]], token: str) -> Action | None:
    return next((action for kind in kinds if (action := kind.match(token))), None)


def check_messages(actions: Iterable[type[Action]], events: Iterable[type[Event]]) -> None:
    """Raise ``TypeError`` if an action or event of a game could not be read back from what is written of it."""
    actions = tuple(actions)
    for kind in (*actions, *events):
        for name, codec in kind.codecs().items():
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
    """One thing that happened. The events of a step, in order, retell it."""

    shown_by_dice: ClassVar[bool] = False
    """Whether the dice on the table show as much, so that words about it can be spared."""

    def transfers(self) -> tuple[Transfer, ...]:
        """The pieces that moved."""
        return ()

    def done_to(self) -> tuple[int, ...]:
        """The seats that it is done to: named in its fields beside ``seat``, who does it, or losing pieces."""
        held = (getattr(self, key) for key, codec in self.codecs().items() if isinstance(codec, Seat))
        named = {seat for seat in held if isinstance(seat, int)}
        lost = {SEATS.index(moved.source) for moved in self.transfers() if moved.source in tuple(SEATS)}
        return tuple(sorted((named | lost) - {getattr(self, "seat", None)}))
