"""Peer: `pickomino-env` (Heckmeck), a uniformly random agent against the environment's one bot.

Runs in the bench environment and speaks the protocol of `worker`. One decision is one `env.step`:
a face to take together with whether to roll on. The bot's own choices happen inside `step`, cost
time and by default count for nothing; `--count-bot` adds them, for a figure in which every seat's
decisions count, as they do for an engine that plays all seats itself.

Only the agent's choices can be seeded. The environment makes unseeded dice for every turn after the
first (`_end_of_turn_reset`), so its games differ from run to run; patching that would measure a
program nobody installs.
"""

import os
import sys
from collections.abc import Mapping
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


def legal_actions(observation: Mapping[str, Any], info: Mapping[str, Any]) -> list[Action]:
    """List the (face, roll or stop) pairs the rules of Heckmeck allow.

    The environment offers no action mask, so this reads the position it reports. A stop that wins
    no tile is left out unless no dice remain: the environment accepts it, as a thrown-away turn,
    but then more of the time goes to the bot, which would make the peer look slower than it is.
    """
    rolled, collected = info["dice_rolled"], info["dice_collected"]
    dice = sum(rolled)
    held = sum(count * value for count, value in zip(collected, FACE_VALUES, strict=True))
    actions: list[Action] = []
    for face, count in enumerate(rolled):
        if not count or collected[face]:
            continue
        dice_left = dice > count
        if dice_left:
            actions.append((face, ROLL))
        total = min(held + count * FACE_VALUES[face], 36)
        wins_tile = (collected[WORM] or face == WORM) and (
            total >= info["smallest_tile"] or total == observation["tile_players"][BOT_SEAT]
        )
        if wins_tile or not dice_left:
            actions.append((face, STOP))
    return actions


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


def player(bot: CountingBot | None) -> Play:
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
                action = rng.choice(legal_actions(observation, info))
                observation, _, over, refused, info = env.step(action)
                if refused:
                    raise RuntimeError(f"{action} refused: {info['explanation']}")
                decisions += 1
            games += 1
        return decisions + (bot.decisions - bot_before if bot else 0), games

    return play


if __name__ == "__main__":
    counting = CountingBot() if "--count-bot" in sys.argv[1:] else None
    serve("pickomino-env", version("pickomino-env"), player(counting))
