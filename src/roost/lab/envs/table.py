"""One game on the kernel, played by action numbers, for the adapters to other libraries."""

import numpy as np
from numpy.typing import NDArray

from roost.core.game import Game
from roost.core.moves import Action
from roost.core.state import State
from roost.lab.envs import step_kernel
from roost.lab.envs.layout import layout_of
from roost.lab.envs.opponents import Opponents
from roost.lab.envs.reference import ReferenceTable
from roost.lab.envs.step_kernel import LOOK, NOTHING
from roost.study.fast.chance import STREAM
from roost.study.fast.packed import has_kernel, packing
from roost.study.fast.records import NOBODY, Records
from roost.study.fast.turn_players import TurnPlayer

_ONE = np.ones(1, np.bool_)
_FIRST = np.zeros(1, np.int64)


class DecisionGame:
    """A game on the kernel that rolls its dice automatically, so it always waits for a decision or is over."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = layout_of(game)
        self._packing = packing(game)
        self._rules = self._packing.rules
        self._opening = self._packing.opening()
        self._record = self._packing.empty()
        self._stream = np.zeros(1, STREAM)
        self._row: NDArray[np.uint8] = np.zeros(self.layout.size, np.uint8)
        self._rewards: NDArray[np.float32] = np.zeros(game.players, np.float32)
        self.num_actions = self._packing.actions
        self.action_mask: NDArray[np.int8] = np.zeros(self.num_actions, np.int8)
        self.seat: int | None = None
        """The seat to move; None once the game is over."""
        self._policies = np.full(game.players, step_kernel.WAITS, np.uint8)
        self._players: dict[int, TurnPlayer] = {}
        self._decisions = np.zeros(1, np.int64)
        self._seats = np.ones((1, game.players), np.int8)

    def seat_opponents(self, opponents: Opponents) -> None:
        """Set the opponents, starting with the seat after the learner's.

        Those with compiled code play inside the kernel.
        """
        self._policies, self._players = opponents.policies, opponents.players(self._packing)

    def seed(self, seed: int) -> None:
        """Seed the dice; the same seed and actions give the same games."""
        step_kernel.seed_some(self._stream, _ONE, np.array([seed], np.uint64))

    def any_seat(self) -> int:
        step_kernel.sample(self._seats, self._stream, drawn := np.empty(1, np.int64))
        return int(drawn[0])

    def begin(self, start: State | None = None) -> None:
        """Begin a new game at the opening or another position, and roll up to its first decision."""
        self._record[:] = self._opening if start is None else self._packing.pack(start)
        self.play(NOTHING)

    def play(self, action: int, learner: int = NOBODY) -> None:
        """Play a legal action, and roll dice up to the next decision.

        If ``learner`` is a seat, the opponents with compiled code then play until another player has to decide.
        """
        seat = self._step(action, learner, NOBODY, self._row)
        while seat not in (NOBODY, learner) and learner != NOBODY:
            player = self._players.get((seat - learner) % self.game.players)
            if player is None:
                break
            player.play_turns(self._record, self._stream, _FIRST, self._decisions)
            seat = self._step(NOTHING, learner, NOBODY, self._row)
        self.seat = None if seat == NOBODY else seat

    def play_others(self, learner: int) -> None:
        """Let the opponents with compiled code play until another player has to decide."""
        self.play(NOTHING, learner)

    def play_in(self, record: Records, stream: Records, action: int) -> None:
        """Play a legal action in another game, which is given by its record and its random stream."""
        arrays = self._policies, self.action_mask, NOBODY, self._row, self._rewards
        step_kernel.step_one(self._rules, record, stream, action, NOBODY, *arrays)

    def _step(self, action: int, learner: int, seat: int, row: NDArray[np.uint8]) -> int:
        return step_kernel.step_one(  # type: ignore[no-any-return]  # compiled code has its own types
            self._rules,
            self._record,
            self._stream,
            action,
            learner,
            self._policies,
            self.action_mask,
            seat,
            row,
            self._rewards,
        )

    def leave(self) -> None:
        """Abandon the game: no seat is to move until the next game begins."""
        self.seat = None
        self.action_mask[:] = 1

    def is_legal(self, action: int) -> bool:
        return self.seat is not None and 0 <= action < self.num_actions and bool(self.action_mask[action])

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """Return a seat's observation of the current position as a new array."""
        if seat == self.seat:
            return self._row.copy()
        row = np.empty(self.layout.size, np.uint8)
        self._step(LOOK, NOBODY, seat, row)
        return row

    def look(self, state: State, seat: int) -> NDArray[np.uint8]:
        """Return a seat's observation of a given state of this game."""
        return self.look_at(self._packing.pack(state), seat)

    def look_at(self, record: Records, seat: int) -> NDArray[np.uint8]:
        """Return a seat's observation of a kernel record."""
        row = np.empty(self.layout.size, np.uint8)
        mask, rewards = np.empty_like(self.action_mask), np.empty_like(self._rewards)
        arrays = self._policies, mask, seat, row, rewards
        step_kernel.step_one(self._rules, record, self._stream, LOOK, NOBODY, *arrays)
        return row

    def rewards(self) -> NDArray[np.float32]:
        """Return the rewards of a finished game, one for each seat."""
        return self._rewards.copy()

    def state(self) -> State:
        state: State = self._packing.unpack(self._record)
        return state

    def number(self, state: State, action: Action) -> int:
        """Return the index of ``action``, which must be legal in ``state``."""
        return self._packing.number(state, action)


def table_for(game: Game) -> DecisionGame | ReferenceTable:
    """Make a table that plays a game on its kernel or, if it has none, on the rules engine."""
    return DecisionGame(game) if has_kernel(type(game)) else ReferenceTable(game)
