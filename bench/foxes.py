"""Measure how strong the bots are, and write the tables of docs/bots.md.

    python bench/foxes.py [--jobs 2] [--table ladder] [--game junior] [--games 2000] [--write]

Each pair meets at tables of every size, in every mix and every seating, with the same dice. Three tables: neighbours on
the ladder; the fox against the rooster and the public field, with the luck of the dice taken out of the win shares (see
docs/arena.md), which leaves them unbiased and tells as much with far fewer games; the public field beside its published
results. A cell holds if the whole 99 % interval of the first bot's share per seat lies above an even share.
"""

import argparse
import sys
from collections.abc import Iterator

import roost
from pages import write, write_rows
from roost.core.registry import all_games
from roost.lab.arena import Ended, Tournament, run
from roost.lab.arena.result import Result
from roost.study.estimate import Estimate

NORMAL_99 = 2.5758
LADDER = (("pullet", "chick"), ("hen", "pullet"), ("rooster", "hen"))
RIVALS = ("rooster", "ev", "simple", "appeal")
"""The fox's opponents; games other than Heckmeck know the first alone."""
PUBLIC = (("ev", "simple", 6000), ("ev", "ev:beta=0", 6000), ("ev", "appeal", 4000))
PUBLISHED = {"simple": "71.0 ± 1.2", "ev:beta=0": "53.2 ± 1.3", "appeal": "53.7 ± 1.6"}
LEAST_DEALS = 10
GAMES = {
    "ladder": {"heckmeck": 2_000, "junior": 12_000, "barbecue": 2_000, "picnic": 400},
    "foxes": {"heckmeck": 400, "junior": 1_000, "barbecue": 400, "picnic": 800},
}
"""Least number of games for each cell: close opponents need more, slow games get fewer."""
DEALS = {"ladder": 40, "foxes": LEAST_DEALS}
"""Least number of deals for each cell."""


def student_99(freedom: int) -> float:
    """How many standard errors a 99 % interval reaches to either side: more than usual after a few deals only."""
    z = NORMAL_99
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def meet(table: str, game: str, players: int, bots: tuple[str, ...], games: int, jobs: int) -> Result:
    """Let bots meet, for at least so many games."""
    rules, seed = roost.game(game, players=players), "foxes" if table == "foxes" else "ladder"
    per_deal = Tournament(rules, bots, seed=seed, games=1).games_per_deal
    least = max(games, DEALS.get(table, 1) * per_deal)
    result = run(Tournament(rules, bots, seed=seed, games=least, control=table == "foxes"), jobs=jobs)
    if result.ended is not Ended.GAMES:
        sys.exit(f"foxes: {', '.join(bots)} at {game} for {players} ended early: {result.ended.value}")
    print(f"foxes: {result.tally.games} games of {game} for {players}: {', '.join(bots)}", file=sys.stderr, flush=True)
    return result


def cell(table: str, game: str, players: int, bots: tuple[str, str], games: int, jobs: int) -> str:
    """The first bot's share of the win per seat, with its 99 % interval."""
    result = meet(table, game, players, bots, games, jobs)
    standing = result.standing(bots[0])
    share: Estimate = standing.controlled or standing.share
    wide = student_99(result.tally.deals - 1) if table == "foxes" else NORMAL_99
    error = wide * (share.standard_error or 1.0)  # one deal alone shows nothing
    return f"{share.value:.1%} ± {error:.1%}{'' if share.value - error > 1 / players else ' (not shown)'}"


def rows(table: str, games: list[str], least: int | None, jobs: int) -> Iterator[str]:
    """A table with a row for each game and number of players."""
    pairs = LADDER if table == "ladder" else tuple(("fox", rival) for rival in RIVALS)
    heads = [f"{first} against {second}" for first, second in pairs]
    yield f"| game | players | even share | {' | '.join(heads)} |"
    yield "| --- |" + " ---: |" * (2 + len(pairs))
    for game in games:
        for players in all_games()[game].player_range:
            met = pairs[:1] if table == "foxes" and game != "heckmeck" else pairs
            cells = [cell(table, game, players, bots, least or GAMES[table][game], jobs) for bots in met]
            filled = cells + [""] * (len(pairs) - len(met))
            yield f"| {game} | {players} | {1 / players:.1%} | {' | '.join(filled)} |"


def public_field(jobs: int) -> Iterator[str]:
    """The table of the public field's bots at two-player Heckmeck, beside their published results."""
    yield from ("| A against B | games | A's share, 95 % | published |", "| --- | ---: | ---: | ---: |")
    for one, other, games in PUBLIC:
        share = meet("public", "heckmeck", 2, (one, other), games, jobs).standing(one).share
        told = f"{share.value:.1%} ± {share.width / 2:.1%} | {PUBLISHED[other]} %"
        yield f"| `{one}` against `{other}` | {games:,} | {told} |"
    bots = ("ev", "ev:beta=0", "simple")
    three = meet("public", "heckmeck", 3, bots, 3000, jobs)
    shares = " / ".join(f"{three.standing(bot).share.value:.1%}" for bot in bots)
    yield f"| `ev`, `ev:beta=0`, `simple` at one table | 3,000 | {shares} | 42.3 / 39.1 / 18.7 % |"


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--table", choices=[*GAMES, "public"], help="only this table")
    parser.add_argument("--game", action="append", choices=list(all_games()), help="only this game; may be repeated")
    parser.add_argument("--games", type=int, help="at least so many games for each cell")
    parser.add_argument("--write", action="store_true", help="write the rows into docs/bots.md")
    options = parser.parse_args()
    for table in [options.table] if options.table else [*GAMES, "public"]:
        if table == "public":
            text = "\n".join(public_field(options.jobs))
        else:
            text = "\n".join(rows(table, options.game or list(all_games()), options.games, options.jobs))
        print(f"{text}\n")
        if options.write and table == "public":
            write("bots.md", table, text)
        elif options.write:
            write_rows("bots.md", table, text, keys=2)


if __name__ == "__main__":
    main()
