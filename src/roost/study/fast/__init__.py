"""Play whole games in compiled code, identical to the reference engine move by move.

``play(game, 100_000, seed=7)`` plays random games; ``docs/performance.md`` lists the speeds. ``play(game, 1000,
by="rooster")`` plays games in which every turn is solved exactly, and ``histories`` returns such games turn by turn.
``packing(game)`` converts states and actions between the two engines. :mod:`roost.study.fast.lockstep` checks that the
engines agree.

Importing this package loads Numba, so code that must start quickly imports it late.
"""

from roost.core.extras import needing

with needing("fast", "Compiled play"):
    from roost.study.fast.packed import Packing, packing
    from roost.study.fast.solved import Histories, histories
    from roost.study.fast.whole_games import PlayedGames, play

__all__ = ["Histories", "Packing", "PlayedGames", "histories", "packing", "play"]
