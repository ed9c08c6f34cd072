"""The flock: bots of growing strength, for every game. Each is one idea.

The pullet and the hen go by rules of thumb; the rooster calculates his own turn exactly, and only that.
"""

from __future__ import annotations

from typing import Any

from roost.bots import picnic, set_aside
from roost.core.errors import OptionError
from roost.core.memory import MEMORY
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.games.picnic.state import PicnicState
from roost.games.picnic.turn import START
from roost.games.set_aside import SetAsideState
from roost.odds.aims import Solution, Swing

__all__ = ["Chick", "Hen", "Pullet", "Rooster"]


class Chick:
    """Plays any legal action, each as likely as the next. Everybody beats the chick; it is there to be beaten."""

    name = "chick"

    def choose(self, state: State, rng: Stream) -> Action:
        return rng.choice(state.actions())


class Pullet:
    """A child's common sense: grab whatever there is most of, and stop as soon as there is anything to take."""

    name = "pullet"

    def choose(self, state: State, rng: Stream) -> Action:
        if isinstance(state, SetAsideState):
            return set_aside.pullet(state)
        if isinstance(state, PicnicState):
            return picnic.pullet(state)
        raise unknown_game(self.name, state)


class Hen:
    """A sensible adult: what is worth most is kept, what is likely to go wrong is left alone."""

    name = "hen"

    def choose(self, state: State, rng: Stream) -> Action:
        if isinstance(state, SetAsideState):
            return set_aside.hen(state)
        if isinstance(state, PicnicState):
            return picnic.hen(state)
        raise unknown_game(self.name, state)


class Rooster:
    """The exact best turn for the expected swing: what he wins and loses, and takes from others, in this turn."""

    name = "rooster"

    def choose(self, state: State, rng: Stream) -> Action:
        actions = state.actions()
        return actions[0] if len(actions) == 1 else self.solution(state).best(state)

    def solution(self, state: State) -> Solution[Any]:
        """The solved turn that ``state`` belongs to."""
        if isinstance(state, SetAsideState):
            return _solved(state.turn_start())
        if isinstance(state, PicnicState):
            # Attacks and moves change the board: from the first of them on, a turn cannot be led back to its start.
            return _solved(state if state.turn.rerolls is None else state.at(START))
        raise unknown_game(self.name, state)

    def explain(self, state: State) -> str:
        """Why the rooster would choose as he would."""
        best, *others = self.solution(state).choices(state)
        reason = f"{best.action} brings {best.value:+.2f} on average"
        return f"{reason}, {others[0].action} {others[0].value:+.2f}" if others else reason


def _solved(start: State) -> Solution[Any]:
    """A turn solved from here on: once for all its decisions, while there is room to keep it."""
    return MEMORY.recall((_solved, start), lambda: Swing().solve(start), lambda solution: solution.nbytes)


def unknown_game(name: str, state: State) -> OptionError:
    """The error of a bot that has been sat down at a game it was not made for."""
    return OptionError(f"{name} does not know how to play {state.game.name}", input=name, position=str(state))
