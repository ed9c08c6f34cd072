"""The knowledge of Barbecue's board: which spots the dice may still reach, and what is left."""

from roost.games.barbecue import BarbecueState
from roost.games.barbecue.notation import HIGHEST
from roost.games.set_aside.faces.turn_shown import judged, reachable


def shown(state: BarbecueState) -> dict[str, object]:
    """``results`` are within reach, ``now`` is the present one (with ``above``, if it goes beyond the grill)."""
    found: dict[str, object] = {
        "pool": state.pool,
        "plates": [state.plates_left(seat) for seat in range(state.game.players)],
    }
    if state.seat is None:
        return found
    now, within_reach = judged(state) or 0, reachable(state.turn)
    results = [result for result in range(within_reach.bit_length()) if within_reach >> result & 1]
    return found | {"results": results, "now": now, "above": now > HIGHEST}
