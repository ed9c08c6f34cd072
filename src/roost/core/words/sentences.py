"""Sentences: what an action would do, what an event did, how a game ended. For every screen and every language."""

from collections.abc import Iterable

from roost.core.dice import Roll, Symbol
from roost.core.events import Ended, Rolled
from roost.core.game import Game, Option
from roost.core.moves import Action, Event
from roost.core.notation import SEATS, Numbers, Seat
from roost.core.outcome import Outcome
from roost.core.state import Drawn, State
from roost.core.words import Messages
from roost.core.words.face import Names, words_face

__all__ = [
    "Names",
    "concerned",
    "describe_action",
    "option_meaning",
    "result_fields",
    "seat_name",
    "some",
    "some_of_each",
    "tell_dice",
    "tell_end",
    "tell_event",
    "tell_face",
    "tell_list",
    "tell_outcome",
    "tell_result",
    "tell_result_short",
    "tell_score",
    "tell_tie_break",
]


def seat_name(seat: int, names: Names) -> str:
    """The name of a seat."""
    return names[seat] if seat < len(names) else SEATS[seat]


# -- actions -----------------------------------------------------------------------------------------------------------


def describe_action(state: State, action: Action, messages: Messages, names: Names = ()) -> str:
    """Tell the effect of an action here: "set aside three 4s → 19", "snatch 28 from Anna (2 worms)"."""
    words, key = messages.of(state.game), f"action.{action.name()}"
    if key not in words:
        return _plainly(action, messages, names)
    face = words_face(state.game)
    values = {} if face is None else face.action_values(state, action, words, names)
    return words.say(key, **(_fields(action, messages, names) | values))


def _plainly(told: Action | Event, messages: Messages, names: Names) -> str:
    """An action or an event that its game has no words for: its name, and what it holds."""
    held = (str(value) for value in _fields(told, messages, names).values())
    return " ".join([told.name().replace("_", " "), *held])


# -- events ------------------------------------------------------------------------------------------------------------


def tell_event(event: Event, game: Game, messages: Messages, names: Names = (), reader: int | None = None) -> str:
    """Tell an event in a sentence: "Anna takes 24 (1 worm)."; to the seat that reads it, "You take 24 (1 worm)."."""
    words, key = messages.of(game), f"event.{event.name()}"
    if (to_reader := _to_reader(event, words, reader)) is not None:
        key = to_reader
    values = _fields(event, messages, names)
    match event:
        case Rolled(_, dice):
            values["roll"] = tell_dice(game.die.parse(dice), words)
        case Ended(reason):
            values["reason"] = tell_end(reason, game, messages)
        case Drawn():
            pass
        case _:
            face = words_face(game)
            if f"{game.name}.{key}" not in words:
                return f"{_plainly(event, messages, names)}."
            values |= {} if face is None else face.event_values(event, game, words)
    return words.say(key, **values)


def concerned(event: Event) -> set[int]:
    """The seats that an event is about: who did it, and whom it was done to."""
    mover = getattr(event, "seat", None)
    return {*event.done_to(), *([] if mover is None else [mover])}


def _to_reader(event: Event, words: Messages, reader: int | None) -> str | None:
    """The key of the sentence that speaks to the reader: "You snatch 25", "Anna snatches 25 from you"."""
    if reader not in concerned(event):
        return None
    key = f"{'from_you' if reader in event.done_to() else 'you'}.{event.name()}"
    return key if key in words else None


# -- the end -----------------------------------------------------------------------------------------------------------


def tell_outcome(outcome: Outcome, game: Game, messages: Messages, names: Names = ()) -> str:
    """Tell who won, with what, and what decided between equals."""
    winners = tell_list((seat_name(seat, names) for seat in outcome.winners), messages)
    score = tell_score(outcome.scores[outcome.winners[0]], game, messages)
    won = messages.of(game).say("outcome.won", n=len(outcome.winners), winners=winners, score=score)
    tie_break = tell_tie_break(outcome, game, messages)
    return f"{won} {tie_break}" if tie_break else won


