"""Many games at once for learners: batched observations, masks and rewards, moved on by one compiled call per step.

A game without a kernel is played by the reference engine, one environment after another: slower, and otherwise alike.

Every step plays one decision in each environment; ``seats`` tells whose turn it is. So one policy can play
all seats (self-play), or several can share the batch. The arrays that ``reset`` and ``step`` return are the
environment's own memory and are overwritten by the next step: copy what has to be kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import IllegalMoveError, OptionError, quote
from roost.core.game import Game
from roost.core.state import State
from roost.envs import stepping
from roost.envs.layout import layout_of
from roost.envs.reading import start_of
from roost.envs.reference import ReferenceGames
from roost.fast.chance import STREAM
from roost.fast.packing import has_kernel, packing
from roost.games import game as make_game

__all__ = ["AUTORESET_MODES", "Vector"]

AUTORESET_MODES = {"Disabled": stepping.DISABLED, "NextStep": stepping.NEXT_STEP, "SameStep": stepping.SAME_STEP}
"""The values of Gymnasium's ``AutoresetMode``."""

_MASK = "reset_mask"
_MOST_ENVS = 10_000_000

Observations: TypeAlias = NDArray[np.uint8]
Info: TypeAlias = dict[str, Any]
Stepped: TypeAlias = tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]


