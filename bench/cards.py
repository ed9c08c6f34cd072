"""Find the strategy cards, and measure their strength for the tables in docs/strategy.md.

    python bench/cards.py [--game junior] [--fit] [--halves] [--measure] [--jobs 2] [--write]

`--fit` finds a game's cards from positions of games played for this purpose, `--halves` measures how much each section
of the expert's card saves, and `--measure` lets the cards play. Without any of these options the program does all
three. `--write` stores the results: `cards.json` in the game's folder, and the tables in docs/strategy.md, row by row,
so that an interrupted run keeps its results. The same seeds find the same cards and play the same games.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import NamedTuple

import roost
from foxes import student_99
from line_fit import fit_lines
from pages import markdown, progress, section, write, write_rows
from point_fit import fit_points
from roost.core.adapters import adapter_packages
from roost.core.moves import Action
from roost.core.playthrough import Chooser
from roost.core.registry import all_games
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.arena import EndReason, Tournament, run
from roost.study.bots import bot
from roost.study.cards import AdviceSection, Card, Size, card_for, follow
from roost.study.cards.adapter import decision_at, decisions_of
from roost.study.cards.card import FILE
from samples import Sample, gather

MOST_LINES = 8
"""Maximum number of lines on the beginner's card."""
MOST_LINES_A_SECTION = 6
MOST_SAMPLES = 30_000
"""Maximum number of decisions of a kind used to fit tables; more decisions no longer change a card."""
LINE_SAMPLES = 15_000
"""Maximum number of decisions used to fit lines, which requires trying thousands of conditions."""


class Plan(NamedTuple):
    """The amount of work to do for a game."""

    games: int
    """Number of games in which positions are gathered, per round."""
    walks: int
    """Number of times that every turn is played."""
    beginner: dict[str, int]
    """Minimum number of games for the beginner's card against each opponent; most against the hen, its target."""
    expert: dict[str, int]
    """Minimum number of games for the expert's card against each opponent; most against the rooster."""

    def meetings(self, size: Size) -> dict[str, int]:
        return self.beginner if size is Size.BEGINNER else self.expert


PLANS = {
    "heckmeck": Plan(200, 4, {"hen": 100, "rooster": 60, "fox": 20}, {"hen": 60, "rooster": 600, "fox": 60}),
    "junior": Plan(400, 4, {"hen": 400, "rooster": 100, "fox": 20}, {"hen": 100, "rooster": 600, "fox": 40}),
    "barbecue": Plan(200, 4, {"hen": 100, "rooster": 60, "fox": 20}, {"hen": 60, "rooster": 200, "fox": 60}),
    "picnic": Plan(50, 5, {"hen": 120, "rooster": 40, "fox": 40}, {"hen": 40, "rooster": 400, "fox": 40}),
}
LARGEST_ERROR = 0.5
"""Maximum half-interval that is shown. A wider one is meaningless, because too few games had equal results."""
MISTAKEN_GAMES = 10
"""Number of games in which a card's average loss is measured."""
HALVED_GAMES = 40
"""Number of games with each card in which a section's savings are measured."""
PAGE, SECTION, HALVES = "strategy.md", "strengths", "halves"
HALVES_HEADS = ("game", "section", "given away by its lines", "by its tables", "saved")
RIVALS = ("against hen", "against rooster", "against fox")
HEAD = markdown(["game", "card", "lines", *RIVALS, "given away in a decision"], [], 2).splitlines()
BOTS = {Size.BEGINNER: "card:beginner=1", Size.EXPERT: "card"}


def explorer() -> Chooser:
    """Return a strong player that makes occasional sensible mistakes, so that cards also cover what follows them."""
    fox, hen = bot("fox"), bot("hen")

    def choose(state: State, chance: Stream) -> Action:
        return (hen if chance.below(5) == 0 else fox).choose(state, chance)

    return choose


def reader(card: Card) -> Chooser:
    """Return the player that follows a card."""
    return lambda state, _: follow(card, state)


