"""Train a model for any game: first on random games, then by self-play, then in generations of whole games.

All budgets are counted in games, not in seconds, so training is reproducible. :data:`FIRST` gives a usable model after
half a minute on one core, or two minutes if turns have as many choices as in Can't Stop. :data:`GOOD` gives a good
model after some minutes.

Self-play runs many games at once. Each round continues the games for some rolls, so that its examples come from many
games. After each round, the model learns from the latest half of all rounds so far. Users may ask about positions that
good players rarely reach, so half of all games begin at a position from a random game.

These rounds make a good player, but their examples come from earlier, weaker players. So several generations follow. In
each of them the player plays whole games, and a new network learns from these and from the previous player's games,
then becomes the new player. A network trained on its own estimates is overconfident. So before it plays, its
overconfidence is measured by new games with the luck of the dice removed, and all log-odds are scaled accordingly.

The reported error is the root mean square difference between the search's estimate of a position and the mean result of
games that the model plays on from there. The positions come from games outside the training set. Twenty games are
played from each position, with the luck of the dice removed. The mean product of the deviations of two of these games
estimates the squared error without bias, however much the results vary. The smallest squared error that so many games
can detect is its standard error, so the reported error is never below the square root of that.
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
from roost.study.models.input_encoding import FieldNumbers, InputEncoding
from roost.study.models.learner import Learner
from roost.study.models.learnt import Learnt, searched
from roost.study.models.net import Net, softmax
from roost.study.models.practice import Practised, play_by_chance, practise

BINS = 10
"""Number of groups into which predictions are divided to compare them with results."""
_WIDTHS = (64, 64, 32)
_BATCH = 256
_PASSES = 8
"""Mean number of times that each position is used in training."""
_FIRST_PASSES = 2
_LEAST_STEPS = 100
"""Minimum number of training steps per round, which matters for short games."""
_RATES = (2e-3, 1e-4)
_WHOLE_PASSES = 4
_TRACE = 0.9
"""Fraction of each surprise that is passed back to the previous roll; half of a surprise travels six or seven rolls
back."""
_TRIES = 4
"""Percentage of choices that are replaced by a random choice."""
_STRETCH = 24
"""Number of rolls that each game is continued per round."""
_DRAWN = 6
"""Sample size for rolls with many results, used during training."""
_ROLLS = 8
"""Sample size for rolls with many results, used when the error is measured."""
_REPEATED = 20
"""Number of games from each position at which the error is measured; each pair of them estimates the squared error."""
_SCALES = np.linspace(0.5, 1.5, 101)
"""Candidate factors for scaling log-odds."""
_AT_ONCE = 64
_AVERAGED = 100


@dataclass(frozen=True)
class LearningPlan:
    """The budget for training a model."""

    by_chance: int
    """Number of random games in the first round."""
    rounds: int
    games: int
    """Number of games that self-play runs at the same time."""
    generations: int
    """Number of new players trained after self-play; each learns from whole games of one or two predecessors."""
    whole: int
    """Number of rounds per generation; in each round, ``games`` games are played to their end."""
    measured: int
    """Number of positions at which the error is measured."""
    least: int = 1_000
    """Minimum number of training steps per generation, which matters for short games."""


FIRST = LearningPlan(by_chance=200, rounds=10, games=112, generations=1, whole=3, measured=20)
"""The budget for a usable model, short enough for a player to wait."""
GOOD = LearningPlan(by_chance=400, rounds=24, games=300, generations=3, whole=8, measured=80)
"""The budget for a better model; takes some minutes on one core."""


class ModelQuality(NamedTuple):
    """The quality of a model, measured on games outside the training set."""

    games: int
    error: float
    """Root mean square error of a win share over positions, or its standard error if that is larger."""
    log_loss: float
    """Mean surprise at who won, measured at the starts of turns, in nats."""
    bins: list[list[float]]
    """For each tenth of the range of predictions: their number, their mean, the mean result without luck, and its
    standard error."""


class Learning(NamedTuple):
    """A progress report of training."""

    round: int
    rounds: int
    """Total number of rounds."""
    positions: int
    """Number of training positions so far."""
    model: Learnt | None = None
    """The trained model; None until it is complete."""


def learn(game: Game, plan: LearningPlan = GOOD, seed: int = 1) -> Iterator[Learning]:
    """Train a model for a game with its options and number of players; the last progress report contains the model."""
    chance, rng = Stream(f"learn/{seed}"), np.random.default_rng(seed)
    played = [play_by_chance(game, chance) for _ in range(plan.by_chance)]
    unusual = [state for practised in played for state in practised.states]
    lessons = [_lesson(game, played)]
    done = len(lessons[0].wanted)
    inputs = InputEncoding.fitted(lessons[0].numbers)
    learner = _fresh_learner(inputs, rng)

    def tempered(net: Net) -> Learnt:
        return _tempered(Learnt(game, inputs, net, {}), _starts(game, plan.games, unusual, chance), chance)

    _study(learner, inputs, lessons, _steps(_FIRST_PASSES * done), (_RATES[0], _RATES[0]), rng)
    lessons, rounds = [], plan.rounds + plan.generations * plan.whole
    yield Learning(0, rounds, done)
    games_under_way = _starts(game, plan.games, unusual, chance)
    for number in range(1, plan.rounds + 1):
        model = Learnt(game, inputs, learner.playing, {})
        played = practise(model, games_under_way, chance, trace=_TRACE, tries=_TRIES, rolls=_DRAWN, longest=_STRETCH)
        fresh = _starts(game, plan.games, unusual, chance)
        games_under_way = [new if old.end.seat is None else old.end for old, new in zip(played, fresh, strict=True)]
        lesson = _lesson(game, played)
        lessons, done = [*lessons[-(number // 2) :], lesson], done + len(lesson.wanted)
        rate = _RATES[0] * (_RATES[1] / _RATES[0]) ** (number / plan.rounds)
        _study(learner, inputs, lessons, _steps(_PASSES * len(lesson.wanted)), (rate, rate), rng)
        yield Learning(number, rounds, done)
    player, lessons = tempered(learner.playing), []
    for number in range(plan.rounds + 1, rounds + 1):
        starts = _starts(game, plan.games, unusual, chance)
        lessons.append(_lesson(game, _played_out(player, starts, chance, _TRACE, _DRAWN)))
        done += len(lessons[-1].wanted)
        if (number - plan.rounds) % plan.whole == 0:
            player, lessons = tempered(_learnt_anew(inputs, lessons, plan.least, rng)), lessons[-plan.whole :]
        yield Learning(number, rounds, done)
    quality = measure(player, plan.measured, Stream(f"measure/{seed}"))
    player.about |= {"seed": seed, "positions": done, **quality._asdict()}
    yield Learning(rounds, rounds, done, player)


def _learnt_anew(inputs: InputEncoding, lessons: list[_Lesson], least: int, rng: np.random.Generator) -> Net:
    """Train a new network only on these lessons, for at least ``least`` steps."""
    learner = _fresh_learner(inputs, rng)
    looks = _WHOLE_PASSES * sum(len(lesson.wanted) for lesson in lessons)
    _study(learner, inputs, lessons, _steps(looks, least), _RATES, rng)
    return learner.playing


def _fresh_learner(inputs: InputEncoding, rng: np.random.Generator) -> Learner:
    return Learner(Net.fresh(*inputs.sizes, 0, 0.0, _WIDTHS, rng), _AVERAGED)


class _Lesson(NamedTuple):
    """Training positions, with each seat's expected win share, beginning with the mover.

    Luck can move an expected share below 0 or above 1.
    """

    numbers: FieldNumbers
    wanted: NDArray[np.float64]


def _lesson(game: Game, played: list[Practised]) -> _Lesson:
    states = [state for practised in played for state in practised.states]
    first = np.array([state.seat for state in states])
    order = (first[:, np.newaxis] + np.arange(game.players)) % game.players
    backed = np.concatenate([practised.backed for practised in played])
    return _Lesson(FieldNumbers.of(game, states), np.take_along_axis(backed, order, axis=1))


def _steps(looks: int, least: int = _LEAST_STEPS) -> int:
    """Return the number of training steps in which ``looks`` positions are used in total."""
    return max(least, looks // _BATCH)


def _study(
    learner: Learner,
    inputs: InputEncoding,
    lessons: list[_Lesson],
    steps: int,
    rates: tuple[float, float],
    rng: np.random.Generator,
) -> None:
    """Train for a number of steps on random positions of these lessons.

    The learning rate changes from the first of ``rates`` to the second.
    """
    numbers = FieldNumbers(
        *(np.concatenate(parts) for parts in zip(*(lesson.numbers for lesson in lessons), strict=True))
    )
    wanted = np.concatenate([lesson.wanted for lesson in lessons])
    for rate in np.geomspace(*rates, steps).tolist():
        part = rng.integers(len(wanted), size=_BATCH)
        learner.learn(*inputs(numbers.some(part)), wanted[part], rate)


def _tempered(model: Learnt, starts: list[State], chance: Stream) -> Learnt:
    """Scale all log-odds of a model so that its confidence matches the results of new games."""
    lesson, weights = _lesson(model.game, _played_out(model, starts, chance)), model.net.weights
    logits = model.net.layers(*model.encoding(lesson.numbers)).logits
    off = [float(np.square(softmax(scale * logits) - lesson.wanted).mean()) for scale in _SCALES]
    scale = _SCALES[int(np.argmin(off))]
    return Learnt(model.game, model.encoding, Net(weights | {letter: scale * weights[letter] for letter in "fg"}), {})


def measure(model: Learnt, positions: int, chance: Stream) -> ModelQuality:
    """Play new games, several from each position, and measure the model's error."""
    unusual = [state for _ in range(positions) for state in play_by_chance(model.game, chance).states]
    first = _played_out(model, _starts(model.game, positions, unusual, chance), chance)
    # If a game began at a position from a random game, measure at that position; otherwise at any position of the game.
    places = [chance.below(len(practised.states)) if number % 2 else 0 for number, practised in enumerate(first)]
    picked = [practised.states[place] for practised, place in zip(first, places, strict=True)]
    estimates = [searched(state, model).value(state) for state in picked]
    replays = [_played_out(model, picked, chance) for _ in range(_REPEATED - 1)]
    results = [[practised.backed[place] for practised, place in zip(first, places, strict=True)]]
    results += [[practised.backed[0] for practised in games] for games in replays]
    deviations = np.subtract(results, estimates)
    squares = np.mean([np.multiply(*pair) for pair in combinations(deviations, 2)], axis=(0, 2))
    square = max(float(squares.mean()), float(squares.std()) / positions**0.5)
    return ModelQuality(_REPEATED * positions, square**0.5, *_calibration(list(zip(first, *replays, strict=True))))


