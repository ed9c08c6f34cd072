"""The strongest bots: the turn solved exactly against a model of the whole game.

The rooster knows everything about their own turn and nothing about the next. The fox plays the same exact turn for the
share of the win, as the model of :mod:`roost.study.models` sees it after the turn: how exposed the new tile is, who
must be held back, how near the end is. The owl thinks several turns ahead, as far as time and memory allow. In
two-player Junior both know the end exactly once it is in sight.
"""

from functools import lru_cache

from roost.core.errors import BeingLearntError, OptionError, quote
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots.flock import Rooster
from roost.study.models import Valuation, value
from roost.study.models.solved_turn import DEEPEST, turn_start, value_exactly
from roost.study.models.turn_value import value_within
from roost.study.solve import endgame, exact, exact_face

_MOST_SECONDS = 600.0


class Fox:
    """The exact best turn for the share of the win; ``depth`` counts the turns that are solved, the own one included.

    With ``table=1`` they play for two by the table of ``roost solve``, where it knows the position: without a flaw.
    """

    def __init__(self, depth: float = 1, table: float = 0, name: str = "fox") -> None:
        if depth not in range(1, DEEPEST + 1):
            raise OptionError(f"a fox thinks 1 to {DEEPEST} turns deep, not {quote(depth)}", input=name)
        if table not in (0, 1):
            raise OptionError(f"a fox plays with the table (1) or without it (0), not {quote(table)}", input=name)
        self.depth = int(depth)
        self.table = bool(table)
        self.name = name

    def choose(self, state: State, rng: Stream) -> Action:
        return _choose(self, state, rng)

    def valuation(self, state: State) -> Valuation:
        """The solved turn that ``state`` belongs to."""
        return _to_the_end(turn_start(state), self.table) or value(state, self.depth)

    def explain(self, state: State) -> str:
        """The reason for the fox's choice."""
        return _reason(self.valuation(state), state)


class Owl:
    """As the fox, but as many turns deep as time and memory allow: about ``seconds`` of thought for each turn."""

    def __init__(self, seconds: float = 1.0, name: str = "owl") -> None:
        if not 0.0 < seconds <= _MOST_SECONDS:
            message = f"an owl thinks for more than 0 and at most {_MOST_SECONDS:g} seconds, not {quote(seconds)}"
            raise OptionError(message, input=name)
        self.seconds = seconds
        self.name = name
        self._thought: tuple[State, Valuation] | None = None
        """The turn that she thought about last: its later decisions need no further thought."""

    def choose(self, state: State, rng: Stream) -> Action:
        return _choose(self, state, rng)

    def valuation(self, state: State) -> Valuation:
        """The turn that ``state`` belongs to, solved as deep as time allows."""
        start = turn_start(state)
        if self._thought is None or not (self._thought[0] == start or self._thought[1].covers(state)):
            self._thought = start, self._think(start)
        return self._thought[1]

    def _think(self, start: State) -> Valuation:
        if (solved := _to_the_end(start, with_table=False)) is not None:
            return solved
        return value_within(start, self.seconds)

    def explain(self, state: State) -> str:
        """The reason for the owl's choice."""
        return _reason(self.valuation(state), state)


def _choose(chooser: Fox | Owl, state: State, rng: Stream) -> Action:
    """The best action. As long as a game is being learnt, they play their turns as the rooster does."""
    actions = state.actions()
    if len(actions) == 1:
        return actions[0]
    try:
        return chooser.valuation(state).best(state)
    except BeingLearntError:
        return Rooster().choose(state, rng)


# The end of a game is asked about at each decision of its last turns.
@lru_cache(maxsize=64)
def _to_the_end(start: State, with_table: bool) -> Valuation | None:
    """The turn solved against exact values, when the end of the game is near or the table of the game is used."""
    face = exact_face(start.game)
    if face is None or start.seat is None or not (face.is_near(start) or (with_table and face.is_solvable(start))):
        return None
    known = exact(start) if with_table else endgame(start)
    return None if known is None else value_exactly(start, known)


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
