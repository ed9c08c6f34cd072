"""Why a choice is not possible here, in a sentence: for whoever taps a tile, a die or a track that cannot be chosen."""

from __future__ import annotations

from typing import NamedTuple

from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.barbecue import BarbecueState
from roost.games.barbecue.moves import EndGame, Occupy, Protect, SnailFromPool, SnailFromSpot, Steal
from roost.games.barbecue.notation import HIGHEST, LOWEST, SNAIL
from roost.games.picnic import PicnicState
from roost.games.picnic.moves import Keep, Move, Push, QueenAttack, QueenReroll, Reroll, Skip
from roost.games.set_aside import RollOn, SetAside, SetAsideState, Stop
from roost.games.tiles import Snatch, Take, TileState
from roost.messages import Messages
from roost.messages.telling import Names, seat_name, tell_face

__all__ = ["tell_reason"]


class _Reason(NamedTuple):
    """The key of a sentence in the table ``[reason]``, and the values of its places."""

    key: str
    values: dict[str, object]


def _because(key: str, **values: object) -> _Reason:
    return _Reason(key, values)


_ELSE = _because("else")


def tell_reason(state: State, action: Action, messages: Messages, names: Names = ()) -> str | None:
    """Why the rules forbid this action here; nothing, if they allow it."""
    if action in state.actions():
        return None
    key, values = _reason(state, action, messages, names)
    return messages.say(f"reason.{key}", **values)


def _reason(state: State, action: Action, messages: Messages, names: Names) -> _Reason:
    if state.node is Node.OVER:
        return _because("over")
    if state.node is Node.ROLL:
        return _because("roll_first")
    match state:
        case SetAsideState():
            return _in_the_turn(state, action, messages) or _of_the_claim(state, action, names)
        case PicnicState():
            return _at_the_picnic(state, action, names)
    return _ELSE  # a game from outside, whose rules we cannot explain


# -- the set-aside turn ------------------------------------------------------------------------------------------------


def _in_the_turn(state: SetAsideState, action: Action, messages: Messages) -> _Reason | None:
    """What the dice themselves forbid, if they do."""
    _, aside, roll = state.turn
    fresh = roll is not None and bool(roll.mask & ~aside.mask)
    if isinstance(action, SetAside):
        index = aside.dice.die.index.get(action.symbol)
        if index is None:
            return _ELSE
        face = tell_face(aside.dice.die.symbols[index], messages)
        if aside.mask >> index & 1:
            return _because("lies_aside", face=face)  # SA-2
        return _because("not_rolled", face=face) if fresh else _because("roll_or_stop")
    if fresh:
        return _because("set_aside_first")  # SA-2
    if isinstance(action, RollOn):
        return _because("no_dice_left") if aside.left == 0 else _because("no_roll_left")  # SA-5, SA-6
    if isinstance(action, Stop):
        return _because("something_to_claim") if state.claims() else _because("no_stopping")  # SA-4, BQ-3
    return None if aside.has_worm else _because("no_worm")  # SA-7


def _of_the_claim(state: SetAsideState, action: Action, names: Names) -> _Reason:
    total = state.turn.aside.total
    match state, action:
        case TileState(), Take(tile):
            return _of_a_tile(state, tile, total)
        case TileState(), Snatch(tile, owner):
            return _of_a_stack(state, tile, owner, total, names)
        case BarbecueState(), _:
            return _of_a_spot(state, action, total)
    return _ELSE


def _of_a_tile(state: TileState, tile: int, total: int) -> _Reason:
    if tile not in state.grill:
        if any(tile in stack for stack in state.stacks):
            return _because("in_a_stack", tile=tile)
        return _because("face_down", tile=tile) if tile in state.game.box else _ELSE
    if tile > total:
        return _because("too_low", tile=tile, total=total)  # HM-2
    if total in state.grill:
        return _because("exactly_this", total=total)  # HM-2
    return _because("next_lower", total=total, tile=max(t for t in state.grill if t <= total))  # HM-4


def _of_a_stack(state: TileState, tile: int, owner: int, total: int, names: Names) -> _Reason:
    if owner >= len(state.stacks) or tile not in state.stacks[owner]:
        return _ELSE
    if owner == state.seat:
        return _because("own_stack")
    if state.stacks[owner][-1] != tile:
        return _because("not_on_top", owner=seat_name(owner, names))  # HM-3
    if tile != total:
        return _because("snatch_exactly", tile=tile, total=total)  # HM-3
    return _because("exactly_this", total=total)  # HM-2


def _of_a_spot(state: BarbecueState, action: Action, total: int) -> _Reason:
    if isinstance(action, SnailFromPool | EndGame):
        return _because("above", least=HIGHEST, total=total)  # BQ-10
    if not isinstance(action, Occupy | Steal | Protect | SnailFromSpot) or not LOWEST <= action.spot <= HIGHEST:
        return _ELSE
    spot, lies = action.spot, state.lies(action.spot)
    if total < LOWEST:
        return _because("below", least=LOWEST, total=total)  # BQ-3
    if len(lies) == 2:
        return _because("closed", spot=spot)  # BQ-8
    if spot != total:
        return _because("spot_exactly", spot=spot, total=total)  # BQ-6
    if lies != SNAIL and state.seat is not None and not state.plates_left(state.seat):
        return _because("no_plate_left")  # BQ-11
    return _ELSE


# -- Picnic Blitz ------------------------------------------------------------------------------------------------------


def _at_the_picnic(state: PicnicState, action: Action, names: Names) -> _Reason:
    seat, turn = state.seat, state.turn
    assert seat is not None
    assert turn.dice is not None
    if isinstance(action, Keep | Reroll | QueenReroll):
        if turn.rerolls is None:
            return _because("no_rerolls")  # PB-4
        if isinstance(action, QueenReroll):
            return _because("no_queen")  # PB-5
        return _because("rerolls", n=turn.rerolls.left)  # PB-4
    if turn.rerolls is not None:
        return _because("keep_first")  # PB-2
    match action:
        case Move(track):
            return _of_a_move(state, seat, track)
        case Push(owner, track):
            return _of_a_push(state, seat, owner, track, names)
        case QueenAttack():
            return _because("queen_useless") if state.queens[seat] else _because("no_queen")  # PB-6
        case Skip():
            return _because("has_queen") if state.queens[seat] else _because("no_skipping")  # PB-13
    return _ELSE


def _of_a_move(state: PicnicState, seat: int, track: int) -> _Reason:
    turn, lane = state.turn, state.board[track - 1]
    assert turn.dice is not None
    if turn.moved == track:
        return _because("moved_there", track=track)  # PB-12
    if lane.holder is not None:
        return _because("food_held", track=track)  # PB-11
    if not lane.open >> seat & 1:
        return _because("pinned", track=track)  # PB-11
    return _because("no_such_die", track=track)  # PB-10


def _of_a_push(state: PicnicState, seat: int, owner: int, track: int, names: Names) -> _Reason:
    lane = state.board[track - 1]
    if owner == seat:
        return _because("own_ant")
    if owner >= state.game.players or not lane.space_of(owner):
        return _because("no_ant", track=track)
    if state.turn.moved is not None:
        return _because("attack_before")  # PB-2
    if owner not in (ant.seat for ant in lane.free):
        return _because("covered", owner=seat_name(owner, names))  # PB-8
    if state.attacks:
        return _because("two_attacks")  # PB-7
    return _because("no_attack")  # PB-6
