"""API messages for challenges: the game of a challenge, and the players' results."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from roost.core.words import Messages
from roost.play.table.spec import AvatarName, Name
from roost.play.table.table import Table

_PERSON = 0
"""Seat of the player in a challenge."""
_MOST_MISTAKES = 3


class ChallengeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to take a challenge."""

    name: Name
    avatar: AvatarName | None = None


class Mistake(Struct, frozen=True):
    """A choice that lost win share."""

    turn: int
    chosen: str
    """The choice that the player made, in words."""
    best: str
    """The best choice, in words."""
    cost: float
    """Win share that the mistake lost."""


class ChallengeResult(Struct, frozen=True):
    """One player's result in a challenge, with the account from their review (docs/review.md)."""

    table: str
    name: str
    avatar: str | None
    scores: list[int]
    won: bool
    shared: bool
    """Whether the player shares the win with others."""
    reviewed: bool
    """Whether the review is ready. If not, the fields below have no meaning yet."""
    luck: float = 0.0
    """Total luck of the player from all dice, in win share."""
    without_luck: float = 0.0
    """The player's result minus their luck."""
    mistakes: float = 0.0
    """Win share lost by the player's decisions."""
    decisions: int = 0
    """Number of decisions that the player made."""
    costliest: list[Mistake] = []


class ChallengeView(Struct, frozen=True):
    """A challenge and its results on this server."""

    name: str
    day: str | None
    """The date of a daily challenge; None for a custom one."""
    game: str
    title: str
    bot: str
    results: list[ChallengeResult]
    """The results, starting with the smallest loss. Results without a review come last."""


def result_of(table: Table, report: Mapping[str, Any] | None, words: Messages) -> ChallengeResult:
    """Return a player's result in a challenge. Figures from the review are included once it is ready."""
    play = table.play
    assert play is not None
    outcome = play.state.outcome
    assert outcome is not None
    seat = table.chairs[_PERSON]
    has_won = _PERSON in outcome.winners
    won = has_won, has_won and len(outcome.winners) > 1
    basics = table.id, seat.shown_name, seat.avatar, list(outcome.scores), *won
    if report is None:
        return ChallengeResult(*basics, reviewed=False)
    from roost.study.review.report import worded

    account = report["accounts"][_PERSON]
    luck = account["own_luck"] + account["others_luck"] + account["draw"]
    return ChallengeResult(
        *basics,
        reviewed=True,
        luck=luck,
        without_luck=account["result"] - luck,
        mistakes=account["mistakes"],
        decisions=account["decisions"],
        costliest=_costliest(worded(report, words, _PERSON)["mistakes"]),
    )


def _costliest(mistakes: Any) -> list[Mistake]:
    mine: Sequence[Mapping[str, Any]] = [mistake for mistake in mistakes if mistake["seat"] == _PERSON]
    mistakes = []
    for mistake in mine:
        words = {choice["action"]: choice["text"] for choice in mistake["choices"]}
        best = mistake["choices"][0]["action"]
        mistakes.append(
            Mistake(
                mistake["turn"],
                words.get(mistake["chosen"], mistake["chosen"]),
                words.get(best, best),
                mistake["mistake"],
            )
        )
    return sorted(mistakes, key=lambda mistake: -mistake.cost)[:_MOST_MISTAKES]
