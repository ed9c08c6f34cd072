"""Measure whether predicted win shares come true, and write the table and the picture of docs/models.md.

    python bench/calibration.py [--games 20000] [--game junior] [--jobs 2] [--write]

The model plays fresh games against itself, shared out among all numbers of players. At the start of every turn each
seat's predicted share is compared with what it won in the end; predictions are put into ten bins.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: these networks are small

from pages import DOCS, write
from roost.games import all_games
from roost.models import model
from roost.train.calibration import BINS, Bin, Sums, sums

SEED = 20_000
PART = 512
"""How many games one process plays at a time."""
SIZE, GAP, LEFT, TOP = 220, 60, 50, 60

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 }
.small { font-size: 11px; fill: #666 }
.title { font-size: 15px; font-weight: 600 }
.grid { stroke: #ddd; fill: none }
.even { stroke: #888; stroke-dasharray: 5 4 }
.dot { fill: #1f5fa8 }
.line { stroke: #1f5fa8; stroke-width: 1.5; fill: none }
@media (prefers-color-scheme: dark) {
  .paper { fill: #16181c } text { fill: #eee } .small { fill: #aaa } .grid { stroke: #3a3d44 }
  .dot { fill: #7db4f0 } .line { stroke: #7db4f0 }
}
"""


def measure(names: list[str], games: int, jobs: int) -> dict[str, list[Bin]]:
    """The bins of each game, its games shared out among all numbers of players and so many processes."""
    tasks = []
    for name in names:
        sizes = all_games()[name].player_range
        for players in sizes:
            share = games // len(sizes) + (players - sizes[0] < games % len(sizes))
            tasks += [(name, players, min(PART, share - start), SEED + start) for start in range(0, share, PART)]
    found: dict[str, Sums] = {}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for (name, *_), part in zip(tasks, pool.map(play, tasks), strict=True):
            found[name] = found[name] + part if name in found else part
    return {name: total.bins() for name, total in found.items()}


def play(task: tuple[str, int, int, int]) -> Sums:
    """One part of the games."""
    name, players, games, seed = task
    part = sums(model(name), players, games, seed)
    print(f"calibration: {games} games of {name} for {players}", file=sys.stderr, flush=True)
    return part


def table(found: dict[str, list[Bin]], games: int) -> str:
    """A row for each bin: what was predicted and what happened, game by game."""
    lines = [
        f"{games:,} games of each, seed {SEED}. Predicted → happened ± 99 % of chance, for each tenth of predictions.",
        "",
        "| bin | " + " | ".join(found) + " |",
        "| --- |" + " ---: |" * len(found),
    ]
    for place in range(BINS):
        cells = []
        for bins in found.values():
            here = [b for b in bins if min(int(b.predicted * BINS), BINS - 1) == place]
            cells += [f"{b.predicted:.1%} → {b.happened:.1%} ± {2.576 * b.error:.1%}" for b in here] or [""]
        lines.append(f"| {place / BINS:.0%}–{(place + 1) / BINS:.0%} | " + " | ".join(cells) + " |")
    worst = [f"{max(abs(b.happened - b.predicted) for b in bins):.1%}" for bins in found.values()]
    lines.append("| largest difference | " + " | ".join(worst) + " |")
    return "\n".join(lines)


def picture(found: dict[str, list[Bin]]) -> str:
    """A panel for each game: predicted shares across, what happened upwards."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: dict[str, list[Bin]]) -> Iterator[str]:
    width, height = LEFT + len(found) * (SIZE + GAP), TOP + SIZE + 60
    told = "; ".join(
        f"{game}: " + ", ".join(f"{b.predicted:.0%} predicted, {b.happened:.0%} happened" for b in bins)
        for game, bins in found.items()
    )
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="t d">'
    yield f'<title id="t">Predicted win shares and what happened</title><desc id="d">{told}</desc>'
    yield f'<style>{STYLE}</style><rect class="paper" width="{width}" height="{height}" fill="#fff"/>'
    for panel, (game, bins) in enumerate(found.items()):
        left, bottom = LEFT + panel * (SIZE + GAP), TOP + SIZE
        yield f'<text class="title" x="{left}" y="{TOP - 22}">{all_games()[game].title}</text>'
        yield f'<rect class="grid" x="{left}" y="{TOP}" width="{SIZE}" height="{SIZE}"/>'
        yield f'<path class="even" d="M{left} {bottom}L{left + SIZE} {TOP}"/>'
        for tick in (0.0, 0.5, 1.0):
            x, y = left + tick * SIZE, bottom - tick * SIZE
            yield f'<text class="small" x="{x}" y="{bottom + 16}" text-anchor="middle">{tick:.0%}</text>'
            yield f'<text class="small" x="{left - 6}" y="{y + 4}" text-anchor="end">{tick:.0%}</text>'
        for b in bins:
            x, y, error = left + b.predicted * SIZE, bottom - b.happened * SIZE, 2.576 * b.error * SIZE
            yield f'<path class="line" d="M{x:.1f} {y - error:.1f}V{y + error:.1f}"/>'
            yield f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
    yield f'<text class="small" x="{LEFT}" y="{height - 14}">across: predicted; upwards: what happened</text></svg>'


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure whether predicted win shares come true.")
    parser.add_argument("--games", type=int, default=20_000, help="games of each kind (default 20,000)")
    parser.add_argument("--game", action="append", choices=list(all_games()), help="only this one; may be repeated")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--write", action="store_true", help="write the table and the picture into docs")
    options = parser.parse_args()
    names = options.game or list(all_games())
    found = measure(names, options.games, options.jobs)
    text = table(found, options.games)
    print(text)
    if options.write:
        write("models.md", "calibration", text)
        (DOCS / "images" / "calibration.svg").write_text(picture(found), encoding="utf-8")


if __name__ == "__main__":
    main()
