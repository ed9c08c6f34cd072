"""Summarise a history: a player's losses by kind of decision, how they change over time, and the player's luck.

Dice decide who wins a single game, and over a few games they hide differences in skill. The cost of a decision is known
without such noise, so the rating is based on decisions. A player who loses 0.7 % of a win per decision has a rating of
1000. Halving the loss adds 100 points.
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
from roost.study.review.grades import Scale, bot_of, mean_scale, scale_of
from roost.study.review.questions import Question

BLOCKS = 12
"""Maximum number of points in a chart over time."""
_FEWEST_IN_A_BLOCK = 3
_RARE = 0.1
"""Excess loss of an imaginary extra game that is added to estimate the uncertainty, in win share.

Costly mistakes are rare, so a few games may happen to contain none. Without the extra game, intervals would miss the
true value too often; ``docs/progress.md`` has the figures.
"""
_HEN = 0.007
"""Mean loss per decision at a rating of 1000, in win share."""
_PERFECT = 0.0001
"""Minimum mean loss that is used for a rating; smaller losses are within the model's uncertainty."""
_RESULTS = 0.5
"""Standard deviation of a game's result between two equal players."""


@dataclass(frozen=True)
class Cost:
    """The cost of one kind of decision, in win share."""

    question: Question
    decisions: int
    each: float
    """Mean loss per decision."""
    per_game: Estimate
    """Mean loss per game through decisions of this kind."""


@dataclass(frozen=True)
class GameSpan:
    """Several consecutive games, combined into one point of a chart over time."""

    first: str
    """Date of the first game."""
    last: str
    games: int
    mistakes: Estimate
    """Mean loss per game by mistakes."""
    luck: float
    """Mean effect of the dice on the win share, per game."""
    result: float
    """Mean win share."""


@dataclass(frozen=True)
class Progress:
    """Statistics on a player's games of the same kind."""

    history: History

    @property
    def game(self) -> str:
        return self.history[0].game

    @property
    def title(self) -> str:
        """Title of the game, or its name if the game is not installed."""
        return game_type(self.game).title if self.game in all_games() else self.game

    @property
    def games(self) -> int:
        return len(self.history)

    @cached_property
    def decisions(self) -> int:
        return sum(game.decisions for game in self.history)

    @property
    def result(self) -> float:
        """Mean win share."""
        return fmean(game.result for game in self.history)

    @property
    def luck(self) -> float:
        """Mean effect of the dice on the win share, per game."""
        return fmean(game.luck for game in self.history)

    @cached_property
    def mistakes(self) -> Estimate:
        """Mean loss per game by mistakes."""
        return per_game([game.mistakes for game in self.history])

    @cached_property
    def each(self) -> Estimate:
        """Mean loss per decision."""
        return per_decision([game.mistakes for game in self.history], [game.decisions for game in self.history])

    @property
    def rating(self) -> Estimate:
        """The player's skill as a rating; see :func:`rating`."""
        each = self.each
        if each.low is None or each.high is None:
            return Estimate(rating(each.value))
        return Estimate(rating(each.value), None, rating(each.high), rating(each.low))

    @property
    def grades(self) -> tuple[str, str, str] | None:
        """The bot with the same mean loss, and the worst and best bots in the interval.

        None without an interval, or if the game has no scale of grades.
        """
        each = self.each
        if each.low is None or each.high is None or not self._scale:
            return None
        return bot_of(each.value, self._scale), bot_of(each.high, self._scale), bot_of(each.low, self._scale)

    @cached_property
    def _scale(self) -> Scale:
        """The scale of grades for these games' numbers of players."""
        if self.game not in all_games():
            return ()
        decisions: Counter[Scale] = Counter()
        for game in self.history:
            decisions[scale_of(game_type(self.game), game.players)] += game.decisions
        return mean_scale(decisions)

    @cached_property
    def costs(self) -> tuple[Cost, ...]:
        """Cost of each kind of decision, highest first."""
        costs = []
        for question in Question:
            tallies = [game.tallies.get(question) for game in self.history]
            decisions = sum(tally.decisions for tally in tallies if tally is not None)
            if decisions:
                mistakes = [0.0 if tally is None else tally.mistakes for tally in tallies]
                costs.append(Cost(question, decisions, fsum(mistakes) / decisions, per_game(mistakes)))
        return tuple(sorted(costs, key=lambda cost: -cost.per_game.value))

    @property
    def practise(self) -> Question | None:
        """The costliest kind of decision, which the player should practise; None if no mistakes were made."""
        costs = self.costs
        return costs[0].question if costs and costs[0].per_game.value > 0 else None

    @property
    def is_clear(self) -> bool:
        """Whether the costliest kind of decision costs significantly more than the next.

        This is judged by the difference between the two in each game.
        """
        if len(self.costs) < 2:
            return bool(self.costs)
        first, second = (cost.question for cost in self.costs[:2])
        lead = per_game([_cost(game, first) - _cost(game, second) for game in self.history])
        return lead.low is not None and lead.low > 0

    @cached_property
    def needed(self) -> tuple[int, int] | None:
        """Number of games needed to detect half of the player's loss, from decisions and from results alone.

        Half of the loss corresponds to 100 rating points. None if there is no loss or only one game, or if the loss is
        so large that results alone show it as soon as decisions do.
        """
        mistakes = [game.mistakes for game in self.history]
        half = fmean(mistakes) / 2
        if len(mistakes) < 2 or half == 0:
            return None
        spread = stdev([*mistakes, fmean(mistakes) + _RARE])
        by_decisions, by_results = (max(2, ceil((1.96 * error / half) ** 2)) for error in (spread, _RESULTS))
        return (by_decisions, by_results) if by_decisions < by_results else None

    @property
    def spans(self) -> tuple[GameSpan, ...]:
        """Groups of consecutive games, for a chart over time."""
        count = max(1, min(BLOCKS, self.games // _FEWEST_IN_A_BLOCK))
        ends = [round(self.games * number / count) for number in range(count + 1)]
        return tuple(_span(self.history[a:b]) for a, b in pairwise(ends))

    @property
    def opponents(self) -> tuple[tuple[str, int, float, float], ...]:
        """For each opponent: name, number of games, and the player's mean win share and mean loss in these games."""
        counts = Counter(name for game in self.history for name in set(game.opponents))
        return tuple(
            (name, count, fmean(game.result for game in shared_games), fmean(game.mistakes for game in shared_games))
            for name, count in counts.most_common()
            for shared_games in [[game for game in self.history if name in game.opponents]]
        )

    def to_json(self) -> dict[str, Json]:
        grades, needed = self.grades, self.needed
        return {
            "game": self.game,
            "title": self.title,
            "games": self.games,
            "decisions": self.decisions,
            "result": self.result,
            "luck": self.luck,
            "each": self.each.to_json(),
            "mistakes": self.mistakes.to_json(),
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
                    "mistakes": span.mistakes.to_json(),
                    "luck": span.luck,
                    "result": span.result,
                }
                for span in self.spans
            ],
            "opponents": [
                {"name": name, "games": games, "result": result, "mistakes": mistakes}
                for name, games, result, mistakes in self.opponents
            ],
        }


