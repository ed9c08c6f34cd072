"""Peer: `pickomino-env` (Heckmeck), a uniformly random agent against the environment's one bot.

Runs in the bench environment and speaks the protocol of `worker`. One decision is one `env.step`:
a face to take together with whether to roll on. The bot's own choices happen inside `step`, cost
time and by default count for nothing; `--count-bot` adds them, for a figure in which every seat's
decisions count, as they do for an engine that plays all seats itself. `--sensible` leaves out stops
that win nothing, which the environment accepts.

Only the agent's choices can be seeded. The environment makes unseeded dice for every turn after the
first (`_end_of_turn_reset`), so its games differ from run to run; patching that would measure a
program nobody installs.
"""

import os
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from random import Random
from time import perf_counter
from typing import Any
from unittest.mock import patch

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # Else pygame greets on stdout, among the answers.

from pickomino_env.modules.bot import Bot  # type: ignore[import-not-found, unused-ignore]
from pickomino_env.pickomino import (  # type: ignore[import-not-found, unused-ignore]
    PickominoEnv,
)

from worker import Play, serve

SEED = 20_240
ROLL, STOP = 0, 1
FACE_VALUES = (1, 2, 3, 4, 5, 5)
WORM = 5
BOT_SEAT = 1

Action = tuple[int, int]
Choices = Callable[[Mapping[str, Any], Mapping[str, Any]], list[Action]]


def accepted_actions(observation: Mapping[str, Any], info: Mapping[str, Any]) -> list[Action]:
    """List every (face, roll or stop) pair that the environment accepts.

    The environment offers no action mask, so this reads the position it reports. As in Roost, that
    includes stopping on a result that wins nothing.
    """
    return [
        (face, then)
        for face, count in _fresh_faces(info)
        for then in ((ROLL, STOP) if sum(info["dice_rolled"]) > count else (STOP,))
    ]


def sensible_actions(observation: Mapping[str, Any], info: Mapping[str, Any]) -> list[Action]:
    """Leave out the stops that win nothing while dice remain.

    Fewer turns are thrown away, less of the time goes to the bot, and the agent takes more steps a
    second: the choice that shows the peer at its best.
    """
    held = sum(n * value for n, value in zip(info["dice_collected"], FACE_VALUES, strict=True))
    actions: list[Action] = []
    for face, count in _fresh_faces(info):
        dice_left = sum(info["dice_rolled"]) > count
        if dice_left:
            actions.append((face, ROLL))
        total = min(held + count * FACE_VALUES[face], 36)
        wins_tile = (info["dice_collected"][WORM] or face == WORM) and (
            total >= info["smallest_tile"] or total == observation["tile_players"][BOT_SEAT]
        )
        if wins_tile or not dice_left:
            actions.append((face, STOP))
    return actions


def _fresh_faces(info: Mapping[str, Any]) -> list[tuple[int, int]]:
    """List the faces that were rolled and not collected before, with their counts."""
    collected = info["dice_collected"]
    return [(face, n) for face, n in enumerate(info["dice_rolled"]) if n and not collected[face]]


class CountingBot:
    """Counts the bot's choices by standing in front of its policy."""

    def __init__(self) -> None:
        """Take the policy's place for the whole process."""
        self.decisions = 0
        policy = Bot.policy

        def counted(bot: Any, *position: Any) -> Any:
            self.decisions += 1
            return policy(bot, *position)

        patch.object(Bot, "policy", counted).start()


def player(bot: CountingBot | None, choices: Choices) -> Play:
    """Make a `play` whose rounds continue one stream of choices."""
    # The bare environment: `gym.make` would only put wrappers, and a step limit, around it.
    env = PickominoEnv(number_of_bots=1)
    env.reset(seed=SEED)
    rng = Random(SEED)

    def play(deadline: float) -> tuple[int, int]:
        decisions = games = 0
        bot_before = bot.decisions if bot else 0
        while perf_counter() < deadline:
            observation, info = env.reset()
            over = False
            while not over:
                action = rng.choice(choices(observation, info))
                observation, _, over, refused, info = env.step(action)
                if refused:
                    raise RuntimeError(f"{action} refused: {info['explanation']}")
                decisions += 1
            games += 1
        return decisions + (bot.decisions - bot_before if bot else 0), games

    return play


if __name__ == "__main__":
    counting = CountingBot() if "--count-bot" in sys.argv[1:] else None
    choices = sensible_actions if "--sensible" in sys.argv[1:] else accepted_actions
    serve("pickomino-env", version("pickomino-env"), player(counting, choices))
