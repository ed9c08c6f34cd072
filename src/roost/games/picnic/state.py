"""A position of Picnic Blitz: the player's choices, and how they change the board."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Self

from roost.core.dice import Dice, Roll
from roost.core.events import Ended, Rolled
from roost.core.moves import Action, Event
from roost.core.notation import seat_letter
from roost.core.outcome import Outcome
from roost.core.state import Node, State, Step
from roost.games.picnic.board import Board, Lane
from roost.games.picnic.moves import (
    MOVES,
    PASS,
    QUEEN,
    QUEEN_ATTACK,
    SKIP,
    SUPPLY,
    Captured,
    Keep,
    Move,
    Moved,
    Passed,
    PickedUp,
    Push,
    Pushed,
    QueenAttack,
    QueenReroll,
    QueenSpent,
    QueenTaken,
    Reroll,
    Skip,
    ant_piece,
    push,
    space_place,
)
from roost.games.picnic.turn import (
    BEGINNER_REROLLS,
    DICE_COUNT,
    DIE,
    OVER,
    START,
    Rerolls,
    TurnStage,
    all_dice,
    kept_dice,
    reroll_choices,
    straight_attacks,
    turn_values,
)

if TYPE_CHECKING:
    from roost.games.picnic import Picnic

ANTS = 6  # PB-1
"""Number of ants each player has."""
QUEENS = 4
"""Number of Queen tokens in the supply at first."""
GOAL = "goal"
"""The reason why the game ends: a player has reached the goal."""

_SIX_DICE = DIE.dice(DICE_COUNT)

# Common events are cached.
_rolled = cache(Rolled)
_picked_up = cache(PickedUp)


class _PicnicFields(NamedTuple):
    game: Picnic
    seat: int | None
    turn: TurnStage
    board: Board
    queens: tuple[bool, ...]
    """Whether each seat holds a Queen token."""


class PicnicState(_PicnicFields, State):
    """A position of Picnic Blitz."""

    __slots__ = ()

    def at(self, turn: TurnStage) -> Self:
        """Return the same position at another point of the turn."""
        game, seat, _, board, queens = self
        return tuple.__new__(self.__class__, (game, seat, turn, board, queens))  # the hottest line of the engine

    @property
    def node(self) -> Node:
        return self.turn.node

    def _dice(self) -> Dice:
        dice = self.turn.dice
        return _SIX_DICE if dice is None else DIE.dice(DICE_COUNT - dice.size)

    @property
    def dice_rolled(self) -> str:
        dice = self.turn.dice
        return "" if dice is None or not dice.size else dice.text

    def active_ants(self, seat: int) -> int:
        """Return how many active ants a player has (PB-3)."""
        return sum([lane.active >> seat & 1 for lane in self.board])

    def fresh_rerolls(self, seat: int) -> Rerolls:
        """Return a player's full allowance of re-rolls (PB-4, PB-15)."""
        return BEGINNER_REROLLS if self.game.beginner else Rerolls.of(self.active_ants(seat))

    @property
    def attacks(self) -> int:
        """Number of attacks that the player can use now (PB-6), without one that a Queen token could add."""
        _, dice, rerolls, attacks, moved = self.turn
        if attacks is not None:
            return attacks
        return 0 if dice is None or rerolls is not None or moved is not None else straight_attacks(dice)

    def actions(self) -> tuple[Action, ...]:
        node, dice, rerolls, attacks, moved = self.turn
        if node is not Node.DECIDE:
            return ()
        seat = self.seat
        assert seat is not None
        assert dice is not None
        queen = self.queens[seat]
        if rerolls is not None:
            return reroll_choices(dice, rerolls.left, queen)
        moves = self._move_choices(seat)
        if moved is not None:
            return (*moves, PASS)
        pushes = self._attack_choices(seat, straight_attacks(dice) if attacks is None else attacks, queen)
        if attacks is None and not queen and not self.game.beginner:
            return (*pushes, *moves, SKIP, PASS)  # PB-13
        return (*pushes, *moves, PASS)

    @property
    def obvious(self) -> Action | None:
        """The obvious choice: to take a Queen token rather than pass (PB-13)."""
        return SKIP if self.actions() == (SKIP, PASS) else super().obvious

    def _attack_choices(self, seat: int, attacks: int, queen: bool) -> list[Action]:
        """Return the pushes within reach, and the attack that a Queen token buys if it helps (PB-7).

        The token's attack helps if it brings an ant within reach. Otherwise it would be wasted.
        """
        choices: list[Action] = []
        if not attacks and not queen:
            return choices
        queen_helps = False
        for track, lane in enumerate(self.board, 1):
            for ant in lane.free:  # PB-8
                if ant.seat != seat and lane.push_cost <= attacks + queen:
                    queen_helps = queen
                    if lane.push_cost <= attacks:
                        choices.append(push(ant.seat, track))
        if queen_helps:
            choices.append(QUEEN_ATTACK)
        return choices

    def _move_choices(self, seat: int) -> tuple[Move, ...]:
        """Return the moves of PB-10 to PB-12: on open tracks that the dice show, except the track of the first move."""
        dice, moved = self.turn.dice, self.turn.moved
        assert dice is not None
        tracks = 0
        for place, lane in enumerate(self.board):
            tracks |= (lane.open >> seat & 1) << place
        if moved is not None:
            tracks &= ~(1 << moved - 1)
        return MOVES[tracks & dice.mask]

    def _rolled(self, roll: Roll) -> Step:
        seat, (_, dice, rerolls, _, _) = self.seat, self.turn
        assert seat is not None
        if dice is None or rerolls is None:  # the first roll of the turn
            dice, rerolls = roll, self.fresh_rerolls(seat)
            may_reroll = rerolls.left > 0
        else:
            dice = all_dice(dice, roll)
            may_reroll = rerolls.left > 0 or self.queens[seat]  # PB-5: a player who has re-rolled has an active ant
        turn = TurnStage(Node.DECIDE, dice, rerolls if may_reroll else None)
        return Step(self.at(turn), (_rolled(seat, roll.text),))

    def _chosen(self, action: Action) -> Step:
        seat, dice, rerolls = self.seat, self.turn.dice, self.turn.rerolls
        assert seat is not None
        assert dice is not None
        if isinstance(action, Reroll):
            assert rerolls is not None
            taken = action.dice
            turn = TurnStage(Node.ROLL, kept_dice(dice, taken), rerolls.after(len(taken)))
            return Step(self.at(turn), (_picked_up(seat, taken),))
        if isinstance(action, Keep):
            return Step(self.at(TurnStage(Node.DECIDE, dice)), ())
        if isinstance(action, Move):
            return self._move(seat, action.track)
        if isinstance(action, Push):
            return self._push(seat, action.owner, action.track)
        if isinstance(action, QueenReroll):
            return self._spend_queen(seat, "reroll", TurnStage(Node.DECIDE, dice, self.fresh_rerolls(seat)))
        if isinstance(action, QueenAttack):
            return self._spend_queen(seat, "attack", TurnStage(Node.DECIDE, dice, attacks=self.attacks + 1))
        if isinstance(action, Skip):
            after = self._replace(queens=_with_queen(self.queens, seat, True))
            return after._next((QueenTaken(seat),))
        return self._next((Passed(seat),))

    def _spend_queen(self, seat: int, use: str, turn: TurnStage) -> Step:
        after = self._replace(turn=turn, queens=_with_queen(self.queens, seat, False))
        return Step(after, (QueenSpent(seat, use),))

    def _push(self, seat: int, owner: int, track: int) -> Step:
        lane = self.board[track - 1]
        pushed = lane.pushed(owner)
        turn = TurnStage(Node.DECIDE, self.turn.dice, attacks=self.attacks - lane.push_cost)
        after = self._replace(turn=turn, board=_with_lane(self.board, track, pushed))
        return Step(after, (Pushed(seat, owner, track, lane.space_of(owner), pushed.space_of(owner)),))

    def _move(self, seat: int, track: int) -> Step:
        game, _, (_, dice, _, _, moved), board, queens = self
        assert dice is not None
        lane = board[track - 1]
        after_lane = lane.moved(seat, dice.counts[track - 1])
        events: tuple[Event, ...] = (Moved(seat, track, lane.space_of(seat), after_lane.space_of(seat)),)
        if moved is not None:  # PB-12
            queens = _with_queen(queens, seat, False)
            events = (QueenSpent(seat, "move"), *events)
        turn = TurnStage(Node.DECIDE, dice, moved=track)
        after = self.__class__(game, seat, turn, _with_lane(board, track, after_lane), queens)
        if after_lane.holder is not None:
            events = (*events, Captured(seat, track, game.tracks[track - 1].value))
            if after.scores()[seat] >= game.winning_score:  # PB-14: the game ends at once, even before a second move
                return Step(after._replace(seat=None, turn=OVER), (*events, Ended(GOAL)))
        if queens[seat] and after._move_choices(seat):
            return Step(after, events)
        return after._next(events)

    def _next(self, events: tuple[Event, ...]) -> Step:
        game, seat, _, board, queens = self
        assert seat is not None
        return Step(self.__class__(game, (seat + 1) % game.players, START, board, queens), events)

    def scores(self) -> tuple[int, ...]:
        """Return the value of the Food squares that each player holds (PB-14)."""
        scores = [0] * self.game.players
        for lane, track in zip(self.board, self.game.tracks, strict=True):
            if lane.holder is not None:
                scores[lane.holder] += track.value
        return tuple(scores)

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.of(self.scores(), GOAL) if self.node is Node.OVER else None

    def holdings(self) -> dict[str, Counter[str]]:
        places = defaultdict[str, Counter[str]](Counter, {SUPPLY: Counter({QUEEN: QUEENS - sum(self.queens)})})
        for track, lane in enumerate(self.board, 1):
            for space, owner in lane.ants:
                places[space_place(track, space)][ant_piece(owner)] += 1
        for seat, queen in enumerate(self.queens):
            in_hand = ANTS - sum(lane.space_of(seat) > 0 for lane in self.board)
            places[seat_letter(seat)] = Counter({ant_piece(seat): in_hand, QUEEN: int(queen)})
        return places

    def values(self) -> dict[str, object]:
        values: dict[str, object] = {"board": tuple(lane.ants for lane in self.board), "queens": self.queens}
        if self.node is Node.OVER:
            return values | {"over": GOAL}
        return values | {"turn": "draw" if self.seat is None else self.seat} | turn_values(self.turn)

    __str__ = State.__str__
    __repr__ = State.__repr__


def _with_queen(queens: tuple[bool, ...], seat: int, has_token: bool) -> tuple[bool, ...]:
    return (*queens[:seat], has_token, *queens[seat + 1 :])


def _with_lane(board: Board, track: int, lane: Lane) -> Board:
    return (*board[: track - 1], lane, *board[track:])
