"""A PettingZoo environment (AEC) with all seats, turn by turn.

``aec_env("heckmeck", players=3)`` has the agents ``seat_0``, ``seat_1`` and ``seat_2``. Observations have the form of
PettingZoo's own board games: ``{"observation": …, "action_mask": …}``. Rewards are given at the end of a game and sum
to zero.
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import IllegalMoveError, quote
from roost.core.extras import needing
from roost.core.game import Game
from roost.core.registry import game as make_game
from roost.lab.envs.inputs import action_number, start_of
from roost.lab.envs.picture import RENDER_FPS, RENDER_MODES, checked_mode, rendered, show
from roost.lab.envs.table import table_for

with needing("envs"):
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv  # type: ignore[import-untyped]  # no stubs
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # no stubs

_SEEDS = 2**63
_TEST_OPTION = "options"
"""An option without meaning that PettingZoo's own test passes to every environment."""


def aec_env(game: str | Game = "heckmeck", players: int | None = None, **options: Any) -> Any:
    """Make the environment with PettingZoo's usual wrappers.

    An illegal action loses the game, and calls out of order raise an error.
    """
    env: Any = wrappers.TerminateIllegalWrapper(RoostAEC(game, players, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


class RoostAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The environment without wrappers, in which an illegal action raises an error and changes nothing."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "roost_v1",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self, game: str | Game = "heckmeck", players: int | None = None, render_mode: str | None = None, **options: Any
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else make_game(game, players, **options)
        self.render_mode = checked_mode(render_mode, RENDER_MODES)
        self._table = table_for(self.game)
        self._np_random, _ = seeding.np_random(None)
        self.layout = self._table.layout
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observation = spaces.Box(np.zeros(self.layout.size, np.uint8), self.layout.most, dtype=np.uint8)
        mask = spaces.Box(0, 1, (self._table.num_actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._table.num_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game at its opening, or at ``options["position"]``, which is a state or its text."""
        start = start_of(self._table.game, options, _TEST_OPTION)
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        self._table.seed(int(self._np_random.integers(_SEEDS)))
        self._table.begin(start)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        assert self._table.seat is not None
        self.agent_selection = self.agents[self._table.seat]
        self._show()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self._seats[agent]
        mask = self._table.action_mask
        shown = mask.copy() if self._table.seat in (None, seat) else np.zeros_like(mask)
        return {"observation": self._table.observation(seat), "action_mask": shown}

    def step(self, action: int) -> None:
        agent, table = self.agent_selection, self._table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = action_number(action)
        if not table.is_legal(number):
            legal = ", ".join(map(str, np.flatnonzero(table.action_mask)))
            message = f"action {quote(action)} is not legal for {agent}; legal: {legal}"
            raise IllegalMoveError(message, input=action, position=str(table.state()))
        table.play(number)
        self._cumulative_rewards[agent] = 0.0
        if table.seat is None:
            self.rewards = dict(zip(self.possible_agents, map(float, table.rewards()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[table.seat]
        self._show()

    def render(self) -> Any:
        """Return the game as text or as an image; None in mode ``human``, which displays every step by itself."""
        if self.render_mode in (None, "human"):
            return None
        return rendered(self._table.state(), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            show(self._table.state())

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""
