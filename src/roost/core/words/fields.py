"""A position as a list of named fields. Games without a board of their own are shown this way.

Dice and the seat to play are left out, because every screen shows those in its own way.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from roost.core.dice import Dice, Roll
from roost.core.game import Field, PerSeat
from roost.core.notation import EMPTY, Codec, Numbers
from roost.core.state import State
from roost.core.words import Messages

_TURN = ("turn", "over")


class FieldText(NamedTuple):
    """A position's field in words: its name and its values."""

    name: str
    values: list[str]


def shared_fields(state: State, messages: Messages) -> list[FieldText]:
    """Return the fields that belong to no particular seat. A game hides a field by giving it an empty name."""
    return [
        FieldText(name, _values(item.codec, value))
        for item, name, value in _named(state, messages)
        if not isinstance(item, PerSeat)
    ]


def seat_fields(state: State, messages: Messages) -> list[list[FieldText]]:
    """Return each seat's own fields, without the scores."""
    fields = [
        (item, name, value)
        for item, name, value in _named(state, messages)
        if isinstance(item, PerSeat) and value != state.scores()
    ]
    return [
        [FieldText(name, _values(item.codec, value[seat])) for item, name, value in fields]
        for seat in range(state.game.players)
    ]


def _named(state: State, messages: Messages) -> Iterator[tuple[Field, str, Any]]:
    """Yield every visible field with its name and value. Default values are included to keep screen layouts stable."""
    words, values = messages.of(state.game), state.values()
    for item in state.game.layout():
        value = values.get(item.name, getattr(state, item.name, None))
        if value is None or isinstance(value, Roll | Dice) or item.name in _TURN:
            continue
        name = words.say_if_known(f"field.{item.name}")
        name = item.name.replace("_", " ") if name is None else name
        if name:
            yield item, name, value


def _values(codec: Codec[Any], value: Any) -> list[str]:
    """Return a field's values as text. In a list with labelled places, values at the minimum are left out."""
    if isinstance(codec, Numbers) and codec.places:
        labelled = zip(codec.places, value, strict=True)
        return [f"{label}: {number}" for label, number in labelled if number > codec.least]
    text = codec.text(value)
    if text == EMPTY:
        return []
    return text.split(",") if isinstance(codec, Numbers) else [text]
