"""Challenges over HTTP: what is played, and the results of those who took it."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from roost.core.words import Messages
from roost.play.table.spec import AvatarName, Name
from roost.play.table.table import Table

_PERSON = 0
"""The seat of whoever takes a challenge."""
_MOST_MISTAKES = 3


class ChallengeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a challenge."""

    name: Name
    avatar: AvatarName | None = None


class Mistake(Struct, frozen=True):
    """A choice that gave something away."""

    turn: int
    chosen: str
    """The choice, in words."""
    best: str
    """The best choice."""
    cost: float
    """The share of the win that it gave away."""


class ChallengeResult(Struct, frozen=True):
    """The result of somebody who took a challenge: the account of their review (docs/review.md)."""

    table: str
    name: str
    avatar: str | None
    scores: list[int]
    won: bool
    shared: bool
    """Whether others have won as well."""
    reviewed: bool
    """Whether the rest is known already: a review takes a moment."""
    luck: float = 0.0
    """The luck of all dice for them, as a share of the win."""
    without_luck: float = 0.0
    """Their result with the luck taken out."""
    mistakes: float = 0.0
    """The loss by their own decisions."""
    decisions: int = 0
    """How many decisions they had."""
    costliest: list[Mistake] = []
    """The choices that cost them most."""


class ChallengeView(Struct, frozen=True):
    """A challenge and those who took it here."""

    name: str
    day: str | None
    """The day whose challenge it is, if it is one's."""
    game: str
    title: str
    bot: str
    results: list[ChallengeResult]
    """The results, the smallest loss in front; those whose reviews are not there yet at the end."""


def result_of(table: Table, report: Mapping[str, Any] | None, words: Messages) -> ChallengeResult:
    """The result of a table where a challenge was played, with what its review says."""
    play = table.play
    assert play is not None
    outcome = play.state.outcome
    assert outcome is not None
    chair = table.chairs[_PERSON]
    has_won = _PERSON in outcome.winners
    won = has_won, has_won and len(outcome.winners) > 1
    known = table.id, chair.shown_name, chair.avatar, list(outcome.scores), *won
    if report is None:
        return ChallengeResult(*known, reviewed=False)
    from roost.study.review.report import worded

    account = report["accounts"][_PERSON]
    luck = account["own_luck"] + account["others_luck"] + account["draw"]
    return ChallengeResult(
        *known,
        reviewed=True,
        luck=luck,
        without_luck=account["result"] - luck,
        mistakes=account["slips"],
        decisions=account["decisions"],
        costliest=_costliest(worded(report, words, _PERSON)["slips"]),
    )


def _costliest(slips: Any) -> list[Mistake]:
    found: Sequence[Mapping[str, Any]] = [slip for slip in slips if slip["seat"] == _PERSON]
    mistakes = []
    for slip in found:
        words = {choice["action"]: choice["text"] for choice in slip["choices"]}
        best = slip["choices"][0]["action"]
        mistakes.append(
            Mistake(slip["turn"], words.get(slip["chosen"], slip["chosen"]), words.get(best, best), slip["slip"])
        )
    return sorted(mistakes, key=lambda mistake: -mistake.cost)[:_MOST_MISTAKES]
