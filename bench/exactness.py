"""Measure how far the model of Junior is from the truth where the game can be solved, and write docs/models.md.

    python bench/exactness.py [--positions 100] [--write]

Positions come from games of two players that the fox plays against itself: the first one of each game from which at
most so many positions can still come up. (In Heckmeck and Barbecue tiles and plates go back and forth: hardly any game
comes to a point from which fewer than a thousand positions can follow.)
"""

import argparse
import sys

import numpy as np

import roost
from pages import write
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import bot
from roost.study.models import model
from roost.study.solve import Exact, endgame

LIMITS = (200, 2_000, 20_000, 200_000)


def first_solved(number: int, limit: int) -> tuple[State, Exact]:
    """The first position of a game from which the rest can be solved."""
    fox, chance = bot("fox"), Stream(f"exactness/{number}")
    state: State = roost.game("junior", 2, start=0).opening()
    while True:
        dice = state.dice
        if dice is not None and dice.count == state.game.dice_count:
            found = endgame(state, limit)
            if found is not None:
                return state, found
        state = state.play(fox.choose(state, chance) if dice is None else dice.draw(chance)).state


def row(limit: int, positions: int) -> str:
    """A row of the table."""
    errors = []
    for number in range(positions):
        state, found = first_solved(number, limit)
        errors.append(model("junior").shares(state)[0] - found.shares(state)[0])
    print(f"exactness: {positions} positions with at most {limit:,} to come", file=sys.stderr, flush=True)
    off = np.abs(errors)
    return f"| {limit:,} | {np.mean(errors):+.1%} | {off.mean():.1%} | {np.quantile(off, 0.9):.1%} | {off.max():.1%} |"


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure how far the model of Junior is from the truth.")
    parser.add_argument("--positions", type=int, default=100, help="for each limit (default 100)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/models.md")
    options = parser.parse_args()
    lines = [
        "| positions to come, at most | mean error of A's share | mean size of the error | 9 of 10 below | largest |",
        "| ---: | ---: | ---: | ---: | ---: |",
        *(row(limit, options.positions) for limit in LIMITS),
    ]
    print("\n".join(lines))
    if options.write:
        write("models.md", "exact", "\n".join(lines))


if __name__ == "__main__":
    main()
