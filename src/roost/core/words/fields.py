"""A position field by field, in words, for the screens of games that draw none of their own: all that is declared.

Dice and the seat to play are not among the fields: every screen shows those in its own way.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from roost.core.dice import Roll
from roost.core.game import Field, PerSeat
from roost.core.notation import EMPTY, Codec, Numbers
from roost.core.state import State
from roost.core.words import Messages

_TURN = ("turn", "over")


class FieldTold(NamedTuple):
    """A field of a position: what it is called, and what it holds, one thing after another."""

    name: str
    values: list[str]


def shared_fields(state: State, messages: Messages) -> list[FieldTold]:
    """The fields that belong to no seat. One that its game calls by an empty name is hidden."""
    return [
        FieldTold(name, _values(item.codec, value))
        for item, name, value in _named(state, messages)
        if not isinstance(item, PerSeat)
    ]


def seat_fields(state: State, messages: Messages) -> list[list[FieldTold]]:
    """The fields with a value for each seat, seat by seat; scores are left out."""
    each = [found for found in _named(state, messages) if isinstance(found[0], PerSeat) and found[2] != state.scores()]
    return [
        [FieldTold(name, _values(item.codec, value[seat])) for item, name, value in each]
        for seat in range(state.game.players)
    ]


def _named(state: State, messages: Messages) -> Iterator[tuple[Field, str, Any]]:
    """Every field that is to be told, with its name and its value; those at rest too, so that screens stay calm."""
    words, values = messages.of(state.game), state.values()
    for item in state.game.layout():
        value = values.get(item.name, getattr(state, item.name, None))
        if value is None or isinstance(value, Roll) or item.name in _TURN:
            continue
        name = words.say_if_known(f"field.{item.name}")
        name = item.name.replace("_", " ") if name is None else name
        if name:
            yield item, name, value


def _values(codec: Codec[Any], value: Any) -> list[str]:
    """The values of a field. Of numbers with places, those that are more than the least stand with their places."""
    if isinstance(codec, Numbers) and codec.places:
        placed = zip(codec.places, value, strict=True)
        return [f"{place}: {number}" for place, number in placed if number > codec.least]
    text = codec.text(value)
    if text == EMPTY:
        return []
    return text.split(",") if isinstance(codec, Numbers) else [text]
