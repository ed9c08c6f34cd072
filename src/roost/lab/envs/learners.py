"""Batches of games, each with one learner and its opponents, on the kernel or else on the rules engine."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError
from roost.core.game import Game
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.lab.envs import step_kernel
from roost.lab.envs.opponents import Opponents
from roost.lab.envs.reference import ReferenceTable
from roost.lab.envs.table import DecisionGame
from roost.study.fast.chance import STREAM
from roost.study.fast.packed import has_kernel, packing
from roost.study.fast.records import OVER

MOST_TRIES = 1000
"""Maximum number of games in a row that may end before the learner's first turn."""

Flags = NDArray[np.bool_]


def nothing_to_learn(start: State | None) -> OptionError:
    """Return the error for a position from which games end before the learner's first turn."""
    return OptionError("the game always ends before the learner has a turn", input=str(start))


def opponents_chance(seed: int) -> Stream:
    """Return the random stream for opponents that run in Python."""
    return Stream(f"opponents of {seed}")


def play_opponents(
    table: DecisionGame | ReferenceTable, opponents: Opponents, learner: int, chance: Stream | None
) -> None:
    """Let the bots that run in Python play until it is the learner's turn or the game is over."""
    while table.seat is not None and table.seat != learner:
        assert chance is not None
        state, opponent = table.state(), opponents.at((table.seat - learner) % table.game.players)
        table.play(table.number(state, opponent.choose(state, chance)), learner)


class KernelGames:
    """Batch of games on the kernel. Opponents with compiled code play their turns of all games in one call."""

    def __init__(self, game: Game, count: int, opponents: Opponents, seat: int | None) -> None:
        self._packing = packing(game)
        self._opponents = opponents
        self._players = opponents.players(self._packing)
        self._opening = self._packing.opening()
        self._states = np.zeros(count, self._packing.state_type)
        self._streams = np.zeros(count, STREAM)
        self._chances: dict[int, Stream] = {}
        self._seeds = np.zeros(count, np.uint64)
        self._is_seat_drawn = seat is None
        self.learners: NDArray[np.uint8] = np.full(count, seat or 0, np.uint8)
        self._no_actions = np.full(count, step_kernel.NOTHING, np.int64)
        self._decisions = np.zeros(count, np.int64)
        self._nowhere = np.zeros(count, np.bool_)
        self._table = DecisionGame(game)

    def start_at(self, state: State | None) -> None:
        """Set the position where games begin; None for the opening."""
        self._opening = self._packing.opening() if state is None else self._packing.pack(state)

    def seed(self, chosen: Flags, seeds: NDArray[np.uint64]) -> None:
        step_kernel.seed_some(self._streams, chosen, seeds)
        self._seeds[chosen] = seeds[chosen]
        for place in np.flatnonzero(chosen).tolist():
            self._chances.pop(place, None)

    def begin(self, chosen: Flags) -> None:
        """Begin new games and play up to the learner's first decision."""
        self.play(chosen, self._no_actions)

    def play(self, begins: Flags, actions: NDArray[np.int64]) -> None:
        """Begin a new game where ``begins`` is set, else play the learner's action; then play the opponents' turns."""
        self._play_on(begins, actions)
        for _ in range(MOST_TRIES):
            begins = begins & self.over
            if not begins.any():
                return
            self._play_on(begins, self._no_actions)
        raise nothing_to_learn(self._packing.unpack(self._opening))

    def _play_on(self, begins: Flags, actions: NDArray[np.int64]) -> None:
        while step_kernel.play_on(
            self._packing.rules,
            self._opening,
            self._states,
            self._streams,
            begins,
            actions,
            self.learners,
            self._opponents.policies,
            self._is_seat_drawn,
        ):
            begins, actions = self._nowhere, self._no_actions
            self._play_waiting_opponents()

    def _play_waiting_opponents(self) -> None:
        game = self._packing.game
        distances = (self._states["seat"].astype(np.int64) - self.learners) % game.players
        distances[self.over] = 0
        for distance in range(1, game.players):
            places = np.flatnonzero(distances == distance)
            if not len(places):
                continue
            player = self._players.get(distance)
            if player is not None:
                player.play_turns(self._states, self._streams, places, self._decisions)
            else:
                for place in places.tolist():
                    self._play_python_bot(place, distance)

    def _play_python_bot(self, place: int, distance: int) -> None:
        """Ask a bot that runs in Python for one action, and play it."""
        chance = self._chances.get(place)
        if chance is None:
            chance = self._chances[place] = opponents_chance(int(self._seeds[place]))
        part = slice(place, place + 1)
        state = self._packing.unpack(self._states[part])
        action = self._opponents.at(distance).choose(state, chance)
        self._table.play_in(self._states[part], self._streams[part], self._packing.number(state, action))

    @property
    def over(self) -> Flags:
        over: Flags = self._states["node"] == OVER
        return over

    def judge(self, begun: Flags, into: Any) -> int:
        """Write a step's rewards and finished games into a vector environment's arrays; return how many games ended."""
        return int(
            step_kernel.judge_all(
                self._packing.rules,
                self._states,
                self.learners,
                begun,
                into.rewards,
                into.terminations,
                into.final_observations,
            )
        )

    def show(self, into: Any) -> None:
        """Write the learners' observations and legal actions into a vector environment's arrays."""
        step_kernel.show_all(self._packing.rules, self._states, self.learners, into.observations, into.masks)

    def state(self, place: int) -> State:
        state: State = self._packing.unpack(self._states[place : place + 1])
        return state


