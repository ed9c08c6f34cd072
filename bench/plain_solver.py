"""A turn of Heckmeck solved in plain Python, as most public solvers do it: recursion over whole rolls, memoised.

The baseline of `solver`. It knows the same shortcut as the graph (positions that agree in symbols aside, dice left, sum
and worm are one), but neither shares work between the rolls of a position nor leaves the interpreter.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

DICE = 8
VALUES = (1, 2, 3, 4, 5, 5)
WORM = 5

Counts = tuple[tuple[int, int], ...]


@cache
def rolls(dice: int) -> list[tuple[Counts, float]]:
    """Every distinct roll, as its symbols with their counts, and its chance."""
    found = []
    for shown in combinations_with_replacement(range(len(VALUES)), dice):
        counts = tuple((symbol, shown.count(symbol)) for symbol in sorted(set(shown)))
        ways = factorial(dice) // prod(factorial(count) for _, count in counts)
        found.append((counts, ways / len(VALUES) ** dice))
    return found


def solve(stop: Mapping[int, float], fail: float) -> float:
    """The worth of a turn, when ``stop`` tells what each sum with a worm is worth."""
    memo: dict[tuple[int, int, int], float] = {}

    def decide(mask: int, left: int, total: int) -> float:
        key = mask, left, total
        value = memo.get(key)
        if value is None:
            value = stop.get(total, fail) if mask >> WORM & 1 else fail
            if left and mask != 63:
                value = max(value, roll(mask, left, total))
            memo[key] = value
        return value

    def roll(mask: int, left: int, total: int) -> float:
        expected = 0.0
        for counts, chance in rolls(left):
            best = None
            for symbol, count in counts:
                if not mask >> symbol & 1:
                    value = decide(mask | 1 << symbol, left - count, total + count * VALUES[symbol])
                    best = value if best is None or value > best else best
            expected += chance * (fail if best is None else best)
        return expected

    return roll(0, DICE, 0)
