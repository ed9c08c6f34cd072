"""The knowledge of the tile games' board: which tiles the dice may still win."""

from functools import lru_cache

from roost.games.set_aside.faces.turn_shown import judged, reachable
from roost.games.tiles import TileState

_ABOVE_ALL = 100
"""More than dice ever come to."""


def shown(state: TileState) -> dict[str, object]:
    """``tiles`` and ``tops`` are those that some result takes, ``now`` those that the present one does."""
    if state.seat is None:
        return {}
    result, within_reach = judged(state), reachable(state.turn)
    tiles, tops = _tiles(state.grill, within_reach), _tops(state, within_reach)
    now: list[int] = []
    if result is not None:
        now = sorted([*_tiles(state.grill, 1 << result), *(top for top in tops if top == result)])
    return {"tiles": tiles, "tops": tops, "now": now}


@lru_cache(10_000)  # a grill stays for a whole turn
def _tiles(grill: tuple[int, ...], results: int) -> tuple[int, ...]:
    """The tiles of the grill that these results take: each the highest that is not above it (HM-2, HM-4)."""
    next_tiles = (*grill[1:], _ABOVE_ALL)
    return tuple([tile for tile, above in zip(grill, next_tiles, strict=True) if results & (1 << above) - (1 << tile)])


def _tops(state: TileState, results: int) -> list[int]:
    """The top tiles of others that these results snatch (HM-3)."""
    tops = {stack[-1] for seat, stack in enumerate(state.stacks) if stack and seat != state.seat}
    return sorted([top for top in tops if results >> top & 1 and top not in state.grill])
