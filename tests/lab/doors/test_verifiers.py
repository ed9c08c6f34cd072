"""verifiers finds the taskset and the environment by the module's name, and plays its tasks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("verifiers.v1", reason="verifiers is not installed")

from verifiers.v1.utils.loaders import environment_class, load_taskset, taskset_class

from lab.doors.playing import GAMES
from roost.core.stream import Stream
from roost.lab.doors import verifiers as door

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

    def __init__(self, seed: int) -> None:
        self._chance = Stream(seed)
        self.rewards: dict[str, float] = {}
        self.trace = SimpleNamespace(record_reward=self.rewards.__setitem__)

    @asynccontextmanager
    async def interaction(self, task: Any) -> AsyncIterator[Any]:
        async def turn(observation: str | None = None) -> Any:
            shown = task.data.prompt if observation is None else observation
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
    for seed, task in enumerate(tasks):
        player = RandomPlayer(seed)
        await environment.run(task, SimpleNamespace(player=player))
        assert player.rewards["minus_regret"] <= 0
