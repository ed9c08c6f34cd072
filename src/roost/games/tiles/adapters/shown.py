"""Facts about a tile game for the page: the tiles that the dice can still win."""

from functools import lru_cache

from roost.games.set_aside.adapters.turn_results import present_result, reachable_results
from roost.games.tiles import TileState

_ABOVE_ALL = 100
"""A number that no result reaches."""


def shown(state: TileState) -> dict[str, object]:
    """Return the ``tiles`` and ``tops`` within reach, and as ``now`` those that the current result would take."""
    if state.seat is None:
        return {}
    result, within_reach = present_result(state), reachable_results(state.turn)
    tiles, tops = _tiles(state.grill, within_reach), _tops(state, within_reach)
    now: list[int] = []
    if result is not None:
        now = sorted([*_tiles(state.grill, 1 << result), *(top for top in tops if top == result)])
    return {"tiles": tiles, "tops": tops, "now": now}


@lru_cache(10_000)  # a grill does not change within a turn
def _tiles(grill: tuple[int, ...], results: int) -> tuple[int, ...]:
    """Return the grill tiles that these results take: for each result, the highest tile up to it (HM-2, HM-4)."""
    next_tiles = (*grill[1:], _ABOVE_ALL)
    return tuple([tile for tile, above in zip(grill, next_tiles, strict=True) if results & (1 << above) - (1 << tile)])


def _tops(state: TileState, results: int) -> list[int]:
    """Return the other players' top tiles that these results snatch (HM-3)."""
    tops = {stack[-1] for seat, stack in enumerate(state.stacks) if stack and seat != state.seat}
    return sorted([top for top in tops if results >> top & 1 and top not in state.grill])
