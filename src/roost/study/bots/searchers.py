"""The strongest bots, which solve a turn exactly against a model of the whole game.

The rooster considers only its own turn. The fox solves its turn exactly for the win share that the model in
:mod:`roost.study.models` estimates for the positions after the turn. So the fox takes into account how exposed a new
tile is, which player must be stopped and how near the end is. The owl looks several turns ahead, as far as time and
memory allow. In two-player Junior, fox and owl play the endgame exactly.
"""

from functools import lru_cache

from roost.core.errors import BeingLearntError, OptionError, quote
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots.simple_bots import Rooster
from roost.study.models import Valuation, value
from roost.study.models.solved_turn import DEEPEST, turn_start, value_exactly
from roost.study.solve import endgame, exact, exact_adapter

_MOST_SECONDS = 600.0


class Fox:
    """A bot that maximises its win share by solving ``depth`` turns exactly, including its own.

    With ``table=1``, the fox plays perfectly in two-player positions that the table from ``roost solve`` contains.
    """

    def __init__(self, depth: float = 1, table: float = 0, name: str = "fox") -> None:
        if depth not in range(1, DEEPEST + 1):
            raise OptionError(f"a fox thinks 1 to {DEEPEST} turns deep, not {quote(depth)}", input=name)
        if table not in (0, 1):
            raise OptionError(f"table must be 1 (use the solved table) or 0 (do not), not {quote(table)}", input=name)
        self.depth = int(depth)
        self.table = bool(table)
        self.name = name

    def __repr__(self) -> str:
        return f"Fox(depth={self.depth}, table=1)" if self.table else f"Fox(depth={self.depth})"

    def choose(self, state: State, chance: Stream) -> Action:
        return _choose(self, state, chance)

    def valuation(self, state: State) -> Valuation:
        """Return a valuation of the turn that ``state`` belongs to."""
        return _to_the_end(turn_start(state), self.table) or value(state, self.depth)

    def explain(self, state: State) -> str:
        return _reason(self.valuation(state), state)


class Owl:
    """A bot that plays like the fox, but looks as many turns ahead as memory and ``seconds`` per turn allow."""

    def __init__(self, seconds: float = 1.0, name: str = "owl") -> None:
        if not 0.0 < seconds <= _MOST_SECONDS:
            message = f"an owl thinks for more than 0 and at most {_MOST_SECONDS:g} seconds, not {quote(seconds)}"
            raise OptionError(message, input=name)
        self.seconds = seconds
        self.name = name
        self._latest: tuple[State, Valuation] | None = None
        """The last turn that was valued, kept for later decisions in the same turn."""

    def __repr__(self) -> str:
        return f"Owl(seconds={self.seconds})"

    def choose(self, state: State, chance: Stream) -> Action:
        return _choose(self, state, chance)

    def valuation(self, state: State) -> Valuation:
        """Return a valuation of the turn that ``state`` belongs to, looking as deep as time allows."""
        start = turn_start(state)
        if self._latest is None or not (self._latest[0] == start or self._latest[1].covers(state)):
            self._latest = start, self._think(start)
        return self._latest[1]

    def _think(self, start: State) -> Valuation:
        if (solved := _to_the_end(start, with_table=False)) is not None:
            return solved
        from roost.study.models.turn_value import value_within

        return value_within(start, self.seconds)

    def explain(self, state: State) -> str:
        return _reason(self.valuation(state), state)


def _choose(chooser: Fox | Owl, state: State, chance: Stream) -> Action:
    """Return the best action, or the rooster's choice while the game's model is still being learnt."""
    actions = state.actions()
    if len(actions) == 1:
        return actions[0]
    try:
        return chooser.valuation(state).best(state)
    except BeingLearntError:
        return Rooster().choose(state, chance)


# Cached, because every decision near the end needs the endgame's solution.
@lru_cache(maxsize=64)
def _to_the_end(start: State, with_table: bool) -> Valuation | None:
    """Return exact values for the turn if the end is near or the game's table contains it; else None."""
    adapter = exact_adapter(start.game)
    if (
        adapter is None
        or start.seat is None
        or not (adapter.is_near(start) or (with_table and adapter.is_solvable(start)))
    ):
        return None
    exact_shares = exact(start) if with_table else endgame(start)
    return None if exact_shares is None else value_exactly(start, exact_shares)


def _reason(valuation: Valuation, state: State) -> str:
    """Explain the choice by comparing the win shares of the best and the second-best action."""
    seat, choices = state.seat, valuation.choices(state)
    assert seat is not None
    best = valuation.best(state)
    reason = f"{best} wins {choices[best][seat]:.1%}"
    rest = [(shares[seat], action) for action, shares in choices.items() if action != best]
    if not rest:
        return reason
    share, action = max(rest, key=lambda option: option[0])
    return f"{reason}, {action} {share:.1%}"