def progress(games: Iterable[PlayedGame]) -> tuple[Progress, ...]:
    """Return a summary for each kind of game in a player's history, the most played first."""
    by_name: dict[str, list[PlayedGame]] = {}
    for game in games:
        by_name.setdefault(game.game, []).append(game)
    return tuple(Progress(tuple(played)) for played in sorted(by_name.values(), key=lambda played: -len(played)))


def per_game(mistakes: Sequence[float]) -> Estimate:
    """Estimate the mean over games. The interval allows for costly mistakes that have not occurred yet."""
    value = fmean(mistakes)
    if len(mistakes) < 2:
        return Estimate(value)
    extended = [*mistakes, value + _RARE]
    error = stdev(extended) / sqrt(len(extended))
    reach = t_quantile(len(extended) - 1) * error
    return Estimate(value, error, max(min(value, 0.0), value - reach), fmean(extended) + reach)


def per_decision(mistakes: Sequence[float], decisions: Sequence[int]) -> Estimate:
    """Estimate the mean loss per decision.

    Decisions within a game are not independent, so the error is estimated from the differences between games.
    """
    total = sum(decisions)
    if not total:
        return Estimate(0.0)
    value = fsum(mistakes) / total
    if len(mistakes) < 2:
        return Estimate(value)
    usual = total / len(decisions)
    extended = fsum([*mistakes, value * usual + _RARE]) / (total + usual)
    gaps = [mistake - extended * count for mistake, count in zip(mistakes, decisions, strict=True)]
    gaps.append(value * usual + _RARE - extended * usual)
    games = len(gaps)
    error = sqrt(games / (games - 1) * fsum(gap * gap for gap in gaps)) / (total + usual)
    reach = t_quantile(games - 1) * error
    return Estimate(value, error, max(0.0, value - reach), extended + reach)


def rating(each: float) -> float:
    """Return the rating for a mean loss per decision. Halving the loss adds 100 points."""
    return 1000 + 100 * log2(_HEN / max(each, _PERFECT))


def _cost(game: PlayedGame, question: Question) -> float:
    tally = game.tallies.get(question)
    return 0.0 if tally is None else tally.mistakes


def _span(games: Sequence[PlayedGame]) -> GameSpan:
    return GameSpan(
        games[0].date,
        games[-1].date,
        len(games),
        per_game([game.mistakes for game in games]),
        fmean(game.luck for game in games),
        fmean(game.result for game in games),
    )
