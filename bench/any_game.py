"""How fast and how strong bots and hints are in a game that brings no solver and no model: Can't Stop.

    python bench/any_game.py [--decisions 60] [--games 100] [--write]

All times are processor time of one core, so that a busy machine changes them little. Seats are exchanged in each pair
of games; the interval is 95 % of chance. A hen plays four times as many games as a fox: she is nearly as good as a
rooster, and quick. A chick loses anyway, and plays a tenth, for their speed.

The luck of the dice is taken out of what bots win: each roll is one of eight that are drawn, and how much better it is
than the eight on average, as the learnt model sees it, is subtracted. That is zero on average, whatever the model says.

The hen plays the rule of 28. Alone on the board she can be held against a published figure: 10.74 turns on average to
win three columns (J. Glenn and C. Aloi, A Generalized Heuristic for Can't Stop, FLAIRS 2009).
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from statistics import fmean, median, stdev
from time import process_time
from typing import cast

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: these networks are small
sys.path += [str(Path(__file__).resolve().parent.parent / "examples" / "cantstop")]

import numpy as np
from numpy.typing import NDArray
from roost_cantstop import CantStop, CantStopState

from pages import write
from roost.core.memory import MEMORY
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import Bot, bot
from roost.study.bots.flock import Hen
from roost.study.estimate import t_quantile
from roost.study.models import value
from roost.study.models.learnt import Learnt
from roost.study.models.practice import chosen
from roost.study.models.shelf import learnt
from roost.study.review.hints import Hint, hint

SEED = "any game"
DRAWN = 8
"""Rolls that each roll is one of."""
ALONE = 600
"""Games of a hen alone."""


def throw(state: State, chance: Stream, known: Learnt) -> tuple[State, float]:
    """The result of a roll, and its luck for the first seat."""
    dice, seat = state.dice, state.seat
    assert dice is not None
    assert seat is not None
    thrown = state.throws([dice.draw(chance) for _ in range(DRAWN)])
    ways = [chosen(one) for one in thrown]
    worth = known([after for way in ways for after in way])
    ends = list(accumulate(map(len, ways)))
    best = [rows[rows[:, seat].argmax(), 0] for rows in np.split(worth, ends[:-1])]
    taken = chance.below(DRAWN)
    return thrown[taken], float(best[taken] - np.mean(best))


def play(
    seats: tuple[Bot, Bot],
    seed: str,
    meet: Callable[[State], None] = lambda state: None,
    known: Learnt | None = None,
) -> tuple[float, float]:
    """A game of two; returns what the first won, and that without luck if a model is given."""
    state, chance, luck = CantStop(2).opening(), Stream(seed), 0.0
    while (outcome := state.outcome) is None:
        dice = state.dice
        if dice is not None and known is not None:
            state, lucky = throw(state, chance, known)
            luck += lucky
            continue
        if dice is not None:
            state = state.play(dice.draw(chance)).state
            continue
        meet(state)
        assert state.seat is not None
        state = state.play(seats[state.seat].choose(state, chance)).state
    first = float(outcome.shares[0])
    return first, first - luck


def alone(seed: str) -> int:
    """The turns that a hen needs alone on the board: the turns of the other seat are left out."""
    state, chance, turns = CantStop(2).opening(), Stream(seed), 1
    while state.outcome is None:
        if state.seat == 1:
            state, turns = cast("CantStopState", state)._replace(seat=0), turns + 1
        dice = state.dice
        state = state.play(Hen().choose(state, chance) if dice is None else dice.draw(chance)).state
    return turns


def timed(work: Callable[[], object]) -> float:
    """The processor time of some work, with nothing remembered from before."""
    MEMORY.forget()
    began = process_time()
    work()
    return process_time() - began


def _hint(state: State) -> Hint:
    """A hint, whether or not it is known well enough to be told."""
    return hint(state, value(state))


def match(one: str, other: str, games: int, known: Learnt | None = None) -> tuple[NDArray[np.float64], float]:
    """The share of a bot against another in pairs of games, with and without luck; and processor seconds of a game."""
    began, won = process_time(), []
    for deal in range(games // 2):
        first = play((bot(one), bot(other)), f"{SEED}/{deal}", known=known)
        second = play((bot(other), bot(one)), f"{SEED}/{deal} again", known=known)
        won.append((1 + np.subtract(first, second)) / 2)
    return np.array(won), (process_time() - began) / (2 * len(won))


def reach(sample: Sequence[float] | NDArray[np.float64]) -> float:
    """How far the 95 % interval of a mean reaches."""
    return float(t_quantile(len(sample) - 1) * stdev(sample) / len(sample) ** 0.5)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=60)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--write", action="store_true", help="write the table into docs/models.md")
    asked = parser.parse_args()
    learnt(CantStop(2))
    met: list[State] = []
    number = 0
    while len(met) < asked.decisions:
        play((Hen(), Hen()), f"met/{number}", lambda state: met.append(state) if len(state.actions()) > 1 else None)
        number += 1
    step = max(1, len(met) // asked.decisions)
    some = met[::step][: asked.decisions]
    rows = []
    for name in ("rooster", "fox"):
        took = [timed(partial(bot(name).choose, state, Stream(1))) for state in some]
        told = f"{1e3 * median(took):.0f} ms, at most {1e3 * max(took):.0f} ms"
        rows.append(f"| {name}, a decision, nothing remembered | {told} |")
    took = [timed(partial(_hint, state)) for state in some[::3]]
    rows.append(f"| a hint | {median(took):.2f} s, at most {max(took):.2f} s |")
    turns = [alone(f"alone/{number}") for number in range(ALONE)]
    rows.append(f"| hen alone, turns to win | {fmean(turns):.2f} ± {reach(turns):.2f}; published 10.74 |")
    won, seconds = match("rooster", "chick", asked.games // 10)
    rows.append(f"| rooster against chick | {won[:, 0].mean():.1%}; {60 / seconds:.0f} games a minute |")
    for one, other, games in (("rooster", "hen", 4 * asked.games), ("fox", "rooster", asked.games)):
        won, seconds = match(one, other, games, learnt(CantStop(2)))
        plain, free = (f"{column.mean():.1%} ± {reach(column):.1%}" for column in won.T)
        rows.append(f"| {one} against {other}, {2 * len(won)} games | {free} without luck, {plain} with it |")
        print(rows[-1], f"{seconds:.1f} s a game", file=sys.stderr, flush=True)
    table = "\n".join(["| Can't Stop for two, one core | |", "| --- | --- |", *rows])
    print(table)
    if asked.write:
        write("models.md", "bots", table)


if __name__ == "__main__":
    main()
