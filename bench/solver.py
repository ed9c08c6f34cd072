"""The exact solver's speed: one payoff, a batch, a whole answer and the rooster.

All run in this process in interleaved rounds. A figure is the median over the rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from time import perf_counter
from typing import NamedTuple

import numpy as np

import interleave
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


class Row(NamedTuple):
    """One thing measured."""

    label: str
    call: Callable[[], object]
    solves: int = 1
    """How many payoffs one call solves; the figures are for one."""

    def run(self, seconds: float) -> float:
        """Payoffs a second, in calls for about so long, at least one."""
        began = now = perf_counter()
        calls = 0
        while calls == 0 or now - began < seconds:
            self.call()
            calls += 1
            now = perf_counter()
        return calls * self.solves / (now - began)


def _place(text: str) -> SetAsideState:
    state = roost.position(text)
    assert isinstance(state, SetAsideState)
    return state


def candidates() -> list[Row]:
    """Return what is measured, with nothing measured yet."""
    state = _place(POSITION)
    graph, aim = turn_graph(state.game.turn_dice), payoff(state, swing(state))
    end, stop, dead = (np.repeat(one[:, np.newaxis], BATCH, axis=1) for one in (aim.end, aim.stop, aim.dead))
    out = solve(graph, end, stop, dead)
    rooster, rng = bot("rooster"), Stream("bench")
    rolled = _place(f"{POSITION} roll=1124445w")
    unseen = _unseen_turns()
    return [
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


def table() -> str:
    """Measure everything; return the rows in Markdown, and below them what others need."""
    found = candidates()
    for row in found:
        row.call()
    measured = interleave.measure({row.label: row.run for row in found}, "", {}, ROUNDS, ROUND_SECONDS).rows
    lines = ["| Heckmeck, full grill | median of one |", "| --- | ---: |"]
    lines += [f"| {row.label} | {_time(1 / row.median)} |" for row in measured]
    lines += [f"| *quoted, not measured here:* {label} | {_time(seconds)} |" for label, seconds in PEERS]
    return "\n".join(lines)


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


if __name__ == "__main__":
    print(table())
