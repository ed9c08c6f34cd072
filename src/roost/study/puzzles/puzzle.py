"""A puzzle: one position in which one choice is clearly the best, and somebody sensible chose another."""

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
"""The rating of a puzzle that is barely clear, by the strongest bot that errs."""
_CLEARER = 50
"""The step by which it is easier each time that the best choice is twice as clearly the best."""
_LEAST_GAP = 0.03


@dataclass(frozen=True)
class Offer:
    """One of the choices that a puzzle offers."""

    action: str
    shares: tuple[float, ...]
    """The worth of it to each seat."""


@dataclass(frozen=True)
class Puzzle:
    """A position, the choices that are offered, and what each is worth."""

    number: int
    """From 1, within the collection of its game."""
    kind: Question
    position: str
    offers: tuple[Offer, ...]
    """In the order in which the rules list them, so that the order gives nothing away."""
    best: str
    tempted: Mapping[str, str]
    """The bots that choose wrongly, and what they choose."""
    source: str
    """The source of the position: the seed of the game, and how many moves came before."""

    @cached_property
    def state(self) -> State:
        """The position."""
        return position(self.position)

    @property
    def players(self) -> int:
        """How many play."""
        return self.state.game.players

    @property
    def seat(self) -> int:
        """The seat that has to choose."""
        assert self.state.seat is not None
        return self.state.seat

    def share(self, action: str) -> float:
        """The worth of a choice to the player who has to choose."""
        return next(offer.shares[self.seat] for offer in self.offers if offer.action == action)

    @property
    def gap(self) -> float:
        """By how much the best choice is better than the next best."""
        best, second, *_ = sorted((offer.shares[self.seat] for offer in self.offers), reverse=True)
        return best - second

    @property
    def rating(self) -> int:
        """The difficulty: by the strongest bot that errs, and easier the clearer it is.

        The scale is that of the ratings in :mod:`roost.study.progress`, where each bot has its place.
        """
        strongest = max((_LEVELS.get(name, _LEVELS["hen"]) for name in self.tempted), default=_LEVELS["pullet"])
        return round(strongest - _CLEARER * log2(self.gap / _LEAST_GAP))

    def to_json(self) -> dict[str, Json]:
        """The puzzle as JSON, read again by :meth:`from_json`."""
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
        """Read what :meth:`to_json` writes."""
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
