"""Summarise a game in one line: who won, and whether dice or decisions were the cause."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from roost.core.words import Messages
from roost.core.words.sentences import seat_name

Report = Mapping[str, Any]

_MUCH = 0.05
"""Minimum effect of the dice on a win share for them to count as good or bad."""


class Verdict(StrEnum):
    """A player's result and its main cause."""

    WON_BY_LUCK = "won_by_luck"
    WON_BY_DECISIONS = "won_by_decisions"
    WON_AGAINST_THE_DICE = "won_against_the_dice"
    WON = "won"
    """Win of a player who was ahead from the start and was helped neither by dice nor by decisions."""
    SHARED = "shared"
    LOST_TO_LUCK = "lost_to_luck"
    LOST_BY_MISTAKES = "lost_by_mistakes"
    LOST_DESPITE_THE_DICE = "lost_despite_the_dice"
    LOST_BY_OTHERS = "lost_by_others"
    """Loss because of another player's mistake; with three or more players it may cost a bystander the most."""
    LOST = "lost"


def subject(report: Report, viewer: int | None = None) -> int | None:
    """Return the seat that a game's summary is about: the viewer's, else the winner's. None for an unfinished game."""
    outcome = report["outcome"]
    if outcome is None:
        return None
    return int(outcome["winners"][0]) if viewer is None else viewer


def verdict(report: Report, seat: int) -> Verdict:
    """Return the main cause of a seat's result, dice or decisions, judged by their effects on the seat's win share."""
    account, winners = report["accounts"][seat], report["outcome"]["winners"]
    luck, decisions = luck_of(account), account["gifts"] - account["mistakes"]
    if seat not in winners:
        return _lost(luck, decisions, account)
    if len(winners) > 1:
        return Verdict.SHARED
    if max(luck, decisions) <= 0:
        return Verdict.WON
    if luck >= decisions:
        return Verdict.WON_BY_LUCK
    return Verdict.WON_AGAINST_THE_DICE if luck <= -_MUCH else Verdict.WON_BY_DECISIONS


def _lost(luck: float, decisions: float, account: Report) -> Verdict:
    if min(luck, decisions) >= 0:
        return Verdict.LOST
    if luck <= decisions:
        return Verdict.LOST_TO_LUCK
    if account["mistakes"] < -account["gifts"]:
        return Verdict.LOST_BY_OTHERS
    return Verdict.LOST_DESPITE_THE_DICE if luck >= _MUCH else Verdict.LOST_BY_MISTAKES


def luck_of(account: Report) -> float:
    """Return a player's luck from all dice and from drawing the first player."""
    return float(account["own_luck"] + account["others_luck"] + account["draw"])


def describe_headline(report: Report, messages: Messages, viewer: int | None = None) -> str | None:
    """Write the summary, which calls the viewer "you" or else names the winner. None for an unfinished game."""
    seat = subject(report, viewer)
    if seat is None:
        return None
    account, person = report["accounts"][seat], "name" if viewer is None else "you"

    def whole(change: float) -> str:
        return messages.percent(change, 0, signed=True)

    return messages.say(
        "review.headline.line",
        verdict=messages.say(
            f"review.headline.{person}.{verdict(report, seat)}", name=seat_name(seat, report["names"])
        ),
        parts=messages.say(
            f"review.headline.{person}.parts",
            luck=whole(luck_of(account)),
            mistakes=whole(-account["mistakes"]),
            gifts=whole(account["gifts"]),
        ),
    )
