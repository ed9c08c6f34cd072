"""Measure the exact solver's speed: one payoff, a batch, a whole answer, and the rooster.

All rows run in this process in interleaved rounds. A figure is the median over the rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import NamedTuple

import numpy as np

import interleave
import roost
from pages import markdown
from roost.core.state import State
from roost.core.stream import Stream
from roost.games.set_aside import SetAsideState
from roost.games.set_aside.adapters.graph import turn_graph
from roost.games.set_aside.adapters.solution import TurnSolution, payoff
from roost.games.set_aside.adapters.sweep import solve
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
"""Other projects' times in seconds, quoted from measurements on a machine of the same kind, not measured here."""


class Row(NamedTuple):
    """A function call to measure."""

    label: str
    call: Callable[[], object]
    solves: int = 1
    """Number of payoffs that one call solves; figures are per payoff."""

    def work(self) -> int:
        """Call the function once; return the number of payoffs solved."""
        self.call()
        return self.solves


def _place(text: str) -> SetAsideState:
    state = roost.position(text)
    assert isinstance(state, SetAsideState)
    return state


def candidates() -> list[Row]:
    """Return the rows before any measurement."""
    state = _place(POSITION)
    graph, aim = turn_graph(state.game.turn_dice), payoff(state, swing(state))
    columns = (np.array(part)[:, np.newaxis] for part in (aim.end, aim.stop, aim.dead))
    end, stop, dead = (np.repeat(column, BATCH, axis=1) for column in columns)
    out = solve(graph, end, stop, dead)
    rooster, chance = bot("rooster"), Stream("bench")
    rolled = _place(f"{POSITION} roll=1124445w")
    unseen = _unseen_turns()
    return [
        Row("one payoff", lambda: solve(graph, aim.end, aim.stop, aim.dead)),
        Row(f"one of a batch of {BATCH}", lambda: solve(graph, end, stop, dead, out=out), solves=BATCH),
        Row("payoff from the rules engine, solved", lambda: TurnSolution(graph, payoff(state, swing(state)))),
        Row("the same, with the chances of all results", lambda: _answer(state)),
        Row("rooster, first choice of a turn", lambda: rooster.choose(next(unseen), chance)),
        Row("rooster, further choices", lambda: rooster.choose(rolled, chance)),
    ]


def _answer(state: SetAsideState) -> object:
    return TurnSolution(turn_graph(state.game.turn_dice), payoff(state, swing(state))).results(state)


def _unseen_turns() -> Iterator[State]:
    """Rotate through turns with different tiles on the grill, more of them than fit into the rooster's cache."""
    grills = [[21, *(tile for tile in range(22, 37) if number >> (tile - 22) & 1)] for number in range(1, 2049)]
    return cycle([_place(f"heckmeck grill={','.join(map(str, g))} A=- B=- turn=A roll=1124445w") for g in grills])


def table() -> str:
    """Measure all rows; return them as Markdown, followed by other projects' quoted times."""
    rows = candidates()
    for row in rows:
        row.call()
    runs = {row.label: interleave.timed(row.work) for row in rows}
    measured = interleave.measure(runs, "", {}, ROUNDS, ROUND_SECONDS).rows
    times = [(row.label, _time(1 / row.median)) for row in measured]
    times += [(f"*quoted, not measured here:* {label}", _time(seconds)) for label, seconds in PEERS]
    return markdown(["Heckmeck, full grill", "median of one"], times)


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


if __name__ == "__main__":
    print(table())