class ReferenceLearners:
    """Batch of games without a kernel, played one after another by the rules engine."""

    def __init__(self, game: Game, count: int, opponents: Opponents, seat: int | None) -> None:
        self._tables = [ReferenceTable(game) for _ in range(count)]
        self._opponents = opponents
        self._seat = seat
        self._start: State | None = None
        self._chances = [Stream(0)] * count
        self.learners: NDArray[np.uint8] = np.full(count, seat or 0, np.uint8)

    def start_at(self, state: State | None) -> None:
        self._start = state

    def seed(self, chosen: Flags, seeds: NDArray[np.uint64]) -> None:
        for place in np.flatnonzero(chosen).tolist():
            self._tables[place].seed(int(seeds[place]))
            self._chances[place] = opponents_chance(int(seeds[place]))

    def begin(self, chosen: Flags) -> None:
        for place in np.flatnonzero(chosen).tolist():
            self._begin(place)

    def _begin(self, place: int) -> None:
        table = self._tables[place]
        for _ in range(MOST_TRIES):
            self.learners[place] = table.any_seat() if self._seat is None else self._seat
            table.begin(self._start)
            self._play_others(place)
            if table.seat is not None:
                return
        raise nothing_to_learn(self._start)

    def play(self, begins: Flags, actions: NDArray[np.int64]) -> None:
        for place, table in enumerate(self._tables):
            if begins[place]:
                self._begin(place)
            elif table.seat is not None and actions[place] != step_kernel.NOTHING:
                table.play(int(actions[place]))
                self._play_others(place)

    def _play_others(self, place: int) -> None:
        play_opponents(self._tables[place], self._opponents, int(self.learners[place]), self._chances[place])

    @property
    def over(self) -> Flags:
        return np.array([table.state().node is Node.OVER for table in self._tables])

    def judge(self, begun: Flags, into: Any) -> int:
        was_over = into.terminations & ~begun
        into.rewards[:] = 0.0
        into.terminations[:] = self.over
        ended = np.flatnonzero(into.terminations & ~was_over).tolist()
        for place in ended:
            learner = int(self.learners[place])
            into.rewards[place] = self._tables[place].rewards()[learner]
            into.final_observations[place] = self._tables[place].observation(learner)
        return len(ended)

    def show(self, into: Any) -> None:
        for place, table in enumerate(self._tables):
            into.observations[place] = table.observation(int(self.learners[place]))
            into.masks[place] = table.action_mask

    def state(self, place: int) -> State:
        return self._tables[place].state()


def games_of_learners(
    game: Game, count: int, opponents: Opponents, seat: int | None
) -> KernelGames | ReferenceLearners:
    """Make a batch of ``count`` games. ``seat`` is the learner's seat; None if it is drawn in every game."""
    kind = KernelGames if has_kernel(type(game)) else ReferenceLearners
    return kind(game, count, opponents, seat)
