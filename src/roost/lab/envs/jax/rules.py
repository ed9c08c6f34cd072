"""The device adapter of a game: its rules as pure functions of a position.

A position is a named tuple of words and short lists of words. By default it has the same fields as the game's kernel
record (:mod:`roost.study.fast.records`), which serves to convert it from and to states of the rules engine. The rules,
options and number of players are plain numbers, taken from the kernel.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Protocol, cast

import numpy as np

from roost.core.adapters import require_adapter
from roost.core.game import Game
from roost.lab.envs.jax.words import Array, Words
from roost.study.fast.packed import packing
from roost.study.fast.records import Records

Position = Any
"""A named tuple of words; each game has its own type."""


class DeviceRules(ABC):
    """The rules of one game on a JAX device. All methods are pure, so JAX can trace, compile and map them."""

    position_type: ClassVar[Any]
    """The named tuple type of positions."""
    per_seat: ClassVar[tuple[str, ...]] = ()
    """Names of the fields with one word per seat; in kernel records these arrays may be longer."""
    a_roll_may_fail: ClassVar[bool] = False
    """Whether a roll may end a turn, so that the next player rolls before the next decision."""

    def __init__(self, game: Game) -> None:
        self.game, self.players = game, game.players
        self.packing = packing(game)
        self.rules: dict[str, Any] = {
            name: self.packing.rules[name][0].tolist() for name in self.packing.rules_type.names or ()
        }

    @abstractmethod
    def legal(self, position: Position) -> Words:
        """Return the legal actions as bits of words, with actions 0 to 31 in the first word.

        No bit is set except at a decision.
        """

    @abstractmethod
    def act(self, position: Position, action: Array) -> Position:
        """Return the position after a legal action."""

    @abstractmethod
    def to_roll(self, position: Position) -> Array:
        """Return the number of dice to roll: 0 at a decision, at the end, and before the first player is drawn."""

    @abstractmethod
    def roll(self, position: Position, shown: Array) -> Position:
        """Return the position after a roll, which is given in packed form."""

    def first_roll(self, position: Position, shown: Array) -> Position:
        """Return the position after the first roll of a turn.

        The first roll never fails, so it may be simpler to compute.
        """
        return self.roll(position, shown)

    @abstractmethod
    def scores(self, position: Position) -> Words:
        """Return the score of each seat if the game ended now."""

    def ranks(self, position: Position) -> Words:
        """Return each seat's tie-break rank, which decides between equal scores at the end."""
        return self.scores(position)

    @abstractmethod
    def observe(self, position: Position, seat: Array) -> list[Array]:
        """Return a seat's observation in layout order, as parts to join into one row."""

    def from_record(self, record: np.void) -> Position:
        """Convert a kernel record to a position of NumPy numbers."""
        fields: dict[str, Any] = {}
        for name in self.position_type._fields:
            value = record[name]
            numbers = value[: self.players] if name in self.per_seat else value
            fields[name] = np.uint32(value) if np.ndim(value) == 0 else tuple(np.uint32(number) for number in numbers)
        return self.position_type(**fields)

    def to_record(self, position: Position) -> Records:
        """Convert a position of NumPy numbers to a kernel record."""
        packed = self.packing.empty()
        for name, value in zip(position._fields, position, strict=True):
            if isinstance(value, tuple):
                packed[0][name][: len(value)] = value
            else:
                packed[0][name] = value
        return packed


class DeviceAdapter(Protocol):
    """A game's device adapter, which is named ``device``."""

    def device_rules(self, game: Any) -> DeviceRules:
        """Return the rules of a game."""


def rules_for(game: Game) -> DeviceRules:
    """Return a game's rules for JAX devices."""
    adapter = cast("DeviceAdapter", require_adapter(type(game), "device", "rules for the device"))
    return adapter.device_rules(game)
