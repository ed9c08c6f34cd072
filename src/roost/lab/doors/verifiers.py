"""Roost's games for verifiers: a taskset with a game a task, and the environment that plays it.

verifiers names a taskset by a module without dots; ``examples/roost_verifiers.py`` is that module.
"""

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from roost.lab.envs.text import TextGame

__all__ = ["RoostTaskset", "RoostVerifier"]


class RoostTasksetConfig(vf.TasksetConfig):
    """The games of a run: task i has the dice of seed i."""

    game: str = "junior"
    opponent: str = "hen"
    episodes: int = Field(default=100, ge=1)
    show_legal: bool = True
    alias: int | None = None


class RoostTaskData(vf.TaskData):
    """The settings of one game."""

    settings: dict[str, Any]


class RoostTask(vf.Task[RoostTaskData, vf.State, vf.TaskConfig]):
    """One game."""


class RoostTaskset(vf.Taskset[RoostTask, RoostTasksetConfig]):
    """The games of a run."""

    def load(self) -> Iterator[RoostTask]:
        """Yield the tasks; each prompt is the first observation of its game."""
        config = self.config
        for seed in range(config.episodes):
            settings = {"game": config.game, "opponent": config.opponent, "seed": seed}
            settings |= {"show_legal": config.show_legal, "alias": config.alias}
            data = RoostTaskData(
                name=f"roost {config.game}#{seed}", prompt=TextGame(**settings).reset(), settings=settings
            )
            yield RoostTask(data, config.task)


class RoostVerifierConfig(vf.EnvConfig):
    """The single agent of a run."""

    player: vf.AgentConfig = vf.AgentConfig()


class RoostVerifier(vf.Env[RoostVerifierConfig]):
    """Plays a task's game with an agent. The reward is the sum of the steps' rewards."""

    async def run(self, task: Any, agents: Any) -> None:
        game, total = TextGame(**task.data.settings), 0.0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                step = game.step(segment.last_reply)
                total += step.reward
                if step.done:
                    break
                segment = await interaction.turn(step.observation)
        interaction.trace.record_reward("minus_regret", total)