class Vector:
    """``num_envs`` games, stepped together: ``Vector("heckmeck", players=2, num_envs=1024)``.

    ``autoreset`` says what happens to a finished game, as Gymnasium's ``AutoresetMode`` does: with ``"SameStep"`` the
    same step begins the next game and hands the last observation over in ``info["final_obs"]``; with ``"NextStep"``
    the next step begins it and looks at no action; with ``"Disabled"`` it stays finished until
    ``reset(options={"reset_mask": …})``.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        num_envs: int = 1,
        autoreset: Any = "SameStep",
        **options: object,
    ) -> None:
        self.game = game if isinstance(game, Game) else make_game(game, players, **options)
        mode = getattr(autoreset, "value", autoreset)
        if mode not in AUTORESET_MODES:
            known = ", ".join(AUTORESET_MODES)
            raise OptionError(f"autoreset must be one of {known}, not {quote(autoreset)}", input=autoreset)
        if not isinstance(num_envs, int) or not 1 <= num_envs <= _MOST_ENVS:
            raise OptionError(f"num_envs must be 1 to {_MOST_ENVS}, not {quote(num_envs)}", input=num_envs)
        self.num_envs = num_envs
        self.autoreset: str = mode
        self.layout = layout_of(self.game)
        self._mode = AUTORESET_MODES[mode]
        self._reference: ReferenceGames | None = None
        """The games themselves, where there is no kernel."""
        if has_kernel(type(self.game)):
            self._packing = packing(self.game)
            self.num_actions = self._packing.actions
            self._opening = self._packing.opening()
            self._states = np.zeros(num_envs, self._packing.state_type)
            self._streams = np.zeros(num_envs, STREAM)
        else:
            self._reference = ReferenceGames(self.game, num_envs, self._mode)
            self.num_actions = self._reference.num_actions
        self._sampling = np.zeros(1, STREAM)
        self._seeded = np.zeros(num_envs, np.bool_)
        self._none = np.zeros(num_envs, np.bool_)
        self.observations: Observations = np.zeros((num_envs, self.layout.size), np.uint8)
        self.action_masks: NDArray[np.int8] = np.zeros((num_envs, self.num_actions), np.int8)
        self.seats: NDArray[np.uint8] = np.zeros(num_envs, np.uint8)
        self.rewards: NDArray[np.float32] = np.zeros((num_envs, self.game.players), np.float32)
        self.terminations: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)
        self.truncations: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)
        """Never: every game ends by itself."""
        self.final_observations: Observations = np.zeros_like(self.observations)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """Begin new games: in every environment, or where ``options["reset_mask"]`` is set.

        They begin at the opening, or at ``options["position"]``, a state or its text; so do the games that follow them
        by themselves, until the next reset.

        A seed ``s`` gives environment ``i`` the seed ``s + i``, a list gives each its own; an environment plays the
        same games for the same seed and actions, however many others there are. Without a seed the dice go on as they
        were.
        """
        start, chosen = start_of(self.game, options, _MASK), self._chosen(options)
        if self._reference is not None:
            self._reference.start = self.game.opening() if start is None else start
        else:
            self._opening = self._packing.opening() if start is None else self._packing.pack(start)
        if seed is not None or not self._seeded[chosen].all():
            seeds = self._seeds(seed)
            if self._reference is None:
                stepping.seed_some(self._streams, chosen, seeds)
            else:
                self._reference.seed(chosen, seeds)
            stepping.seed_some(self._sampling, np.ones(1, np.bool_), ~seeds[:1])
            self._seeded |= chosen
        self._move_on(chosen, np.zeros(0, np.int64))
        return self.observations, self._info()

    def step(self, actions: Any) -> Stepped:
        """Play one action in every environment. If any is not legal, an error names it and nothing is played."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise OptionError(f"actions are whole numbers, not {given.dtype}", input=given.dtype)
        chosen = np.ascontiguousarray(given, np.int64)
        if chosen.shape != (self.num_envs,):
            raise OptionError(f"actions must have the shape ({self.num_envs},), not {chosen.shape}", input=chosen.shape)
        illegal = stepping.first_illegal(chosen, self.action_masks)
        if illegal >= 0:
            raise self._illegal(illegal, int(chosen[illegal]))
        self._move_on(self.terminations if self._mode == stepping.NEXT_STEP else self._none, chosen)
        return self.observations, self.rewards, self.terminations, self.truncations, self._info()

    def _move_on(self, begins: NDArray[np.bool_], actions: NDArray[np.int64]) -> None:
        if self._reference is not None:
            self._reference.step(begins, actions, self)
            return
        stepping.step_all(
            self._packing.rules,
            self._opening,
            self._mode,
            self._states,
            self._streams,
            begins,
            actions,
            self.observations,
            self.action_masks,
            self.seats,
            self.rewards,
            self.terminations,
            self.final_observations,
        )

    def sample(self) -> NDArray[np.int64]:
        """A uniformly random legal action for every environment, from a stream that ``reset(seed=…)`` starts."""
        actions = np.empty(self.num_envs, np.int64)
        stepping.sample(self.action_masks, self._sampling, actions)
        return actions

    def state(self, env: int) -> State:
        """The state of one environment, as the reference engine knows it."""
        if self._reference is not None:
            return self._reference.states[env]
        state: State = self._packing.unpack(self._states[env : env + 1])
        return state

    def _info(self) -> Info:
        info: Info = {"action_mask": self.action_masks, "seat": self.seats}
        if self._mode == stepping.SAME_STEP:
            info |= {"final_obs": self.final_observations, "_final_obs": self.terminations}
        return info

    def _chosen(self, options: Mapping[str, Any] | None) -> NDArray[np.bool_]:
        mask = (options or {}).get(_MASK)
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        chosen = np.asarray(mask)
        if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
            raise OptionError(f"reset_mask must be {self.num_envs} booleans", input=quote(mask))
        return chosen

    def _seeds(self, seed: int | Sequence[int] | None) -> NDArray[np.uint64]:
        if seed is None:
            return np.random.SeedSequence().generate_state(self.num_envs, np.uint64).astype(np.uint64)
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int | np.integer) else list(seed)
        if len(seeds) != self.num_envs or not all(0 <= int(one) < 2**64 for one in seeds):
            raise OptionError(f"seeds must be {self.num_envs} whole numbers from 0 to 2^64 - 1", input=quote(seed))
        return np.array(seeds, np.uint64)

    def _illegal(self, env: int, action: int) -> IllegalMoveError:
        if not self._seeded[env]:
            return IllegalMoveError(f"environment {env} has no game yet: call reset first", input=action)
        position = str(self.state(env))
        legal = ", ".join(map(str, np.flatnonzero(self.action_masks[env]))) or "none: the game is over, call reset"
        message = f"action {action} is not legal in environment {env}; legal: {legal}"
        return IllegalMoveError(message, input=action, position=position)
