"""Measure whether predicted win shares come true, and write the table and the picture of docs/models.md.

    python bench/calibration.py [--games 20000] [--game junior] [--jobs 2] [--write]

The model plays fresh games against itself, shared out among all numbers of players. At the start of every turn each
seat's predicted share is compared with what it won in the end; predictions are put into ten bins. With --game only that
game's column is written, and the others stay. The picture is drawn from the table.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: these networks are small

from ladder import NORMAL_99
from pages import DOCS, section, write
from predictions import BINS, Bin, Sums, sums
from roost.core.registry import all_games
from roost.study.models import model

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


class Part(NamedTuple):
    """Some games of one kind, for one process."""

    game: str
    players: int
    games: int
    seed: int


def parts_of(name: str, games: int) -> list[Part]:
    """So many games, shared out among all numbers of players; the longest first."""
    sizes, found = all_games()[name].player_range, []
    for players in reversed(sizes):
        share = games // len(sizes) + (players - sizes[0] < games % len(sizes))
        found += [Part(name, players, min(PART, share - start), SEED + start) for start in range(0, share, PART)]
    return found


def measure(names: list[str], games: int, jobs: int) -> dict[str, list[Bin]]:
    """The bins of each game, its games shared out among so many processes."""
    parts = [part for name in names for part in parts_of(name, games)]
    found: dict[str, Sums] = {}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for part, came in zip(parts, pool.map(play, parts), strict=True):
            found[part.game] = found[part.game] + came if part.game in found else came
    return {name: total.bins() for name, total in found.items()}


def play(part: Part) -> Sums:
    """One part of the games."""
    found = sums(model(part.game), part.players, part.games, part.seed)
    print(f"calibration: {part.games} games of {part.game} for {part.players}", file=sys.stderr, flush=True)
    return found


PLACES = [f"{place / BINS:.0%}–{(place + 1) / BINS:.0%}" for place in range(BINS)]
WORST = "largest difference"
CELL = re.compile(r"([\d.]+)% → ([\d.]+)% ± ([\d.]+)%")
Columns = dict[str, dict[str, str]]
"""The cells of each game's column by their rows."""


def column(bins: list[Bin]) -> dict[str, str]:
    """The predictions and results of each bin."""
    found = {
        PLACES[min(int(b.predicted * BINS), BINS - 1)]: (
            f"{b.predicted:.1%} → {b.happened:.1%} ± {NORMAL_99 * b.error:.1%}"
        )
        for b in bins
    }
    return found | {WORST: f"{max(abs(b.happened - b.predicted) for b in bins):.1%}"}


def caption(games: int) -> str:
    """The line above the table."""
    return (
        f"{games:,} games of each, seed {SEED}. Predicted → happened ± 99 % of chance, for each tenth of predictions."
    )


def table(columns: Columns, games: int) -> str:
    """A row for each bin."""
    lines = [caption(games), "", f"| bin | {' | '.join(columns)} |", "| --- |" + " ---: |" * len(columns)]
    rows = {row: " | ".join(cells.get(row, "") for cells in columns.values()) for row in (*PLACES, WORST)}
    return "\n".join([*lines, *(f"| {row} | {cells} |" for row, cells in rows.items())])


def written(games: int) -> Columns:
    """The columns that stand in the page, of so many games each."""
    first, _, head, _, *rows = section("models.md", "calibration").splitlines()
    if first != caption(games):
        sys.exit(f"calibration: the other columns were measured otherwise: {first}")
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in rows]
    names = [cell.strip() for cell in head.split("|")[2:-1]]
    return {name: {row[0]: row[place] for row in cells} for place, name in enumerate(names, start=1)}


def bins_of(cells: dict[str, str]) -> list[Bin]:
    """The bins of a column, as exact as it tells them."""
    found = [CELL.fullmatch(cells.get(row, "")) for row in PLACES]
    shares = [[float(figure) / 100 for figure in one.groups()] for one in found if one is not None]
    return [Bin(0, predicted, happened, reach / NORMAL_99) for predicted, happened, reach in shares]


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
            x, y, error = left + b.predicted * SIZE, bottom - b.happened * SIZE, NORMAL_99 * b.error * SIZE
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
    columns = written(options.games) if options.write and options.game else {}
    columns |= {name: column(bins) for name, bins in measure(names, options.games, options.jobs).items()}
    text = table(columns, options.games)
    print(text)
    if options.write:
        write("models.md", "calibration", text)
        found = {name: bins_of(cells) for name, cells in columns.items()}
        (DOCS / "images" / "calibration.svg").write_text(picture(found), encoding="utf-8")


if __name__ == "__main__":
    main()
