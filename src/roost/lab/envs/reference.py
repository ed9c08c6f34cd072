"""Games without a kernel, played by the rules engine with the same interface as games on the kernel."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.core.game import Game
from roost.core.moves import Action
from roost.core.playthrough import rolled_on
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.lab.envs import plain_layout
from roost.lab.envs.action_numbers import ActionTable
from roost.lab.envs.layout import layout_of
from roost.lab.envs.step_kernel import SAME_STEP
from roost.study.fast.records import NOBODY


def rewards_of(state: State) -> NDArray[np.float32]:
    """Return each seat's win share, scaled so that a sole winner gets 1 and the rewards sum to 0."""
    players, outcome = state.game.players, state.outcome
    if outcome is None:
        return np.zeros(players, np.float32)
    return np.array([float(players * share - 1) / (players - 1) for share in outcome.shares], np.float32)


class ReferenceTable:
    """A game on the rules engine that rolls its dice automatically, so it always waits for a decision or is over."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = layout_of(game)
        self._numbers = ActionTable(game)
        self._state = game.opening()
        self._legal: dict[int, Action] = {}
        self._chance = Stream(0)
        self.num_actions = self._numbers.actions
        self.action_mask: NDArray[np.int8] = np.zeros(self.num_actions, np.int8)
        self.seat: int | None = None
        """The seat to move; None once the game is over."""

    def seed(self, seed: int) -> None:
        self._chance = Stream(seed)

    def any_seat(self) -> int:
        return self._chance.below(self.game.players)

    def begin(self, start: State | None = None) -> None:
        self._continue_from(self.game.opening() if start is None else start)

    def seat_opponents(self, opponents: object) -> None:
        """Do nothing, because without a kernel no opponent plays inside it."""

    def play(self, action: int, learner: int = NOBODY) -> None:
        self._continue_from(self._state.play(self._legal[action]).state)

    def play_others(self, learner: int) -> None:
        """Do nothing, because without a kernel no opponent plays inside it."""

    def _continue_from(self, state: State) -> None:
        state = rolled_on(state, self._chance)
        self._state, self.seat = state, state.seat
        self.action_mask[:] = state.node is Node.OVER  # all actions count as legal, because none will be played
        self._legal = self._numbers.legal(state)
        self.action_mask[list(self._legal)] = 1

    def leave(self) -> None:
        self.seat = None
        self.action_mask[:] = 1

    def is_legal(self, action: int) -> bool:
        return self.seat is not None and 0 <= action < self.num_actions and bool(self.action_mask[action])

    def observation(self, seat: int) -> NDArray[np.uint8]:
        return self.look(self._state, seat)

    def look(self, state: State, seat: int) -> NDArray[np.uint8]:
        return plain_layout.see(self.game, state, seat)

    def rewards(self) -> NDArray[np.float32]:
        return rewards_of(self._state)

    def state(self) -> State:
        return self._state

    def number(self, state: State, action: Action) -> int:
        return self._numbers.number(state, action)


class ReferenceGames:
    """Batch of games on the rules engine, stepped together one after another."""

    def __init__(self, game: Game, count: int, mode: int) -> None:
        self._numbers = ActionTable(game)
        self._mode = mode
        self.num_actions = self._numbers.actions
        self.states: list[State] = [game.opening()] * count
        self._legal: list[dict[int, Action]] = [{}] * count
        self._chances = [Stream(0)] * count
        self._game = game
        self.start: State = game.opening()
        """The position at which games begin."""

    def seed(self, chosen: NDArray[np.bool_], seeds: NDArray[np.uint64]) -> None:
        for place in np.flatnonzero(chosen):
            self._chances[place] = Stream(int(seeds[place]))

    def step(self, begins: NDArray[np.bool_], actions: NDArray[np.int64], into: Any) -> None:
        """Step every game, and write the results into a vector environment's arrays.

        Where ``begins`` is set, a new game begins. Elsewhere the action is played and dice are rolled up to the next
        decision; if there are no actions, those games stay unchanged.
        """
        for place in range(len(self.states)):
            is_new = bool(begins[place])
            if not is_new and len(actions) == 0:
                continue
            state, chance = self.states[place], self._chances[place]
            into.rewards[place], into.terminations[place] = 0.0, False
            mover = state.seat if state.seat is not None else int(into.seats[place])
            if not is_new and state.node is not Node.OVER:
                state = rolled_on(state.play(self._legal[place][int(actions[place])]).state, chance)
                if state.node is Node.OVER:
                    into.terminations[place] = True
                    into.rewards[place] = rewards_of(state)
                    if self._mode == SAME_STEP:
                        into.final_observations[place] = plain_layout.see(self._game, state, mover)
                        is_new = True
            if is_new:
                state = rolled_on(self.start, chance)
            self.states[place] = state
            into.masks[place] = 0
            if state.node is Node.OVER:
                into.observations[place] = plain_layout.see(self._game, state, mover)
                into.masks[place] = 1  # all actions count as legal, because none will be played
            else:
                assert state.seat is not None
                into.seats[place] = state.seat
                into.observations[place] = plain_layout.see(self._game, state, state.seat)
                self._legal[place] = self._numbers.legal(state)
                into.masks[place, list(self._legal[place])] = 1
