"""What the boards of set-aside games are told about a turn: what lies aside, and what the dice may still come to."""

from __future__ import annotations

from functools import lru_cache

from roost.core.state import Node
from roost.games.set_aside import SetAsideState, Turn

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


@lru_cache(10_000)
def reachable(turn: Turn) -> frozenset[int]:
    """All results with a worm that the turn may end on from here, whatever the dice show; the present one included."""
    _, aside, roll = turn
    die = aside.dice.die
    if roll is None:
        starts = [aside]
    elif fresh := [i for i in range(len(die.symbols)) if (roll.mask & ~aside.mask) >> i & 1]:
        starts = [aside.add(i, roll.counts[i]) for i in fresh]  # SA-2
    else:
        return frozenset({aside.total} if aside.has_worm else ())
    found: set[int] = set()
    for start in starts:
        ways = {(start.left, start.total, start.has_worm)}
        for i, symbol in enumerate(die.symbols):
            if not start.mask >> i & 1:
                ways |= {
                    (left - count, total + count * symbol.value, worm or symbol.char == "w")
                    for left, total, worm in ways
                    for count in range(1, left + 1)
                }
        found |= {total for _, total, worm in ways if worm}
    return frozenset(found)
