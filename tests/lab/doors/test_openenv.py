"""The OpenEnv package passes OpenEnv's validator, its oracle reaches the maximum, and its client plays."""

import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("openenv.core", reason="openenv is not installed: python tools/doors.py openenv")

from lab.doors.playing import OPENENV, SHORT, record
from roost.core.errors import OptionError
from roost.core.stream import Stream
from soak import tries

pytestmark = pytest.mark.filterwarnings("ignore")  # of OpenEnv and its libraries


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


class RunningServer:
    """Stands for OpenEnv's container: hands the validator a running server, and cuts no network off."""

    name = "running server"
    supported_network_modes = frozenset({"no-network"})

    def __init__(self, url: str, capability: Any) -> None:
        self._url, self.capabilities = url, frozenset({capability.IMAGE_BUILD})

    def build(self, root: Any, execution: Any) -> str:
        return "sha256:" + "0" * 64

    def start(self, spec: Any) -> Any:
        return SimpleNamespace(base_url=self._url, inspect=dict, stop=lambda: None)


CHECKS = {"static.manifest"} | {
    f"runtime.{check}" for check in ("startup", "observation_schema", "reward_well_formed", "state_contract")
}


def test_every_level_of_the_validator_passes(openenv_url: str) -> None:
    """All checks of OpenEnv 0.10 pass, except that of the network policy, which needs a container engine."""
    validation = pytest.importorskip("openenv.validation", reason="this version of openenv has no levels")
    provider = RunningServer(openenv_url, validation.ProviderCapability)
    report = validation.run_validation(OPENENV, max_level=validation.Level.SEMANTIC, provider=provider)
    passed = {result.check_id for result in report.results if result.status is validation.CheckStatus.PASS}
    assert passed == CHECKS, report
    for result in report.results:
        if result.check_id not in CHECKS:
            assert result.status is validation.CheckStatus.SKIP
            assert result.evidence[0].startswith(("grader not implemented", "missing provider capabilities")), result
    record("openenv", checks_of_the_validator_at_its_highest_level=len(passed))


def test_the_runtime_profile_of_the_validator_passes_on_the_running_server(openenv_url: str) -> None:
    from openenv.cli._validation import validate_running_environment

    report = validate_running_environment(openenv_url, timeout_s=60)
    assert report["passed"], json.dumps(report["criteria"], indent=1)
    record("openenv", criteria_of_the_running_server=len(report["criteria"]))


def test_the_oracle_reaches_the_maximum_and_the_first_legal_move_does_not(openenv_package: None) -> None:
    env = environment()
    oracle = [transcript(env, seed, lambda game: game.best())[1] for seed in range(tries(5, 100))]
    floor = [transcript(env, seed, lambda game: next(iter(game.legal)))[1] for seed in range(tries(5, 100))]
    assert oracle == [0.0] * len(oracle)
    assert sum(floor) / len(floor) < -0.1
    record("openenv", seeds_on_which_the_oracle_reaches_the_maximum_of_0=len(oracle))
    record("openenv", floor_of_the_first_legal_move=f"{sum(floor) / len(floor):.2f}")


def test_the_same_seed_gives_the_same_transcript(openenv_package: None) -> None:
    first, second = environment(), environment()
    for seed in range(tries(5, 1_000)):
        chances = Stream(seed), Stream(seed)
        one, other = (
            transcript(env, seed, lambda game, chance=chance: chance.choice(list(game.legal)))
            for env, chance in zip((first, second), chances, strict=True)
        )
        assert one == other
    record("openenv", episodes_played_twice_with_the_same_transcripts=seed + 1)


def test_a_reset_cannot_start_a_program(openenv_package: None) -> None:
    with pytest.raises(OptionError, match="no bot is called"):
        environment().reset(seed=1, opponent="exec:touch /tmp/x")
    with pytest.raises(OptionError, match="reset has no setting 'file'"):
        environment().reset(seed=1, file="x")


def test_the_client_plays_a_game_on_the_server(openenv_url: str) -> None:
    with import_module("client").RoostClient(base_url=openenv_url).sync() as client:
        result = client.reset(seed=3, **SHORT)
        for _ in range(200):
            if result.done:
                break
            moves = result.observation.text.partition("Legal moves:\n")[2].splitlines()
            result = client.step(import_module("models").RoostAnswer(answer=moves[0][2:].partition(":")[0]))
        assert result.done
        assert result.observation.result is not None
        assert result.observation.kind == "exact"
