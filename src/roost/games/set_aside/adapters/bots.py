"""The pullet's and the hen's rules of thumb for the set-aside turn in the three Heckmeck games."""

from collections.abc import Callable

from roost.core.dice import Roll
from roost.core.moves import Action
from roost.games.set_aside import WORM, Aside, RollOn, SetAside, SetAsideState
from roost.games.tiles import Snatch

WANTED_WORM = 4.0
"""Points that a first worm is worth to the hen beyond its value, because a turn without a worm earns nothing."""
BEARABLE_RISK = 0.12
"""Maximum probability of a dead roll at which the hen still rolls again although there is a claim."""


def pullet(state: SetAsideState) -> Action:
    """Choose the symbol with the most dice, and stop as soon as there is a claim."""
    actions = state.actions()
    if isinstance(actions[0], SetAside):
        return max(actions, key=lambda action: _dice(state, action))
    return _stop(state, actions)


def hen(state: SetAsideState) -> Action:
    """Prefer high numbers, take a worm early enough, and avoid risky rolls once there is a claim."""
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
    """Make the first claim; if there is none, roll again or stop."""
    claims = state.claims()
    return claims[0] if claims else actions[0]


def _dice(state: SetAsideState, action: Action) -> tuple[int, int]:
    """Return how many dice a choice sets aside, and the value of each die."""
    assert isinstance(action, SetAside)
    roll = state.turn.roll
    assert roll is not None
    place = roll.die.index[action.symbol]
    return roll.counts[place], roll.die.symbols[place].value


def _appeal(aside: Aside, roll: Roll) -> Callable[[Action], float]:
    """Rate a choice by how much it gains compared with the average result of rolling its dice again."""
    die = roll.die
    average, wanted = die.average, 0.0 if aside.has_worm else WANTED_WORM * die.average / 3

    def appeal(action: Action) -> float:
        assert isinstance(action, SetAside)
        place = die.index[action.symbol]
        worm = wanted if action.symbol == WORM else 0.0
        return roll.counts[place] * (die.symbols[place].value - average) + worm

    return appeal


def _risk(state: SetAsideState) -> float:
    """Return the probability that the next roll is dead and costs the turn."""
    if state.game.dead_roll_counts:
        return 0.0
    aside, die = state.turn.aside, state.game.die
    used = sum(weight for place, weight in enumerate(die.weights) if aside.mask >> place & 1)
    return float((used / die.faces) ** aside.left)
