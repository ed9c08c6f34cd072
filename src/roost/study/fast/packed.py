"""Conversion between the reference engine and the kernels: games, states and actions in packed form.

``packing(game)`` is the entry point. ``pack`` and ``unpack`` convert states; ``number`` and ``action`` convert actions.
The methods that play moves change an array with one record in place, one move at a time. They are meant for tests,
adapters and exploration. For speed, play whole games (:func:`roost.study.fast.play`) or many games at once
(:class:`roost.lab.envs.AllSeats`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

import numpy as np

from roost.core.adapters import has_adapter, require_adapter
from roost.core.dice import Roll
from roost.core.errors import IllegalMoveError, quote
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.outcome import Outcome
from roost.core.state import State
from roost.study.fast import game_kernel
from roost.study.fast.chance import face_table, pack_roll
from roost.study.fast.game_kernel import (
    A_ROLL,
    AN_ACTION,
    BY_RANK,
    BY_SCORE,
    END_REASON,
    FOUND_BY,
    LEGAL,
    LEGAL_BEYOND,
    NO_MOVE,
    SCORES,
    TO_ROLL,
    WINNERS,
)
from roost.study.fast.records import DRAW, OVER, ROLL, Records
from roost.study.fast.rules import introduce

_Game = TypeVar("_Game", bound=Game)
_State = TypeVar("_State", bound=State)
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_MOST_KEPT = 1 << 14


class Packing(ABC, Generic[_Game, _State]):
    """Converts one game's rules, states and actions to packed form and back, and plays moves in packed form."""

    rules_type: ClassVar[np.dtype[np.void]]
    state_type: ClassVar[np.dtype[np.void]]
    tie_break: ClassVar[str] = ""
    """Name of the tie-break as the reference engine reports it."""

    def __init__(self, game: _Game) -> None:
        self.game = game
        introduce(self.rules_type, type(game))
        self.rules: Records = np.zeros(1, self.rules_type)
        rules = self.rules[0]
        rules["players"] = game.players
        rules["dice"] = game.dice_count
        rules["faces"] = face_table(game.die)
        self.fill_rules(game, rules)
        self._room = np.zeros(SCORES + game.players, np.uint64)

    @abstractmethod
    def fill_rules(self, game: _Game, rules: np.void) -> None:
        """Fill in those fields of the rules record that only this game has."""

    @property
    @abstractmethod
    def actions(self) -> int:
        """Size of the action space."""

    @abstractmethod
    def pack(self, state: _State) -> Records:
        """Convert a state of the reference engine to a packed record."""

    @abstractmethod
    def unpack(self, record: Records) -> _State:
        """Convert a packed record to a state of the reference engine."""

    @abstractmethod
    def number(self, state: _State, action: Action) -> int:
        """Return the index of ``action``, which must be legal in ``state``."""

    @abstractmethod
    def action(self, state: _State, number: int) -> Action:
        """Return the action with the index ``number``, which must be legal in ``state``."""

    def empty(self) -> Records:
        return np.zeros(1, self.state_type)

    def opening(self) -> Records:
        return self.pack(cast("_State", self.game.opening()))

    def legal(self, record: Records) -> list[int]:
        """Return the indices of the legal actions in ascending order."""
        answers = self._answers(record)
        return bits_of(answers[LEGAL] | answers[LEGAL_BEYOND] << 64)

    def apply_action(self, record: Records, number: int) -> None:
        """Play an action in place. If it is illegal, raise an error and change nothing."""
        if number not in self.legal(record):
            position = str(self.unpack(record))
            message = f"action {quote(number)} is not legal here; legal: {', '.join(map(str, self.legal(record)))}"
            raise IllegalMoveError(message, input=number, position=position)
        game_kernel.move(self.rules, record, AN_ACTION, number, self._room)

    def apply_roll(self, record: Records, counts: tuple[int, ...]) -> None:
        """Apply a roll in place.

        ``counts`` contains the number of dice that show each symbol or, when the first player is drawn, a 1 for that
        seat.
        """
        if self.is_draw(record):
            if sorted(counts) != [0] * (self.game.players - 1) + [1]:
                raise IllegalMoveError(
                    f"{quote(counts)} does not draw a seat", input=counts, position=str(self.unpack(record))
                )
            record["seat"], record["node"] = counts.index(1), ROLL
            return
        dice = self.dice(record)
        if len(counts) != len(self.game.die.symbols) or min(counts) < 0 or sum(counts) != dice or not dice:
            message = f"{quote(counts)} is not a roll of {dice} dice"
            raise IllegalMoveError(message, input=counts, position=str(self.unpack(record)))
        game_kernel.move(self.rules, record, A_ROLL, pack_roll(counts), self._room)

    def dice(self, record: Records) -> int:
        """Return the number of dice to roll: 0 at a decision, at the end, and when the first player is to be drawn."""
        return self._answers(record)[TO_ROLL]

    def is_draw(self, record: Records) -> bool:
        """Whether the next step is to draw the first player at random."""
        return bool(record["node"] == DRAW)

    def is_over(self, record: Records) -> bool:
        return bool(record["node"] == OVER)

    def outcome(self, record: Records) -> Outcome | None:
        """Return the game's outcome; None until the game is over."""
        if not self.is_over(record):
            return None
        answers = self._answers(record)
        scores = tuple(answers[SCORES : SCORES + self.game.players])
        winners = tuple(seat for seat in range(self.game.players) if answers[WINNERS] >> seat & 1)
        decided_by = {BY_SCORE: "score", BY_RANK: self.tie_break}.get(answers[FOUND_BY], "shared")
        return Outcome(scores, winners, self.game.end_reasons[answers[END_REASON]], decided_by)

    def moved(self, record: Records, kind: int, value: int) -> list[int]:
        """Play a legal move in place, or none, without checking it; return the answers of the kernel's ``move``."""
        game_kernel.move(self.rules, record, kind, value, self._room)
        answers: list[int] = self._room.tolist()
        return answers

    def _answers(self, record: Records) -> list[int]:
        return self.moved(record, NO_MOVE, 0)


