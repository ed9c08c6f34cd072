"""A game's part in being played on the device: its rules as pure functions of a position.

A position is a named tuple of words and short lists of them. By default it has the fields of the game's record in the
kernel (:mod:`roost.study.fast.records`), and the record converts it from and to states of the reference engine. What
the kernel knows of the rules, the options and the number of players is known here as plain numbers.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Protocol, cast

import numpy as np

from roost.core.faces import need_face
from roost.core.game import Game
from roost.lab.envs.jax.words import Array, Words
from roost.study.fast.packed import packing
from roost.study.fast.records import Records

Position = Any
"""A named tuple of words; each game has its own."""


class DeviceRules(ABC):
    """One game on the device. Every method is pure, and JAX can trace, compile and map it."""

    position_type: ClassVar[Any]
    """The named tuple that positions are."""
    per_seat: ClassVar[tuple[str, ...]] = ()
    """Fields of it with a word for each seat; the record has room for more seats."""
    a_roll_may_fail: ClassVar[bool] = False
    """Whether a roll may end a turn, so that the next turn's first roll comes before the next decision."""

    def __init__(self, game: Game) -> None:
        self.game, self.players = game, game.players
        self.packing = packing(game)
        self.rules: dict[str, Any] = {
            name: self.packing.rules[name][0].tolist() for name in self.packing.rules_type.names or ()
        }

    # -- the rules -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def legal(self, position: Position) -> Words:
        """The legal actions as the bits of words, the first for the actions 0 to 31; no bit where nobody decides."""

    @abstractmethod
    def act(self, position: Position, action: Array) -> Position:
        """The position after a legal action."""

    @abstractmethod
    def to_roll(self, position: Position) -> Array:
        """How many dice are rolled here: 0 at a decision, at the end, and where the first player is drawn."""

    @abstractmethod
    def roll(self, position: Position, shown: Array) -> Position:
        """The position after a packed roll."""

    def first_roll(self, position: Position, shown: Array) -> Position:
        """The same at the start of a turn, where it may be simpler: nothing fails there."""
        return self.roll(position, shown)

    @abstractmethod
    def scores(self, position: Position) -> Words:
        """The score of each seat if the game ended now."""

    def ranks(self, position: Position) -> Words:
        """The order of seats with equal scores at the end."""
        return self.scores(position)

    @abstractmethod
    def observe(self, position: Position, seat: Array) -> list[Array]:
        """A seat's observation, in the order of the game's layout: parts that make one row together."""

    # -- between the device and the kernel's records -------------------------------------------------------------------

    def from_record(self, record: np.void) -> Position:
        """The position that a record holds, as NumPy's numbers."""
        fields: dict[str, Any] = {}
        for name in self.position_type._fields:
            value = record[name]
            many = value[: self.players] if name in self.per_seat else value
            fields[name] = np.uint32(value) if np.ndim(value) == 0 else tuple(np.uint32(one) for one in many)
        return self.position_type(**fields)

    def to_record(self, position: Position) -> Records:
        """The record of a position whose numbers are NumPy's."""
        packed = self.packing.empty()
        for name, value in zip(position._fields, position, strict=True):
            if isinstance(value, tuple):
                packed[0][name][: len(value)] = value
            else:
                packed[0][name] = value
        return packed


class DeviceFace(Protocol):
    """A game's part in being played on the device: the face ``device``."""

    def device_rules(self, game: Any) -> DeviceRules:
        """The rules of a game."""


def rules_for(game: Game) -> DeviceRules:
    """The rules of a game on the device."""
    face = cast("DeviceFace", need_face(type(game), "device", "rules for the device"))
    return face.device_rules(game)
