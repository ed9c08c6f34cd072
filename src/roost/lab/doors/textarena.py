"""Roost's games for TextArena: one player against bots. Importing this module registers ``Roost-Junior-v0`` and so on.

::

    import textarena
    import roost.lab.doors.textarena

    env = textarena.make("Roost-Junior-v0", opponent="hen")
    env.reset(num_players=1, seed=7)
"""

from secrets import randbits
from typing import Any

import textarena
from textarena.envs.registration import ENV_REGISTRY, register

from roost.core.registry import all_games
from roost.lab.envs.text import TextGame
from roost.lab.envs.text.text_game import MOST_REFUSALS

_BOARD = textarena.ObservationType.GAME_BOARD
_ANSWER = textarena.ObservationType.PLAYER_ACTION


class RoostTextArena(textarena.Env):
    """A game of one player against bots; the reward is the sum of the steps' rewards.

    ``options`` are those of :class:`roost.lab.envs.text.TextGame`.
    """

    def __init__(self, game: str, **options: Any) -> None:
        self.text = TextGame(game, **options)

    def reset(self, num_players: int = 1, seed: int | None = None) -> None:
        """Begin a game. Without a seed, the dice are new."""
        first = self.text.reset(randbits(32) if seed is None else seed)
        self.total = 0.0
        self.state = textarena.SinglePlayerState(num_players=num_players, error_allowance=MOST_REFUSALS - 1)
        self.state.reset(game_state={"regrets": []}, player_prompt_function=lambda player_id, game_state: first)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play the move that a text names; see :meth:`roost.lab.envs.text.TextGame.step`."""
        state = self.state
        state.add_observation(from_id=state.current_player_id, message=action, observation_type=_ANSWER)
        step = self.text.step(action)
        self.total += step.reward
        state.step_info = step.info
        if problem := step.info.get("problem"):
            state.set_invalid_move(reason=problem, reward=self.total)
        else:
            state.game_state["regrets"].append(step.info.get("regret"))
            state.add_observation(message=step.observation, observation_type=_BOARD)
            if step.done:
                state.set_outcome(reward=self.total, reason=step.observation.rpartition("\n")[2])
        done, info = state.step()
        return bool(done), info


for _name in all_games():
    if (_id := f"Roost-{_name.capitalize()}-v0") not in ENV_REGISTRY:
        register(_id, RoostTextArena, None, game=_name)
