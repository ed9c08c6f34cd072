"""Compute the figures in docs/statistics.md, and write the page's tables and charts.

    python bench/facts.py [--scale 1] [--threads 2] [--game junior] [--write]

How many matches of each game are played is chosen so that the four games take about equally long; ``--scale``
multiplies these numbers.
"""

import argparse
from collections.abc import Sequence

from pages import DOCS, markdown, progress, write
from roost.core.notation import SEATS
from roost.core.registry import all_games
from roost.core.words import Messages
from roost.study.stats import AtTable, Statistics, statistics
from roost.study.stats.picture import draw

SEED = 1
GAMES = {"heckmeck": 10_000, "junior": 200_000, "barbecue": 10_000, "picnic": 2_000}
"""Number of matches of each game, for each number of players."""


def page(facts: Statistics) -> str:
    """Return a game's section as Markdown."""
    messages, name = Messages("en").of(facts.game), facts.game.name
    games = facts.tables[0].games
    lines = [
        f"`roost stats {name} --games {games} --seed {facts.seed}`: {games:,} games for each number of players, all "
        f"seats played by the {facts.player}.",
        "",
        f"![{facts.game.title}: seats, length of games and more](images/stats-{name}.svg)",
        "",
        _seats(facts.tables),
        "",
        _lengths(facts.tables),
    ]
    if facts.exact.fails_first is not None:
        lines += [
            "",
            f"Exact: the first turn of a game fails with {facts.exact.fails_first:.4%} under the rooster's play.",
        ]
    if facts.exact.fails_by_lowest:
        tiles = facts.exact.fails_by_lowest
        lines += ["By the lowest tile, with all higher tiles on the grill and none in a stack:", ""]
        lines.append(markdown(["lowest tile", *tiles], [["fails", *(f"{chance:.1%}" for chance in tiles.values())]], 0))
    first = facts.tables[0]
    if first.pieces:
        kinds = list(first.pieces[0].what)
        lines += ["", f"{messages.say('stats.pieces', players=first.players)}:", ""]
        heads = [messages.say("stats.number"), *(messages.say(f"stats.{kind}") for kind in kinds)]
        rows = ([piece.number, *(f"{100 * piece.what[kind]:.1f}" for kind in kinds)] for piece in first.pieces)
        lines.append(markdown(heads, rows, 0))
    if first.situations:
        lines += ["", f"{messages.say('stats.fails')} ({first.players} players):", ""]
        heads = [messages.say("stats.left"), *(str(situation.left) for situation in first.situations)]
        failed = ["failed", *(f"{situation.fails.value:.1%}" for situation in first.situations)]
        lines.append(markdown(heads, [failed], 0))
    return "\n".join(lines)


def _seats(tables: Sequence[AtTable]) -> str:
    most = max(table.players for table in tables)
    rows = (
        [
            table.players,
            *(f"{seat.value:.2%}" for seat in table.seats),
            *[""] * (most - table.players),
            f"{max(seat.error for seat in table.seats):.2%}",
            f"{table.shared.value:.1%}",
        ]
        for table in tables
    )
    return markdown(["players", *(f"{seat} wins" for seat in SEATS[:most]), "± at 95 %", "shared wins"], rows, 0)


def _lengths(tables: Sequence[AtTable]) -> str:
    lengths = ("5th percentile", "median", "95th percentile")
    heads = ["players", "turns, average", *lengths, "winner's score", "fails"]
    rows = (
        [
            table.players,
            f"{table.length.mean:.1f}",
            table.length.short,
            table.length.median,
            table.length.long,
            f"{table.best_score:.1f}",
            "" if table.fails is None else f"{table.fails.value:.1%} of turns",
        ]
        for table in tables
    )
    return markdown(heads, rows, 0)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compute the figures of docs/statistics.md.")
    parser.add_argument("--scale", type=float, default=1.0, help="factor for the usual number of games")
    parser.add_argument("--threads", type=int, default=1, help="threads for the compiled games (default 1)")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game; may be repeated")
    parser.add_argument("--write", action="store_true", help="write the tables and the pictures into docs")
    options = parser.parse_args()
    for name in options.game or GAMES:
        kind, games = all_games()[name], max(1, round(GAMES[name] * options.scale))
        tables = [kind.make(players, {}) for players in kind.player_range]
        facts = statistics(tables, games, seed=SEED, threads=options.threads)
        progress(f"{games:,} games of {name} for each number of players")
        print(f"{page(facts)}\n")
        if options.write:
            write("statistics.md", name, page(facts))
            (DOCS / "images" / f"stats-{name}.svg").write_text(draw(facts, Messages("en")), encoding="utf-8")


if __name__ == "__main__":
    main()