def tell_tie_break(outcome: Outcome, game: Game, messages: Messages) -> str | None:
    """Tell what decided between equals, if something had to."""
    return messages.of(game).say_if_known(f"outcome.{outcome.decided_by}")


def tell_score(score: int, game: Game, messages: Messages) -> str:
    """A score in the game's own coin: "7 worms", "1 point"."""
    return messages.of(game).say("score", n=score)


def tell_end(reason: str, game: Game | type[Game], messages: Messages) -> str:
    """Tell why a game ends, in half a sentence."""
    return messages.of(game).say_if_known(f"end.{reason}") or reason.replace("-", " ")


# -- odds --------------------------------------------------------------------------------------------------------------


def tell_result(state: State, result: Action, messages: Messages, names: Names = ()) -> str:
    """One way in which a turn may end, in words: those of a claim are the action's own."""
    told = messages.of(state.game).say_if_known(f"odds.result.{result.name()}", **result_fields(result))
    return describe_action(state, result, messages, names) if told is None else told


def tell_result_short(state: State, result: Action, messages: Messages) -> str:
    """The same in at most three characters, to stand with a column."""
    return messages.of(state.game).say_if_known(f"odds.short.{result.name()}", **result_fields(result)) or str(result)


def result_fields(result: Action) -> dict[str, object]:
    """The values that the words about a result name, seats by their letters."""
    fields: dict[str, object] = {**result.to_json()}
    return fields | {
        key: codec.text(getattr(result, key)) for key, codec in result.codecs().items() if isinstance(codec, Seat)
    }


# -- words -------------------------------------------------------------------------------------------------------------


def tell_dice(roll: Roll, messages: Messages, gap: str = " ") -> str:
    """Dice as they lie on the table, equal ones together: "1 1 3 worm worm"; ``gap`` parts unequal ones."""
    shown = zip(roll.die.symbols, roll.counts, strict=True)
    return gap.join(" ".join([tell_face(symbol, messages)] * count) for symbol, count in shown if count)


def tell_face(symbol: Symbol, messages: Messages) -> str:
    """Name the face that one die shows."""
    return messages.say_if_known(f"face.{symbol.name}") or symbol.name


def some(symbol: Symbol, count: int, messages: Messages) -> str:
    """So many dice of a symbol: "three 4s", "one worm"."""
    number = messages.say_if_known(f"number.{count}") or str(count)
    return messages.say_if_known(f"symbol.{symbol.name}", n=count, number=number) or f"{number} × {symbol.name}"


def some_of_each(roll: Roll, messages: Messages) -> str:
    """Several dice, counted: "one 3 and two 5s"."""
    shown = zip(roll.die.symbols, roll.counts, strict=True)
    return tell_list((some(symbol, count, messages) for symbol, count in shown if count), messages)


def tell_list(items: Iterable[str], messages: Messages) -> str:
    """Several names: "Anna, Ben and Carla"."""
    *front, last = items
    return messages.say("list.and", front=", ".join(front), last=last) if front else last


def option_meaning(option: Option, game: type[Game], messages: Messages) -> str:
    """The meaning of an option: as the game declares it, in English; other languages have their own words."""
    return messages.of(game).say_if_known(f"option.{option.name}") or option.meaning


def _fields(told: Action | Event, messages: Messages, names: Names) -> dict[str, object]:
    """The fields of an action or an event, with seats by name and numbers as a list."""
    found: dict[str, object] = {}
    for key, codec in told.codecs().items():
        value = getattr(told, key)
        if isinstance(codec, Seat) and isinstance(value, int):
            value = seat_name(value, names)
        elif isinstance(codec, Numbers) and value:
            value = tell_list(map(str, value), messages)
        found[key] = value
    return found
