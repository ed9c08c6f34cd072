"""What the board of the tile games is told: which tiles the dice may still win."""

from __future__ import annotations

from bisect import bisect_right

from roost.games.set_aside.faces.turn_shown import judged, reachable, shown_turn
from roost.games.tiles import TileState

__all__ = ["shown"]


def shown(state: TileState) -> dict[str, object]:
    """``tiles`` and ``tops`` are those that some result takes, ``now`` those that the present one does."""
    if state.seat is None:
        return {}
    grill = state.grill
    others = {stack[-1] for seat, stack in enumerate(state.stacks) if stack and seat != state.seat}
    results = reachable(state.turn)
    places = {bisect_right(grill, result) for result in results}
    tiles = {grill[place - 1] for place in places if place}  # HM-2, HM-4
    tops = (results & others) - set(grill)  # HM-3
    now: set[int] = set()
    if (result := judged(state)) is not None:
        place = bisect_right(grill, result)
        now = ({grill[place - 1]} if place else set()) | ({result} & tops)
    return {**shown_turn(state), "tiles": sorted(tiles), "tops": sorted(tops), "now": sorted(now)}
