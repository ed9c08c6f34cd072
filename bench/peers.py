"""Other people's engines, played at random: the worker that `fast.py` and `run.py` start in the bench environment.

    peers.py pickomino [--sensible] | pig | backgammon

`pickomino` is pickomino-env (Heckmeck): one agent against the environment's one bot. A decision is one `env.step`: a
face to take together with whether to roll on. The bot's choices happen inside it, cost time and count for nothing.
`--sensible` leaves out stops that win nothing, which the environment accepts. Only the agent's choices can be seeded.

The others are games of OpenSpiel, through its Python API. Their dice are chance nodes, which cost time but are not
counted as decisions.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from importlib.metadata import version
from random import Random
from time import perf_counter
from typing import Any

SEED = 20_240
FACE_VALUES = (1, 2, 3, 4, 5, 5)
WORM = 5

Play = Callable[[float], int]
"""Plays whole games until `perf_counter()` passes the deadline; returns the decisions."""


def serve(name: str, play: Play) -> None:
    """Answer each line of seconds on stdin with one JSON line on stdout, until stdin ends.

    The last game of a round is played to its end, so `seconds` is the time really taken.
    """
    answers = sys.stdout
    with redirect_stdout(sys.stderr):  # a library that prints while it plays must not break into the answers
        for line in sys.stdin:
            started = perf_counter()
            decisions = play(started + float(line))
            told = {"name": f"{name} {version(name)}", "decisions": decisions, "seconds": perf_counter() - started}
            print(json.dumps(told), file=answers, flush=True)


# -- pickomino-env -----------------------------------------------------------------------------------------------------


def steps(observation: Mapping[str, Any], info: Mapping[str, Any], *, sensible: bool) -> list[tuple[int, int]]:
    """List the (face, 0 to roll on or 1 to stop) pairs that the environment accepts, read off the reported position."""
    collected, rolled = info["dice_collected"], info["dice_rolled"]
    held = sum(n * value for n, value in zip(collected, FACE_VALUES, strict=True))
    found = []
    for face, count in enumerate(rolled):
        if not count or collected[face]:
            continue
        dice_left = sum(rolled) > count
        total = min(held + count * FACE_VALUES[face], 36)
        wins = (collected[WORM] or face == WORM) and (
            total >= info["smallest_tile"] or total == observation["tile_players"][1]
        )
        found += [(face, 0)] * dice_left + [(face, 1)] * bool(wins or not dice_left or not sensible)
    return found


def pickomino(*, sensible: bool) -> Play:
    """Make a `play` whose rounds continue one stream of choices."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # else pygame greets on stdout, among the answers
    from pickomino_env.pickomino import PickominoEnv  # type: ignore[import-not-found, unused-ignore]

    env, rng = PickominoEnv(number_of_bots=1), Random(SEED)  # `gym.make` would only put wrappers around it
    env.reset(seed=SEED)

    def play(deadline: float) -> int:
        decisions = 0
        while perf_counter() < deadline:
            observation, info = env.reset()
            over = False
            while not over:
                action = rng.choice(steps(observation, info, sensible=sensible))
                observation, _, over, refused, info = env.step(action)
                if refused:
                    raise RuntimeError(f"{action} refused: {info['explanation']}")
                decisions += 1
        return decisions

    return play


# -- OpenSpiel ---------------------------------------------------------------------------------------------------------


def open_spiel(name: str) -> Play:
    """Make a `play` whose rounds continue one fixed stream of random numbers."""
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    game, rng = pyspiel.load_game(name), Random(SEED)

    def play(deadline: float) -> int:
        decisions = 0
        while perf_counter() < deadline:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():  # OpenSpiel's own sampler: half as fast again as `Random.choices`
                    action, _ = pyspiel.sample_action(state.chance_outcomes(), rng.random())
                else:
                    action = rng.choice(state.legal_actions())
                    decisions += 1
                state.apply_action(action)
        return decisions

    return play


if __name__ == "__main__":
    wanted, *flags = sys.argv[1:]
    if wanted == "pickomino":
        serve("pickomino-env", pickomino(sensible="--sensible" in flags))
    else:
        serve("open_spiel", open_spiel(wanted))
