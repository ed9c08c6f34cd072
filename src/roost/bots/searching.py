"""The strongest bots: the turn solved exactly against a model of the whole game.

The rooster knows everything about his own turn and nothing about the next. The fox plays the same exact turn for his
share of the win, as the model of :mod:`roost.models` sees it after the turn: how exposed his new tile is, who must be
held back, how near the end is. The owl thinks several turns ahead, for as long as she is given.
"""

from __future__ import annotations

from time import perf_counter

from roost.core.errors import OptionError, quote
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.models import Valuation, value
from roost.models.valuation import DEEPEST, turn_start

__all__ = ["Fox", "Owl"]

_COMMON_GROWTH = 25.0
"""Solving one turn more takes about so many times as long, because a turn can end in so many ways …"""
_GROWTH = {"junior": 10.0, "picnic": 150.0}
"""… and in these games in fewer or more."""
_MOST_SECONDS = 600.0


class Fox:
    """The exact best turn for his share of the win; ``depth`` counts the turns that are solved, his own included."""

    def __init__(self, depth: float = 1, name: str = "fox") -> None:
        if depth not in range(1, DEEPEST + 1):
            raise OptionError(f"a fox thinks 1 to {DEEPEST} turns deep, not {quote(depth)}", input=name)
        self.depth = int(depth)
        self.name = name

    def choose(self, state: State, rng: Stream) -> Action:
        actions = state.actions()
        return actions[0] if len(actions) == 1 else self.valuation(state).best(state)

    def valuation(self, state: State) -> Valuation:
        """The solved turn that ``state`` belongs to."""
        return value(state, self.depth)

    def explain(self, state: State) -> str:
        """Why the fox would choose as he would."""
        return _reason(self.valuation(state), state)


class Owl:
    """As the fox, but as many turns deep as her time allows: about ``seconds`` of thought for each turn."""

    def __init__(self, seconds: float = 1.0, name: str = "owl") -> None:
        if not 0.0 < seconds <= _MOST_SECONDS:
            message = f"an owl thinks for more than 0 and at most {_MOST_SECONDS:g} seconds, not {quote(seconds)}"
            raise OptionError(message, input=name)
        self.seconds = seconds
        self.name = name
        self._thought: tuple[State, Valuation] | None = None
        """The turn that she thought about last: its later decisions need no further thought."""

    def choose(self, state: State, rng: Stream) -> Action:
        actions = state.actions()
        return actions[0] if len(actions) == 1 else self.valuation(state).best(state)

    def valuation(self, state: State) -> Valuation:
        """The turn that ``state`` belongs to, solved as deep as time allows."""
        start = turn_start(state)
        if self._thought is None or self._thought[0] != start:
            self._thought = start, self._think(start)
        return self._thought[1]

    def _think(self, start: State) -> Valuation:
        growth = _GROWTH.get(start.game.name, _COMMON_GROWTH)
        for depth in range(1, DEEPEST + 1):
            began = perf_counter()
            found = value(start, depth)
            if (perf_counter() - began) * growth > self.seconds:
                break
        return found

    def explain(self, state: State) -> str:
        """Why the owl would choose as she would."""
        return _reason(self.valuation(state), state)


def _reason(valuation: Valuation, state: State) -> str:
    """The best action and the next best, each with the mover's share of the win."""
    seat, choices = state.seat, valuation.choices(state)
    assert seat is not None
    best = valuation.best(state)
    reason = f"{best} wins {choices[best][seat]:.1%}"
    others = [(shares[seat], action) for action, shares in choices.items() if action != best]
    if not others:
        return reason
    share, action = max(others, key=lambda other: other[0])
    return f"{reason}, {action} {share:.1%}"
