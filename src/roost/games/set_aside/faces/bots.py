"""Rules of thumb for the set-aside turn: what the pullet and the hen look at in the three Heckmecks."""

from collections.abc import Callable

from roost.core.dice import Roll
from roost.core.moves import Action
from roost.games.set_aside import WORM, Aside, RollOn, SetAside, SetAsideState
from roost.games.tiles import Snatch

WANTED_WORM = 4.0
"""The worth of a first worm to the hen beyond its points: without one the turn earns nothing."""
BEARABLE_RISK = 0.12
"""The chance of a dead roll up to which the hen rolls on although there is something to take."""


def pullet(state: SetAsideState) -> Action:
    """Grab whatever there is most of, and stop as soon as there is anything to take."""
    actions = state.actions()
    if isinstance(actions[0], SetAside):
        return max(actions, key=lambda action: _dice(state, action))
    return _stop(state, actions)


def hen(state: SetAsideState) -> Action:
    """High numbers, a worm in good time, and no roll that is likely to go wrong once there is something to take."""
    _, aside, roll = state.turn
    actions = state.actions()
    if roll is not None and isinstance(actions[0], SetAside):
        return max(actions, key=_appeal(aside, roll))
    claims = state.claims()
    snatches = any(isinstance(claim, Snatch) for claim in claims)
    if isinstance(actions[0], RollOn) and claims and not snatches and _risk(state) <= BEARABLE_RISK:
        return actions[0]
    return _stop(state, actions)


def _stop(state: SetAsideState, actions: tuple[Action, ...]) -> Action:
    """Take what there is to take; otherwise roll on while that is possible."""
    claims = state.claims()
    return claims[0] if claims else actions[0]


def _dice(state: SetAsideState, action: Action) -> tuple[int, int]:
    """How many dice a choice sets aside, and what each counts."""
    assert isinstance(action, SetAside)
    roll = state.turn.roll
    assert roll is not None
    place = roll.die.index[action.symbol]
    return roll.counts[place], roll.die.symbols[place].value


def _appeal(aside: Aside, roll: Roll) -> Callable[[Action], float]:
    """The gain of a choice over what its dice would bring on average if they were rolled again."""
    die = roll.die
    average, wanted = die.average, 0.0 if aside.has_worm else WANTED_WORM * die.average / 3

    def appeal(action: Action) -> float:
        assert isinstance(action, SetAside)
        place = die.index[action.symbol]
        worm = wanted if action.symbol == WORM else 0.0
        return roll.counts[place] * (die.symbols[place].value - average) + worm

    return appeal


def _risk(state: SetAsideState) -> float:
    """The chance that the next roll is dead and costs the turn."""
    if state.game.dead_roll_counts:
        return 0.0
    aside, die = state.turn.aside, state.game.die
    used = sum(weight for place, weight in enumerate(die.weights) if aside.mask >> place & 1)
    return float((used / die.faces) ** aside.left)
