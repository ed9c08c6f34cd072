"""The flock: bots of growing strength, for every game. Each is one idea.

The pullet and the hen go by the game's rules of thumb; the rooster calculates their own turn exactly, and only that.
"""

from typing import Any

from roost.core.moves import Action
from roost.core.state import State, choose_at_random
from roost.core.stream import Stream
from roost.study.bots.face import thumb_rules
from roost.study.odds.face import Solution, solve_turn


class Chick:
    """Plays any legal action, each as likely as the next. Everybody beats the chick; it is there to be beaten."""

    name = "chick"

    def choose(self, state: State, rng: Stream) -> Action:
        return choose_at_random(state, rng)

    def probabilities(self, state: State) -> dict[Action, float]:
        """How likely each action is."""
        actions = state.actions()
        return dict.fromkeys(actions, 1 / len(actions))


class Pullet:
    """A child's common sense: grab whatever there is most of, and stop as soon as there is anything to take."""

    name = "pullet"

    def choose(self, state: State, rng: Stream) -> Action:
        return thumb_rules(state.game).pullet(state)


class Hen:
    """A sensible adult: what is worth most is kept, what is likely to go wrong is left alone."""

    name = "hen"

    def choose(self, state: State, rng: Stream) -> Action:
        return thumb_rules(state.game).hen(state)


class Rooster:
    """The exact best turn for the expected swing: what is won and lost, and taken from others, in this turn."""

    name = "rooster"

    def choose(self, state: State, rng: Stream) -> Action:
        actions = state.actions()
        return actions[0] if len(actions) == 1 else self.solution(state).best(state)

    def solution(self, state: State) -> Solution[Any]:
        """The solved turn that ``state`` belongs to."""
        return solve_turn(state)

    def explain(self, state: State) -> str:
        """The reason for the rooster's choice."""
        best, *others = self.solution(state).choices(state)
        reason = f"{best.action} brings {best.value:+.2f} on average"
        return f"{reason}, {others[0].action} {others[0].value:+.2f}" if others else reason
