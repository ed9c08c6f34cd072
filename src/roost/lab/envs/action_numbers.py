"""Actions by number, for learners. A game with a kernel numbers its actions itself; those of any other go by a table.

The table goes through the game's ``action_types`` in their order. A type whose fields can take few values together gets
a number for each combination, in the order of the fields and of their values: the same action then has the same number
in every position. A type with more than that gets some numbers for its places among the legal actions of its kind.
"""

from dataclasses import astuple
from itertools import product
from math import prod
from typing import Any, NamedTuple, Protocol

from roost.core.errors import UnsupportedError
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.notation import Codec, Seat
from roost.core.state import State
from roost.study.fast.packed import has_kernel, packing

_MOST_COMBINED = 5_000
"""So many combinations of values are numbered one by one."""
_PLACES = 256
"""Numbers for a type with more."""


class Numbering(Protocol):
    """Numbers for the actions of one game."""

    @property
    def actions(self) -> int:
        """How many actions are numbered: the size of the action space."""

    def number(self, state: Any, action: Action) -> int:
        """The number of an action that is legal in ``state``."""

    def action(self, state: Any, number: int) -> Action:
        """The action that a number stands for in ``state``, where it must be legal."""


class _Part(NamedTuple):
    """The numbers of one type of action."""

    kind: type[Action]
    first: int
    size: int
    numbers: dict[tuple[Any, ...], int] | None
    """The number of each combination of values; nothing, where they go by their place."""


class ActionTable:
    """The numbers of a game's actions, read off its action types."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._parts: list[_Part] = []
        first = 0
        for kind in game.action_types:
            values = [_values(codec, game) for codec in kind.codecs().values()]
            part = _Part(kind, first, _PLACES, None)
            if all(held is not None for held in values) and prod(len(held or ()) for held in values) <= _MOST_COMBINED:
                combined = product(*(held or () for held in values))
                numbers = {held: first + place for place, held in enumerate(combined)}
                part = _Part(kind, first, len(numbers), numbers)
            self._parts.append(part)
            first += part.size
        self.actions = first
        self._by_kind = {part.kind: part for part in self._parts}

    def number(self, state: State, action: Action) -> int:
        """The number of an action that is legal in ``state``."""
        part = self._by_kind[type(action)]
        if part.numbers is not None:
            return part.numbers[astuple(action)]
        place = _alike(state, part).index(action)
        if place >= part.size:
            raise UnsupportedError(self.game.name, f"number for more than {part.size} choices of one kind")
        return part.first + place

    def action(self, state: State, number: int) -> Action:
        """The action that a number stands for in ``state``, where it must be legal."""
        part = next(part for part in self._parts if number < part.first + part.size)
        alike = _alike(state, part)
        if part.numbers is None:
            return alike[number - part.first]
        return next(action for action in alike if self.number(state, action) == number)


def _values(codec: Codec[Any], game: Game) -> list[Any] | None:
    values = codec.every()
    if values is None or len(values) > _MOST_COMBINED:
        return None
    return list(values)[: game.players] if isinstance(codec, Seat) else list(values)


def _alike(state: State, part: _Part) -> list[Action]:
    return [action for action in state.actions() if type(action) is part.kind]


def numbering(game: Game) -> Numbering:
    """The numbers of a game's actions."""
    return packing(game) if has_kernel(type(game)) else ActionTable(game)
