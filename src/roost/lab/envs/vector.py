"""A Gymnasium vector environment: many games, each with one learner against bots.

Make it with ``Vector("heckmeck", num_envs=1024, opponents="hen")``, or with ``gymnasium.make_vec("roost/Heckmeck-v1",
num_envs=1024)`` after ``import roost.lab.envs.gym``. It has the same observations, actions and rewards as
:class:`roost.lab.envs.RoostEnv`, and Gymnasium's vector wrappers run on it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError, quote
from roost.core.extras import needing
from roost.core.game import Game
from roost.core.state import State
from roost.lab.envs import step_kernel
from roost.lab.envs.batch import RESET_MASK, Batch, Observations
from roost.lab.envs.inputs import start_of
from roost.lab.envs.learners import games_of_learners
from roost.lab.envs.opponents import Named, Opponents, checked_seat
from roost.lab.envs.picture import RENDER_FPS, checked_mode, rendered

with needing("envs"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

_RENDER_MODES = ["ansi", "rgb_array"]


class Vector(Batch, VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` games with one learner each, stepped together.

    ``opponents``, ``seat`` and ``illegal`` have the same meaning as in :class:`roost.lab.envs.RoostEnv`;
    :class:`roost.lab.envs.batch.Batch` explains ``autoreset``. ``reset`` and ``step`` return copies; with
    ``copy=False`` they return the environment's own arrays, which the next step overwrites.
    """

    def __init__(
        self,
        game: str | Game = "heckmeck",
        players: int | None = None,
        num_envs: int = 1,
        opponents: Named = None,
        seat: int | str = 0,
        illegal: str = "lose",
        autoreset: Any = "NextStep",
        render_mode: str | None = None,
        copy: bool = True,
        **options: object,
    ) -> None:
        super().__init__(game, players, num_envs, autoreset, options)
        if illegal not in ("lose", "error"):
            raise OptionError(f"illegal must be lose or error, not {quote(illegal)}", input=illegal)
        self.render_mode = checked_mode(render_mode, _RENDER_MODES)
        self._illegal_loses = illegal == "lose"
        self._copy = copy
        self._games = games_of_learners(
            self.game, num_envs, Opponents(self.game, opponents), checked_seat(self.game, seat)
        )
        self.rewards: NDArray[np.float32] = np.zeros(num_envs, np.float32)
        self.metadata = {
            "render_modes": _RENDER_MODES,
            "render_fps": RENDER_FPS,
            "autoreset_mode": AutoresetMode(self.autoreset),
        }
        self.single_observation_space = spaces.Box(
            np.zeros(self.layout.size, np.uint8), self.layout.most, dtype=np.uint8
        )
        self.single_action_space = spaces.Discrete(self.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def seats(self) -> NDArray[np.uint8]:
        """The learner's seat in each game."""
        return self._games.learners

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin new games in every environment, or where ``options["reset_mask"]`` is set.

        Positions and seeds are given as for :meth:`roost.lab.envs.AllSeats.reset`.
        """
        start, chosen = start_of(self.game, options, RESET_MASK), self._chosen(options)
        self._games.start_at(start)
        seeds = self._new_seeds(seed, chosen)
        if seeds is not None:
            self._games.seed(chosen, seeds)
            self._np_random, self._np_random_seed = np.random.default_rng(seeds[0]), int(seeds[0])
        self._games.begin(chosen)
        self.rewards[chosen], self.terminations[chosen] = 0.0, False
        self._games.show(self)
        return self._output(self.observations), self._info(self._none)

    def step(
        self, actions: Any
    ) -> tuple[Observations, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play the learner's action in every environment, then the opponents' turns up to its next decision."""
        chosen = self._checked(actions)
        lost, begins = self._none, self.terminations.copy() if self._mode == step_kernel.NEXT_STEP else self._none
        if (chosen == step_kernel.NOTHING).any():
            lost = (chosen == step_kernel.NOTHING) & ~begins
            self.final_observations[lost] = self.observations[lost]
        self._games.play(begins, chosen)
        ended = self._games.judge(begins, self)
        if lost.any():
            self.rewards[lost], self.terminations[lost] = -1.0, True
            ended += int(lost.sum())
        finished = self.terminations & ~begins if ended else self._none
        if ended and self._mode == step_kernel.SAME_STEP:
            self._games.begin(self.terminations)
        self._games.show(self)
        if lost.any() and self._mode != step_kernel.SAME_STEP:
            self.masks[lost] = 1
        info = self._info(finished)
        if lost.any():
            info |= {"illegal_action": np.where(lost, np.asarray(actions), -1), "_illegal_action": lost}
        return (
            self._output(self.observations),
            self._output(self.rewards),
            self._output(self.terminations),
            self._output(self.truncations),
            info,
        )

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """Return the actions, with illegal ones replaced by ``NOTHING`` if they lose the game."""
        if not self._illegal_loses:
            return super()._checked(actions)
        array = np.asarray(actions)
        if array.dtype.kind in "iu" and array.shape == (self.num_envs,) and self._seeded.all():
            within = (array >= 0) & (array < self.num_actions)
            legal = within & (self.masks[np.arange(self.num_envs), np.where(within, array, 0)] == 1)
            if self._mode == step_kernel.DISABLED and self.terminations.any():
                return super()._checked(actions)  # raises an error that names the illegal action
            return np.where(legal, array, step_kernel.NOTHING).astype(np.int64)
        return super()._checked(actions)

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self, finished: NDArray[np.bool_]) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._output(self.masks), "seat": self._output(self.seats)}
        if self._mode == step_kernel.SAME_STEP and finished.any():
            last = np.full(self.num_envs, None, object)
            for place in np.flatnonzero(finished).tolist():
                last[place] = self.final_observations[place].copy()
            info |= {"final_obs": last, "_final_obs": finished}
        return info

    def state(self, env: int) -> State:
        return self._games.state(env)

    def render(self) -> tuple[Any, ...] | None:
        """Return an image or a text for every game; None without a render mode."""
        if self.render_mode is None:
            return None
        return tuple(rendered(self.state(env), self.render_mode) for env in range(self.num_envs))
