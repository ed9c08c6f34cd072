"""Whole games at compiled speed, identical to the reference engine move by move.

``play(game, 100_000, seed=7)`` plays random games (how fast: ``docs/performance.md``);
``play(game, 1000, by="rooster")`` solves every turn exactly, and ``histories`` tells such games turn by turn.
``packing(game)`` converts states and actions between the two engines. How the two are kept identical:
:mod:`roost.study.fast.lockstep`.

Importing this package loads Numba. Nothing that has to start quickly may import it before it is needed.
"""

from roost.study.fast.packed import Packing, packing
from roost.study.fast.solved import Histories, histories
from roost.study.fast.whole_games import Played, play

__all__ = ["Histories", "Packing", "Played", "histories", "packing", "play"]
