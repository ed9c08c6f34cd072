"""Sentences about Picnic Blitz: their values, and explanations of why a choice is illegal."""

from roost.core.moves import Action, Event
from roost.core.words import Messages
from roost.core.words.adapter import Names, ReasonAgainst
from roost.core.words.sentences import seat_name, some_of_each
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.moves import (
    Keep,
    Move,
    Moved,
    Pass,
    PickedUp,
    Push,
    Pushed,
    QueenAttack,
    QueenReroll,
    QueenSpent,
    Reroll,
    Skip,
)


def action_values(state: PicnicState, action: Action, words: Messages, names: Names) -> dict[str, object]:
    match action:
        case Reroll(faces):
            return {"dice": some_of_each(state.game.die.parse(faces), words)}
        case Push(pushed, track):
            lane = state.board[track - 1]
            place = _pushed_to(track, lane.space_of(pushed) - 1, state.game, words)
            return {"place": place, "price": "" if lane.push_cost == 1 else words.say("two_attacks")}
        case Move(track):
            assert state.seat is not None
            assert state.turn.dice is not None
            steps = state.turn.dice.counts[track - 1]
            target = state.board[track - 1].moved(state.seat, steps).space_of(state.seat)
            price = "" if state.turn.moved is None else words.say("spending_queen")
            return {"n": steps, "place": _space(track, target, state.game, words), "price": price}
    return {}


def event_values(event: Event, game: Picnic, words: Messages) -> dict[str, object]:
    match event:
        case PickedUp(_, dice):
            return {"dice": some_of_each(game.die.parse(dice), words)}
        case Pushed(_, _, track, _, target):
            return {"place": _pushed_to(track, target, game, words)}
        case Moved(_, track, _, target):
            is_food = target == game.tracks[track - 1].length  # the next sentence says what the food brings
            return {"place": words.say("food_reached") if is_food else _space(track, target, game, words)}
        case QueenSpent(_, use):
            return {"use": words.say(f"use.{use}")}
    return {}


def _space(track: int, space: int, game: Picnic, words: Messages) -> str:
    """Name a space on a track: "space 3 of 8", or its Food square."""
    length, points = game.tracks[track - 1]
    if space == length:
        return words.say("food", points=points)
    return words.say("space", space=space, length=length)


def _pushed_to(track: int, space: int, game: Picnic, words: Messages) -> str:
    """Name the place that an ant is pushed to: back to a space, or off the board."""
    if not space:
        return words.say("pushed_off")
    return words.say("pushed_to", place=_space(track, space, game, words))


def doubt(state: PicnicState, action: Action) -> str | None:
    """Return the key of the warning shown before ending a turn in which no move is possible."""
    if not isinstance(action, Pass) or state.turn.moved is not None:
        return None
    return "pass" if any(isinstance(choice, Move) for choice in state.actions()) else None


def reason(state: PicnicState, action: Action, words: Messages, names: Names) -> ReasonAgainst | None:
    seat, turn = state.seat, state.turn
    assert seat is not None
    assert turn.dice is not None
    if isinstance(action, Keep | Reroll | QueenReroll):
        if turn.rerolls is None:
            return ReasonAgainst.of("no_rerolls")  # PB-4
        if isinstance(action, QueenReroll):
            return ReasonAgainst.of("no_queen")  # PB-5
        return ReasonAgainst.of("rerolls", n=turn.rerolls.left)  # PB-4
    if turn.rerolls is not None:
        return ReasonAgainst.of("keep_first")  # PB-2
    match action:
        case Move(track):
            return _of_a_move(state, seat, track)
        case Push(owner, track):
            return _of_a_push(state, seat, owner, track, names)
        case QueenAttack():
            return ReasonAgainst.of("queen_useless") if state.queens[seat] else ReasonAgainst.of("no_queen")  # PB-6
        case Skip():
            return ReasonAgainst.of("has_queen") if state.queens[seat] else ReasonAgainst.of("no_skipping")  # PB-13
    return None


def _of_a_move(state: PicnicState, seat: int, track: int) -> ReasonAgainst:
    turn, lane = state.turn, state.board[track - 1]
    assert turn.dice is not None
    if turn.moved == track:
        return ReasonAgainst.of("moved_there", track=track)  # PB-12
    if lane.holder is not None:
        return ReasonAgainst.of("food_held", track=track)  # PB-11
    if not lane.open >> seat & 1:
        return ReasonAgainst.of("pinned", track=track)  # PB-11
    return ReasonAgainst.of("no_such_die", track=track)  # PB-10


def _of_a_push(state: PicnicState, seat: int, owner: int, track: int, names: Names) -> ReasonAgainst:
    lane = state.board[track - 1]
    if owner == seat:
        return ReasonAgainst.of("own_ant")
    if owner >= state.game.players or not lane.space_of(owner):
        return ReasonAgainst.of("no_ant", track=track)
    if state.turn.moved is not None:
        return ReasonAgainst.of("attack_before")  # PB-2
    if owner not in (ant.seat for ant in lane.free):
        return ReasonAgainst.of("covered", owner=seat_name(owner, names))  # PB-8
    if state.attacks:
        return ReasonAgainst.of("two_attacks")  # PB-7
    return ReasonAgainst.of("no_attack")  # PB-6
