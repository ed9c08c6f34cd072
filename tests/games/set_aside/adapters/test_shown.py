"""The page's knowledge of set-aside boards follows from the rules."""

from typing import Any

import roost
from roost.core.dice import Roll
from roost.games.set_aside import Aside, SetAsideGame, SetAsideState
from roost.games.set_aside.adapters.turn_results import reachable_results


def test_reachable_results_are_those_of_the_rules_engine() -> None:
    """The results that the page shows as reachable are those on which the engine's turn can end."""
    positions = [
        "heckmeck grill=21-36 A=- B=- turn=A",
        "heckmeck grill=21-36 A=- B=- turn=A aside=5555 roll=next",
        "heckmeck grill=21-36 A=- B=- turn=A aside=44ww roll=2255",
        "heckmeck grill=21-36 A=- B=- turn=A aside=11223w roll=45",
        "junior grill=4,4,5,9 A=6 B=- turn=B aside=gg roll=ckbb",
        "junior grill=4,4,5 A=8 B=- C=8 turn=B aside=wbbb roll=bw",
        "barbecue grill=- A=0w0s B=0w0s turn=A aside=66 roll=next",
    ]
    states: list[Any] = [roost.position(text) for text in positions]
    assert [_bits(reachable_results(state.turn)) for state in states] == [_results(state) for state in states]


def _bits(results: int) -> set[int]:
    return {result for result in range(results.bit_length()) if results >> result & 1}


def _results(state: Any) -> set[int]:
    """Return the results with a worm on which a turn can end."""
    assert isinstance(state, SetAsideState)
    assert isinstance(state.game, SetAsideGame)
    _, aside, roll = state.turn
    starts = [aside]
    if roll is not None:
        fresh = [symbol for symbol, count in enumerate(roll.counts) if count and not aside.mask >> symbol & 1]
        if not fresh:
            return {aside.total} if aside.has_worm else set()
        starts = [aside.add(symbol, roll.counts[symbol]) for symbol in fresh]
    seen: set[Roll] = set()
    results: set[int] = set()
    waiting: list[Aside] = starts
    while waiting:
        aside = waiting.pop()
        if aside.roll in seen:
            continue
        seen.add(aside.roll)
        if aside.has_worm:
            results.add(aside.total)
        for symbol in range(len(aside.dice.die.symbols)):
            if not aside.mask >> symbol & 1:
                waiting += (aside.add(symbol, count) for count in range(1, aside.left + 1))
    return results
