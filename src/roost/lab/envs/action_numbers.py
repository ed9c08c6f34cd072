"""Action numbers for learners. A game with a kernel numbers its actions itself; other games use a table.

The table lists the game's ``action_types`` in order. If the fields of a type have few combinations of values, each
combination gets its own number, in the order of the fields and of their values. An action of this type has the same
number in every position. Any other type gets a fixed range of numbers, and an action's number depends on its place
among the legal actions of the type.
"""

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
"""Maximum number of value combinations for which each combination of a type gets its own number."""
_PLACES = 256
"""Number of action numbers reserved for a type with too many combinations."""


class Numbering(Protocol):
    """Converts a game's actions to numbers and back."""

    @property
    def actions(self) -> int:
        """Size of the action space."""

    def number(self, state: Any, action: Action) -> int:
        """Return the index of ``action``, which must be legal in ``state``."""

    def action(self, state: Any, number: int) -> Action:
        """Return the action with the index ``number``; it must be legal in ``state``."""


class _Part(NamedTuple):
    """The range of numbers reserved for one type of action."""

    kind: type[Action]
    first: int
    size: int
    numbers: dict[tuple[Any, ...], int] | None
    """Number of each combination of field values; None if actions are numbered by their place among the legal
    actions."""
    fields: tuple[str, ...]


class ActionTable:
    """The numbers of a game's actions, derived from its action types."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._parts: list[_Part] = []
        first = 0
        for kind in game.action_types:
            values = [_values(codec, game) for codec in kind.codecs().values()]
            part = _Part(kind, first, _PLACES, None, tuple(kind.codecs()))
            if None not in values and prod(len(choices or ()) for choices in values) <= _MOST_COMBINED:
                combinations = product(*(choices or () for choices in values))
                numbers = {combination: number for number, combination in enumerate(combinations, first)}
                part = part._replace(size=len(numbers), numbers=numbers)
            self._parts.append(part)
            first += part.size
        self.actions = first
        self._by_kind = {part.kind: part for part in self._parts}

    def legal(self, state: State) -> dict[int, Action]:
        """Return the legal actions of a position by number."""
        return {self.number(state, action): action for action in state.actions()}

    def number(self, state: State, action: Action) -> int:
        part = self._by_kind[type(action)]
        if part.numbers is not None:
            return part.numbers[tuple([getattr(action, name) for name in part.fields])]
        place = _actions_of(state, part).index(action)
        if place >= part.size:
            raise UnsupportedError(self.game.name, f"number for more than {part.size} choices of one kind")
        return part.first + place

    def action(self, state: State, number: int) -> Action:
        return self.legal(state)[number]


def _values(codec: Codec[Any], game: Game) -> list[Any] | None:
    values = codec.every()
    if values is None or len(values) > _MOST_COMBINED:
        return None
    return list(values)[: game.players] if isinstance(codec, Seat) else list(values)


def _actions_of(state: State, part: _Part) -> list[Action]:
    return [action for action in state.actions() if type(action) is part.kind]


def numbering(game: Game) -> Numbering:
    """Return the numbering of a game's actions: the kernel's, or a table if the game has no kernel."""
    return packing(game) if has_kernel(type(game)) else ActionTable(game)
