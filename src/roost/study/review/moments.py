"""The moments that decided a game: the few rolls and choices that moved one player's share of the win most.

They are found in a report, so that a review that was kept tells them too.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from roost.core.dice import Roll
from roost.core.moves import Action, Event
from roost.core.notation import Json
from roost.core.registry import position
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.sentences import describe_action, seat_name, tell_event
from roost.study.review.headline import subject

Report = Mapping[str, Any]

_MOST = 3
_LEAST = 0.02
"""The least change of the share that decided something."""


class Moment(NamedTuple):
    """A roll or a choice that mattered."""

    place: int
    """How many moves of the game came before."""
    turn: int
    """The number of the turn; 0 for the draw of the first player."""
    seat: int | None
    """The seat that rolled or chose."""
    state: State
    """The position before."""
    move: Roll | Action
    events: tuple[Event, ...]
    """The events of the move."""
    best: Action | None
    """The better choice, if there was one."""
    before: float
    """The share of whom the game is told about."""
    change: float


def moments(report: Report, viewer: int | None = None) -> tuple[Moment, ...]:
    """The moves that changed the viewer's share most, or else the winner's: at most three, in the order of play."""
    seat = subject(report, viewer)
    if seat is None:
        return ()
    changes = {move["place"]: (move.get("luck") or move["gifts"])[seat] for move in report["moves"]}
    ranked = sorted(changes, key=lambda place: (-abs(changes[place]), place))
    chosen = {place for place in ranked[:_MOST] if abs(changes[place]) >= _LEAST}
    return tuple(
        Moment(
            told["place"],
            told["turn"],
            told["seat"],
            state,
            move,
            events,
            state.game.parse_action(told["best"]) if "best" in told else None,
            report["curve"][told["place"]][seat],
            changes[told["place"]],
        )
        for told, state, move, events in _replayed(report, max(chosen, default=-1) + 1)
        if told["place"] in chosen
    )


def _replayed(report: Report, most: int) -> Iterator[tuple[Report, State, Roll | Action, tuple[Event, ...]]]:
    """The first moves of the game, each with the position before it and what it brought about."""
    state = position(report["start"])
    for told in report["moves"][:most]:
        move = state.parse(told["roll"] if "roll" in told else told["action"])
        step = state.play(move)
        yield told, state, move, step.events
        state = step.state


# -- in words ----------------------------------------------------------------------------------------------------------


def told_moments(report: Report, messages: Messages, viewer: int | None = None) -> list[Json]:
    """The moments as JSON, in words."""
    return [
        {
            "place": moment.place,
            "turn": moment.turn,
            "seat": moment.seat,
            "position": str(moment.state),
            "roll": moment.move.text if isinstance(moment.move, Roll) and moment.seat is not None else None,
            "before": round(moment.before, 12),
            "change": round(moment.change, 12),
            "text": tell_moment(moment, report, messages, viewer),
            "told_change": tell_change(moment, report, messages, viewer),
        }
        for moment in moments(report, viewer)
    ]


def tell_moment(moment: Moment, report: Report, messages: Messages, viewer: int | None = None) -> str:
    """Tell what happened: a roll with what came of it, or a choice with the better one."""
    state, names = moment.state, report["names"]
    if isinstance(moment.move, Roll):
        told = " ".join(tell_event(event, state.game, messages, names, viewer) for event in moment.events)
    else:
        assert moment.seat is not None
        assert moment.best is not None
        told = messages.say(
            "review.moment_choice_yours" if moment.seat == viewer else "review.moment_choice",
            seat=seat_name(moment.seat, names),
            chosen=describe_action(state, moment.move, messages, names),
            best=describe_action(state, moment.best, messages, names),
        )
    return messages.say("review.moment", turn=moment.turn, told=told) if moment.turn else told


def tell_change(moment: Moment, report: Report, messages: Messages, viewer: int | None = None) -> str:
    """Tell what the moment did to the viewer's share, or else to the winner's."""
    shares = {
        "before": messages.percent(moment.before, 0),
        "after": messages.percent(moment.before + moment.change, 0),
    }
    if viewer is not None:
        return messages.say("review.moment_yours", **shares)
    seat = subject(report)
    assert seat is not None
    return messages.say("review.moment_theirs", seat=seat_name(seat, report["names"]), **shares)
