"""The average cost of the flock's decisions, as ``docs/review.md`` shows it.

Every table seats one kind of bot. The numbers are percent of a win for each unforced decision, and how often the range
of grades for a single game holds the grade of all games together.
"""

import argparse
from itertools import chain, islice
from statistics import fmean

from roost.core.game import Game
from roost.core.playthrough import played_by_seed
from roost.core.record import Record, Recorder
from roost.core.registry import all_games, game_type
from roost.study.bots import bot
from roost.study.models import value
from roost.study.review.grades import bot_of, grade
from roost.study.review.review import review

_BOTS = ("chick", "pullet", "hen", "rooster")
_LONGEST = 1_500
"""Moves after which a game is broken off: chicks take their time."""


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(prog="bench/grades.py", description=__doc__)
    parser.add_argument("game", nargs="*", default=list(all_games()), help="the games; all of them without")
    parser.add_argument("--games", type=int, default=20, help="how many games of each bot")
    parser.add_argument("--players", type=int, default=2)
    asked = parser.parse_args()
    print(f"| {asked.players} players | {' | '.join(_BOTS)} |\n| --- |{' ---: |' * len(_BOTS)}")
    for kind in map(game_type, asked.game):
        game = kind.make(asked.players, {})
        found = [_measured(game, name, asked.games) for name in _BOTS]
        told = (f"{100 * average:.2f} ({held} of {graded})" for average, held, graded in found)
        print(f"| {kind.title} | {' | '.join(told)} |", flush=True)


def _measured(game: Game, name: str, games: int) -> tuple[float, int, int]:
    """The average slip of a bot; in how many games the range of its grade held the one for it, of how many graded."""
    slips: list[list[float]] = []
    for number in range(games):
        reviewed = review(_play(game, name, f"flock/{number}"), value)
        slips += [
            [decision.slip for decision in reviewed.decisions if decision.seat == seat] for seat in range(game.players)
        ]
    average = fmean(chain.from_iterable(slips))
    grades = [found for found in map(grade, slips) if found is not None]
    return average, sum(bot_of(average) in found for found in grades), len(grades)


def _play(game: Game, name: str, seed: str) -> Record:
    recorder = Recorder(game)
    for _, played in islice(played_by_seed(game.opening(), seed, bot(name).choose), _LONGEST):
        recorder.add(played.move)
    return recorder.record()


if __name__ == "__main__":
    main()
