"""The code that a server still has to compile when all is said to be ready: ``python left_to_compile.py GAME…``.

Uses what is compiled beforehand as the process beside the server does. Then plays whole games between bots, asks for
odds and hints meanwhile, and prints every kernel that was not used before.
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
"""Choices from one question to the next: those of all kinds come in turn."""


def _used() -> set[tuple[str, str]]:
    kernels = (found for found in gc.get_objects() if isinstance(found, Dispatcher))
    return {(found.py_func.__qualname__, str(types)) for found in kernels for types in found.signatures}


def _play(name: str) -> None:
    chance, choices = Stream("left to compile"), 0
    flock = [bot(one) for one in _PLAYERS]
    state = game(name, start=0).opening()
    while state.outcome is None:
        if state.dice is not None:
            state = state.play(state.dice.draw(chance)).state
            continue
        if choices % _ASK_EVERY == 0:
            position_odds(state)
            hint_at(state)
        state = state.play(flock[choices % len(flock)].choose(state, chance)).state
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
