"""``roost show``: show a position and its legal actions."""

from rich.console import Console
from rich.text import Text

from roost.cli.screen import console, messages_in, print_json
from roost.core.moves import Event
from roost.core.registry import position
from roost.core.state import State
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_action, describe_event, describe_outcome, seat_name
from roost.play.terminal.adapter import board_lines, turn_lines


def show_position(text: str, moves: str | None, as_json: bool, language: Language | None) -> None:
    """Show a position, optionally after some moves."""
    messages, state, events = messages_in(language), position(text), list[Event]()
    for move in (moves or "").split():
        state, new = state.play(move)
        events += new
    if as_json:
        print_json(_facts(state, events, messages))
        return
    out = console()
    for event in events:
        out.print(describe_event(event, state.game, messages))
    if events:
        out.print()
    _print_state(out, state, messages)


def _print_state(out: Console, state: State, messages: Messages) -> None:
    for line in (*board_lines(state, messages), *turn_lines(state, messages)):
        out.print(line)
    out.print()
    if state.outcome is not None:
        out.print(describe_outcome(state.outcome, state.game, messages))
    elif state.dice is None:
        assert state.seat is not None
        out.print(messages.say("show.decide", seat=seat_name(state.seat, ())))
        width = max(len(str(action)) for action in state.actions())
        for action in state.actions():
            meaning = describe_action(state, action, messages)
            out.print(Text(f"  {str(action).ljust(width)}  ", "bold green").append(meaning, "not bold default"))
    elif state.seat is None:
        out.print(messages.say("show.draw"))
    else:
        out.print(messages.say("show.roll", seat=seat_name(state.seat, ()), n=state.dice.count))


def _facts(state: State, events: list[Event], messages: Messages) -> dict[str, object]:
    return {
        "text": str(state),
        "position": state.to_json(),
        "events": [event.to_json() for event in events],
        "node": state.node.value,
        "seat": state.seat,
        "dice": None if state.dice is None else state.dice.count,
        "actions": [
            {"token": str(action), "action": action.to_json(), "meaning": describe_action(state, action, messages)}
            for action in state.actions()
        ],
        "scores": list(state.scores()),
        "outcome": None if state.outcome is None else state.outcome.to_json(),
    }
