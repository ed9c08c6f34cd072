"""The summary of a history: how much a player gives away, with what kind of decision, how that changes, and luck.

Dice decide who wins a game; over a few games they drown everything else. Decisions do not have that trouble: what each
gives away against the best one is known. So the rating goes by decisions. It is 1000 for whoever gives away 0.7 % of a
win with a decision, where the hen's grade ends, and 100 more for whoever gives away half as much.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, fsum, log2, sqrt
from statistics import fmean, stdev

from roost.core.notation import Json
from roost.core.registry import all_games, game_type
from roost.study.estimate import Estimate, t_quantile
from roost.study.progress.history import History, PlayedGame
from roost.study.review.grades import bot_of
from roost.study.review.questions import Question

BLOCKS = 12
"""Points of a curve over time at most."""
_FEWEST_IN_A_BLOCK = 3
_RARE = 0.1
"""Costly mistakes are rare, and a few games may hold none by chance. The doubt counts one more game, with this much
more given away than on average. Without it intervals miss the truth too often; ``docs/progress.md`` has the figures.
"""
_HEN = 0.007
"""The share that somebody with a rating of 1000 gives away with a decision."""
_PERFECT = 0.0001
"""The least that is given away for a rating: beyond that it is the model's doubt."""
_RESULTS = 0.5
"""The standard deviation of a result between two equal players."""


@dataclass(frozen=True)
class Cost:
    """The cost of one kind of decision."""

    question: Question
    decisions: int
    each: float
    """The average of what one of them gives away."""
    per_game: Estimate
    """The share that all of them give away in a game."""


@dataclass(frozen=True)
class Span:
    """Some games in a row, as one point of a curve."""

    first: str
    """The date of the first game."""
    last: str
    games: int
    slips: Estimate
    """The share that was given away in a game."""
    luck: float
    """The effect of dice on the share in a game, on average."""
    result: float
    """The share of the wins."""


