"""verifiers finds the taskset and the environment by the module's name, and plays its tasks."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("verifiers.v1", reason="verifiers is not installed: python tools/doors.py doors")

from verifiers.v1.utils.loaders import environment_class, load_taskset, taskset_class

from lab.doors.playing import GAMES, SHORT, record
from roost.core.stream import Stream
from roost.lab.doors import verifiers as door
from soak import tries

NAME = "roost_verifiers"
EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)


class RandomPlayer:
    """Stands for an agent: it answers each observation with a random legal move."""

    def __init__(self, seed: int, text_of: Callable[[str], str] = str) -> None:
        self._chance, self._text_of, self.moves = Stream(seed), text_of, 0
        self.rewards: dict[str, float] = {}
        self.trace = SimpleNamespace(record_reward=self.rewards.__setitem__)

    @asynccontextmanager
    async def interaction(self, task: Any) -> AsyncIterator[Any]:
        async def turn(observation: str | None = None) -> Any:
            shown = task.data.prompt if observation is None else self._text_of(observation)
            self.moves += 1
            assert "names no legal move" not in shown
            moves = shown.partition("Legal moves:\n")[2].splitlines()
            return SimpleNamespace(terminated=False, last_reply=self._chance.choice(moves)[2:].partition(":")[0])

        yield SimpleNamespace(turn=turn, trace=self.trace)


def test_the_taskset_is_found_by_its_name() -> None:
    assert taskset_class(NAME) is door.RoostTaskset
    assert environment_class(NAME) is door.RoostVerifier


@pytest.mark.anyio
async def test_random_games_are_played_without_an_illegal_move() -> None:
    config = door.RoostTasksetConfig(id=NAME, opponent="chick", episodes=GAMES)
    tasks = list(load_taskset(config))
    assert [task.data.idx for task in tasks] == list(range(GAMES))
    environment: Any = object.__new__(door.RoostVerifier)
    moves = 0
    for seed, task in enumerate(tasks):
        player = RandomPlayer(seed)
        await environment.run(task, SimpleNamespace(player=player))
        assert player.rewards["minus_regret"] <= 0
        moves += player.moves
    record("verifiers", random_games=GAMES, moves=moves, illegal=0)


@pytest.mark.soak  # it loads OpenEnv too
@pytest.mark.anyio
async def test_the_openenv_package_runs_in_the_taskset_of_verifiers(openenv_url: str) -> None:
    """Taskset and environment talk over HTTP on this machine, with the version of OpenEnv that verifiers uses."""
    taskset = pytest.importorskip("verifiers.v1.tasksets.openenv", reason="verifiers is installed without openenv")
    resets = [SHORT | {"seed": seed} for seed in range(tries(3, 100))]
    environment: Any = object.__new__(taskset.OpenEnvEnv)
    for task in taskset.OpenEnvTaskset(taskset.OpenEnvConfig(id="openenv", base_url=openenv_url, resets=resets)):
        player = RandomPlayer(task.data.idx, lambda payload: str(json.loads(payload)["observation"]["text"]))
        await environment.run(task, SimpleNamespace(player=player))
        assert player.rewards["openenv_reward"] <= 0
    record("verifiers", games_of_the_OpenEnv_package_in_its_taskset=len(resets))
