"""The learning of a model of any game: a first round by players who know nothing, rounds against itself, whole games.

Everything is counted in games, not in seconds, so that the same game always gets the same model. :data:`FIRST` makes
the first usable model in half a minute of a core (two, where turns are as wide as in Can't Stop), :data:`GOOD` a good
one in some minutes.

Many games are under way at once. Each round plays them on for some rolls, so that what it teaches comes from many
games, not from all of a few, and the model learns from the later half of all rounds together. Good players come to few
of the positions that can be asked about. So half of all games begin with a position of players who know nothing.

These rounds make a good player. But what they taught comes from many players who were not as good yet. So generations
follow: the player plays whole games, and a new network learns from these, and from those of the player before, what
comes of a position. Then it is the player. Whoever learns from their own guesses is too sure of themselves: before a
player plays, fresh games without the luck of the dice tell by how much, and all log-odds are scaled to fit them.

The error of what is told: at positions of games that the model has not learnt from, begun alike, the root of the mean
square of what a search of the turn tells, less what each seat wins on average when the model plays on from there. Each
of these positions is played on twenty times, with the luck of the dice taken out: the products of what was off in two
of these games are, on average, the square of the error there, however much the games scatter. Nothing smaller is told
than what so many games can tell from nothing: the standard error of that square.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.game import Game
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.models.learner import Learner
from roost.study.models.learnt import Learnt, searched
from roost.study.models.net import Net, softmax
from roost.study.models.practice import Practised, play_by_chance, practise
from roost.study.models.sight import Numbers, Sight

BINS = 10
"""Groups of predictions that are compared with what happened."""
_WIDTHS = (64, 64, 32)
_BATCH = 256
_PASSES = 8
"""How often a position is seen, all in all."""
_FIRST_PASSES = 2
_LEAST_STEPS = 100
"""Steps of a round, however short its games are."""
_RATES = (2e-3, 1e-4)
_WHOLE_PASSES = 4
_TRACE = 0.9
"""The part of each surprise that is handed on to the roll before: half of it goes back six or seven rolls."""
_TRIES = 4
"""Of a hundred choices, those in which any action is tried."""
_STRETCH = 24
"""Rolls of a game that are played in a round."""
_DRAWN = 6
"""Rolls that are drawn to learn from where dice can fall in many ways."""
_ROLLS = 8
"""Rolls that are drawn to measure how far a model is off."""
_REPEATED = 20
"""Games from each position that the error is measured at. Each two of them tell the square of what is off there."""
_SCALES = np.linspace(0.5, 1.5, 101)
"""Scales of log-odds that are tried."""
_AT_ONCE = 64
_AVERAGED = 100


@dataclass(frozen=True)
class Plan:
    """How long a model learns."""

    by_chance: int
    """Games of the first round."""
    rounds: int
    games: int
    """Games that are under way at once in the further rounds."""
    generations: int
    """Players after these rounds, each of whom learns from whole games of the one or two before."""
    whole: int
    """Rounds of each of them, in each of which as many games are played to their end."""
    measured: int
    """Positions that the error is measured at."""
    least: int = 1_000
    """Steps in which each player after these rounds learns, at the least: their games may be short."""


FIRST = Plan(by_chance=200, rounds=10, games=112, generations=1, whole=3, measured=20)
"""A usable model, while somebody waits."""
GOOD = Plan(by_chance=400, rounds=24, games=300, generations=3, whole=8, measured=80)
"""A better one, some minutes of a core later."""


class Measured(NamedTuple):
    """The quality of a model on games that it had not seen."""

    games: int
    error: float
    """How far a share is off: the root of the mean square over positions, or of its standard error if that is more."""
    log_loss: float
    """The mean surprise at who won, at the starts of turns, in nats."""
    bins: list[list[float]]
    """For each tenth of predictions: how many, their mean, what came of them without luck, and its standard error."""


class Learning(NamedTuple):
    """The state of learning."""

    round: int
    rounds: int
    """Rounds in all."""
    positions: int
    """Positions that were learnt from so far."""
    model: Learnt | None = None
    """The model, once it is measured."""


def learn(game: Game, plan: Plan = GOOD, seed: int = 1) -> Iterator[Learning]:
    """Learn a game with its number of players and its options; the last that is told holds the model."""
    chance, rng = Stream(f"learn/{seed}"), np.random.default_rng(seed)
    played = [play_by_chance(game, chance) for _ in range(plan.by_chance)]
    odd = [state for one in played for state in one.states]
    lessons = [_lesson(game, played)]
    done = len(lessons[0].wanted)
    sight = Sight.fitted(lessons[0].seen)
    learner = _fresh_learner(sight, rng)

    def tempered(net: Net) -> Learnt:
        return _tempered(Learnt(game, sight, net, {}), _starts(game, plan.games, odd, chance), chance)

    _study(learner, sight, lessons, _steps(_FIRST_PASSES * done), (_RATES[0], _RATES[0]), rng)
    lessons, rounds = [], plan.rounds + plan.generations * plan.whole
    yield Learning(0, rounds, done)
    going = _starts(game, plan.games, odd, chance)
    for number in range(1, plan.rounds + 1):
        known = Learnt(game, sight, learner.playing, {})
        played = practise(known, going, chance, trace=_TRACE, tries=_TRIES, rolls=_DRAWN, longest=_STRETCH)
        fresh = _starts(game, plan.games, odd, chance)
        going = [new if one.end.seat is None else one.end for one, new in zip(played, fresh, strict=True)]
        lesson = _lesson(game, played)
        lessons, done = [*lessons[-(number // 2) :], lesson], done + len(lesson.wanted)
        rate = _RATES[0] * (_RATES[1] / _RATES[0]) ** (number / plan.rounds)
        _study(learner, sight, lessons, _steps(_PASSES * len(lesson.wanted)), (rate, rate), rng)
        yield Learning(number, rounds, done)
    player, lessons = tempered(learner.playing), []
    for number in range(plan.rounds + 1, rounds + 1):
        starts = _starts(game, plan.games, odd, chance)
        lessons.append(_lesson(game, _played_out(player, starts, chance, _TRACE, _DRAWN)))
        done += len(lessons[-1].wanted)
        if (number - plan.rounds) % plan.whole == 0:
            player, lessons = tempered(_learnt_anew(sight, lessons, plan.least, rng)), lessons[-plan.whole :]
        yield Learning(number, rounds, done)
    found = measure(player, plan.measured, Stream(f"measure/{seed}"))
    player.about |= {"seed": seed, "positions": done, **found._asdict()}
    yield Learning(rounds, rounds, done, player)


def _learnt_anew(sight: Sight, lessons: list[_Lesson], least: int, rng: np.random.Generator) -> Net:
    """A new network that has learnt from these lessons alone, in so many steps or more."""
    learner = _fresh_learner(sight, rng)
    looks = _WHOLE_PASSES * sum(len(lesson.wanted) for lesson in lessons)
    _study(learner, sight, lessons, _steps(looks, least), _RATES, rng)
    return learner.playing


def _fresh_learner(sight: Sight, rng: np.random.Generator) -> Learner:
    return Learner(Net.fresh(*sight.sizes, 0, 0.0, _WIDTHS, rng), _AVERAGED)


class _Lesson(NamedTuple):
    """Positions, and what each seat may expect there, the mover first: more than all or less than nothing by luck."""

    seen: Numbers
    wanted: NDArray[np.float64]


def _lesson(game: Game, played: list[Practised]) -> _Lesson:
    states = [state for one in played for state in one.states]
    first = np.array([state.seat for state in states])
    order = (first[:, np.newaxis] + np.arange(game.players)) % game.players
    backed = np.concatenate([one.backed for one in played])
    return _Lesson(Numbers.of(game, states), np.take_along_axis(backed, order, axis=1))


def _steps(looks: int, least: int = _LEAST_STEPS) -> int:
    """The steps in which so many positions are looked at."""
    return max(least, looks // _BATCH)


def _study(
    learner: Learner,
    sight: Sight,
    lessons: list[_Lesson],
    steps: int,
    rates: tuple[float, float],
    rng: np.random.Generator,
) -> None:
    """Learn in so many steps from positions of these lessons, any of them, at rates from the first to the last."""
    seen = Numbers(*(np.concatenate(parts) for parts in zip(*(lesson.seen for lesson in lessons), strict=True)))
    wanted = np.concatenate([lesson.wanted for lesson in lessons])
    for rate in np.geomspace(*rates, steps).tolist():
        part = rng.integers(len(wanted), size=_BATCH)
        learner.learn(*sight(seen.some(part)), wanted[part], rate)


def _tempered(known: Learnt, starts: list[State], chance: Stream) -> Learnt:
    """The same model, as sure of itself as fresh games bear out: all its log-odds are scaled alike."""
    lesson, weights = _lesson(known.game, _played_out(known, starts, chance)), known.net.weights
    logits = known.net.layers(*known.sight(lesson.seen)).logits
    off = [float(np.square(softmax(scale * logits) - lesson.wanted).mean()) for scale in _SCALES]
    scale = _SCALES[int(np.argmin(off))]
    return Learnt(known.game, known.sight, Net(weights | {letter: scale * weights[letter] for letter in "fg"}), {})


def measure(known: Learnt, positions: int, chance: Stream) -> Measured:
    """Play fresh games, several from each of so many positions, and tell how far the model was off."""
    odd = [state for _ in range(positions) for state in play_by_chance(known.game, chance).states]
    first = _played_out(known, _starts(known.game, positions, odd, chance), chance)
    # Of games that began oddly the odd position, of others any.
    places = [chance.below(len(one.states)) if number % 2 else 0 for number, one in enumerate(first)]
    picked = [one.states[place] for one, place in zip(first, places, strict=True)]
    told = [searched(state, known).value(state) for state in picked]
    again = [_played_out(known, picked, chance) for _ in range(_REPEATED - 1)]
    came = [[one.backed[place] for one, place in zip(first, places, strict=True)]]
    came += [[one.backed[0] for one in games] for games in again]
    off = np.subtract(came, told)
    squares = np.mean([np.multiply(*two) for two in combinations(off, 2)], axis=(0, 2))
    square = max(float(squares.mean()), float(squares.std()) / positions**0.5)
    return Measured(_REPEATED * positions, square**0.5, *_calibration(list(zip(first, *again, strict=True))))


def _starts(game: Game, games: int, odd: Sequence[State], chance: Stream) -> list[State]:
    """The positions at which games begin: half at the opening, half where good players would not come to."""
    return [game.opening() if number % 2 else chance.choice(odd) for number in range(games)]


def _played_out(
    known: Learnt, starts: list[State], chance: Stream, trace: float = 1.0, rolls: int = _ROLLS
) -> list[Practised]:
    """Games from these positions to their end; with a trace of 1, the luck of the dice is taken out of what came."""
    parts = [starts[at : at + _AT_ONCE] for at in range(0, len(starts), _AT_ONCE)]
    return [one for part in parts for one in practise(known, part, chance, trace=trace, rolls=rolls)]


def _calibration(played: list[tuple[Practised, ...]]) -> tuple[float, list[list[float]]]:
    """The log-loss, and what was predicted and what came of it without luck, at the starts of turns.

    Games are given by where they began: those of different positions are independent of one another.
    """
    sums = np.zeros((4, BINS))
    losses: list[float] = []
    for games in played:
        found = np.sum([_counted(one, losses) for one in games], axis=0)
        sums += [*found[:3], found[3] ** 2]
    rows = [[int(n), p / n, h / n, s**0.5 / n] for n, p, h, s in sums.T.tolist() if n]
    return float(np.mean(losses)), rows


def _counted(one: Practised, losses: list[float]) -> NDArray[np.float64]:
    """For each tenth of a game's predictions: how many, their sum, that of what came of them, and the difference."""
    seats = [state.seat for state in one.states]
    starts = [place for place, seat in enumerate(seats) if not place or seat != seats[place - 1]]
    guesses = one.predicted[starts]
    losses += (-np.log(guesses) @ one.result).tolist()
    flat, came = guesses.ravel(), one.backed[starts].ravel()
    bins = np.minimum((flat * BINS).astype(np.int64), BINS - 1)
    return np.array([np.bincount(bins, what, BINS) for what in (np.ones(len(flat)), flat, came, came - flat)])
