"""Policies for random games that end soon."""

from collections.abc import Iterator

from roost.core.moves import Action
from roost.core.playthrough import Chooser, PlayedMove, playthrough
from roost.core.state import State
from roost.core.stream import Stream
from roost.games.set_aside import SetAside, SetAsideState

# Weights of kinds of actions, 4 by default: low for actions that prolong games, high for those that end them. Uniform
# players stop on nothing so often that two of them need 1,650 decisions for one game of Heckmeck.
_WEIGHTS = {"stop": 1, "pass": 1, "skip": 1, "push": 1, "take": 40, "move": 40, "keep": 12}
_WORM = SetAside("w")


def brisk(state: State, stream: Stream) -> Action:
    """Choose a kind of action by weight, then any of that kind. Every action is possible, and games end soon."""
    actions = state.actions()
    if isinstance(state, SetAsideState) and isinstance(actions[0], SetAside) and stream.below(6):
        return _WORM if _WORM in actions else max(actions, key=lambda action: _gain(state, action))
    kinds = list(dict.fromkeys(action.name() for action in actions))
    weighted = [kind for kind in kinds for _ in range(_WEIGHTS.get(kind, 4))]
    kind = stream.choice(weighted)
    return stream.choice([action for action in actions if action.name() == kind])


def walked(start: State, stream: Stream, choose: Chooser = brisk) -> Iterator[tuple[State, PlayedMove]]:
    """Yield each state of a game with its move, until the end. Dice and choices come from one stream."""
    return playthrough(start, lambda dice: dice.draw(stream), lambda state: choose(state, stream))


def _gain(state: SetAsideState, action: Action) -> int:
    """Return the points gained by setting a symbol aside."""
    roll = state.turn.roll
    assert roll is not None
    assert isinstance(action, SetAside)
    place = roll.die.index[action.symbol]
    return roll.counts[place] * roll.die.symbols[place].value
