"""The account of each seat's share of the win: luck, slips, gifts, and what the model cannot explain."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from math import fsum

from roost.core.notation import Json
from roost.study.review.steps import Decision, Step, Throw
from roost.study.review.values import Shares

FEWEST_TO_GRADE = 15
"""Unforced decisions below which nobody is graded: a handful of choices shows what was easy, not who is good."""


@dataclass(frozen=True)
class Account:
    """One seat's share of the win, from the start to the result.

    ``result = start + own_luck + others_luck + draw - slips + gifts + residual``
    """

    seat: int
    start: float
    """The share that the position at the start was worth."""
    result: float
    own_luck: float
    """The luck of the player's own rolls."""
    others_luck: float
    """The luck of the others' rolls."""
    draw: float
    """The luck of the draw of the first player."""
    slips: float
    """The share that their own decisions gave away."""
    gifts: float
    """The gifts of the others' decisions. With three or more players a slip may also cost a bystander."""
    residual: float
    """The unexplained rest: the model's inconsistency between one turn and the next, and its doubts."""
    decisions: int
    """Their unforced decisions."""

    @property
    def unexplained(self) -> float:
        """By how much the account fails to add up: nothing but the rounding of floating point."""
        parts = (self.start, self.own_luck, self.others_luck, self.draw, -self.slips, self.gifts, self.residual)
        return self.result - fsum(parts)

    @property
    def luck(self) -> float:
        """All luck together."""
        return self.own_luck + self.others_luck + self.draw

    @property
    def average_slip(self) -> float | None:
        """The average loss with an unforced decision; nothing, where there are too few to say."""
        return self.slips / self.decisions if self.decisions >= FEWEST_TO_GRADE else None

    def to_json(self) -> dict[str, Json]:
        """The account as JSON."""
        return {item.name: getattr(self, item.name) for item in fields(self)} | {"average_slip": self.average_slip}


def accounts(start: Shares, result: Shares, steps: Iterable[Step]) -> tuple[Account, ...]:
    """The accounts of all seats."""
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
            slips=fsum(decision.slip for decision in decisions if decision.seat == seat),
            gifts=fsum(decision.gifts[seat] for decision in decisions if decision.seat != seat),
            residual=fsum(gap[seat] for gap in residuals),
            decisions=sum(decision.seat == seat and not decision.is_forced for decision in decisions),
        )
        for seat in range(len(start))
    )
