"""Find a game's decisive moments: the few rolls and choices that changed a player's win share most.

They are computed from a report, so they are available for stored reviews as well.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from roost.core.dice import Roll
from roost.core.moves import Action, Event
from roost.core.notation import Json
from roost.core.registry import position
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.sentences import describe_action, describe_event, seat_name
from roost.study.review.headline import subject

Report = Mapping[str, Any]

_MOST = 3
_LEAST = 0.02
"""Minimum change of the win share that counts as decisive."""


class Moment(NamedTuple):
    """A decisive roll or choice."""

    place: int
    """Number of earlier moves in the game."""
    turn: int
    """Number of the turn; 0 for drawing the first player."""
    seat: int | None
    """Seat that rolled or chose; None for drawing the first player."""
    state: State
    """The position before the move."""
    move: Roll | Action
    events: tuple[Event, ...]
    best: Action | None
    """The best choice, if a better one was possible; None for a roll."""
    before: float
    """Win share before the move, of the player that the report is about."""
    change: float


def moments(report: Report, viewer: int | None = None) -> tuple[Moment, ...]:
    """Return the moves that changed the viewer's win share, or else the winner's, most.

    There are at most three moves, in playing order.
    """
    seat = subject(report, viewer)
    if seat is None:
        return ()
    changes = {move["place"]: (move.get("luck") or move["gifts"])[seat] for move in report["moves"]}
    ranked = sorted(changes, key=lambda place: (-abs(changes[place]), place))
    chosen = {place for place in ranked[:_MOST] if abs(changes[place]) >= _LEAST}
    return tuple(
        Moment(
            entry["place"],
            entry["turn"],
            entry["seat"],
            state,
            move,
            events,
            state.game.parse_action(entry["best"]) if "best" in entry else None,
            report["curve"][entry["place"]][seat],
            changes[entry["place"]],
        )
        for entry, state, move, events in _replayed(report, max(chosen, default=-1) + 1)
        if entry["place"] in chosen
    )


def _replayed(report: Report, most: int) -> Iterator[tuple[Report, State, Roll | Action, tuple[Event, ...]]]:
    """Yield the first ``most`` moves, each with its report entry, the position before it, and its events."""
    state = position(report["start"])
    for entry in report["moves"][:most]:
        move = state.parse(entry["roll"] if "roll" in entry else entry["action"])
        step = state.play(move)
        yield entry, state, move, step.events
        state = step.state


def moments_json(report: Report, messages: Messages, viewer: int | None = None) -> list[Json]:
    """Return the decisive moments as JSON, with sentences that describe them."""
    return [
        {
            "place": moment.place,
            "turn": moment.turn,
            "seat": moment.seat,
            "position": str(moment.state),
            "roll": moment.move.text if isinstance(moment.move, Roll) and moment.seat is not None else None,
            "before": round(moment.before, 12),
            "change": round(moment.change, 12),
            "text": describe_moment(moment, report, messages, viewer),
            "change_text": describe_change(moment, report, messages, viewer),
        }
        for moment in moments(report, viewer)
    ]


def describe_moment(moment: Moment, report: Report, messages: Messages, viewer: int | None = None) -> str:
    """Describe a moment: the roll with its events, or the choice and the better one."""
    state, names = moment.state, report["names"]
    if isinstance(moment.move, Roll):
        sentence = " ".join(describe_event(event, state.game, messages, names, viewer) for event in moment.events)
    else:
        assert moment.seat is not None
        assert moment.best is not None
        sentence = messages.say(
            "review.moment_choice_yours" if moment.seat == viewer else "review.moment_choice",
            seat=seat_name(moment.seat, names),
            chosen=describe_action(state, moment.move, messages, names),
            best=describe_action(state, moment.best, messages, names),
        )
    return messages.say("review.moment", turn=moment.turn, told=sentence) if moment.turn else sentence


def describe_change(moment: Moment, report: Report, messages: Messages, viewer: int | None = None) -> str:
    """Describe how the moment changed the win share of the viewer, or else of the winner."""
    shares = {
        "before": messages.percent(moment.before, 0),
        "after": messages.percent(moment.before + moment.change, 0),
    }
    if viewer is not None:
        return messages.say("review.moment_yours", **shares)
    seat = subject(report)
    assert seat is not None
    return messages.say("review.moment_theirs", seat=seat_name(seat, report["names"]), **shares)
