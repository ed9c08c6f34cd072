"""OpenSpiel's interface with chance drawn in two ways: by our ``state.draw``, and by ``pyspiel.sample_action``.

    python bench/open_spiel_chance.py [--rounds 3] [--seconds 1]

All seats play Heckmeck at random. Rounds are interleaved and measured by processor time.
"""

import argparse
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import pyspiel  # type: ignore[import-not-found, unused-ignore]  # a compiled module without types

import roost.lab.envs.open_spiel  # noqa: F401  # registers the games

Draw = Callable[[Any, float], int]

WAYS: dict[str, Draw] = {
    "state.draw": lambda state, number: int(state.draw(number)),
    "pyspiel.sample_action": lambda state, number: int(pyspiel.sample_action(state.chance_outcomes(), number)[0]),
}


def decisions_per_second(draw: Draw, seconds: float) -> float:
    """How many decisions are played in a second of the processor."""
    game, rng = pyspiel.load_game("roost_heckmeck"), Random(1)
    state, began, steps = game.new_initial_state(), process_time(), 0
    while process_time() - began < seconds:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            state.apply_action(draw(state, rng.random()))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps / (process_time() - began)


def main() -> None:
    """Measure both, in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of the processor, for each way in each round")
    wanted = parser.parse_args()
    for draw in WAYS.values():
        decisions_per_second(draw, 0.3)  # compiled code is loaded, caches are filled
    found: dict[str, list[float]] = {name: [] for name in WAYS}
    for _ in range(wanted.rounds):
        for name, draw in WAYS.items():
            found[name].append(decisions_per_second(draw, wanted.seconds))
    for name, rates in found.items():
        print(f"{name}: {median(rates):,.0f} decisions a second ({min(rates):,.0f} to {max(rates):,.0f})")


if __name__ == "__main__":
    main()
