"""Measure whether predicted win shares come true, and write the table and the picture of docs/models.md.

    python bench/calibration.py [--games 20000] [--jobs 2] [--write]

The model plays fresh games against itself, shared out among all numbers of players. At the start of every turn each
seat's predicted share is compared with what it won in the end; predictions are put into ten bins.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: these networks are small

import numpy as np
from numpy.typing import NDArray

from foxes import NORMAL_99
from pages import DOCS, write
from roost.core.registry import all_games, game
from roost.study.charts import Line, Lines, picture, share
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import OVER
from roost.study.models import model
from roost.study.models.features import features_of, network_leaf
from roost.study.models.model import Model
from roost.study.models.solved_turn import solve_turns

SEED = 20_000
PART = 512
"""How many games one process plays at a time."""
BINS = 10
"""Groups of predictions that are compared with what happened."""
_AT_ONCE = 256
_LONGEST = 1_000


class Bin(NamedTuple):
    """All predictions between two tenths: how many there were, their mean, and what came of them on average."""

    number: int
    predicted: float
    happened: float
    error: float
    """The standard error of what happened, games being independent of one another and their positions not."""


class Sums(NamedTuple):
    """The sums behind bins: predictions, their sum, the sum of what came of them, and of the games' squared errors."""

    number: NDArray[np.float64]
    predicted: NDArray[np.float64]
    happened: NDArray[np.float64]
    squares: NDArray[np.float64]

    def __add__(self, other: object) -> "Sums":
        assert isinstance(other, Sums)
        return Sums(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def bins(self) -> list[Bin]:
        """The bins that hold a prediction."""
        rows = zip(*self, strict=True)
        return [Bin(int(n), float(p / n), float(h / n), float(s**0.5 / n)) for n, p, h, s in rows if n]


def sums(known: Model, players: int, games: int, seed: int) -> Sums:
    """Play so many games that a model plays against itself.

    At the start of every turn each seat's predicted share is compared with the share that it got in the end.
    """
    packed, rng = packing(game(known.game, players, start=0)), np.random.default_rng([seed, players])
    total = Sums(*np.zeros((4, BINS)))
    for start in range(0, games, _AT_ONCE):
        for guesses, results in _play(packed, known, min(_AT_ONCE, games - start), rng):
            bins = np.minimum((guesses * BINS).astype(np.int64), BINS - 1)
            ones, surprises = np.ones(len(bins)), results - guesses
            counted = [np.bincount(bins, what, BINS).astype(np.float64) for what in (ones, guesses, results, surprises)]
            counted[-1] **= 2
            total += Sums(*counted)
    return total


def _play(
    packed: Packing[Any, Any], known: Model, games: int, rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Play games to their ends; for each, what was predicted at the start of every turn, and what came of it."""
    leaf, players = network_leaf(known.net), packed.game.players
    running, states = np.arange(games), np.repeat(packed.opening(), games)
    seats = np.zeros(games, np.int64)
    guesses: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []
    results = np.zeros((games, players))
    for _ in range(_LONGEST):
        mover = states["seat"].astype(np.int64)
        guesses.append((running, _by_seat(leaf(packed, states, mover), mover)))
        turns = solve_turns(packed, states, leaf)
        drawn = (turns.chance.cumsum(axis=1) > rng.random((len(running), 1))).argmax(axis=1)
        states = turns.afters[np.arange(len(running)), drawn]
        over = states["node"] == OVER
        results[running[over]] = features_of(packed, states[over], seats[: over.sum()]).exact
        running, states = running[~over], states[~over]
        if not len(running):
            break
    together = np.concatenate([some for some, _ in guesses])
    shares = np.concatenate([found for _, found in guesses])
    for one in range(games):
        mine = shares[together == one]
        yield mine.ravel(), np.tile(results[one], len(mine))


def _by_seat(ordered: NDArray[np.float64], first: NDArray[np.int64]) -> NDArray[np.float64]:
    players = ordered.shape[1]
    return np.take_along_axis(ordered, (np.arange(players) - first[:, np.newaxis]) % players, axis=1)


def parts_of(games: int) -> Iterator[tuple[str, int, int, int]]:
    """The kind, players, games and seed of each part: so many games of each kind, shared out among table sizes."""
    for name, kind in all_games().items():
        sizes = kind.player_range
        for players in reversed(sizes):
            own = games // len(sizes) + (players - sizes[0] < games % len(sizes))
            yield from ((name, players, min(PART, own - start), SEED + start) for start in range(0, own, PART))


def measure(games: int, jobs: int) -> dict[str, list[Bin]]:
    """The bins of each game, its games shared out among so many processes."""
    parts, found = list(parts_of(games)), {name: Sums(*np.zeros((4, BINS))) for name in all_games()}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for (name, *_), came in zip(parts, pool.map(play, parts), strict=True):
            found[name] += came
    return {name: total.bins() for name, total in found.items()}


def play(part: tuple[str, int, int, int]) -> Sums:
    """One part of the games."""
    name, players, games, seed = part
    print(f"calibration: {games} games of {name} for {players}", file=sys.stderr, flush=True)
    return sums(model(name), players, games, seed)


PLACES = [f"{place / BINS:.0%}–{(place + 1) / BINS:.0%}" for place in range(BINS)]


def column(bins: list[Bin]) -> dict[str, str]:
    """The cells of a game by the names of their rows: the predictions and results of each bin."""
    cells = {
        PLACES[min(int(b.predicted * BINS), BINS - 1)]: (
            f"{b.predicted:.1%} → {b.happened:.1%} ± {NORMAL_99 * b.error:.1%}"
        )
        for b in bins
    }
    return cells | {"largest difference": f"{max(abs(b.happened - b.predicted) for b in bins):.1%}"}


def table(found: dict[str, list[Bin]], games: int) -> str:
    """A row for each bin, and a line above them."""
    columns = [column(bins) for bins in found.values()]
    caption = (
        f"{games:,} games of each, seed {SEED}. Predicted → happened ± 99 % of chance, for each tenth of predictions."
    )
    lines = [caption, "", f"| bin | {' | '.join(found)} |", "| --- |" + " ---: |" * len(columns)]
    rows = [*PLACES, "largest difference"]
    return "\n".join([*lines, *(f"| {row} | {' | '.join(cells.get(row, '') for cells in columns)} |" for row in rows)])


def draw(found: dict[str, list[Bin]]) -> str:
    """A panel for each game: predicted shares across, what happened upwards."""
    panels = []
    for name, bins in found.items():
        lines = [Line("happened", [(b.predicted, b.happened) for b in bins]), Line("predicted", [(0, 0), (1, 1)])]
        panels.append(Lines(all_games()[name].title, lines, share, "predicted share"))
    return picture("Predicted win shares and what happened", panels)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure whether predicted win shares come true.")
    parser.add_argument("--games", type=int, default=20_000, help="games of each kind (default 20,000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--write", action="store_true", help="write the table and the picture into docs")
    options = parser.parse_args()
    found = measure(options.games, options.jobs)
    text = table(found, options.games)
    print(text)
    if options.write:
        write("models.md", "calibration", text)
        (DOCS / "images" / "calibration.svg").write_text(draw(found), encoding="utf-8")


if __name__ == "__main__":
    main()
