"""Simple bots of growing strength, for every game.

The pullet and the hen use the game's rules of thumb. The rooster solves its own turn exactly, and looks no further.
"""

from typing import Any

from roost.core.moves import Action
from roost.core.state import State, choose_at_random
from roost.core.stream import Stream
from roost.study.bots.adapter import thumb_rules
from roost.study.odds.adapter import Solution, solve_turn


class Chick:
    """A bot that chooses every legal action with equal probability, the weakest opponent."""

    name = "chick"

    def choose(self, state: State, chance: Stream) -> Action:
        return choose_at_random(state, chance)

    def probabilities(self, state: State) -> dict[Action, float]:
        actions = state.actions()
        return dict.fromkeys(actions, 1 / len(actions))


class Pullet:
    """A bot that plays with a child's common sense: it takes the commonest symbol and stops as soon as it can."""

    name = "pullet"

    def choose(self, state: State, chance: Stream) -> Action:
        return thumb_rules(state.game).pullet(state)


class Hen:
    """A bot that plays like a sensible adult: it keeps the most valuable choice and avoids likely failures."""

    name = "hen"

    def choose(self, state: State, chance: Stream) -> Action:
        return thumb_rules(state.game).hen(state)


class Rooster:
    """A bot that maximises the expected swing of its turn: its own gain minus the mean gain of the others."""

    name = "rooster"

    def choose(self, state: State, chance: Stream) -> Action:
        actions = state.actions()
        return actions[0] if len(actions) == 1 else self.solution(state).best(state)

    def solution(self, state: State) -> Solution[Any]:
        """Return a solution of the turn that ``state`` belongs to."""
        return solve_turn(state)

    def explain(self, state: State) -> str:
        best, *rest = self.solution(state).choices(state)
        reason = f"{best.action} brings {best.value:+.2f} on average"
        return f"{reason}, {rest[0].action} {rest[0].value:+.2f}" if rest else reason
