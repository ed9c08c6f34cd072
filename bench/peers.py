"""Play other projects' engines at random; `fast.py` and `run.py` start this worker in the bench environment.

    peers.py pickomino [--sensible] | pig | backgammon

`pickomino` is pickomino-env (Heckmeck): one agent against the environment's one bot. A decision is one `env.step`: a
face to take, and whether to roll on. The bot's choices run inside this call and take time without being counted.
`--sensible` leaves out stops that win nothing, although the environment accepts them. Only the agent's choices can be
seeded.

`pig` and `backgammon` are OpenSpiel's games, played through its Python API. Their dice are chance nodes, which take
time without being counted as decisions.
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
"""A function that plays whole games until `perf_counter()` passes the deadline, and returns the number of decisions."""


def serve(name: str, play: Play) -> None:
    """For each line with a number of seconds on stdin, print one JSON line on stdout, until stdin ends.

    The last game in a round is played to its end, so `seconds` in the answer is the time really taken.
    """
    answers = sys.stdout
    with redirect_stdout(sys.stderr):  # keeps the libraries' output out of the answers
        for line in sys.stdin:
            started = perf_counter()
            decisions = play(started + float(line))
            answer = {"name": f"{name} {version(name)}", "decisions": decisions, "seconds": perf_counter() - started}
            print(json.dumps(answer), file=answers, flush=True)


def steps(observation: Mapping[str, Any], info: Mapping[str, Any], *, sensible: bool) -> list[tuple[int, int]]:
    """List the (face, 0 to roll on or 1 to stop) pairs that the environment accepts in the reported position."""
    collected, rolled = info["dice_collected"], info["dice_rolled"]
    collected_points = sum(n * value for n, value in zip(collected, FACE_VALUES, strict=True))
    pairs = []
    for face, count in enumerate(rolled):
        if not count or collected[face]:
            continue
        dice_left = sum(rolled) > count
        total = min(collected_points + count * FACE_VALUES[face], 36)
        wins = (collected[WORM] or face == WORM) and (
            total >= info["smallest_tile"] or total == observation["tile_players"][1]
        )
        pairs += [(face, 0)] * dice_left + [(face, 1)] * bool(wins or not dice_left or not sensible)
    return pairs


def pickomino(*, sensible: bool) -> Play:
    """Return a `play` function whose rounds continue one stream of choices."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # otherwise pygame prints a greeting among the answers
    from pickomino_env.pickomino import PickominoEnv  # type: ignore[import-not-found, unused-ignore]

    env, rng = PickominoEnv(number_of_bots=1), Random(SEED)  # `gym.make` would only add wrappers
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


def open_spiel(name: str) -> Play:
    """Return a `play` function whose rounds continue one stream of random numbers."""
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    game, rng = pyspiel.load_game(name), Random(SEED)

    def play(deadline: float) -> int:
        decisions = 0
        while perf_counter() < deadline:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():  # OpenSpiel's own sampler is 1.5 times as fast as `Random.choices`
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
