"""The outcome of a game: scores, winners, the reason why it ended, and how a tie was broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from roost.core.notation import Json


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """The winning seats in ascending order. Several winners share the win."""
    reason: str
    """The reason why the game ended, in the game's own terms: ``grill-empty``."""
    decided_by: str
    """What decided the game: ``score``, the name of a tie-break, or ``shared`` if a tie remained."""

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Each seat's share of the win. All shares sum to one."""
        share = Fraction(1, len(self.winners))
        return tuple(share if seat in self.winners else Fraction(0) for seat in range(len(self.scores)))

    @classmethod
    def of(
        cls,
        scores: Sequence[int],
        reason: str,
        tie_break: str | None = None,
        rank: Sequence[int] | None = None,
        *,
        lowest_wins: bool = False,
    ) -> Outcome:
        """Return the outcome if the highest score wins, or the lowest.

        Ties go to the highest ``rank``; remaining ties are shared.
        """
        best = min(scores) if lowest_wins else max(scores)
        tied = [seat for seat, score in enumerate(scores) if score == best]
        winners, decided_by = tied, "score" if len(tied) == 1 else "shared"
        if len(tied) > 1 and tie_break is not None and rank is not None:
            highest = max(rank[seat] for seat in tied)
            winners = [seat for seat in tied if rank[seat] == highest]
            if len(winners) < len(tied):
                decided_by = tie_break
        return cls(tuple(scores), tuple(winners), reason, decided_by)

    def to_json(self) -> dict[str, Json]:
        """Return the outcome as JSON."""
        return {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "reason": self.reason,
            "decided_by": self.decided_by,
        }

    @staticmethod
    def schema() -> dict[str, Any]:
        """The JSON Schema of :meth:`to_json`."""
        integers = {"type": "array", "items": {"type": "integer", "minimum": 0}}
        return {
            "type": "object",
            "properties": {
                "scores": integers,
                "winners": integers,
                "reason": {"type": "string"},
                "decided_by": {"type": "string"},
            },
            "required": ["scores", "winners", "reason", "decided_by"],
            "additionalProperties": False,
        }
