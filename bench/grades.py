"""Print the bots' average loss per decision for ``docs/review.md``.

At every table all seats are copies of one bot. The numbers are percent of a win per unforced decision. A number in
brackets says how often the range of grades for a single game contains the grade for all games together.
"""

import argparse
from itertools import chain, islice
from statistics import fmean

from pages import markdown
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
"""Number of moves after which a game is cut off, because games between chicks are long."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/grades.py", description=__doc__)
    parser.add_argument("game", nargs="*", default=list(all_games()), help="games (default: all)")
    parser.add_argument("--games", type=int, default=20, help="games of each bot")
    parser.add_argument("--players", type=int, default=2)
    options = parser.parse_args()
    rows = []
    for kind in map(game_type, options.game):
        results = [_measured(kind.make(options.players, {}), name, options.games) for name in _BOTS]
        rows.append((kind.title, *(f"{100 * loss:.2f} ({covered} of {graded})" for loss, covered, graded in results)))
    print(markdown([f"{options.players} players", *_BOTS], rows))


def _measured(game: Game, name: str, games: int) -> tuple[float, int, int]:
    """Return a bot's average loss, how many games' grade ranges cover it, and how many games were graded."""
    losses: list[list[float]] = []
    for number in range(games):
        decisions = review(_play(game, name, f"flock/{number}"), value).decisions
        losses += [
            [decision.mistake for decision in decisions if decision.seat == seat] for seat in range(game.players)
        ]
    average = fmean(chain.from_iterable(losses))
    grades = [result for result in map(grade, losses) if result is not None]
    return average, sum(bot_of(average) in result for result in grades), len(grades)


def _play(game: Game, name: str, seed: str) -> Record:
    recorder = Recorder(game)
    for _, played in islice(played_by_seed(game.opening(), seed, bot(name).choose), _LONGEST):
        recorder.add(played.move)
    return recorder.record()


if __name__ == "__main__":
    main()
