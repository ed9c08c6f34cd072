"""A client for the environment's server."""

from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.types import State

try:
    from .models import RoostAnswer, RoostObservation
except ImportError:
    from models import RoostAnswer, RoostObservation


class RoostClient(EnvClient[RoostAnswer, RoostObservation, State]):
    """Plays on a server: ``with RoostClient(base_url="http://127.0.0.1:8000").sync() as client: …``."""

    def _step_payload(self, action: RoostAnswer) -> dict[str, Any]:
        return {"answer": action.answer}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[RoostObservation]:
        reward, done = payload.get("reward"), bool(payload.get("done", False))
        observation = RoostObservation(**payload.get("observation", {}) | {"reward": reward, "done": done})
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(episode_id=payload.get("episode_id"), step_count=payload.get("step_count", 0))
