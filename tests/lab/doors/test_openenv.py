"""The OpenEnv package passes OpenEnv's validator, plays by its client, and runs in the taskset of verifiers."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("openenv.core", reason="openenv is not installed")

from roost.core.errors import OptionError
from roost.core.stream import Stream
from soak import tries

pytestmark = pytest.mark.filterwarnings("ignore")  # of OpenEnv and its libraries

PACKAGE = Path(__file__).parents[3] / "examples" / "openenv_roost"
SHORT = {"game": "junior", "opponent": "hen", "start": "junior grill=4,4,5,5 A=- B=- turn=A"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module", autouse=True)
def _package() -> Iterator[None]:
    sys.path.insert(0, str(PACKAGE))
    yield
    sys.path.remove(str(PACKAGE))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Address of a running server of the package."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "server.app", "--port", str(port)]
    with subprocess.Popen(command, cwd=PACKAGE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            while server.poll() is None:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def environment() -> Any:
    return import_module("server.roost_environment").RoostEnvironment()


def answered(env: Any, answer: str) -> Any:
    return env.step(import_module("models").RoostAnswer(answer=answer))


def transcript(env: Any, seed: int, policy: Any) -> tuple[list[str], float]:
    """Play an episode; return what the client would see, and the sum of the rewards."""
    observation = env.reset(seed=seed, **SHORT)
    seen, total = [observation.model_dump_json()], 0.0
    while not observation.done:
        observation = answered(env, policy(env._game))
        seen.append(observation.model_dump_json())
        total += observation.reward
    return seen, total


def test_the_static_level_of_the_validator_passes() -> None:
    validation = pytest.importorskip("openenv.validation", reason="this version of openenv has no levels")
    report = validation.run_validation(PACKAGE, max_level=validation.Level.STATIC)
    assert report.verdict is validation.Verdict.PASS, report


def test_the_runtime_profile_of_the_validator_passes_on_the_running_server(url: str) -> None:
    from openenv.cli._validation import validate_running_environment

    report = validate_running_environment(url, timeout_s=60)
    assert report["passed"], json.dumps(report["criteria"], indent=1)


def test_the_oracle_reaches_the_maximum_and_the_first_legal_move_does_not() -> None:
    env = environment()
    oracle = [transcript(env, seed, lambda game: game.best())[1] for seed in range(tries(5, 100))]
    floor = [transcript(env, seed, lambda game: next(iter(game.legal)))[1] for seed in range(tries(5, 100))]
    assert oracle == [0.0] * len(oracle)
    assert sum(floor) / len(floor) < -0.1
    print(f"floor over {len(floor)} seeds: {sum(floor) / len(floor):.3f}")


def test_the_same_seed_gives_the_same_transcript() -> None:
    first, second = environment(), environment()
    for seed in range(tries(5, 1_000)):
        chances = Stream(seed), Stream(seed)
        one, other = (
            transcript(env, seed, lambda game, chance=chance: chance.choice(list(game.legal)))
            for env, chance in zip((first, second), chances, strict=True)
        )
        assert one == other


def test_a_reset_cannot_start_a_program() -> None:
    with pytest.raises(OptionError, match="no bot is called"):
        environment().reset(seed=1, opponent="exec:touch /tmp/x")
    with pytest.raises(OptionError, match="reset has no setting 'file'"):
        environment().reset(seed=1, file="x")


def test_the_client_plays_a_game_on_the_server(url: str) -> None:
    with import_module("client").RoostClient(base_url=url).sync() as client:
        result = client.reset(seed=3, **SHORT)
        for _ in range(200):
            if result.done:
                break
            moves = result.observation.text.partition("Legal moves:\n")[2].splitlines()
            result = client.step(import_module("models").RoostAnswer(answer=moves[0][2:].partition(":")[0]))
        assert result.done
        assert result.observation.result is not None
        assert result.observation.kind == "exact"


@pytest.mark.anyio
async def test_the_environment_runs_in_the_taskset_of_verifiers(url: str) -> None:
    taskset = pytest.importorskip("verifiers.v1.tasksets.openenv", reason="verifiers is not installed")
    config = taskset.OpenEnvConfig(id="openenv", base_url=url, resets=[SHORT | {"seed": seed} for seed in range(3)])
    for task in taskset.OpenEnvTaskset(config):
        rewards: dict[str, float] = {}

        async def turn(payload: str) -> Any:
            moves = json.loads(payload)["observation"]["text"].partition("Legal moves:\n")[2].splitlines()
            return SimpleNamespace(terminated=False, last_reply=moves[0][2:].partition(":")[0])

        @asynccontextmanager
        async def interaction(
            task: Any, turn: Any = turn, rewards: dict[str, float] = rewards
        ) -> AsyncIterator[SimpleNamespace]:
            yield SimpleNamespace(turn=turn, trace=SimpleNamespace(record_reward=rewards.__setitem__))

        run = object.__new__(taskset.OpenEnvEnv).run
        await run(task, SimpleNamespace(player=SimpleNamespace(interaction=interaction)))
        assert rewards["openenv_reward"] < 0
