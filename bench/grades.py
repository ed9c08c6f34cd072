"""Measure the scale of grades of each game in its bots' own games, and check it in fresh games.

In a bot's own games all seats are copies of it. For each game and number of players, the scale has each bot's mean loss
per decision and the accuracies of its single games. A fresh game is graded rightly if the bot's name is in the range
that the review tells.

    python bench/grades.py --write    # ten minutes; writes grades.json beside the models, and docs/review.md
    python bench/grades.py picnic --players 2
"""

import argparse
import json
from collections.abc import Sequence
from itertools import chain, islice
from pathlib import Path
from statistics import fmean, median

from pages import markdown, progress, write
from roost.core.adapters import adapter_packages
from roost.core.game import Game
from roost.core.playthrough import played_by_seed
from roost.core.record import Record, Recorder
from roost.core.registry import game_type, our_games
from roost.study.bots import bot
from roost.study.models import value
from roost.study.review.accounts import FEWEST_TO_GRADE
from roost.study.review.grades import BotLevel, Scale, accuracy, bots_at, scale_of
from roost.study.review.review import review

ROOT = Path(__file__).resolve().parents[1]
_BOTS = ("rooster", "hen", "pullet", "chick")
_PLAYERS = (2, 3, 4)
_GAMES = {2: 60, 3: 25, 4: 25}
"""Number of games that are fitted, by number of players."""
_CHICKS = {2: 20, 3: 8, 4: 5}
"""The same for chicks, whose games are long."""
_LONGEST = 1_500
"""Number of moves after which a game is cut off, because games between chicks are long."""
_TAIL = 0.01
"""Share of a bot's games below its lowest usual accuracy, and the share above its highest."""

Losses = list[list[float]]
"""The losses of each seat of each game."""


def measure(game: Game, name: str, games: int, seed: str) -> Losses:
    """Review games of copies of a bot; the results are kept in build/grades, because reviews take long."""
    kept = ROOT / "build" / "grades" / f"{game.name}-{game.players}-{name}-{games}-{seed}.json"
    if not kept.is_file():
        losses: Losses = []
        for number in range(games):
            decisions = review(_play(game, name, f"{seed}/{number}"), value).decisions
            losses += [
                [round(decision.mistake, 6) for decision in decisions if decision.seat == seat]
                for seat in range(game.players)
            ]
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(losses), encoding="utf-8")
    loaded: Losses = json.loads(kept.read_text(encoding="utf-8"))
    return loaded


def level(name: str, losses: Losses) -> BotLevel:
    """Return a bot's level from its own games."""
    graded = [seat for seat in losses if len(seat) >= FEWEST_TO_GRADE] or [seat for seat in losses if seat]
    ranked = sorted(map(accuracy, graded))
    tail = int(_TAIL * len(ranked))
    low = 0.0 if name == _BOTS[-1] else ranked[tail]  # none plays worse than the chick
    figures = [round(figure, 3) for figure in (low, median(ranked), ranked[-1 - tail])]
    return BotLevel(name, round(fmean(chain.from_iterable(losses)), 6), *figures)


def named(name: str, losses: Losses, scale: Scale) -> tuple[int, int]:
    """Return how many seats are graded with the bot's own name in the range, and how many are graded."""
    graded = [seat for seat in losses if len(seat) >= FEWEST_TO_GRADE]
    return sum(name in bots_at(accuracy(seat), scale) for seat in graded), len(graded)


def _play(game: Game, name: str, seed: str) -> Record:
    recorder = Recorder(game)
    for _, played in islice(played_by_seed(game.opening(), seed, bot(name).choose), _LONGEST):
        recorder.add(played.move)
    return recorder.record()


def _fit(game: Game) -> dict[str, list[float]]:
    levels = []
    for name in _BOTS:
        games = (_CHICKS if name == _BOTS[-1] else _GAMES)[game.players]
        progress(f"{game.name}, {game.players} players, {name}: {games} games")
        levels.append(level(name, measure(game, name, games, "flock")))
    return {entry.bot: list(entry[1:]) for entry in levels}


def _cell(game: Game, name: str, scale: Scale) -> str:
    games = max(2, (_CHICKS if name == _BOTS[-1] else _GAMES)[game.players] // 2)
    own, (right, graded) = (
        next(entry for entry in scale if entry.bot == name),
        named(name, measure(game, name, games, "fresh"), scale),
    )
    count = f", {right} of {graded}" if graded else ""
    return f"{100 * own.loss:.2f}: {own.low:.0f}–{own.high:.0f}{count}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit the scales, or with the present ones only print the table of fresh games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=[kind.name for kind in our_games()], help="default: all four")
    parser.add_argument("--players", type=int, choices=_PLAYERS, action="append")
    parser.add_argument("--write", action="store_true", help="fit the scales and write them, and the table of the docs")
    options = parser.parse_args(arguments)
    kinds, sizes = [game_type(name) for name in options.game], options.players or _PLAYERS
    if options.write:
        for kind in kinds:
            scales = {str(players): _fit(kind.make(players, {})) for players in _PLAYERS}
            folder = ROOT.joinpath("src", *adapter_packages(kind)[0].split("."))
            lines = ",\n".join(f"  {json.dumps(players)}: {json.dumps(scales[players])}" for players in scales)
            (folder / "grades.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    rows = [
        (f"{kind.title}, {players}", *(_cell(kind.make(players, {}), name, scale_of(kind, players)) for name in _BOTS))
        for kind in kinds
        for players in sizes
    ]
    table = markdown(["game, players", *_BOTS], rows)
    print(table)
    if options.write and kinds == list(our_games()):
        write("review.md", "grades", table)


if __name__ == "__main__":
    main()
