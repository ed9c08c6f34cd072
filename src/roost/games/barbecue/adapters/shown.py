"""Facts about a Barbecue position for the page: the results still within reach, the pool, and the plates left."""

from roost.games.barbecue import BarbecueState
from roost.games.barbecue.notation import HIGHEST, LOWEST
from roost.games.set_aside.adapters.turn_results import present_result, reachable_results


def shown(state: BarbecueState) -> dict[str, object]:
    """Return the ``results`` within reach, those ``earning`` something, and the current result as ``now``.

    ``above`` says whether the current result is above the grill.
    """
    payload: dict[str, object] = {
        "pool": state.pool,
        "plates": [state.plates_left(seat) for seat in range(state.game.players)],
    }
    if state.seat is None:
        return payload
    now, within_reach = present_result(state) or 0, reachable_results(state.turn)
    results = [result for result in range(within_reach.bit_length()) if within_reach >> result & 1]
    earning = [result for result in results if result >= LOWEST]
    return payload | {"results": results, "earning": earning, "now": now, "above": now > HIGHEST}
