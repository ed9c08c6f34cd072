"""Measure how often the arena's 95 % intervals cover the true share after few deals, with and without luck correction.

    python bench/intervals.py [--deals 600] [--rounds 4000] [--write]

Bots play many deals of each game, which then serve as the whole population. Their mean share is the truth, and their
luck, which is zero on average, is shifted to exactly zero. Tournaments of few deals are drawn from this population at
random.
"""

import argparse
from collections import Counter
from operator import sub
from random import Random
from statistics import fmean

import roost
from pages import markdown, write
from roost.lab.arena import DealTally, Tournament, run
from roost.lab.arena.result import controlled_shares, win_shares
from roost.lab.arena.tally import Moments

PAIRS = (("heckmeck", "rooster", "hen"), ("junior", "rooster", "hen"), ("barbecue", "rooster", "hen"),
         ("picnic", "hen", "pullet"))  # fmt: skip
SIZES = (3, 5, 10, 20, 50)


def tally_of(deals: list[tuple[int, ...]]) -> DealTally:
    """Return the tally for these deals."""
    won = [deal[: len(deal) // 2] for deal in deals]
    totals = tuple(map(sum, zip(*won, strict=True)))
    squares = tuple(sum(wins * wins for wins in column) for column in zip(*won, strict=True))
    return DealTally(deals=len(deals), shares=Moments(totals, squares), lucky=tuple(deals))


def study(name: str, bots: tuple[str, ...], deals: int, rounds: int) -> list[str]:
    """Return a table row: how often intervals cover the truth, without and with luck correction."""
    tournament = Tournament(roost.game(name), bots, "coverage", games=2 * deals, control=True)
    played = run(tournament).tally.lucky
    means = [0 if at < len(bots) else round(fmean(column)) for at, column in enumerate(zip(*played, strict=True))]
    all_deals = [tuple(map(sub, deal, means)) for deal in played]
    truth = [estimate.value for estimate in win_shares(tournament, tally_of(all_deals))]
    chance, cells = Random(1), []
    for size in SIZES:
        covered: Counter[str] = Counter()
        for _ in range(rounds):
            tally = tally_of(chance.choices(all_deals, k=size))
            for kind, shares in (("without", controlled_shares), ("with", win_shares)):
                interval = shares(tournament, tally)[0]
                assert interval.low is not None
                assert interval.high is not None
                covered[kind] += interval.low - 1e-9 <= truth[0] <= interval.high + 1e-9
        cells.append(f"{covered['without'] / rounds:.1%} ({covered['with'] / rounds:.1%})")
    return [f"{name}, {' and '.join(bots)}", *cells]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--write", action="store_true", help="write the table into docs/arena.md")
    options = parser.parse_args()
    rows = [study(name, tuple(bots), options.deals, options.rounds) for name, *bots in PAIRS]
    text = markdown(["two players", *(f"{size} deals" for size in SIZES)], rows)
    print(text)
    if options.write:
        write("arena.md", "coverage", text)


if __name__ == "__main__":
    main()
