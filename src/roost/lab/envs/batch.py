"""The common base of both batched environments: batch size, seeds, and checks of the arguments."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import IllegalMoveError, OptionError, quote
from roost.core.game import Game
from roost.core.registry import game as make_game
from roost.core.state import State
from roost.lab.envs import step_kernel
from roost.lab.envs.action_numbers import numbering
from roost.lab.envs.layout import layout_of
from roost.study.fast.chance import STREAM

AUTORESET_MODES = {
    "Disabled": step_kernel.DISABLED,
    "NextStep": step_kernel.NEXT_STEP,
    "SameStep": step_kernel.SAME_STEP,
}
"""Values of Gymnasium's ``AutoresetMode``, with the kernel's code for each."""
RESET_MASK = "reset_mask"
"""Key in the options of ``reset`` whose mask selects the environments to reset."""

_MOST_ENVS = 10_000_000

Observations: TypeAlias = NDArray[np.uint8]
"""An array with one row per environment; :mod:`roost.lab.envs.layout` describes the rows."""
Info: TypeAlias = dict[str, Any]
"""The ``info`` dictionary of a step: masks, seats and final observations."""


class Batch:
    """``num_envs`` games that are stepped together, and their arrays.

    ``autoreset`` says what happens to a finished game, as in Gymnasium's ``AutoresetMode``. With ``"SameStep"`` the
    same step begins the next game and returns the last observation in ``info["final_obs"]``. With ``"NextStep"`` the
    next step begins a new game and ignores the action. With ``"Disabled"`` the game stays finished until
    ``reset(options={"reset_mask": …})``.
    """

    def __init__(
        self, game: str | Game, players: int | None, num_envs: int, autoreset: Any, options: Mapping[str, object]
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
        self.num_actions = numbering(self.game).actions
        self._mode = AUTORESET_MODES[mode]
        self._sampling = np.zeros(1, STREAM)
        self._seeded = np.zeros(num_envs, np.bool_)
        self._none = np.zeros(num_envs, np.bool_)
        self.observations: Observations = np.zeros((num_envs, self.layout.size), np.uint8)
        self.masks: NDArray[np.int8] = np.zeros((num_envs, self.num_actions), np.int8)
        """Marks the legal actions in each environment. Once a game is over, all actions are marked, because none will
        be played."""
        self.terminations: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)
        self.truncations: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)
        """Always False, because every game reaches an end."""
        self.final_observations: Observations = np.zeros_like(self.observations)

    def action_masks(self) -> NDArray[np.int8]:
        """Return one row per environment: 1 for legal actions, 0 for all others."""
        return self.masks

    def sample(self) -> NDArray[np.int64]:
        """Draw a uniformly random legal action for every environment, from a stream that ``reset(seed=…)`` seeds."""
        actions = np.empty(self.num_envs, np.int64)
        step_kernel.sample(self.masks, self._sampling, actions)
        return actions

    def state(self, env: int) -> State:
        """Return the state of one environment, as a state of the rules engine."""
        raise NotImplementedError

    def _new_seeds(self, seed: int | Sequence[int] | None, chosen: NDArray[np.bool_]) -> NDArray[np.uint64] | None:
        """Return seeds for the chosen environments; None if no new seeds are needed."""
        if seed is None and self._seeded[chosen].all():
            return None
        seeds = self._seeds(seed)
        step_kernel.seed_some(self._sampling, np.ones(1, np.bool_), ~seeds[:1])
        self._seeded |= chosen
        return seeds

    def _seeds(self, seed: int | Sequence[int] | None) -> NDArray[np.uint64]:
        if seed is None:
            return np.random.SeedSequence().generate_state(self.num_envs, np.uint64).astype(np.uint64)
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int | np.integer) else list(seed)
        if len(seeds) != self.num_envs or not all(0 <= int(each_seed) < 2**64 for each_seed in seeds):
            raise OptionError(f"seeds must be {self.num_envs} whole numbers from 0 to 2^64 - 1", input=quote(seed))
        return np.array(seeds, np.uint64)

    def _chosen(self, options: Mapping[str, Any] | None) -> NDArray[np.bool_]:
        mask = (options or {}).get(RESET_MASK)
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        chosen = np.asarray(mask)
        if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
            raise OptionError(f"reset_mask must be {self.num_envs} booleans", input=quote(mask))
        return chosen

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """Return the actions as an array; raise an error if an action is illegal in its environment."""
        raw = np.asarray(actions)
        if raw.dtype.kind not in "iu":
            raise OptionError(f"actions must be whole numbers, not {raw.dtype}", input=raw.dtype)
        chosen = np.ascontiguousarray(raw, np.int64)
        if chosen.shape != (self.num_envs,):
            raise OptionError(f"actions must have the shape ({self.num_envs},), not {chosen.shape}", input=chosen.shape)
        illegal = step_kernel.first_illegal(chosen, self.masks)
        if illegal < 0 and self._mode == step_kernel.DISABLED and self.terminations.any():
            illegal = int(self.terminations.argmax())
        if illegal >= 0:
            raise self._illegal(illegal, int(chosen[illegal]))
        return chosen

    def _illegal(self, env: int, action: int) -> IllegalMoveError:
        if not self._seeded[env]:
            return IllegalMoveError(f"environment {env} has no game yet: call reset first", input=action)
        legal = ", ".join(map(str, np.flatnonzero(self.masks[env])))
        if self._mode == step_kernel.DISABLED and self.terminations[env]:
            legal = "none: the game is over, call reset"
        message = f"action {action} is not legal in environment {env}; legal: {legal}"
        return IllegalMoveError(message, input=action, position=str(self.state(env)))
