"""A review as plain data: for programs, for the page, and to be kept. Words are added in any language later."""

from collections.abc import Mapping, Sequence
from typing import Any

from roost.core.moves import Action
from roost.core.notation import Json
from roost.core.registry import position
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.sentences import describe_action, tell_dice
from roost.study.review.grades import Grade, grade
from roost.study.review.headline import luck_of, tell_headline
from roost.study.review.moments import told_moments
from roost.study.review.questions import question_answered
from roost.study.review.review import Review
from roost.study.review.sentences import tell_grade, tell_unlearnt, tell_yours
from roost.study.review.steps import Beginning, Decision, Throw
from roost.study.review.values import Shares

FORMAT = 2
"""Reports that were kept in another format are made anew."""
_DIGITS = 12
"""Digits of a share: the account must add up to a billionth, and the rest is noise of the floating point."""


def report(review: Review) -> dict[str, Json]:
    """The review as JSON, in no language."""
    record = review.record
    outcome = record.outcome
    accounts: list[Json] = [
        {key: _rounded(value) for key, value in account.to_json().items()} for account in review.accounts
    ]
    return {
        "format": FORMAT,
        "game": record.game.name,
        "title": record.game.title,
        "players": record.game.players,
        "names": list(record.names),
        "date": record.headers.get("Date", ""),
        "model": review.made_with,
        "start": str(record.start),
        "outcome": None if outcome is None else outcome.to_json(),
        "accounts": accounts,
        "curve": [_shares(point.shares) for point in review.curve],
        "turns": _turns(review),
        "moves": [_move(step) for step in review.steps if not isinstance(step, Beginning)],
        "slips": [_slip(decision) for decision in review.slips],
    }


def worded(report: Mapping[str, Any], messages: Messages, viewer: int | None = None) -> dict[str, Json]:
    """A report in words as well: its headline, the moments that decided, grades, slips and rolls.

    All of that is found in what was kept. ``viewer`` is the seat of whoever reads it, if they had one of their own.
    """
    names = report["names"]
    slips: list[Json] = []
    for slip in report["slips"]:
        state = position(slip["position"])
        choices = [
            choice | {"text": describe_action(state, state.game.parse_action(choice["action"]), messages, names)}
            for choice in slip["choices"]
        ]
        slips.append(slip | {"choices": choices})
    game = position(report["start"]).game
    moves = [
        move | {"text": tell_dice(game.die.parse(move["roll"]), messages.of(game))}
        if "roll" in move and move["seat"] is not None
        else move
        for move in report["moves"]
    ]
    return {
        **report,
        "headline": tell_headline(report, messages, viewer),
        "yours": None if viewer is None else _yours(report, viewer, messages),
        "moments": told_moments(report, messages, viewer),
        "accounts": [account | _graded(report, account, messages) for account in report["accounts"]],
        "moves": moves,
        "slips": slips,
        "unlearnt": tell_unlearnt(report["model"], game, messages),
    }


def _graded(report: Mapping[str, Any], account: Mapping[str, Any], messages: Messages) -> dict[str, Json]:
    """The grade of an account, with its doubt."""
    found = _grade(report, account["seat"])
    return {
        "grade": None if found is None else found.bot,
        "grade_range": None if found is None else [found.worst, found.best],
        "slip_error": None if found is None else _rounded(found.error),
        "graded": tell_grade(found, account["decisions"], messages),
    }


def _grade(report: Mapping[str, Any], seat: int) -> Grade | None:
    moves = (move for move in report["moves"] if move["seat"] == seat and "action" in move)
    return grade([move["slip"] for move in moves if not move["is_forced"]])


def _yours(report: Mapping[str, Any], seat: int, messages: Messages) -> str:
    return tell_yours(_grade(report, seat), luck_of(report["accounts"][seat]), messages)


def choice_list(state: State, values: Mapping[Action, Shares]) -> list[Json]:
    """Every choice with what it is worth to each seat, the best for the player first."""
    seat = state.seat
    assert seat is not None
    ranked = sorted(values.items(), key=lambda item: -item[1][seat])
    return [{"action": str(action), "shares": _shares(shares)} for action, shares in ranked]


def _turns(review: Review) -> list[Json]:
    """The beginning of each turn, and what the model's estimate there was off by."""
    residuals = {step.place: step.residual for step in review.steps if isinstance(step, Beginning)}
    turns: list[Json] = []
    last = 0
    for point in review.curve:
        if point.turn != last and point.seat is not None:
            last = point.turn
            gap = residuals.get(point.place, (0.0,) * len(point.shares))
            turns.append({"turn": point.turn, "seat": point.seat, "place": point.place, "residual": _shares(gap)})
    return turns


def _move(step: Throw | Decision) -> dict[str, Json]:
    told: dict[str, Json] = {"place": step.place, "turn": step.turn, "seat": step.seat}
    if isinstance(step, Throw):
        return told | {"roll": step.roll.text, "luck": _shares(step.luck)}
    return told | {
        "action": str(step.chosen),
        "best": str(step.best),
        "is_forced": step.is_forced,
        "question": question_answered(tuple(step.values), step.chosen, step.best).value,
        "slip": _rounded(step.slip),
        "gifts": _shares(step.gifts),
    }


def _slip(decision: Decision) -> dict[str, Json]:
    return {
        "place": decision.place,
        "turn": decision.turn,
        "seat": decision.seat,
        "position": str(decision.state),
        "chosen": str(decision.chosen),
        "best": str(decision.best),
        "slip": _rounded(decision.slip),
        "choices": choice_list(decision.state, decision.values),
    }


def _rounded(value: Json) -> Json:
    return round(value, _DIGITS) if isinstance(value, float) else value


def _shares(shares: Sequence[float]) -> list[Json]:
    return [round(share, _DIGITS) for share in shares]
