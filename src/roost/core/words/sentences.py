"""Sentences about actions, events and the end of a game, for all screens and languages."""

from collections.abc import Iterable

from roost.core.dice import Roll, Symbol
from roost.core.events import Ended, Rolled
from roost.core.game import Game, Option
from roost.core.moves import Action, Event
from roost.core.notation import SEATS, Numbers, Seat
from roost.core.outcome import Outcome
from roost.core.state import Drawn, State
from roost.core.words import Messages
from roost.core.words.adapter import Names, words_adapter

__all__ = [
    "Names",
    "concerned",
    "describe_action",
    "describe_dice",
    "describe_end",
    "describe_event",
    "describe_face",
    "describe_list",
    "describe_outcome",
    "describe_result",
    "describe_result_short",
    "describe_score",
    "describe_tie_break",
    "option_meaning",
    "result_fields",
    "seat_name",
    "some",
    "some_of_each",
]


def seat_name(seat: int, names: Names) -> str:
    """Return the name of a seat's player, or the seat's letter."""
    return names[seat] if seat < len(names) else SEATS[seat]


# -- actions -----------------------------------------------------------------------------------------------------------


def describe_action(state: State, action: Action, messages: Messages, names: Names = ()) -> str:
    """Describe the effect of an action in a state: "set aside three 4s → 19", "snatch 28 from Anna (2 worms)"."""
    words, key = messages.of(state.game), f"action.{action.name()}"
    if key not in words:
        return _plainly(action, messages, names)
    adapter = words_adapter(state.game)
    values = {} if adapter is None else adapter.action_values(state, action, words, names)
    return words.say(key, **(_fields(action, messages, names) | values))


def _plainly(message: Action | Event, messages: Messages, names: Names) -> str:
    """Describe an action or event that has no sentence of its own, by its name and fields."""
    fields = (str(value) for value in _fields(message, messages, names).values())
    return " ".join([message.name().replace("_", " "), *fields])


# -- events ------------------------------------------------------------------------------------------------------------


def describe_event(event: Event, game: Game, messages: Messages, names: Names = (), reader: int | None = None) -> str:
    """Describe an event: "Anna takes 24 (1 worm).", or "You take 24 (1 worm)." if Anna is the ``reader``."""
    words, key = messages.of(game), f"event.{event.name()}"
    if (to_reader := _to_reader(event, words, reader)) is not None:
        key = to_reader
    values = _fields(event, messages, names)
    match event:
        case Rolled(_, dice):
            values["roll"] = describe_dice(game.die.parse(dice), words)
        case Ended(reason):
            values["reason"] = describe_end(reason, game, messages)
        case Drawn():
            pass
        case _:
            adapter = words_adapter(game)
            if f"{game.name}.{key}" not in words:
                return f"{_plainly(event, messages, names)}."
            values |= {} if adapter is None else adapter.event_values(event, game, words)
    return words.say(key, **values)


def concerned(event: Event) -> set[int]:
    """Return the seats that an event is about: the acting seat and those affected."""
    mover = getattr(event, "seat", None)
    return {*event.done_to(), *([] if mover is None else [mover])}


def _to_reader(event: Event, words: Messages, reader: int | None) -> str | None:
    """Return the key of the sentence that calls the reader "you": "You snatch 25", "Anna snatches 25 from you"."""
    if reader not in concerned(event):
        return None
    key = f"{'from_you' if reader in event.done_to() else 'you'}.{event.name()}"
    return key if key in words else None


# -- the end -----------------------------------------------------------------------------------------------------------


def describe_outcome(outcome: Outcome, game: Game, messages: Messages, names: Names = ()) -> str:
    """Describe the outcome: the winners, their score and any tie-break."""
    winners = describe_list((seat_name(seat, names) for seat in outcome.winners), messages)
    score = describe_score(outcome.scores[outcome.winners[0]], game, messages)
    won = messages.of(game).say("outcome.won", n=len(outcome.winners), winners=winners, score=score)
    tie_break = describe_tie_break(outcome, game, messages)
    return f"{won} {tie_break}" if tie_break else won