def _starts(game: Game, games: int, unusual: Sequence[State], chance: Stream) -> list[State]:
    """Return positions at which games begin: half of them openings, half from random games."""
    return [game.opening() if number % 2 else chance.choice(unusual) for number in range(games)]


def _played_out(
    model: Learnt, starts: list[State], chance: Stream, trace: float = 1.0, rolls: int = _ROLLS
) -> list[Practised]:
    """Play games from these positions to their end.

    If ``trace`` is 1, the luck of the dice is removed from the results.
    """
    parts = [starts[at : at + _AT_ONCE] for at in range(0, len(starts), _AT_ONCE)]
    return [practised for part in parts for practised in practise(model, part, chance, trace=trace, rolls=rolls)]


def _calibration(played: list[tuple[Practised, ...]]) -> tuple[float, list[list[float]]]:
    """Return the log-loss and a comparison of predictions with results without luck, at the starts of turns.

    Games are grouped by their first position, because games from the same position are not independent.
    """
    sums = np.zeros((4, BINS))
    losses: list[float] = []
    for games in played:
        counted = np.sum([_counted(game, losses) for game in games], axis=0)
        sums += [*counted[:3], counted[3] ** 2]
    rows = [[int(n), p / n, h / n, s**0.5 / n] for n, p, h, s in sums.T.tolist() if n]
    return float(np.mean(losses)), rows


def _counted(game: Practised, losses: list[float]) -> NDArray[np.float64]:
    """Return, per tenth of the prediction range, the number of predictions and sums of predictions, results, errors."""
    seats = [state.seat for state in game.states]
    starts = [place for place, seat in enumerate(seats) if not place or seat != seats[place - 1]]
    guesses = game.predicted[starts]
    losses += (-np.log(guesses) @ game.result).tolist()
    flat, results = guesses.ravel(), game.backed[starts].ravel()
    bins = np.minimum((flat * BINS).astype(np.int64), BINS - 1)
    return np.array(
        [np.bincount(bins, weights, BINS) for weights in (np.ones(len(flat)), flat, results, results - flat)]
    )
