"""Picnic Blitz (rules PB-1 to PB-15).

A position reads ``picnic board=2BA,5C/-/-/8A/-/- A=- B=queen C=- turn=A dice=112346 rerolls=2/1``: the tracks 1 to 6
between slashes with their piles from bottom to top, each seat's Queen token, and the seat to play. The remaining fields
show the stage of the turn:

* none: the six dice are about to be rolled;
* ``dice=112346 rerolls=4/2``: up to four dice may be re-rolled, in up to two groups; with ``0/0`` only the Queen token
  can still buy more;
* ``dice=1123 rerolls=2/1``: two dice are being re-rolled, and up to two may be re-rolled in one group afterwards;
* ``dice=112346``: re-rolling is done, and the player may attack, move, skip or pass;
* ``dice=112345 attacks=1``: attacking has begun, and one attack is left;
* ``dice=112346 moved=3``: the first move was on track 3, and the Queen token can pay for a second one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar

from roost.core.dice import Die, Roll
from roost.core.events import Ended, Rolled
from roost.core.game import Field, Game, PerSeat, option
from roost.core.moves import Action, Event
from roost.core.notation import Choice, Flag, Seat, seat_letter
from roost.core.state import Drawn, Node
from roost.games.picnic.board import STANDARD_TRACKS, Ants, Board, Track, lane_of
from roost.games.picnic.moves import ACTIONS, EVENTS, PASS
from roost.games.picnic.notation import BoardCodec, GoalCodec, QueenCodec, TracksCodec
from roost.games.picnic.state import ANTS, GOAL, QUEENS, PicnicState
from roost.games.picnic.turn import (
    DICE_COUNT,
    DIE,
    OVER,
    START,
    TURN_LAYOUT,
    Rerolls,
    TurnStage,
    read_turn,
    straight_attacks,
)

__all__ = ["Picnic", "PicnicState"]

_STANDARD_GOALS = {2: 9, 3: 7, 4: 6}  # PB-14


@dataclass(frozen=True)
class Picnic(Game):
    """Picnic Blitz for 2 to 4 players."""

    name: ClassVar[str] = "picnic"
    title: ClassVar[str] = "Picnic Blitz"
    player_range: ClassVar[range] = range(2, 5)
    adapters: ClassVar[tuple[str, ...]] = ("roost.games.picnic.adapters",)
    dice_count: ClassVar[int] = DICE_COUNT
    action_types: ClassVar[tuple[type[Action], ...]] = ACTIONS
    event_types: ClassVar[tuple[type[Event], ...]] = (Drawn, Rolled, *EVENTS, Ended)
    end_reasons: ClassVar[tuple[str, ...]] = (GOAL,)

    start: int | str = option(
        "random", Seat(("random",)), "PB-1", "The seat that begins, or random to draw it before the first turn."
    )
    tracks: tuple[Track, ...] = option(
        STANDARD_TRACKS,
        TracksCodec(),
        "PB-1",
        "The tracks 1 to 6: how many spaces each has and what its food is worth.",
    )
    goal: int | None = option(
        None, GoalCodec(), "PB-14", "The points that win; standard is 9 with two players, 7 with three, 6 with four."
    )
    beginner: bool = option(
        False, Flag(), "PB-15", "Always up to three re-roll dice in one group, and no Queen tokens."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        worth = sum(track.value for track in self.tracks)
        if self.winning_score > worth:
            if self.goal is None:
                why = f"must be worth at least {self.winning_score} points, the goal of {self.players} players"
                raise self._bad_option("tracks", TracksCodec().text(self.tracks), why)
            raise self._bad_option("goal", self.goal, f"must be at most {worth}, what all tracks are worth")
        if self.goal == _STANDARD_GOALS[self.players]:
            object.__setattr__(self, "goal", None)  # a goal equal to the standard goal gives an equal game

    @property
    def winning_score(self) -> int:
        """Number of points that win the game (PB-14)."""
        return _STANDARD_GOALS[self.players] if self.goal is None else self.goal

    @cached_property
    def empty_board(self) -> Board:
        """The tracks without ants."""
        return tuple(lane_of((), track.length) for track in self.tracks)

    @classmethod
    @cache
    def layout(cls) -> tuple[Field, ...]:
        return (
            Field("board", BoardCodec()),
            PerSeat("queens", QueenCodec()),
            Field("over", Choice(cls.end_reasons)),
            Field("turn", Seat(("draw",))),
            *TURN_LAYOUT,
        )

    @property
    def die(self) -> Die:
        return DIE

    @property
    def components(self) -> Mapping[str, object]:
        tracks = {number: track._asdict() for number, track in enumerate(self.tracks, 1)}
        return {"tracks": tracks, "ants": ANTS, "queens": QUEENS}

    def opening(self) -> PicnicState:
        seat = self.start if isinstance(self.start, int) else None
        return PicnicState(self, seat, START, self.empty_board, (False,) * self.players)

    def place(self, values: Mapping[str, Any]) -> PicnicState:
        seat, turn = self._place_turn(values)
        board, queens = self._place_ants(values["board"]), values["queens"]
        if self.beginner and any(queens):
            raise ValueError("beginners play without Queen tokens (PB-15)")
        if seat is None and turn is START and (board != self.empty_board or any(queens)):
            raise ValueError("turn=draw comes before the first turn: no ant is on the board, no Queen token taken")
        state = PicnicState(self, seat, turn, board, queens)
        _check_end(state)
        if seat is not None and turn.dice is not None:
            if turn.rerolls is not None:
                _check_rerolls(state, seat, turn.dice, turn.rerolls)
            if turn.attacks is not None:
                _check_attacks(state, seat, turn.dice, turn.attacks)
            if turn.moved is not None:
                _check_moved(state, seat, turn.dice, turn.moved)
        return state

    def _place_turn(self, values: Mapping[str, Any]) -> tuple[int | None, TurnStage]:
        seat, turn = values.get("turn"), read_turn(values)
        if "over" in values or seat == "draw":
            if turn is not START or ("over" in values and seat is not None):
                raise ValueError("before the draw and after the end there is no turn, so there are no dice")
            return None, OVER if "over" in values else START
        if not isinstance(seat, int):
            raise ValueError("turn is missing")
        if seat >= self.players:
            raise ValueError(f"turn={seat_letter(seat)}, but there are {self.players} players")
        return seat, turn

    def _place_ants(self, tracks: tuple[Ants, ...]) -> Board:
        for number, (ants, track) in enumerate(zip(tracks, self.tracks, strict=True), 1):
            for ant in ants:
                if ant.seat >= self.players:
                    raise ValueError(f"{seat_letter(ant.seat)} has an ant, but there are {self.players} players")
                if ant.space > track.length:
                    raise ValueError(f"track {number} has {track.length} spaces, so there is no space {ant.space}")
            if sum(ant.space == track.length for ant in ants) > 1:
                raise ValueError(f"two ants are on the Food square of track {number}; no ant enters a held one (PB-11)")
        return tuple(lane_of(ants, track.length) for ants, track in zip(tracks, self.tracks, strict=True))


def _check_end(state: PicnicState) -> None:
    """Check that the game is over exactly if a player has reached the goal, because that ends it at once (PB-14)."""
    game, scores = state.game, state.scores()
    goal, seats = game.winning_score, [seat for seat, score in enumerate(scores) if score >= game.winning_score]
    if state.node is not Node.OVER:
        if seats:
            raise ValueError(f"{seat_letter(seats[0])} has {scores[seats[0]]} of {goal} points, so the game is over")
        return
    if len(seats) != 1:
        raise ValueError(f"over={GOAL}, but {len(seats)} players have {goal} points, not one")
    winner = seats[0]
    last = max(track.value for lane, track in zip(state.board, game.tracks, strict=True) if lane.holder == winner)
    if scores[winner] - last >= goal:
        raise ValueError(f"{seat_letter(winner)} would have won before reaching {scores[winner]} points")


def _check_rerolls(state: PicnicState, seat: int, dice: Roll, rerolls: Rerolls) -> None:
    """Check PB-4 and PB-5: the re-rolls left must be what can remain of the full allowance during a turn."""
    fresh, taken = state.fresh_rerolls(seat), DICE_COUNT - dice.size
    if taken:
        possible = {before.after(taken) for before in fresh.ahead() if before.left >= taken}
    else:
        possible = {left for left in fresh.ahead() if left.left or (fresh.left and state.queens[seat])}
    if not possible:
        raise ValueError(f"{seat_letter(seat)} may re-roll {fresh.left} dice, so no dice are left to re-roll here")
    if rerolls not in possible:
        allowed = ", ".join(f"{left}/{groups}" for left, groups in sorted(possible, reverse=True))
        raise ValueError(f"{seat_letter(seat)} may re-roll {fresh.left} dice, so rerolls can only be {allowed} here")


def _check_attacks(state: PicnicState, seat: int, dice: Roll, attacks: int) -> None:
    """Check PB-6: a player who has begun to attack has used an attack or spent their Queen token."""
    queen_spent = not state.queens[seat] and not state.game.beginner
    most = straight_attacks(dice) + (1 if queen_spent else -1)
    if attacks > most:
        left = f"at most {most} can be left" if most >= 0 else "there was none to begin with"
        raise ValueError(f"attacks={attacks}, but of the attacks that dice={dice} gives {left}")


def _check_moved(state: PicnicState, seat: int, dice: Roll, moved: int) -> None:
    """Check PB-12: the first move has been made, and the player has a Queen token to pay for a second one."""
    lane, steps = state.board[moved - 1], dice.counts[moved - 1]
    if not steps or not lane.active >> seat & 1 or lane.space_of(seat) < min(steps, lane.length):
        raise ValueError(f"moved={moved}, but no ant of {seat_letter(seat)} can just have moved there")
    if not state.queens[seat]:
        raise ValueError(f"moved={moved}, but without a Queen token the turn ends with the first move")
    if state.actions() == (PASS,):
        raise ValueError(f"moved={moved}, but no second move is possible, so the turn is over")
