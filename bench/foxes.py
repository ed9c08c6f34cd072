"""Measure the bots' strength, and write the tables in docs/bots.md.

    python bench/foxes.py [--jobs 2] [--table ladder] [--game junior] [--games 2000] [--write]

Each pair meets at tables of every size, in every mix and every seating, with the same dice. There are three tables.
``ladder`` compares bots that are next to each other in strength. ``foxes`` compares the fox with the rooster and the
public field; taking the luck of the dice out of the win shares (see docs/arena.md) keeps them unbiased and needs far
fewer games. ``public`` repeats published results of the public field. A cell is confirmed if the entire 99 % interval
of the first bot's share per seat lies above an even share.
"""

import argparse
import sys

import roost
from pages import markdown, progress, write, write_rows
from roost.core.registry import all_games
from roost.lab.arena import EndReason, Tournament, run
from roost.lab.arena.result import TournamentResult
from roost.study.estimate import Estimate

NORMAL_99 = 2.5758
LADDER = (("pullet", "chick"), ("hen", "pullet"), ("rooster", "hen"))
RIVALS = ("rooster", "ev", "simple", "appeal")
"""The fox's opponents; in games other than Heckmeck, only the first."""
PUBLIC = (("ev", "simple", 6000), ("ev", "ev:beta=0", 6000), ("ev", "appeal", 4000))
PUBLISHED = {"simple": "71.0 ± 1.2", "ev:beta=0": "53.2 ± 1.3", "appeal": "53.7 ± 1.6"}
LEAST_DEALS = 10
GAMES = {
    "ladder": {"heckmeck": 2_000, "junior": 12_000, "barbecue": 2_000, "picnic": 400},
    "foxes": {"heckmeck": 400, "junior": 1_000, "barbecue": 400, "picnic": 800},
}
"""Minimum number of games per cell: close opponents need more, slow games get fewer."""
DEALS = {"ladder": 40, "foxes": LEAST_DEALS}
"""Minimum number of deals per cell."""


def student_99(freedom: int) -> float:
    """Return the half-width of a 99 % interval in standard errors, which is larger if there are only few deals."""
    z = NORMAL_99
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def meet(table: str, game: str, players: int, bots: tuple[str, ...], games: int, jobs: int) -> TournamentResult:
    """Let bots play at least ``games`` games against each other."""
    rules, seed = roost.game(game, players=players), "foxes" if table == "foxes" else "ladder"
    per_deal = Tournament(rules, bots, seed=seed, games=1).games_per_deal
    least = max(games, DEALS.get(table, 1) * per_deal)
    result = run(Tournament(rules, bots, seed=seed, games=least, control=table == "foxes"), jobs=jobs)
    if result.ended is not EndReason.GAMES:
        sys.exit(f"foxes: {', '.join(bots)} at {game} for {players} ended early: {result.ended.value}")
    progress(f"{result.tally.games} games of {game} for {players}: {', '.join(bots)}")
    return result


def cell(table: str, game: str, players: int, bots: tuple[str, str], games: int, jobs: int) -> str:
    """Return the first bot's win share per seat, with its 99 % interval."""
    result = meet(table, game, players, bots, games, jobs)
    standing = result.standing(bots[0])
    share: Estimate = standing.controlled or standing.share
    reach = student_99(result.tally.deals - 1) if table == "foxes" else NORMAL_99
    error = reach * (share.standard_error or 1.0)  # a single deal has no standard error
    return f"{share.value:.1%} ± {error:.1%}{'' if share.value - error > 1 / players else ' (not shown)'}"


def strengths(table: str, games: list[str], least: int | None, jobs: int) -> str:
    """Return a table with a row for each game and number of players."""
    pairs, rows = LADDER if table == "ladder" else tuple(("fox", rival) for rival in RIVALS), []
    for game in games:
        for players in all_games()[game].player_range:
            met = pairs[:1] if table == "foxes" and game != "heckmeck" else pairs
            cells = [cell(table, game, players, bots, least or GAMES[table][game], jobs) for bots in met]
            rows.append((game, players, f"{1 / players:.1%}", *cells, *[""] * (len(pairs) - len(met))))
    return markdown(["game", "players", "even share", *(f"{first} against {second}" for first, second in pairs)], rows)


def public_field(jobs: int) -> str:
    """Return the table of the public field's bots in two-player Heckmeck, beside their published results."""
    rows = []
    for first, second, games in PUBLIC:
        share = meet("public", "heckmeck", 2, (first, second), games, jobs).standing(first).share
        cells = f"{share.value:.1%} ± {share.width / 2:.1%}", f"{PUBLISHED[second]} %"
        rows.append((f"`{first}` against `{second}`", f"{games:,}", *cells))
    bots = ("ev", "ev:beta=0", "simple")
    three = meet("public", "heckmeck", 3, bots, 3000, jobs)
    shares = " / ".join(f"{three.standing(bot).share.value:.1%}" for bot in bots)
    rows.append(("`ev`, `ev:beta=0`, `simple` at one table", "3,000", shares, "42.3 / 39.1 / 18.7 %"))
    return markdown(["A against B", "games", "A's share, 95 %", "published"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--table", choices=[*GAMES, "public"], help="only this table")
    parser.add_argument("--game", action="append", choices=list(all_games()), help="only this game; may be repeated")
    parser.add_argument("--games", type=int, help="least number of games for each cell")
    parser.add_argument("--write", action="store_true", help="write the rows into docs/bots.md")
    options = parser.parse_args()
    for table in [options.table] if options.table else [*GAMES, "public"]:
        if table == "public":
            text = public_field(options.jobs)
        else:
            text = strengths(table, options.game or list(all_games()), options.games, options.jobs)
        print(f"{text}\n")
        if options.write and table == "public":
            write("bots.md", table, text)
        elif options.write:
            write_rows("bots.md", table, text, keys=2)


if __name__ == "__main__":
    main()