@dataclass(frozen=True)
class Progress:
    """A player's games of one game, together."""

    history: History

    @property
    def game(self) -> str:
        """The game's name."""
        return self.history[0].game

    @property
    def title(self) -> str:
        """The game's title; of a game that is not installed here, its name."""
        return game_type(self.game).title if self.game in all_games() else self.game

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.history)

    @cached_property
    def decisions(self) -> int:
        """How many unforced decisions."""
        return sum(game.decisions for game in self.history)

    @property
    def result(self) -> float:
        """The share of the wins."""
        return fmean(game.result for game in self.history)

    @property
    def luck(self) -> float:
        """The effect of dice on the share, on average."""
        return fmean(game.luck for game in self.history)

    @cached_property
    def slips(self) -> Estimate:
        """The share that is given away in a game."""
        return per_game([game.slips for game in self.history])

    @cached_property
    def each(self) -> Estimate:
        """The share that a decision gives away."""
        return per_decision([game.slips for game in self.history], [game.decisions for game in self.history])

    @property
    def rating(self) -> Estimate:
        """How well the player decides, as a number (:func:`rating`)."""
        each = self.each
        if each.low is None or each.high is None:
            return Estimate(rating(each.value))
        return Estimate(rating(each.value), None, rating(each.high), rating(each.low))

    @property
    def grades(self) -> tuple[str, str, str] | None:
        """The bot that gives away as much with a decision, and the worst and the best that the interval allows."""
        each = self.each
        if each.low is None or each.high is None:
            return None
        return bot_of(each.value), bot_of(each.high), bot_of(each.low)

    @cached_property
    def costs(self) -> tuple[Cost, ...]:
        """The cost of each kind of decision, the costliest first."""
        found = []
        for question in Question:
            tallies = [game.tallies.get(question) for game in self.history]
            decisions = sum(tally.decisions for tally in tallies if tally is not None)
            if decisions:
                slips = [0.0 if tally is None else tally.slips for tally in tallies]
                found.append(Cost(question, decisions, fsum(slips) / decisions, per_game(slips)))
        return tuple(sorted(found, key=lambda cost: -cost.per_game.value))

    @property
    def practise(self) -> Question | None:
        """The kind to practise next: what costs most, if it costs anything and there is something to compare."""
        costs = self.costs
        return costs[0].question if costs and costs[0].per_game.value > 0 else None

    @property
    def is_clear(self) -> bool:
        """Whether it is more than chance that this costs more than anything else: the difference, game by game."""
        if len(self.costs) < 2:
            return bool(self.costs)
        first, second = (cost.question for cost in self.costs[:2])
        lead = per_game([_cost(game, first) - _cost(game, second) for game in self.history])
        return lead.low is not None and lead.low > 0

    @cached_property
    def needed(self) -> tuple[int, int] | None:
        """Games until half of what is given away can be told from chance, by decisions and by results alone.

        That is about 100 points of the rating to either side. Nothing, if nothing was given away, if there is one game
        only, or if so much is given away that results tell it as soon.
        """
        slips = [game.slips for game in self.history]
        half = fmean(slips) / 2
        if len(slips) < 2 or half == 0:
            return None
        spread = stdev([*slips, fmean(slips) + _RARE])
        by_decisions, by_results = (max(2, ceil((1.96 * error / half) ** 2)) for error in (spread, _RESULTS))
        return (by_decisions, by_results) if by_decisions < by_results else None

    @property
    def spans(self) -> tuple[Span, ...]:
        """The games in their order, in a few groups: a curve over time."""
        count = max(1, min(BLOCKS, self.games // _FEWEST_IN_A_BLOCK))
        ends = [round(self.games * number / count) for number in range(count + 1)]
        return tuple(_span(self.history[a:b]) for a, b in pairwise(ends))

    @property
    def opponents(self) -> tuple[tuple[str, int, float, float], ...]:
        """Each opponent: how many games, the share of the wins, and what was given away in a game."""
        counts = Counter(name for game in self.history for name in set(game.opponents))
        return tuple(
            (name, count, fmean(game.result for game in met), fmean(game.slips for game in met))
            for name, count in counts.most_common()
            for met in [[game for game in self.history if name in game.opponents]]
        )

    def to_json(self) -> dict[str, Json]:
        """The summary as JSON."""
        grades, needed = self.grades, self.needed
        return {
            "game": self.game,
            "title": self.title,
            "games": self.games,
            "decisions": self.decisions,
            "result": self.result,
            "luck": self.luck,
            "each": self.each.to_json(),
            "slips": self.slips.to_json(),
            "rating": self.rating.to_json(),
            "grade": None if grades is None else grades[0],
            "grade_range": None if grades is None else list(grades[1:]),
            "costs": [
                {
                    "question": cost.question.value,
                    "decisions": cost.decisions,
                    "each": cost.each,
                    "per_game": cost.per_game.to_json(),
                }
                for cost in self.costs
            ],
            "practise": None if self.practise is None else self.practise.value,
            "is_clear": self.is_clear,
            "games_needed": None if needed is None else list(needed),
            "spans": [
                {
                    "first": span.first,
                    "last": span.last,
                    "games": span.games,
                    "slips": span.slips.to_json(),
                    "luck": span.luck,
                    "result": span.result,
                }
                for span in self.spans
            ],
            "opponents": [
                {"name": name, "games": games, "result": result, "slips": slips}
                for name, games, result, slips in self.opponents
            ],
        }


def progress(games: Iterable[PlayedGame]) -> tuple[Progress, ...]:
    """One summary for each game that was played, the one played most first. The games are one player's."""
    found: dict[str, list[PlayedGame]] = {}
    for game in games:
        found.setdefault(game.game, []).append(game)
    return tuple(Progress(tuple(played)) for played in sorted(found.values(), key=lambda played: -len(played)))


def per_game(slips: Sequence[float]) -> Estimate:
    """The mean over games, with an interval that also counts on mistakes that did not happen yet."""
    value = fmean(slips)
    if len(slips) < 2:
        return Estimate(value)
    doubted = [*slips, value + _RARE]
    error = stdev(doubted) / sqrt(len(doubted))
    reach = t_quantile(len(doubted) - 1) * error
    return Estimate(value, error, max(min(value, 0.0), value - reach), fmean(doubted) + reach)


def per_decision(slips: Sequence[float], decisions: Sequence[int]) -> Estimate:
    """The loss with a decision. Decisions of one game have much in common, so games are what is counted."""
    total = sum(decisions)
    if not total:
        return Estimate(0.0)
    value = fsum(slips) / total
    if len(slips) < 2:
        return Estimate(value)
    usual = total / len(decisions)
    doubted = fsum([*slips, value * usual + _RARE]) / (total + usual)
    off = [slip - doubted * count for slip, count in zip(slips, decisions, strict=True)]
    off.append(value * usual + _RARE - doubted * usual)
    games = len(off)
    error = sqrt(games / (games - 1) * fsum(gap * gap for gap in off)) / (total + usual)
    reach = t_quantile(games - 1) * error
    return Estimate(value, error, max(0.0, value - reach), doubted + reach)


def rating(each: float) -> float:
    """The rating of somebody who gives away so much with a decision: 100 more for each time that it is halved."""
    return 1000 + 100 * log2(_HEN / max(each, _PERFECT))


def _cost(game: PlayedGame, question: Question) -> float:
    tally = game.tallies.get(question)
    return 0.0 if tally is None else tally.slips


def _span(games: Sequence[PlayedGame]) -> Span:
    return Span(
        games[0].date,
        games[-1].date,
        len(games),
        per_game([game.slips for game in games]),
        fmean(game.luck for game in games),
        fmean(game.result for game in games),
    )
