"""Convert reviews to plain data, for programs, for the web page and for storage.

Words can be added later in any language.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from roost.core.moves import Action
from roost.core.notation import Json
from roost.core.registry import position
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.sentences import describe_action, describe_dice
from roost.study.review.grades import Grade, grade, scale_of
from roost.study.review.headline import describe_headline, luck_of
from roost.study.review.moments import moments_json
from roost.study.review.questions import question_answered
from roost.study.review.review import Review
from roost.study.review.sentences import describe_grade, describe_unlearnt, describe_yours
from roost.study.review.steps import Beginning, Decision, Throw
from roost.study.review.values import Shares

FORMAT = 3
"""Version of the format; stored reports in another version are made again."""
_DIGITS = 12
"""Number of decimal places of shares. Sums must match to within a billionth; further digits are floating-point
noise."""


def report(review: Review) -> dict[str, Json]:
    """Return the review as JSON, without any sentences."""
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
        "mistakes": [_mistake(decision) for decision in review.mistakes],
    }


def worded(report: Mapping[str, Any], messages: Messages, viewer: int | None = None) -> dict[str, Json]:
    """Add sentences to a report: its headline, decisive moments, grades, mistakes and rolls.

    Nothing but the report is needed. ``viewer`` is the reader's seat, if the reader has one.
    """
    names = report["names"]
    mistakes: list[Json] = []
    for mistake in report["mistakes"]:
        state = position(mistake["position"])
        choices = [
            choice | {"text": describe_action(state, state.game.parse_action(choice["action"]), messages, names)}
            for choice in mistake["choices"]
        ]
        mistakes.append(mistake | {"choices": choices})
    game = position(report["start"]).game
    moves = [
        move | {"text": describe_dice(game.die.parse(move["roll"]), messages.of(game))}
        if "roll" in move and move["seat"] is not None
        else move
        for move in report["moves"]
    ]
    return {
        **report,
        "headline": describe_headline(report, messages, viewer),
        "yours": None if viewer is None else _yours(report, viewer, messages),
        "moments": moments_json(report, messages, viewer),
        "accounts": [account | _graded(report, account, messages) for account in report["accounts"]],
        "moves": moves,
        "mistakes": mistakes,
        "unlearnt": describe_unlearnt(report["model"], game, messages),
    }


def _graded(report: Mapping[str, Any], account: Mapping[str, Any], messages: Messages) -> dict[str, Json]:
    seat_grade = _grade(report, account["seat"])
    return {
        "accuracy": None if seat_grade is None else round(seat_grade.accuracy, 1),
        "grade": None if seat_grade is None else seat_grade.bot,
        "grade_range": [seat_grade.worst, seat_grade.best] if seat_grade is not None and seat_grade.bots else None,
        "mistake_error": None if seat_grade is None else _rounded(seat_grade.error),
        "graded": describe_grade(seat_grade, account["decisions"], messages),
    }


def _grade(report: Mapping[str, Any], seat: int) -> Grade | None:
    moves = (move for move in report["moves"] if move["seat"] == seat and "action" in move)
    scale = scale_of(type(position(report["start"]).game), report["players"])
    return grade([move["mistake"] for move in moves if not move["is_forced"]], scale)


def _yours(report: Mapping[str, Any], seat: int, messages: Messages) -> str:
    return describe_yours(_grade(report, seat), luck_of(report["accounts"][seat]), messages)


def choice_list(state: State, values: Mapping[Action, Shares]) -> list[Json]:
    """List all choices with the win shares of every seat, from the best to the worst for the player."""
    seat = state.seat
    assert seat is not None
    ranked = sorted(values.items(), key=lambda item: -item[1][seat])
    return [{"action": str(action), "shares": _shares(shares)} for action, shares in ranked]


def _turns(review: Review) -> list[Json]:
    """List the turns, with the place of their first position and the error of the model's estimate there."""
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
    entry: dict[str, Json] = {"place": step.place, "turn": step.turn, "seat": step.seat}
    if isinstance(step, Throw):
        return entry | {"roll": step.roll.text, "luck": _shares(step.luck)}
    return entry | {
        "action": str(step.chosen),
        "best": str(step.best),
        "is_forced": step.is_forced,
        "question": question_answered(tuple(step.values), step.chosen, step.best).value,
        "mistake": _rounded(step.mistake),
        "gifts": _shares(step.gifts),
    }


def _mistake(decision: Decision) -> dict[str, Json]:
    return {
        "place": decision.place,
        "turn": decision.turn,
        "seat": decision.seat,
        "position": str(decision.state),
        "chosen": str(decision.chosen),
        "best": str(decision.best),
        "mistake": _rounded(decision.mistake),
        "choices": choice_list(decision.state, decision.values),
    }


def _rounded(value: Json) -> Json:
    return round(value, _DIGITS) if isinstance(value, float) else value


def _shares(shares: Sequence[float]) -> list[Json]:
    return [round(share, _DIGITS) for share in shares]
