"""Sentences: what an action would do, what an event did, how a game ended. For every screen and every language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roost.core.dice import Roll, Symbol
from roost.core.game import Game, Option
from roost.core.moves import Action, Event
from roost.core.notation import SEATS
from roost.core.outcome import Outcome
from roost.core.state import State
from roost.games.barbecue import BarbecueState
from roost.games.barbecue.moves import Occupy, Protect, SnailTaken, Steal
from roost.games.common import Ended, Rolled
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.moves import Move, Moved, PickedUp, Push, Pushed, QueenSpent, Reroll
from roost.games.set_aside import Failed, LaidAside, SetAside, SetAsideState
from roost.games.tiles import Returned, Snatch, Snatched, Take, TileGame, TileState, Took
from roost.messages import Messages

__all__ = [
    "Names",
    "describe_action",
    "option_meaning",
    "result_fields",
    "seat_name",
    "tell_dice",
    "tell_end",
    "tell_event",
    "tell_face",
    "tell_list",
    "tell_outcome",
    "tell_result",
    "tell_result_short",
    "tell_score",
]

Names = Sequence[str]
"""What the players are called, by seat. A seat without a name goes by its letter."""

_SEATS = ("seat", "owner")
"""The fields of actions and events that hold a seat."""


def seat_name(seat: int, names: Names) -> str:
    """What a seat is called."""
    return names[seat] if seat < len(names) else SEATS[seat]


# -- actions -----------------------------------------------------------------------------------------------------------


def describe_action(state: State, action: Action, messages: Messages, names: Names = ()) -> str:
    """What an action would do here: "set aside three 4s → 19", "snatch 28 from Anna (2 worms)"."""
    key = messages.own(state.game.name, f"action.{action.name()}")
    if key is None:
        return str(action)  # a game from outside, whose words we do not have
    values = _fields(action, names) | _circumstances(state, action, messages, names)
    return messages.say(key, **values)


def _circumstances(state: State, action: Action, messages: Messages, names: Names) -> dict[str, object]:
    """What the sentence about an action needs to know beyond the action itself."""
    match state, action:
        case SetAsideState(), SetAside(char):
            aside, roll = state.turn.aside, state.turn.roll
            assert roll is not None
            index = roll.die.index[char]
            symbol, count = roll.die.symbols[index], roll.counts[index]
            return {"dice": _some(symbol, count, messages), "total": aside.total + count * symbol.value}
        case TileState(), Take(tile) | Snatch(tile):
            return {"worms": state.game.worms_on(tile)}
        case BarbecueState(), Occupy(spot) | Protect(spot):
            return {"worms": state.game.worms_on(spot)}
        case BarbecueState(), Steal(spot):
            owner = SEATS.index(state.lies(spot))
            return {"owner": seat_name(owner, names), "worms": state.game.worms_on(spot)}
        case SetAsideState(), _:
            return {"n": state.turn.aside.left, "total": state.turn.aside.total}
        case PicnicState(), Reroll(faces):
            return {"dice": _some_of_each(state.game.die.parse(faces), messages)}
        case PicnicState(), Push(pushed, track):
            lane = state.board[track - 1]
            place = _pushed_to(track, lane.space_of(pushed) - 1, state.game, messages)
            return {"place": place, "price": "" if lane.push_cost == 1 else messages.say("picnic.two_attacks")}
        case PicnicState(), Move(track):
            assert state.seat is not None
            assert state.turn.dice is not None
            steps = state.turn.dice.counts[track - 1]
            target = state.board[track - 1].moved(state.seat, steps).space_of(state.seat)
            price = "" if state.turn.moved is None else messages.say("picnic.spending_queen")
            return {"n": steps, "place": _space(track, target, state.game, messages), "price": price}
    return {}


# -- events ------------------------------------------------------------------------------------------------------------


def tell_event(event: Event, game: Game, messages: Messages, names: Names = ()) -> str:
    """What happened, as a sentence: "Anna takes 24 (1 worm)."."""
    key = messages.own(game.name, f"event.{event.name()}")
    values = _fields(event, names)
    if key is None:  # a game from outside, whose words we do not have
        return " ".join([event.name().replace("_", " "), *(f"{k}={v}" for k, v in values.items())])
    return messages.say(key, **(values | _consequences(event, game, messages)))


def _consequences(event: Event, game: Game, messages: Messages) -> dict[str, object]:
    """What the sentence about an event needs to know beyond the event itself."""
    match event:
        case Rolled(_, dice):
            return {"roll": tell_dice(game.die.parse(dice), messages)}
        case LaidAside(_, char, count, _):
            return {"dice": _some(game.die.symbols[game.die.index[char]], count, messages)}
        case Failed(_, why):
            return {"why": messages.say_if_known(f"why.{why}") or why}
        case Took(_, tile) | Snatched(_, tile) | Returned(_, tile) if isinstance(game, TileGame):
            return {"worms": game.worms_on(tile)}
        case SnailTaken(_, spot):
            return {"place": messages.say("barbecue.from_spot" if spot else "barbecue.from_pool", spot=spot)}
        case PickedUp(_, dice):
            return {"dice": _some_of_each(game.die.parse(dice), messages)}
        case Pushed(_, _, track, _, target) if isinstance(game, Picnic):
            return {"place": _pushed_to(track, target, game, messages)}
        case Moved(_, track, _, target) if isinstance(game, Picnic):
            return {"place": _space(track, target, game, messages)}
        case QueenSpent(_, use):
            return {"use": messages.say(f"picnic.use.{use}")}
        case Ended(reason):
            return {"reason": tell_end(reason, messages)}
    return {}


# -- the end -----------------------------------------------------------------------------------------------------------


def tell_outcome(outcome: Outcome, game: Game, messages: Messages, names: Names = ()) -> str:
    """Who won, with what, and what decided between equals."""
    winners = tell_list((seat_name(seat, names) for seat in outcome.winners), messages)
    score = tell_score(outcome.scores[outcome.winners[0]], game, messages)
    won = messages.say("outcome.won", n=len(outcome.winners), winners=winners, score=score)
    tie_break = messages.say_if_known(f"outcome.{outcome.decided_by}")
    return f"{won} {tie_break}" if tie_break else won


def tell_score(score: int, game: Game, messages: Messages) -> str:
    """A score in the game's own coin: "7 worms", "1 point"."""
    return messages.say(messages.own(game.name, "score") or "score", n=score)


