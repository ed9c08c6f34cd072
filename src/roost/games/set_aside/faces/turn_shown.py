"""What the boards of set-aside games are told about a turn: what lies aside, and what the dice may still come to."""

from __future__ import annotations

from functools import lru_cache

from roost.core.state import Node
from roost.games.set_aside import Aside, SetAsideState, Turn

__all__ = ["judged", "reachable", "shown_turn"]


def shown_turn(state: SetAsideState) -> dict[str, object]:
    """The sum of the dice that lie aside, and whether there is a worm among them."""
    aside = state.turn.aside
    return {"sum": aside.total, "worm": aside.has_worm} if aside.roll.size else {}


def judged(state: SetAsideState) -> int | None:
    """The result that the turn may end on now: it has a worm, and no dice wait to be set aside or rolled (SA-7)."""
    node, aside, roll = state.turn
    is_open = node is not Node.DECIDE or (roll is not None and roll.mask & ~aside.mask)
    return None if is_open or not aside.has_worm else aside.total


def reachable(turn: Turn) -> frozenset[int]:
    """All results with a worm that the turn may end on from here, whatever the dice show; the present one included."""
    _, aside, roll = turn
    if roll is None:
        return _reachable_with(aside)
    fresh = [i for i in range(len(aside.dice.die.symbols)) if (roll.mask & ~aside.mask) >> i & 1]
    if not fresh:
        return frozenset({aside.total} if aside.has_worm else ())
    return frozenset().union(*(_reachable_with(aside.add(i, roll.counts[i])) for i in fresh))  # SA-2


@lru_cache(10_000)  # what lies aside repeats itself far more often than what was rolled with it
def _reachable_with(aside: Aside) -> frozenset[int]:
    """The same with these dice aside, before the others are rolled."""
    ways = {(aside.left, aside.total, aside.has_worm)}
    for i, symbol in enumerate(aside.dice.die.symbols):
        if not aside.mask >> i & 1:
            ways |= {
                (left - count, total + count * symbol.value, worm or symbol.char == "w")
                for left, total, worm in ways
                for count in range(1, left + 1)
            }
    return frozenset(total for _, total, worm in ways if worm)
