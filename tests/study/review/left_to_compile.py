"""List kernels that a warmed-up server still has to compile: ``python left_to_compile.py GAME…``.

The script uses all kernels like the warm-up process does. Then it plays whole games between bots with requests for odds
and hints, and prints every kernel that was not used before.
"""

import gc
import sys

from numba.core.dispatcher import Dispatcher

from roost.core.registry import game
from roost.core.stream import Stream
from roost.study.bots import bot
from roost.study.odds.position import position_odds
from roost.study.review.hints import hint_at
from roost.study.review.warm_up import all_kernels, load

_PLAYERS = ("fox", "rooster", "card")
_ASK_EVERY = 5
"""Interval in choices between requests; an interval of 5 covers all kinds of choices."""


def _used() -> set[tuple[str, str]]:
    kernels = (item for item in gc.get_objects() if isinstance(item, Dispatcher))
    return {(kernel.py_func.__qualname__, str(types)) for kernel in kernels for types in kernel.signatures}


def _play(name: str) -> None:
    chance, choices = Stream("left to compile"), 0
    bots = [bot(player) for player in _PLAYERS]
    state = game(name, start=0).opening()
    while state.outcome is None:
        if state.dice is not None:
            state = state.play(state.dice.draw(chance)).state
            continue
        if choices % _ASK_EVERY == 0:
            position_odds(state)
            hint_at(state)
        state = state.play(bots[choices % len(bots)].choose(state, chance)).state
        choices += 1


if __name__ == "__main__":
    for kernels in all_kernels():
        if kernels[1] in sys.argv[1:]:
            assert load(kernels)
    before = _used()
    assert before
    for name in sys.argv[1:]:
        _play(name)
    print(*sorted(_used() - before), sep="\n")