def spread(samples: Sequence[Sample], most: int) -> Sequence[Sample]:
    """Return at most ``most`` of the samples, evenly spaced."""
    return samples if len(samples) <= most else [samples[place * len(samples) // most] for place in range(most)]


class Study:
    """A game's decisions, and the cards that fit them."""

    def __init__(self, name: str) -> None:
        self.kind = all_games()[name]
        self.plan = PLANS[name]
        self.game = roost.game(name, players=2)
        self.samples: dict[str, list[Sample]] = {decision: [] for decision in decisions_of(self.kind)}
        self.played = 0

    def play(self, player: Chooser, seed: str) -> None:
        """Gather one more player's decisions against the rooster."""
        plan = self.plan
        for sample in gather(self.game, player, bot("rooster").choose, seed, 0, plan.games, plan.walks):
            decision = decision_at(sample.state)
            if decision is not None:
                self.samples[decision].append(sample)
        self.played += plan.games * plan.walks

    def expert(self) -> tuple[Card, float]:
        """Fit the card with tables; return it with its loss per game."""
        sections, total = [], 0.0
        for name, decision in decisions_of(self.kind).items():
            samples = spread(self.samples[name], MOST_SAMPLES)
            tables, costs = fit_points(samples, decision, decision.expert)
            sections.append(AdviceSection(name, (), tables))
            total += float(costs.sum()) * len(self.samples[name]) / len(samples)
        return Card(self.kind.name, Size.EXPERT, tuple(sections)), total / self.played

    def beginner(self) -> tuple[Card, float]:
        """Fit the best card of a few lines; return it with its loss per game."""
        lists = []
        for name, decision in decisions_of(self.kind).items():
            samples = spread(self.samples[name], LINE_SAMPLES)
            scale = len(self.samples[name]) / len(samples) / self.played
            lists.append(
                [(name, rules, cost * scale) for rules, cost in fit_lines(samples, decision, MOST_LINES_A_SECTION)]
            )
        fitting = [card for card in product(*lists) if sum(len(rules) for _, rules, _ in card) <= MOST_LINES]
        best = min(fitting, key=lambda card: sum(cost for _, _, cost in card))
        sections = tuple(AdviceSection(name, rules) for name, rules, _ in best)
        return Card(self.kind.name, Size.BEGINNER, sections), sum(cost for _, _, cost in best)

    def costs(self, card: Card) -> dict[str, float]:
        """Return a card's loss per game, by decision."""
        losses = {}
        for name, gathered in self.samples.items():
            samples = spread(gathered, LINE_SAMPLES)
            total = sum(cost_of(card, sample) for sample in samples)
            losses[name] = total * len(gathered) / len(samples) / self.played
        return losses


def cost_of(card: Card, sample: Sample) -> float:
    """Return a card's loss in a decision."""
    return sample.costs[sample.state.actions().index(follow(card, sample.state))]


def find(name: str) -> dict[Size, Card]:
    """Fit a game's cards to strong play, then to the positions that are reached by following these cards."""
    study, began = Study(name), time.monotonic()
    study.play(explorer(), f"cards/{name}")
    for number in (1, 2):
        expert, expert_cost = study.expert()
        beginner, beginner_cost = study.beginner()
        costs = f"{expert_cost:.1%} with the expert's card, {beginner_cost:.1%} with the beginner's"
        progress(f"{name}, round {number}: loss per game {costs}; {time.monotonic() - began:.0f} s")
        if number == 1:
            study.play(reader(expert), f"cards/{name}/expert")
            study.play(reader(beginner), f"cards/{name}/beginner")
    lines, tables = study.costs(beginner), study.costs(expert)
    first = max(study.samples, key=lambda part: lines[part] - tables[part])
    return {Size.BEGINNER: beginner, Size.EXPERT: replace(expert, first=first)}


def store(name: str, cards: dict[Size, Card]) -> Path:
    """Write the cards to the game's folder."""
    path = Path(str(files(adapter_packages(all_games()[name])[0]).joinpath(FILE)))
    data = {size.value: card.to_json() for size, card in cards.items()} | {"first": cards[Size.EXPERT].first}
    text = json.dumps(data, separators=(",", ":"))
    path.write_text(
        text.replace('{"decision"', '\n{"decision"')
        .replace('{"when"', '\n {"when"')
        .replace('"tables"', '\n "tables"')
        .replace("]],", "]],\n  ")
        + "\n",
        encoding="utf-8",
    )
    return path


def halves(names: Sequence[str], games: int | None, is_kept: bool) -> None:
    """Measure how much each section of the expert's card saves over the beginner's lines, in games with both cards."""
    for name in names:
        study = Study(name)
        study.plan = study.plan._replace(games=games or HALVED_GAMES, walks=1)
        cards = [card_for(study.kind, size) for size in Size]
        for card in cards:
            study.play(reader(card), f"cards/{name}/halves/{card.size.value}")
        lines, tables = (study.costs(card) for card in cards)
        rows = [
            (name, part, f"{lines[part]:.1%}", f"{tables[part]:.1%}", f"{lines[part] - tables[part]:.1%}")
            for part in study.samples
        ]
        text = markdown(HALVES_HEADS, rows, 2)
        print(text, flush=True)
        if is_kept:
            write_rows(PAGE, HALVES, text, 2)


def meet(name: str, size: Size, rival: str, games: int, jobs: int) -> str:
    """Measure a card's win share against a bot; return it with its 99 % interval and the number of games."""
    rules, bots = roost.game(name, players=2), (BOTS[size], rival)
    result = run(Tournament(rules, bots, seed="cards", games=games, control=True), jobs=jobs)
    if result.ended is not EndReason.GAMES:
        sys.exit(f"cards: {' against '.join(bots)} at {name} ended early: {result.ended.value}")
    standing = result.standing(bots[0])
    share = standing.controlled or standing.share
    error = student_99(result.tally.games // 2 - 1) * (share.standard_error or 1.0)
    text = f"{share.value:.1%} ± {error:.1%}" if error < LARGEST_ERROR else f"{share.value:.1%}"
    progress(f"{name}, {' against '.join(bots)}: {text}")
    return f"{text} ({result.tally.games})"


def mistakes(name: str, card: Card, games: int) -> str:
    """Measure a card's average loss per decision against the rooster."""
    samples = gather(roost.game(name, players=2), reader(card), bot("rooster").choose, "cards/mistakes", 0, games, 1)
    costs = [cost_of(card, sample) for sample in samples]
    return f"{sum(costs) / len(costs):.2%} in each of {len(costs) / games:.0f}"


def strengths(names: Sequence[str], least: int | None, jobs: int) -> Iterator[str]:
    """Yield the rows of the strength table."""
    for name in names:
        for size in Size:
            card, plan = card_for(all_games()[name], size), PLANS[name]
            shares = [meet(name, size, rival, least or games, jobs) for rival, games in plan.meetings(size).items()]
            losses = mistakes(name, card, MISTAKEN_GAMES)
            yield f"| {name} | {size.value} | {card.lines} | {' | '.join(shares)} | {losses} |"


def measure(names: Sequence[str], least: int | None, jobs: int, is_kept: bool) -> None:
    """Let the cards play, and write each row of the table as soon as it is known. Other rows stay as they are."""
    rows = {_row_of(line): line for line in section(PAGE, SECTION).splitlines()[len(HEAD) :]} if is_kept else {}
    for row in strengths(names, least, jobs):
        rows[_row_of(row)] = row
        print(row, flush=True)
        if is_kept:
            known = [rows[key] for key in product(PLANS, (size.value for size in Size)) if key in rows]
            write(PAGE, SECTION, "\n".join([*HEAD, *known]))


def _row_of(line: str) -> tuple[str, str]:
    """Return the game and the table size of a row."""
    _, name, size, *_ = line.split("|")
    return name.strip(), size.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description="Find and measure strategy cards.")
    parser.add_argument("--game", action="append", choices=list(PLANS), help="only this game; may be repeated")
    parser.add_argument("--fit", action="store_true", help="find the cards")
    parser.add_argument("--halves", action="store_true", help="measure what each section of the expert's card saves")
    parser.add_argument("--measure", action="store_true", help="measure the strength of the cards")
    parser.add_argument("--games", type=int, help="games for each cell")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play (default 1)")
    parser.add_argument("--write", action="store_true", help="store the results")
    options = parser.parse_args()
    names = options.game or list(PLANS)
    everything = not (options.fit or options.halves or options.measure)
    if options.fit or everything:
        for name in names:
            cards = find(name)
            if options.write:
                progress(f"written to {store(name, cards)}")
    if options.halves or everything:
        halves(names, options.games, options.write)
    if options.measure or everything:
        measure(names, options.games, options.jobs, options.write)


if __name__ == "__main__":
    main()