def describe_tie_break(outcome: Outcome, game: Game, messages: Messages) -> str | None:
    """Describe the tie-break that decided the game, or return None."""
    return messages.of(game).say_if_known(f"outcome.{outcome.decided_by}")


def describe_score(score: int, game: Game, messages: Messages) -> str:
    """Describe a score in the game's unit: "7 worms", "1 point"."""
    return messages.of(game).say("score", n=score)


def describe_end(reason: str, game: Game | type[Game], messages: Messages) -> str:
    """Describe in half a sentence why the game ended."""
    return messages.of(game).say_if_known(f"end.{reason}") or reason.replace("-", " ")


# -- odds --------------------------------------------------------------------------------------------------------------


def describe_result(state: State, result: Action, messages: Messages, names: Names = ()) -> str:
    """Describe a possible result of a turn. A result that has no sentence of its own is described as an action."""
    sentence = messages.of(state.game).say_if_known(f"odds.result.{result.name()}", **result_fields(result))
    return describe_action(state, result, messages, names) if sentence is None else sentence


def describe_result_short(state: State, result: Action, messages: Messages) -> str:
    """Describe a possible result of a turn in at most three characters, as a column label."""
    return messages.of(state.game).say_if_known(f"odds.short.{result.name()}", **result_fields(result)) or str(result)


def result_fields(result: Action) -> dict[str, object]:
    """Return the values for a result's sentence, with seats as letters."""
    fields: dict[str, object] = {**result.to_json()}
    return fields | {
        key: codec.text(getattr(result, key)) for key, codec in result.codecs().items() if isinstance(codec, Seat)
    }


# -- words -------------------------------------------------------------------------------------------------------------


def describe_dice(roll: Roll, messages: Messages, gap: str = " ") -> str:
    """List the dice of a roll, with equal dice together: "1 1 3 worm worm"; ``gap`` separates different symbols."""
    shown = zip(roll.die.symbols, roll.counts, strict=True)
    return gap.join(" ".join([describe_face(symbol, messages)] * count) for symbol, count in shown if count)


def describe_face(symbol: Symbol, messages: Messages) -> str:
    """Return the name of a die's symbol."""
    return messages.say_if_known(f"face.{symbol.name}") or symbol.name


def some(symbol: Symbol, count: int, messages: Messages) -> str:
    """Describe several dice with the same symbol: "three 4s", "one worm"."""
    number = messages.say_if_known(f"number.{count}") or str(count)
    return messages.say_if_known(f"symbol.{symbol.name}", n=count, number=number) or f"{number} × {symbol.name}"


def some_of_each(roll: Roll, messages: Messages) -> str:
    """Describe the dice of a roll: "one 3 and two 5s"."""
    shown = zip(roll.die.symbols, roll.counts, strict=True)
    return describe_list((some(symbol, count, messages) for symbol, count in shown if count), messages)


def describe_list(items: Iterable[str], messages: Messages) -> str:
    """Join names into a list: "Anna, Ben and Carla"."""
    *front, last = items
    return messages.say("list.and", front=", ".join(front), last=last) if front else last


def option_meaning(option: Option, game: type[Game], messages: Messages) -> str:
    """Describe an option in this language. The English text comes from the game's own declaration."""
    return messages.of(game).say_if_known(f"option.{option.name}") or option.meaning


def _fields(message: Action | Event, messages: Messages, names: Names) -> dict[str, object]:
    """Return the fields of an action or event as text: names for seats, and lists in words."""
    fields: dict[str, object] = {}
    for key, codec in message.codecs().items():
        value = getattr(message, key)
        if isinstance(codec, Seat) and isinstance(value, int):
            value = seat_name(value, names)
        elif isinstance(codec, Numbers) and value:
            value = describe_list(map(str, value), messages)
        fields[key] = value
    return fields
