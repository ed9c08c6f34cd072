"""The exact solver's speed: one payoff, a batch, a whole answer and the rooster, beside a plain Python solver.

All run in this process and take turns, round by round in rotating order, so that whatever else the machine does falls
on all of them alike. A figure is the median over the rounds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from statistics import median
from time import perf_counter

import numpy as np

import plain_solver
import roost
from roost.core.state import State
from roost.core.stream import Stream
from roost.games.set_aside import SetAsideState
from roost.games.set_aside.faces.graph import turn_graph
from roost.games.set_aside.faces.solution import TurnSolution, payoff
from roost.games.set_aside.faces.sweep import solve
from roost.study.bots import bot
from roost.study.odds.choice import swing

BATCH = 64
ROUNDS = 30
ROUND_SECONDS = 0.02
POSITION = "heckmeck grill=21-36 A=- B=- turn=A"
PEERS = (
    ("best public C++ solver, one turn", 10.9e-3),
    ("best public Python solver, one turn", 148e-3),
    ("public browser solver, one roll", 102e-3),
)
"""The times of others, in seconds: quoted from measurements on a machine of the same kind, not measured here."""


@dataclass
class Row:
    """One thing measured; ``seconds`` holds the time of one call, in the rounds' order."""

    label: str
    call: Callable[[], object]
    solves: int = 1
    """How many payoffs one call solves; the figures are for one."""
    seconds: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The typical time of one payoff."""
        return median(self.seconds)

    def ratio(self, baseline: Row) -> float:
        """How many times faster than the baseline, as the median of the rounds' ratios."""
        return median(slow / fast for slow, fast in zip(baseline.seconds, self.seconds, strict=True))

    def measure(self) -> None:
        """One round: calls for a fixed time, at least one."""
        began = now = perf_counter()
        calls = 0
        while calls == 0 or now - began < ROUND_SECONDS:
            self.call()
            calls += 1
            now = perf_counter()
        self.seconds.append((now - began) / calls / self.solves)


def _place(text: str) -> SetAsideState:
    state = roost.position(text)
    assert isinstance(state, SetAsideState)
    return state


def _candidates() -> list[Row]:
    state = _place(POSITION)
    graph, aim = turn_graph(state.game.turn_dice), payoff(state, swing(state))
    end, stop, dead = (np.repeat(one[:, np.newaxis], BATCH, axis=1) for one in (aim.end, aim.stop, aim.dead))
    out = solve(graph, end, stop, dead)
    plain = {aside.total: float(aim.end[i]) for i, aside in enumerate(graph.endings) if aside is not None}
    fail = float(aim.end[0])
    assert abs(plain_solver.solve(plain, fail) - TurnSolution(graph, aim).value(state)) < 1e-9

    rooster, rng = bot("rooster"), Stream("bench")
    rolled = _place(f"{POSITION} roll=1124445w")
    unseen = _unseen_turns()
    return [
        Row("plain Python, memoised: one payoff", lambda: plain_solver.solve(plain, fail)),
        Row("one payoff", lambda: solve(graph, aim.end, aim.stop, aim.dead)),
        Row(f"one of a batch of {BATCH}", lambda: solve(graph, end, stop, dead, out=out), solves=BATCH),
        Row("payoff from the rules engine, solved", lambda: TurnSolution(graph, payoff(state, swing(state)))),
        Row("the same, with the chances of all results", lambda: _answer(state)),
        Row("rooster, first choice of a turn", lambda: rooster.choose(next(unseen), rng)),
        Row("rooster, further choices", lambda: rooster.choose(rolled, rng)),
    ]


def _answer(state: SetAsideState) -> object:
    return TurnSolution(turn_graph(state.game.turn_dice), payoff(state, swing(state))).results(state)


def _unseen_turns() -> Iterator[State]:
    """Turns in rotation, with different tiles on the grill each; too many of them for the rooster to remember."""
    grills = [[21, *(tile for tile in range(22, 37) if number >> (tile - 22) & 1)] for number in range(1, 2049)]
    return cycle([_place(f"heckmeck grill={','.join(map(str, g))} A=- B=- turn=A roll=1124445w") for g in grills])


def rows(rounds: int = ROUNDS) -> list[Row]:
    """Measure everything; the first row is the baseline."""
    found = _candidates()
    for row in found:
        row.call()
    order = deque(found)
    for _ in range(rounds):
        for row in order:
            row.measure()
        order.rotate(-1)
    return found


def table(found: list[Row]) -> str:
    """The rows in Markdown, and below them what others need."""
    baseline = found[0]
    lines = ["| Heckmeck, full grill | median of one | × plain Python |", "| --- | ---: | ---: |"]
    lines += [f"| {row.label} | {_time(row.median)} | {row.ratio(baseline):,.0f} |" for row in found]
    lines += [f"| *quoted, not measured here:* {label} | {_time(seconds)} | |" for label, seconds in PEERS]
    return "\n".join(lines)


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


if __name__ == "__main__":
    print(table(rows()))
