"""Break down each seat's win share into luck, mistakes, gifts, and a remainder that the model cannot explain."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from math import fsum

from roost.core.notation import Json
from roost.study.review.steps import Decision, Step, Throw
from roost.study.review.values import Shares

FEWEST_TO_GRADE = 15
"""Minimum number of unforced decisions for a grade. The loss in fewer decisions shows how easy the choices were, not
the player's skill."""


@dataclass(frozen=True)
class Account:
    """A breakdown of the change in a seat's win share, from the start of the game to the result.

    ``result = start + own_luck + others_luck + draw - mistakes + gifts + residual``
    """

    seat: int
    start: float
    """Win share at the start of the game."""
    result: float
    own_luck: float
    """Gain from the player's own rolls."""
    others_luck: float
    """Gain from the other players' rolls."""
    draw: float
    """Gain from drawing the first player."""
    mistakes: float
    """Loss by the player's own mistakes."""
    gifts: float
    """Gain from the other players' mistakes; negative if these cost the player more than they gained, which is possible
    only with three or more players."""
    residual: float
    """Unexplained rest: differences between the model's estimates from one turn to the next, and decisions within its
    uncertainty."""
    decisions: int
    """Number of unforced decisions."""

    @property
    def unexplained(self) -> float:
        """Difference between the result and the sum of all parts. It is due only to rounding."""
        parts = (self.start, self.own_luck, self.others_luck, self.draw, -self.mistakes, self.gifts, self.residual)
        return self.result - fsum(parts)

    @property
    def luck(self) -> float:
        """Total luck, from all rolls and from drawing the first player."""
        return self.own_luck + self.others_luck + self.draw

    @property
    def average_mistake(self) -> float | None:
        """Mean loss per unforced decision; None if there are too few for a grade."""
        return self.mistakes / self.decisions if self.decisions >= FEWEST_TO_GRADE else None

    def to_json(self) -> dict[str, Json]:
        return {item.name: getattr(self, item.name) for item in fields(self)} | {
            "average_mistake": self.average_mistake
        }


def accounts(start: Shares, result: Shares, steps: Iterable[Step]) -> tuple[Account, ...]:
    """Return an account for every seat."""
    steps = tuple(steps)
    throws = [step for step in steps if isinstance(step, Throw)]
    decisions = [step for step in steps if isinstance(step, Decision)]
    residuals = [step.residual for step in steps if not isinstance(step, Throw)]
    return tuple(
        Account(
            seat=seat,
            start=start[seat],
            result=result[seat],
            own_luck=fsum(throw.luck[seat] for throw in throws if throw.seat == seat),
            others_luck=fsum(throw.luck[seat] for throw in throws if throw.seat not in (seat, None)),
            draw=fsum(throw.luck[seat] for throw in throws if throw.seat is None),
            mistakes=fsum(decision.mistake for decision in decisions if decision.seat == seat),
            gifts=fsum(decision.gifts[seat] for decision in decisions if decision.seat != seat),
            residual=fsum(gap[seat] for gap in residuals),
            decisions=sum(decision.seat == seat and not decision.is_forced for decision in decisions),
        )
        for seat in range(len(start))
    )
