"""Grade a player's decisions: an accuracy from 0 to 100, and the bots that usually reach about the same accuracy.

Each game has a scale of its own (``grades.json`` in its adapters), because one game has more to lose in a decision than
another. ``bench/grades.py`` measures the scales.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import exp, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from roost.core.adapters import adapter_files
from roost.core.game import Game
from roost.study.review.accounts import FEWEST_TO_GRADE
from roost.study.review.review import Review

_LOSS_UNIT = 0.01
"""Loss of a decision whose accuracy is 37 (100/e) instead of 100, in win share."""
_RARE = 0.05
"""Loss of an imaginary extra decision that is added to estimate the uncertainty of a mean loss, in win share.

Costly mistakes are rare, so a game may happen to contain none.
"""
_FOX = 0.25
"""Share of the rooster's mean loss up to which a player's many games are graded as the fox's."""


class BotLevel(NamedTuple):
    """What was measured in a bot's own games: games in which all seats are copies of the bot."""

    bot: str
    loss: float
    """Mean loss per unforced decision, in win share."""
    low: float
    """Accuracy that nearly all single games exceed."""
    middle: float
    """Median accuracy of single games."""
    high: float
    """Accuracy that nearly no single game exceeds."""


Scale = tuple[BotLevel, ...]
"""The levels of a game's bots, the strongest first."""
_BEST = BotLevel("fox", 0.0, 100.0, 100.0, 100.0)
"""By definition, because reviews compare with the fox's choices."""


@dataclass(frozen=True)
class Grade:
    """The accuracy of a player's decisions in one game, and the bots that play about as well."""

    accuracy: float
    average: float
    """Mean loss per unforced decision, in win share."""
    error: float
    """Standard error of the mean loss, because the same player loses more in some games than in others."""
    bots: tuple[str, ...]
    """The bots that usually reach this accuracy, the strongest first; empty if the game has no scale."""

    @property
    def worst(self) -> str | None:
        return self.bots[-1] if self.bots else None

    @property
    def best(self) -> str | None:
        return self.bots[0] if self.bots else None

    @property
    def bot(self) -> str | None:
        """The bot that plays about as well, if there is a single one."""
        return self.bots[0] if len(self.bots) == 1 else None


def accuracy(mistakes: Iterable[float]) -> float:
    """Return the accuracy of unforced decisions, from 0 to 100: the mean of 100 · exp(−loss / 1 %) over them."""
    return 100 * fmean(exp(-mistake / _LOSS_UNIT) for mistake in mistakes)


def grade(mistakes: Sequence[float], scale: Scale) -> Grade | None:
    """Grade a player, given the loss at each unforced decision. Return None if there are too few decisions."""
    if len(mistakes) < FEWEST_TO_GRADE:
        return None
    extended = [*mistakes, _RARE]
    reached = accuracy(mistakes)
    return Grade(reached, fmean(mistakes), stdev(extended) / sqrt(len(extended)), bots_at(reached, scale))


def seat_grade(review: Review, seat: int) -> Grade | None:
    """Grade a seat of a reviewed game."""
    game = review.record.game
    mistakes = [decision.mistake for decision in review.decisions if decision.seat == seat]
    return grade(mistakes, scale_of(type(game), game.players))


def bots_at(reached: float, scale: Scale) -> tuple[str, ...]:
    """Return the bots in whose games an accuracy is usual, or else the bot whose games come nearest."""
    if not scale:
        return ()
    gaps = [max(level.low - reached, reached - level.high) for level in scale]
    usual = [place for place, gap in enumerate(gaps) if gap <= 0] or [gaps.index(min(gaps))]
    return tuple(level.bot for level in scale[usual[0] : usual[-1] + 1])


def bot_of(average: float, scale: Scale) -> str:
    """Return the bot with about this mean loss per decision over many games. The scale must not be empty."""
    limits = [_FOX * scale[1].loss, *(sqrt(a.loss * b.loss) for a, b in pairwise(scale[1:]))]
    return next((level.bot for level, limit in zip(scale, limits, strict=False) if average <= limit), scale[-1].bot)


def scale_of(kind: type[Game], players: int) -> Scale:
    """Return the scale of a game for a number of players, or the nearest number measured; empty if there is none."""
    scales = _scales(kind)
    return scales[min(scales, key=lambda measured: abs(measured - players))] if scales else ()


def mean_scale(scales: Mapping[Scale, int]) -> Scale:
    """Return a scale with the mean losses of several scales of one game, weighted by numbers of decisions."""
    if not all(scales):
        return ()
    total = sum(scales.values())
    return tuple(
        levels[0]._replace(loss=sum(level.loss * n for level, n in zip(levels, scales.values(), strict=True)) / total)
        for levels in zip(*scales, strict=True)
    )


@cache
def _scales(kind: type[Game]) -> dict[int, Scale]:
    for file in adapter_files(kind, "grades.json"):
        measured = json.loads(file.read_text(encoding="utf-8"))
        return {
            int(players): (_BEST, *(BotLevel(bot, *figures) for bot, figures in levels.items()))
            for players, levels in measured.items()
        }
    return {}
