"""``python -m roost.review``: what the decisions of the flock give away on average, as ``docs/review.md`` shows it.

Every table seats one kind of bot. The numbers are percentage points of a win for each unforced decision.
"""

from __future__ import annotations

import argparse

from roost.bots import bot
from roost.core.game import Game
from roost.core.sources import SeededDice
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games import all_games
from roost.models import value
from roost.record import Record, Recorder
from roost.review.review import review

_BOTS = ("chick", "pullet", "hen", "rooster")
_LONGEST = 1_500
"""Moves after which a game is broken off: chicks take their time."""


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(prog="python -m roost.review", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="how many games of each bot")
    parser.add_argument("--players", type=int, default=2)
    asked = parser.parse_args()
    print(f"| {asked.players} players | {' | '.join(_BOTS)} |\n| --- |{' ---: |' * len(_BOTS)}")
    for kind in all_games().values():
        game = kind.make(asked.players, {})
        averages = [f"{100 * _average_slip(game, name, asked.games):.2f}" for name in _BOTS]
        print(f"| {kind.title} | {' | '.join(averages)} |", flush=True)


def _average_slip(game: Game, name: str, games: int) -> float:
    slips, decisions = 0.0, 0
    for number in range(games):
        for account in review(_play(game, name, f"flock/{number}"), value).accounts:
            slips += account.slips
            decisions += account.decisions
    return slips / decisions


def _play(game: Game, name: str, seed: str) -> Record:
    recorder, dice, chance = Recorder(game), SeededDice(seed), Stream(f"{seed}/choices")
    choose = bot(name).choose
    for _ in range(_LONGEST):
        state = recorder.state
        if state.node is Node.OVER:
            break
        recorder.add(choose(state, chance) if state.dice is None else dice.roll(state.dice))
    return recorder.record()


if __name__ == "__main__":
    main()
