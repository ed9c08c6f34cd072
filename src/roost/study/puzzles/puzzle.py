"""A puzzle: a position in which one choice is clearly the best, and a sensible bot chose another."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log2
from typing import Any, Self

from roost.core.notation import Json
from roost.core.registry import position
from roost.core.state import State
from roost.study.review.questions import Question

_LEVELS = {"pullet": 900, "hen": 1100, "rooster": 1300}
"""Rating of a puzzle with the minimum lead, by the strongest bot that makes the mistake."""
_CLEARER = 50
"""Number of rating points by which a puzzle becomes easier when the lead of the best choice doubles."""
_LEAST_GAP = 0.03


@dataclass(frozen=True)
class Offer:
    """A choice that a puzzle offers."""

    action: str
    shares: tuple[float, ...]
    """Each seat's win share after the choice."""


@dataclass(frozen=True)
class Puzzle:
    """A position with the choices that the puzzle offers, and their values."""

    number: int
    """Number of the puzzle within the game's collection, from 1."""
    kind: Question
    position: str
    offers: tuple[Offer, ...]
    """Choices in the order of the rules, which does not hint at the best."""
    best: str
    tempted: Mapping[str, str]
    """Wrong choices, by the name of the bot that made them."""
    source: str
    """Origin of the position: the game's seed and the number of earlier moves."""

    @cached_property
    def state(self) -> State:
        return position(self.position)

    @property
    def players(self) -> int:
        return self.state.game.players

    @property
    def seat(self) -> int:
        """The seat that has to choose."""
        assert self.state.seat is not None
        return self.state.seat

    def share(self, action: str) -> float:
        """Return the choosing player's win share after a choice."""
        return next(offer.shares[self.seat] for offer in self.offers if offer.action == action)

    @property
    def gap(self) -> float:
        """Lead of the best choice over the second best, in win share."""
        best, second, *_ = sorted((offer.shares[self.seat] for offer in self.offers), reverse=True)
        return best - second

    @property
    def rating(self) -> int:
        """Difficulty, given by the strongest bot that makes the mistake.

        A larger lead of the best choice makes a puzzle easier.

        The scale is the same as in :mod:`roost.study.progress`, where each bot has a rating.
        """
        strongest = max((_LEVELS.get(name, _LEVELS["hen"]) for name in self.tempted), default=_LEVELS["pullet"])
        return round(strongest - _CLEARER * log2(self.gap / _LEAST_GAP))

    def to_json(self) -> dict[str, Json]:
        return {
            "number": self.number,
            "kind": self.kind.value,
            "position": self.position,
            "offers": [{"action": offer.action, "shares": list(offer.shares)} for offer in self.offers],
            "best": self.best,
            "tempted": dict(self.tempted),
            "source": self.source,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        offers = tuple(Offer(offer["action"], tuple(offer["shares"])) for offer in data["offers"])
        return cls(
            data["number"],
            Question(data["kind"]),
            data["position"],
            offers,
            data["best"],
            dict(data["tempted"]),
            data["source"],
        )
