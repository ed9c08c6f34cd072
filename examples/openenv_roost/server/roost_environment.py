"""The environment: one game of :class:`roost.lab.envs.text.TextGame` for each episode."""

from secrets import randbits
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from roost.core.errors import OptionError
from roost.core.registry import game, position
from roost.lab.envs.text import TextGame
from roost.study.bots import bots_for

try:
    from ..models import RoostAnswer, RoostObservation
except ImportError:
    from models import RoostAnswer, RoostObservation

SETTINGS = {"game", "players", "options", "opponent", "reward", "show_legal", "alias", "seat", "start", "penalty"}
"""The settings that a client may choose when it resets the environment."""


class RoostEnvironment(Environment):
    """A game of one language model against bots."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=str(uuid4()), step_count=0)
        self._game: TextGame | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **settings: Any) -> RoostObservation:
        """Begin a game. Without a seed, the dice are new."""
        unknown = sorted(settings.keys() - SETTINGS)
        if unknown:
            raise OptionError(f"reset has no setting {unknown[0]!r}; settings: {', '.join(sorted(SETTINGS))}")
        self._game = TextGame(**_checked(settings), seed=randbits(32) if seed is None else seed)
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        return RoostObservation(text=self._game.reset(), reward=0.0)

    def step(self, action: RoostAnswer, timeout_s: float | None = None, **_: Any) -> RoostObservation:
        """Play the move that an answer names."""
        if self._game is None:
            self.reset()
        assert self._game is not None
        step = self._game.step(action.answer)
        self._state.step_count += 1
        price = {key: step.info.get(key) for key in ("regret", "kind", "error", "result")}
        return RoostObservation(text=step.observation, reward=step.reward, done=step.done, **price)

    @property
    def state(self) -> State:
        """The identity of the episode, and the number of answers."""
        return self._state


def _checked(settings: dict[str, Any]) -> dict[str, Any]:
    """Refuse opponents that are no bots of the game: a name could otherwise start a program on the server."""
    chosen = {"game": "junior", "opponent": "hen"} | settings
    start = chosen.get("start")
    if start is not None:
        chosen["game"] = position(str(start)).game
    kind = type(chosen["game"]) if start is not None else type(game(str(chosen["game"])))
    named = chosen["opponent"] if isinstance(chosen["opponent"], list) else [chosen["opponent"]]
    for name in named:
        if name not in bots_for(kind):
            raise OptionError(f"no bot is called {name!r}; bots: {', '.join(bots_for(kind))}", input=name)
    return chosen
