"""How soon decisions tell how strong somebody is, and how often the intervals of a history hold the truth.

    python bench/progress.py [--bot hen] [--games 20] [GAME …]

A bot plays games against itself, and their reviews become a history, as a person's do (docs/progress.md). Then players
whose mistakes are known are simulated, with the doubt of one more game and without it.
"""

import argparse
from random import Random
from statistics import fmean, stdev

import roost
from roost.core.record import Recorder
from roost.core.registry import all_games
from roost.core.sources import SeededDice
from roost.core.state import Node
from roost.core.stream import Stream
from roost.study.bots import bot
from roost.study.estimate import t_quantile
from roost.study.progress import PlayedGame, played_game, progress
from roost.study.progress.summary import per_decision
from roost.study.review.modelled import review_game
from roost.study.review.report import report

SKILLS = ((0.3, 0.02), (0.1, 0.03), (0.03, 0.04), (0.01, 0.05))
"""How often a decision is a mistake, and what it costs then on average."""
HISTORIES = 1_000
DECISIONS = 22


def played(name: str, who: str, number: int) -> PlayedGame:
    """A game of a bot against itself, as the history of the first seat tells it."""
    player, dice, chance = bot(who), SeededDice(f"progress/{number}"), Stream(f"progress/{number}/choices")
    game = roost.game(name, players=2)
    recorder, state = Recorder(game, (who, "other")), game.opening()
    while state.node is not Node.OVER:
        move = dice.roll(state.dice) if state.dice is not None else player.choose(state, chance)
        recorder.add(str(move))
        state = state.play(move).state
    return played_game(report(review_game(recorder.record())), 0)


def held(often: float, cost: float, games: int) -> tuple[float, float]:
    """How often the interval of a decision's cost holds the truth, and how often one without the doubt would."""
    rng, doubted, plain = Random(f"{often} {games}"), 0, 0
    for _ in range(HISTORIES):
        decisions = [max(3, round(rng.gauss(DECISIONS, 7))) for _ in range(games)]
        slips = [
            sum(cost * rng.lognormvariate(-0.5, 1) for _ in range(count) if rng.random() < often) for count in decisions
        ]
        found = per_decision(slips, decisions)
        assert found.low is not None
        assert found.high is not None
        doubted += found.low <= often * cost <= found.high
        reach = t_quantile(games - 1) * stdev(slips) / games**0.5
        plain += abs(fmean(slips) - often * cost * DECISIONS) <= reach
    return doubted / HISTORIES, plain / HISTORIES


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure how soon a history tells something.")
    parser.add_argument("game", nargs="*", default=list(all_games()))
    parser.add_argument("--bot", default="hen")
    parser.add_argument("--games", type=int, default=20)
    asked = parser.parse_args()
    for often, cost in SKILLS:
        for games in (2, 5, 20, 50):
            doubted, plain = held(often, cost, games)
            print(
                f"{often:.0%} mistakes, {games:2} games: held {doubted:.1%}, without the doubt {plain:.1%}", flush=True
            )
    for name in asked.game:
        (found,) = progress(played(name, asked.bot, number) for number in range(asked.games))
        print(f"{name}: rating {found.rating.value:.0f}, games by decisions and by results {found.needed}", flush=True)


if __name__ == "__main__":
    main()
