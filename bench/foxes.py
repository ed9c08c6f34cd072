"""Measure how much stronger the fox is than the rooster and the public field, and write the table of docs/bots.md.

    python bench/foxes.py [--jobs 2] [--game junior] [--games 2000] [--write]

The fox meets each of them at tables of every size, in every mix and every seating, with the same dice. The luck of the
dice is taken out of the win shares (see docs/arena.md), which leaves them unbiased and tells as much with far fewer
games. A cell holds if the whole 99 % interval of the fox's share per seat lies above an even share.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

import roost
from ladder import NORMAL_99
from pages import write_rows
from roost.core.registry import all_games
from roost.lab.arena import Ended, Tournament, run

PUBLIC = ("ev", "simple", "appeal")
LEAST_DEALS = 10
GAMES = {"heckmeck": 400, "junior": 1_000, "barbecue": 400, "picnic": 800}
"""At least so many games for each cell: close opponents need more, slow games get fewer."""


class Meeting(NamedTuple):
    """Two bots at tables of one size, for at least so many games."""

    game: str
    players: int
    bots: tuple[str, str]
    games: int


class Met(NamedTuple):
    """The result: the first one's share of the win per seat, and half of its 99 % interval."""

    share: float
    error: float


def meet(meeting: Meeting, jobs: int = 1) -> Met:
    """Let two bots meet, in so many processes."""
    game, players, bots, games = meeting
    rules = roost.game(game, players=players)
    per_deal = Tournament(rules, bots, seed="foxes", games=1).games_per_deal
    tournament = Tournament(rules, bots, seed="foxes", games=max(games, LEAST_DEALS * per_deal), control=True)
    result = run(tournament, jobs=jobs)
    if result.ended is not Ended.GAMES:
        sys.exit(f"foxes: {', '.join(bots)} at {game} for {players} ended early: {result.ended.value}")
    standing = result.standing(bots[0])
    share = standing.controlled or standing.share
    print(
        f"foxes: {result.tally.games} games of {game} for {players}, {' against '.join(bots)}: {share.value:.1%}, "
        f"{standing.variance_left or 1.0:.0%} of the variance left",
        file=sys.stderr,
        flush=True,
    )
    deals = result.tally.games // per_deal
    return Met(share.value, student_99(deals - 1) * (share.standard_error or 1.0))


def student_99(freedom: int) -> float:
    """How many standard errors a 99 % interval reaches to either side: more than usual after a few deals only."""
    z = NORMAL_99
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def cell(met: Met, players: int) -> str:
    """One cell of the table."""
    return f"{met.share:.1%} ± {met.error:.1%}{'' if met.share - met.error > 1 / players else ' (not shown)'}"


def all_meetings(games: list[str], least: int | None) -> list[Meeting]:
    """The fox against the rooster, and in Heckmeck against the public field."""
    return [
        Meeting(game, players, ("fox", rival), least or GAMES[game])
        for game in games
        for players in all_games()[game].player_range
        for rival in (("rooster", *PUBLIC) if game == "heckmeck" else ("rooster",))
    ]


def table(found: dict[Meeting, Met]) -> str:
    """A row for each game and number of players."""
    lines = [
        "| game | players | even share | fox against rooster | against `ev` | against `simple` | against `appeal` |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    rows: dict[tuple[str, int], list[str]] = {}
    for meeting, met in found.items():
        rows.setdefault((meeting.game, meeting.players), []).append(cell(met, meeting.players))
    for (game, players), cells in rows.items():
        filled = cells + [""] * (1 + len(PUBLIC) - len(cells))
        lines.append(f"| {game} | {players} | {1 / players:.1%} | {' | '.join(filled)} |")
    return "\n".join(lines)


def hold(meetings: list[Meeting], jobs: int) -> dict[Meeting, Met]:
    """Hold meetings in so many processes, the longest first."""
    order = sorted(meetings, key=lambda meeting: (meeting.game == "junior", -meeting.players))
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        found = dict(zip(order, pool.map(meet, order), strict=True))
    return {meeting: found[meeting] for meeting in meetings}


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure how strong the fox is.")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game; may be repeated")
    parser.add_argument("--games", type=int, help="at least so many games for each cell")
    parser.add_argument("--write", action="store_true", help="write the rows into docs/bots.md")
    options = parser.parse_args()
    games = options.game or list(GAMES)
    text = table(hold(all_meetings(games, options.games), options.jobs))
    print(text)
    if options.write:
        write_rows("bots.md", "foxes", text, keys=2)


if __name__ == "__main__":
    main()
