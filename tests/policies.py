"""Players for random games that should not take all day."""

from collections.abc import Iterator

from roost.core.moves import Action
from roost.core.playthrough import Chooser, Played, playthrough
from roost.core.state import State
from roost.core.stream import Stream
from roost.games.set_aside import SetAside, SetAsideState

# What players who want the game to end rarely do, and what they gladly do, against 4 for the rest. Uniform players
# stop on nothing so often that two of them need 1,650 decisions for one game of Heckmeck.
_FONDNESS = {"stop": 1, "pass": 1, "skip": 1, "push": 1, "take": 40, "move": 40, "keep": 12}
_WORM = SetAside("w")


def brisk(state: State, stream: Stream) -> Action:
    """A kind of action by fondness, then any of that kind: every action has its chance, and games end soon."""
    actions = state.actions()
    if isinstance(state, SetAsideState) and isinstance(actions[0], SetAside) and stream.below(6):
        return _WORM if _WORM in actions else max(actions, key=lambda action: _gain(state, action))
    kinds = list(dict.fromkeys(action.name() for action in actions))
    weighted = [kind for kind in kinds for _ in range(_FONDNESS.get(kind, 4))]
    kind = stream.choice(weighted)
    return stream.choice([action for action in actions if action.name() == kind])


def walked(start: State, stream: Stream, choose: Chooser = brisk) -> Iterator[tuple[State, Played]]:
    """A game to its end, whose dice and choices come from one stream: each state with the move that is played there."""
    return playthrough(start, lambda dice: dice.draw(stream), lambda state: choose(state, stream))


def _gain(state: SetAsideState, action: Action) -> int:
    """The gain of setting the symbol aside."""
    roll = state.turn.roll
    assert roll is not None
    assert isinstance(action, SetAside)
    place = roll.die.index[action.symbol]
    return roll.counts[place] * roll.die.symbols[place].value
