"""Facts about a set-aside turn for the page: the results that the dice can still reach."""

from functools import lru_cache

from roost.core.state import Node
from roost.games.set_aside import WORM, SetAsideState, SetAsideTurn, TurnDice


def present_result(state: SetAsideState) -> int | None:
    """Return the result on which the turn may end now, which needs a worm and no dice that wait for a choice (SA-7)."""
    node, aside, roll = state.turn
    is_open = node is not Node.DECIDE or (roll is not None and roll.mask & ~aside.mask)
    return None if is_open or not aside.has_worm else aside.total


def reachable_results(turn: SetAsideTurn) -> int:
    """Return all results with a worm on which the turn may still end, including the current one.

    The results are the bits of an integer: bit 21 is set if 21 is within reach.
    """
    _, aside, roll = turn
    dice, taken, left, total, has_worm = aside.dice, aside.mask, aside.left, aside.total, aside.has_worm
    if roll is None:
        return _gains(dice, taken, left, has_worm) << total
    if not roll.mask & ~taken:
        return has_worm << total
    results = 0
    for i, (count, symbol) in enumerate(zip(roll.counts, dice.die.symbols, strict=True)):
        if count and not taken >> i & 1:  # SA-2
            gains = _gains(dice, taken | 1 << i, left - count, has_worm or symbol.char == WORM)
            results |= gains << total + count * symbol.value
    return results


@lru_cache(10_000)  # a game uses about a thousand entries
def _gains(dice: TurnDice, taken: int, left: int, has_worm: bool) -> int:
    """Return, as bits, how much ``left`` dice of the remaining symbols can add; a worm must lie aside at the end."""
    gains = int(has_worm)
    for i, symbol in enumerate(dice.die.symbols):
        if not taken >> i & 1:
            for count in range(1, left + 1):
                further = _gains(dice, taken | 1 << i, left - count, has_worm or symbol.char == WORM)
                gains |= further << count * symbol.value
    return gains
