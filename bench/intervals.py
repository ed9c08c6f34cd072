"""How often the arena's 95 % intervals hold the truth, with luck and without, after few deals.

    python bench/intervals.py [--deals 600] [--rounds 4000] [--write]

Bots play so many deals of each game, which then stand for all deals there are: their mean is the truth, and their luck,
which is zero on average, is moved to zero exactly. Tournaments of few deals are drawn from them again and again.
"""

import argparse
from collections import Counter
from operator import sub
from random import Random
from statistics import fmean

import roost
from pages import write
from roost.lab.arena import Tally, Tournament, run
from roost.lab.arena.result import controlled_shares, win_shares
from roost.lab.arena.tally import Moments

PAIRS = (("heckmeck", "rooster", "hen"), ("junior", "rooster", "hen"), ("barbecue", "rooster", "hen"),
         ("picnic", "hen", "pullet"))  # fmt: skip
SIZES = (3, 5, 10, 20, 50)


def drawn(deals: list[tuple[int, ...]]) -> Tally:
    """The sum of these deals."""
    won = [deal[: len(deal) // 2] for deal in deals]
    totals = tuple(map(sum, zip(*won, strict=True)))
    squares = tuple(sum(one * one for one in column) for column in zip(*won, strict=True))
    return Tally(deals=len(deals), shares=Moments(totals, squares), lucky=tuple(deals))


def study(name: str, bots: tuple[str, ...], deals: int, rounds: int) -> str:
    """A line of the table: how often intervals hold the truth, without luck and with it."""
    tournament = Tournament(roost.game(name), bots, "coverage", games=2 * deals, control=True)
    played = run(tournament).tally.lucky
    means = [0 if at < len(bots) else round(fmean(column)) for at, column in enumerate(zip(*played, strict=True))]
    all_deals = [tuple(map(sub, deal, means)) for deal in played]
    truth = [estimate.value for estimate in win_shares(tournament, drawn(all_deals))]
    chance, cells = Random(1), []
    for size in SIZES:
        held: Counter[str] = Counter()
        for _ in range(rounds):
            tally = drawn(chance.choices(all_deals, k=size))
            for kind, shares in (("without", controlled_shares), ("with", win_shares)):
                found = shares(tournament, tally)[0]
                assert found.low is not None
                assert found.high is not None
                held[kind] += found.low - 1e-9 <= truth[0] <= found.high + 1e-9
        cells.append(f"{held['without'] / rounds:.1%} ({held['with'] / rounds:.1%})")
    return f"| {name}, {' and '.join(bots)} | {' | '.join(cells)} |"


def main() -> None:
    """Study all pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--write", action="store_true", help="write the table into docs/arena.md")
    options = parser.parse_args()
    lines = [f"| two players | {' | '.join(f'{size} deals' for size in SIZES)} |", "| --- |" + " ---: |" * len(SIZES)]
    for name, *bots in PAIRS:
        lines.append(study(name, tuple(bots), options.deals, options.rounds))
        print(lines[-1], flush=True)
    if options.write:
        write("arena.md", "coverage", "\n".join(lines))


if __name__ == "__main__":
    main()
