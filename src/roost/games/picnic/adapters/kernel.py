"""Convert Picnic Blitz's positions and actions between the reference engine and the kernel."""

from functools import lru_cache

import numpy as np

from roost.core.dice import Roll
from roost.core.moves import Action
from roost.core.state import Node
from roost.games.picnic import Picnic, moves
from roost.games.picnic import turn as picnic_turn
from roost.games.picnic.adapters import compiled
from roost.games.picnic.adapters.compiled import (
    ACT,
    AGAIN,
    ATTACK,
    MOVE,
    MOVED,
    PASS,
    PUSH,
    QUEEN_ATTACK,
    QUEEN_REROLL,
    REROLL,
    SKIP,
)
from roost.games.picnic.board import Ant, Lane, lane_of
from roost.games.picnic.state import PicnicState
from roost.games.picnic.turn import DICE_COUNT, Rerolls, TurnStage
from roost.study.fast.chance import pack_roll
from roost.study.fast.packed import Packing, fields_of, mask_of, unpack_roll
from roost.study.fast.records import DRAW, NOBODY, OVER, ROLL, Records

VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"beginner": True, "start": "B"},
    {"goal": 5},
    {"goal": 11},
    {"tracks": "2:1,3:2,6:3,7:4,20:9,9:6", "start": "A"},
)

_BY_NUMBER: dict[int, Action] = {
    QUEEN_REROLL: moves.QUEEN_REROLL,
    QUEEN_ATTACK: moves.QUEEN_ATTACK,
    SKIP: moves.SKIP,
    PASS: moves.PASS,
}
_NUMBERS = {action: number for number, action in _BY_NUMBER.items()}


class _PicnicPacking(Packing[Picnic, PicnicState]):
    rules_type = compiled.RULES
    state_type = compiled.STATE

    def fill_rules(self, game: Picnic, rules: np.void) -> None:
        rules["beginner"] = game.beginner
        rules["goal"] = game.winning_score
        rules["length"], rules["worth"] = zip(*game.tracks, strict=True)

    @property
    def actions(self) -> int:
        return PUSH + len(self.game.tracks) * (self.game.players - 1)

    def pack(self, state: PicnicState) -> Records:
        packed, board = self.empty(), state.board
        record = packed[0]
        record["seat"] = NOBODY if state.seat is None else state.seat
        _pack_turn(state, record)
        record["queens"] = mask_of(state.queens)
        record["held"] = mask_of(lane.holder is not None for lane in board)
        for track, lane in enumerate(board):
            record["lanes"][track] = pack_lane(lane)
        for seat, score in enumerate(state.scores()):
            record["active"][seat] = mask_of(bool(lane.active >> seat & 1) for lane in board)
            record["open"][seat] = mask_of(bool(lane.open >> seat & 1) for lane in board)
            record["scores"][seat] = score
        return packed

    def unpack(self, record: Records) -> PicnicState:
        game = self.game
        node, place, *turn, queens, _, lanes, _, _, _ = fields_of(record)
        board = []
        for packed, track in zip(lanes.tolist(), game.tracks, strict=True):
            ants = [packed >> 8 * i & 255 for i in range(4)]
            board.append(lane_of(tuple([Ant(ant >> 2, ant & 3) for ant in ants if ant]), track.length))
        tokens = tuple([bool(queens >> seat & 1) for seat in range(game.players)])
        seat = None if place == NOBODY else place
        return PicnicState(game, seat, _unpack_turn(game, node, *turn), tuple(board), tokens)

    def number(self, state: PicnicState, action: Action) -> int:
        if isinstance(action, moves.Reroll):
            assert state.turn.dice is not None
            return _subset(state.turn.dice, action.dice)
        if isinstance(action, moves.Keep):
            return 0
        if isinstance(action, moves.Move):
            return MOVE + action.track - 1
        if isinstance(action, moves.Push):
            assert state.seat is not None
            seats_on = (action.owner - state.seat) % self.game.players
            return PUSH + len(self.game.tracks) * (seats_on - 1) + action.track - 1
        return _NUMBERS[action]

    def action(self, state: PicnicState, number: int) -> Action:
        if number == 0:
            return moves.KEEP
        if number < QUEEN_REROLL:
            assert state.turn.dice is not None
            return moves.reroll("".join(die for i, die in enumerate(state.turn.dice.text) if number >> i & 1))
        if number >= PUSH:
            assert state.seat is not None
            seats_on, track = divmod(number - PUSH, len(self.game.tracks))
            return moves.push((state.seat + 1 + seats_on) % self.game.players, track + 1)
        return moves.Move(number - MOVE + 1) if number >= MOVE else _BY_NUMBER[number]


def packing(game: Picnic) -> _PicnicPacking:
    return _PicnicPacking(game)


@lru_cache(maxsize=1 << 16)  # a game has the same few lanes over and over
def pack_lane(lane: Lane) -> int:
    return sum((ant.space << 2 | ant.seat) << 8 * i for i, ant in enumerate(lane.ants))


def _subset(dice: Roll, taken: str) -> int:
    """Return a re-roll's action: a bit for each of the sorted dice, preferring the first of equal dice."""
    subset, place = 0, 0
    for symbol, count in zip(dice.die.symbols, dice.counts, strict=True):
        subset |= ((1 << taken.count(symbol.char)) - 1) << place
        place += count
    return subset


def _pack_turn(state: PicnicState, record: np.void) -> None:
    node, dice, rerolls, attacks, moved = state.turn
    if dice is None:
        record["node"] = OVER if node is Node.OVER else DRAW if state.seat is None else ROLL
        return
    record["dice"] = pack_roll(dice.counts)
    if rerolls is not None:
        record["rerolls"], record["groups"] = rerolls
        record["in_the_air"] = DICE_COUNT - dice.size
        record["node"] = REROLL if node is Node.DECIDE else AGAIN
    elif attacks is not None:
        record["attacks"] = attacks
        record["node"] = ATTACK
    elif moved is not None:
        record["first_move"] = moved - 1
        record["node"] = MOVED
    else:
        record["node"] = ACT


def _unpack_turn(
    game: Picnic, node: int, packed: int, _: int, left: int, groups: int, attacks: int, first_move: int
) -> TurnStage:
    if node in (DRAW, ROLL):
        return picnic_turn.START
    if node == OVER:
        return picnic_turn.OVER
    dice = unpack_roll(game, packed)
    if node in (AGAIN, REROLL):
        return TurnStage(Node.ROLL if node == AGAIN else Node.DECIDE, dice, Rerolls(left, groups))
    if node == ATTACK:
        return TurnStage(Node.DECIDE, dice, attacks=attacks)
    return TurnStage(Node.DECIDE, dice, moved=first_move + 1 if node == MOVED else None)
