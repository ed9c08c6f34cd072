"""Measure who beats whom, and write the tables of docs/bots.md.

    python bench/ladder.py [--jobs 2] [--game junior] [--write]

Each pair meets at tables of every size, in every mix and every seating, with the same dice (see docs/arena.md). A row
of the ladder holds if the whole 99 % interval of the stronger bot's share per seat lies above an even share.
"""

import argparse
import sys

import roost
from pages import write
from roost.core.registry import all_games
from roost.lab.arena import Ended, Tournament, run
from roost.study.estimate import Estimate

LADDER = ("chick", "pullet", "hen", "rooster")
PUBLIC = (("ev", "simple", 6000), ("ev", "ev:beta=0", 6000), ("ev", "appeal", 4000))
PUBLISHED = {"simple": "71.0 ± 1.2", "ev:beta=0": "53.2 ± 1.3", "appeal": "53.7 ± 1.6"}
NORMAL_99 = 2.5758
LEAST_GAMES = {"heckmeck": 2_000, "junior": 12_000, "barbecue": 2_000, "picnic": 400}
"""Close bots need more games to be told apart, and slow ones get fewer."""
LEAST_DEALS = 40


def meet(game: str, players: int, bots: tuple[str, ...], games: int, jobs: int, deals: int = 1) -> list[Estimate]:
    """Let bots meet, for at least so many games and deals; each bot's share of the win per seat."""
    rules = roost.game(game, players=players)
    per_deal = Tournament(rules, bots, seed="ladder", games=1).games_per_deal
    result = run(Tournament(rules, bots, seed="ladder", games=max(games, deals * per_deal)), jobs=jobs)
    if result.ended is not Ended.GAMES:
        sys.exit(f"ladder: {', '.join(bots)} at {game} for {players} ended early: {result.ended.value}")
    played = f"{result.tally.games} games of {game} for {players}: {', '.join(bots)}"
    print(f"ladder: {played}", file=sys.stderr, flush=True)
    return [result.standing(bot).share for bot in dict.fromkeys(bots)]


def ladder(games: list[str], jobs: int) -> str:
    """The table of neighbours on the ladder, for every game and number of players."""
    steps = list(zip(LADDER[1:], LADDER, strict=False))
    lines = ["| game | players | even share | " + " | ".join(f"{a} against {b}" for a, b in steps) + " |"]
    lines.append("| --- | ---: | ---: |" + " ---: |" * len(steps))
    for game in games:
        for players in all_games()[game].player_range:
            cells = []
            for stronger, weaker in steps:
                share, _ = meet(game, players, (stronger, weaker), LEAST_GAMES[game], jobs, LEAST_DEALS)
                error = NORMAL_99 * (share.standard_error or 1.0)  # one deal alone shows nothing
                verdict = "" if share.value - error > 1 / players else " (not shown)"
                cells.append(f"{share.value:.1%} ± {error:.1%}{verdict}")
            lines.append(f"| {game} | {players} | {1 / players:.1%} | {' | '.join(cells)} |")
    return "\n".join(lines)


def public_field(jobs: int) -> str:
    """The table of the public field's bots at two-player Heckmeck, beside their published results."""
    lines = ["| A against B | games | A's share, 95 % | published |", "| --- | ---: | ---: | ---: |"]
    for one, other, games in PUBLIC:
        share, _ = meet("heckmeck", 2, (one, other), games, jobs)
        half = share.width / 2
        lines.append(
            f"| `{one}` against `{other}` | {games:,} | {share.value:.1%} ± {half:.1%} | {PUBLISHED[other]} % |"
        )
    three = meet("heckmeck", 3, ("ev", "ev:beta=0", "simple"), 3000, jobs)
    shares = " / ".join(f"{share.value:.1%}" for share in three)
    lines.append(f"| `ev`, `ev:beta=0`, `simple` at one table | 3,000 | {shares} | 42.3 / 39.1 / 18.7 % |")
    return "\n".join(lines)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure who beats whom.")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--game", action="append", choices=list(LEAST_GAMES), help="only this game; may be repeated")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/bots.md")
    options = parser.parse_args()
    tables = {"ladder": ladder(options.game or list(LEAST_GAMES), options.jobs)}
    if not options.game:
        tables["public"] = public_field(options.jobs)
    for section, text in tables.items():
        print(f"{text}\n")
        if options.write:
            write("bots.md", section, text)


if __name__ == "__main__":
    main()