def tell_end(reason: str, messages: Messages) -> str:
    """Why a game ends, as half a sentence."""
    return messages.say_if_known(f"end.{reason}") or reason


# -- odds --------------------------------------------------------------------------------------------------------------


def tell_result(state: State, result: Action, messages: Messages, names: Names = ()) -> str:
    """One way in which a turn may end, in words: those of a claim are the action's own."""
    key = messages.own(state.game.name, f"odds.result.{result.name()}")
    return (
        describe_action(state, result, messages, names) if key is None else messages.say(key, **result_fields(result))
    )


def tell_result_short(result: Action, messages: Messages) -> str:
    """The same in at most three characters, to stand with a column."""
    return messages.say_if_known(f"odds.short.{result.name()}", **result_fields(result)) or str(result)


def result_fields(result: Action) -> dict[str, object]:
    """What the words about a result name, seats by their letters."""
    fields: dict[str, object] = {**result.to_json()}
    return fields | {key: SEATS[seat] for key, seat in fields.items() if key == "owner" and isinstance(seat, int)}


# -- words -------------------------------------------------------------------------------------------------------------


def tell_dice(roll: Roll, messages: Messages, gap: str = " ") -> str:
    """Dice as they lie on the table, equal ones together: "1 1 3 worm worm"; ``gap`` parts unequal ones."""
    shown = zip(roll.die.symbols, roll.counts, strict=True)
    return gap.join(" ".join([tell_face(symbol, messages)] * count) for symbol, count in shown if count)


def tell_face(symbol: Symbol, messages: Messages) -> str:
    """What one die shows."""
    return messages.say_if_known(f"face.{symbol.name}") or symbol.name


def _some(symbol: Symbol, count: int, messages: Messages) -> str:
    """So many dice of a symbol: "three 4s", "one worm"."""
    number = messages.say_if_known(f"number.{count}") or str(count)
    return messages.say_if_known(f"symbol.{symbol.name}", n=count, number=number) or f"{number} × {symbol.name}"


def _some_of_each(roll: Roll, messages: Messages) -> str:
    """Several dice, counted: "one 3 and two 5s"."""
    shown = zip(roll.die.symbols, roll.counts, strict=True)
    return tell_list((_some(symbol, count, messages) for symbol, count in shown if count), messages)


def _space(track: int, space: int, game: Picnic, messages: Messages) -> str:
    """A space of a track: "space 3 of 8", or its Food square."""
    length, points = game.tracks[track - 1]
    if space == length:
        return messages.say("picnic.food", points=points)
    return messages.say("picnic.space", space=space, length=length)


def _pushed_to(track: int, space: int, game: Picnic, messages: Messages) -> str:
    """Where an ant is pushed: back to a space, or off the board."""
    if not space:
        return messages.say("picnic.pushed_off")
    return messages.say("picnic.pushed_to", place=_space(track, space, game, messages))


def tell_list(items: Iterable[str], messages: Messages) -> str:
    """Several names: "Anna, Ben and Carla"."""
    *front, last = items
    return messages.say("list.and", front=", ".join(front), last=last) if front else last


def option_meaning(option: Option, game: type[Game], messages: Messages) -> str:
    """What an option is for: as the game declares it, in English; other languages have their own words."""
    key = messages.own(game.name, f"option.{option.name}")
    return messages.say(key) if key is not None else option.meaning


def _fields(told: Action | Event, names: Names) -> dict[str, object]:
    """The fields of an action or an event, with the seats by name."""
    values = {key: value for key, value in told.to_json().items() if key != "type"}
    return {k: seat_name(v, names) if k in _SEATS and isinstance(v, int) else v for k, v in values.items()}
