"""Many games at once with all seats: batched observations, masks and rewards, one compiled call per step.

Games without a kernel are played by the rules engine, one environment after another, which is slower but gives the same
results.

Every step plays one decision in each environment; ``seats`` says which seat decides. So one policy can play all seats
(self-play), or several policies can share the batch. ``reset`` and ``step`` return the environment's own arrays, which
the next step overwrites, so copy what you want to keep.

This is not a ``gymnasium.vector.VectorEnv``, which has one reward per environment. Here each seat has a reward, and
Gymnasium's wrappers would add up the rewards of different players. :class:`roost.lab.envs.Vector`, which has one
learner and one reward per environment, is a ``VectorEnv``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.game import Game
from roost.core.state import State
from roost.lab.envs import step_kernel
from roost.lab.envs.batch import RESET_MASK, Batch, Info, Observations
from roost.lab.envs.inputs import start_of
from roost.lab.envs.reference import ReferenceGames
from roost.study.fast.chance import STREAM
from roost.study.fast.packed import has_kernel, packing

Stepped: TypeAlias = tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]


class AllSeats(Batch):
    """``num_envs`` games whose seats you all play: ``AllSeats("heckmeck", players=2, num_envs=1024)``.

    :class:`roost.lab.envs.batch.Batch` explains ``autoreset``.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        num_envs: int = 1,
        autoreset: Any = "SameStep",
        **options: object,
    ) -> None:
        super().__init__(game, players, num_envs, autoreset, options)
        self._reference: ReferenceGames | None = None
        """The games in the rules engine if there is no kernel, else None."""
        if has_kernel(type(self.game)):
            self._packing = packing(self.game)
            self._opening = self._packing.opening()
            self._states = np.zeros(num_envs, self._packing.state_type)
            self._streams = np.zeros(num_envs, STREAM)
        else:
            self._reference = ReferenceGames(self.game, num_envs, self._mode)
        self.seats: NDArray[np.uint8] = np.zeros(num_envs, np.uint8)
        self.rewards: NDArray[np.float32] = np.zeros((num_envs, self.game.players), np.float32)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """Begin new games in every environment, or where ``options["reset_mask"]`` is set.

        Games begin at the opening, or at ``options["position"]``, which is a state or its text. The same start applies
        to automatic resets until ``reset`` is called again.

        With a seed ``s``, environment ``i`` gets the seed ``s + i``; with a list, each environment gets its own seed.
        With the same seed and actions, an environment plays the same games, however many environments there are.
        Without a seed, the random streams continue.
        """
        start, chosen = start_of(self.game, options, RESET_MASK), self._chosen(options)
        if self._reference is not None:
            self._reference.start = self.game.opening() if start is None else start
        else:
            self._opening = self._packing.opening() if start is None else self._packing.pack(start)
        seeds = self._new_seeds(seed, chosen)
        if seeds is not None:
            if self._reference is None:
                step_kernel.seed_some(self._streams, chosen, seeds)
            else:
                self._reference.seed(chosen, seeds)
        self._advance(chosen, np.zeros(0, np.int64))
        return self.observations, self._info()

    def step(self, actions: Any) -> Stepped:
        """Play one action in every environment.

        If any action is illegal, raise an error that names it, and play none.
        """
        chosen = self._checked(actions)
        self._advance(self.terminations if self._mode == step_kernel.NEXT_STEP else self._none, chosen)
        return self.observations, self.rewards, self.terminations, self.truncations, self._info()

    def _advance(self, begins: NDArray[np.bool_], actions: NDArray[np.int64]) -> None:
        if self._reference is not None:
            self._reference.step(begins, actions, self)
            return
        step_kernel.step_all(
            self._packing.rules,
            self._opening,
            self._mode,
            self._states,
            self._streams,
            begins,
            actions,
            self.observations,
            self.masks,
            self.seats,
            self.rewards,
            self.terminations,
            self.final_observations,
        )

    def state(self, env: int) -> State:
        if self._reference is not None:
            return self._reference.states[env]
        state: State = self._packing.unpack(self._states[env : env + 1])
        return state

    def _info(self) -> Info:
        info: Info = {"action_mask": self.masks, "seat": self.seats}
        if self._mode == step_kernel.SAME_STEP:
            info |= {"final_obs": self.final_observations, "_final_obs": self.terminations}
        return info
