"""Compare predicted win shares with outcomes, and write the table and the chart in docs/models.md.

    python bench/calibration.py [--games 20000] [--jobs 2] [--write]

The model plays new games against itself, divided among all numbers of players. At the start of every turn each seat's
predicted share is compared with its final share; predictions are grouped into ten bins.
"""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # set before NumPy is loaded, because these networks are small

import numpy as np
from numpy.typing import NDArray

from foxes import NORMAL_99
from pages import DOCS, markdown, progress, write
from roost.core.registry import all_games, game
from roost.study.charts import Line, Lines, picture, share
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import OVER
from roost.study.models.features import features_of, network_evaluator
from roost.study.models.model import Model, model
from roost.study.models.solved_turn import solve_turns

SEED = 20_000
PART = 512
"""Number of games that a process plays at the same time."""
BINS = 10
"""Number of groups of predictions."""
_AT_ONCE = 256
_LONGEST = 1_000


class Bin(NamedTuple):
    """Predictions in one tenth of the range: their count, their mean, and the mean of their outcomes."""

    number: int
    predicted: float
    happened: float
    error: float
    """Standard error of the mean outcome. Games are independent of one another, but positions in one game are not."""


class Sums(NamedTuple):
    """Sums for computing bins: count, sum of predictions, sum of outcomes, and squared errors per game."""

    number: NDArray[np.float64]
    predicted: NDArray[np.float64]
    happened: NDArray[np.float64]
    squares: NDArray[np.float64]

    def __add__(self, other: object) -> "Sums":
        assert isinstance(other, Sums)
        return Sums(*(left + right for left, right in zip(self, other, strict=True)))

    def bins(self) -> list[Bin]:
        """Return the bins that are not empty."""
        rows = zip(*self, strict=True)
        return [Bin(int(n), float(p / n), float(h / n), float(s**0.5 / n)) for n, p, h, s in rows if n]


def sums(known: Model, players: int, games: int, seed: int) -> Sums:
    """Let a model play games against itself, and sum up its predictions and the outcomes.

    At the start of every turn, each seat's predicted share is compared with its final share.
    """
    packed, rng = packing(game(known.game, players, start=0)), np.random.default_rng([seed, players])
    total = Sums(*np.zeros((4, BINS)))
    for start in range(0, games, _AT_ONCE):
        for predictions, results in _play(packed, known, min(_AT_ONCE, games - start), rng):
            bins = np.minimum((predictions * BINS).astype(np.int64), BINS - 1)
            weights = np.ones(len(bins)), predictions, results, results - predictions
            added = [np.bincount(bins, weight, BINS).astype(np.float64) for weight in weights]
            added[-1] **= 2
            total += Sums(*added)
    return total


def _play(
    packed: Packing[Any, Any], known: Model, games: int, rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Play games to their ends; yield the predictions and outcomes of each game, one per seat and turn."""
    evaluator, players = network_evaluator(known.net), packed.game.players
    running, states = np.arange(games), np.repeat(packed.opening(), games)
    seats = np.zeros(games, np.int64)
    predictions: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []
    results = np.zeros((games, players))
    for _ in range(_LONGEST):
        mover = states["seat"].astype(np.int64)
        predictions.append((running, _by_seat(evaluator(packed, states, mover), mover)))
        turns = solve_turns(packed, states, evaluator)
        drawn = (turns.chance.cumsum(axis=1) > rng.random((len(running), 1))).argmax(axis=1)
        states = turns.afters[np.arange(len(running)), drawn]
        over = states["node"] == OVER
        results[running[over]] = features_of(packed, states[over], seats[: over.sum()]).exact
        running, states = running[~over], states[~over]
        if not len(running):
            break
    numbers = np.concatenate([places for places, _ in predictions])
    shares = np.concatenate([shares for _, shares in predictions])
    for number in range(games):
        predicted = shares[numbers == number]
        yield predicted.ravel(), np.tile(results[number], len(predicted))


def _by_seat(ordered: NDArray[np.float64], first: NDArray[np.int64]) -> NDArray[np.float64]:
    players = ordered.shape[1]
    return np.take_along_axis(ordered, (np.arange(players) - first[:, np.newaxis]) % players, axis=1)


def parts_of(games: int) -> Iterator[tuple[str, int, int, int]]:
    """Divide each game's matches among table sizes; yield each part's game, players, number of games and seed."""
    for name, kind in all_games().items():
        sizes = kind.player_range
        for players in reversed(sizes):
            share = games // len(sizes) + (players - sizes[0] < games % len(sizes))
            yield from ((name, players, min(PART, share - start), SEED + start) for start in range(0, share, PART))


def measure(games: int, jobs: int) -> dict[str, list[Bin]]:
    """Return each game's bins, measured in ``jobs`` processes."""
    parts, totals = list(parts_of(games)), {name: Sums(*np.zeros((4, BINS))) for name in all_games()}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for (name, *_), sums_of_part in zip(parts, pool.map(play, parts), strict=True):
            totals[name] += sums_of_part
    return {name: total.bins() for name, total in totals.items()}


def play(part: tuple[str, int, int, int]) -> Sums:
    name, players, games, seed = part
    progress(f"{games} games of {name} for {players}")
    return sums(model(name), players, games, seed)


PLACES = [f"{place / BINS:.0%}–{(place + 1) / BINS:.0%}" for place in range(BINS)]


def column(bins: list[Bin]) -> dict[str, str]:
    """Return the cells of a game's column, keyed by row name."""
    cells = {
        PLACES[min(int(group.predicted * BINS), BINS - 1)]: (
            f"{group.predicted:.1%} → {group.happened:.1%} ± {NORMAL_99 * group.error:.1%}"
        )
        for group in bins
    }
    return cells | {"largest difference": f"{max(abs(group.happened - group.predicted) for group in bins):.1%}"}


def table(bins_of: dict[str, list[Bin]], games: int) -> str:
    """Return a Markdown table with a caption and a row for each bin."""
    columns = [column(bins) for bins in bins_of.values()]
    caption = "Predicted → happened ± 99 % of chance, for each tenth of predictions."
    rows = [(head, *(cells.get(head, "") for cells in columns)) for head in [*PLACES, "largest difference"]]
    return f"{games:,} games of each, seed {SEED}. {caption}\n\n{markdown(['bin', *bins_of], rows)}"


def draw(bins_of: dict[str, list[Bin]]) -> str:
    """Draw a panel for each game, with predictions on the x axis and outcomes on the y axis."""
    panels = []
    for name, bins in bins_of.items():
        happened = Line("happened", [(group.predicted, group.happened) for group in bins])
        lines = [happened, Line("predicted", [(0, 0), (1, 1)])]
        panels.append(Lines(all_games()[name].title, lines, share, "predicted share"))
    return picture("Predicted win shares and what happened", panels)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure whether predicted win shares come true.")
    parser.add_argument("--games", type=int, default=20_000, help="games of each kind (default 20,000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--write", action="store_true", help="write the table and the picture into docs")
    options = parser.parse_args()
    bins_of = measure(options.games, options.jobs)
    text = table(bins_of, options.games)
    print(text)
    if options.write:
        write("models.md", "calibration", text)
        (DOCS / "images" / "calibration.svg").write_text(draw(bins_of), encoding="utf-8")


if __name__ == "__main__":
    main()