class KernelAdapter(Protocol):
    """A game's adapter to its compiled kernel."""

    VARIANTS: tuple[Mapping[str, object], ...]
    """Sets of options that together cover every option, for tests."""

    def packing(self, game: Any) -> Packing[Any, Any]:
        """Return the packing of the game."""


def fields_of(record: Records) -> tuple[Any, ...]:
    """Return the fields of a record as plain Python numbers and arrays."""
    return cast("tuple[Any, ...]", record.item())


def cached(cache: dict[_Key, _Value], key: _Key, make: Callable[[_Key], _Value]) -> _Value:
    """Return the cached value for a key; compute it on the first request.

    This pays off because consecutive positions have most of their values in common. The cache is a plain dictionary, so
    that objects that contain it can be copied and pickled.
    """
    value = cache.get(key)
    if value is None:
        if len(cache) >= _MOST_KEPT:
            cache.clear()
        value = cache[key] = make(key)
    return value


def bits_of(word: int) -> list[int]:
    """Return the indices of a word's set bits in ascending order."""
    indices = []
    while word:
        indices.append((word & -word).bit_length() - 1)
        word &= word - 1
    return indices


def mask_of(bits: Iterable[bool]) -> int:
    """Return the word in which the bits at the true places of ``bits`` are set."""
    return sum(set_ << place for place, set_ in enumerate(bits))


def unpack_roll(game: Game, packed: int) -> Roll:
    """Convert a packed roll to a roll of the reference engine."""
    return game.die.roll([packed >> 4 * i & 15 for i in range(len(game.die.symbols))])


def has_kernel(kind: type[Game]) -> bool:
    """Whether a game can be played in compiled code instead of the reference engine."""
    return has_adapter(kind, "kernel")


def packing(game: Game) -> Packing[Any, Any]:
    """Return the packing of a game; there is only one for the same game and options."""
    adapter = cast("KernelAdapter", require_adapter(type(game), "kernel", "compiled kernel"))
    return adapter.packing(game)
