"""Everything compiled before somebody waits for it: ``python -m roost.review.warming``.

What is compiled is kept on disk, so that this takes half a minute once after an installation and a second later. In a
process of its own it is in nobody's way.
"""

from __future__ import annotations

import os

from roost.core.state import State
from roost.core.stream import Stream
from roost.games import all_games, game
from roost.odds.position import position_odds
from roost.review.modelled import hint_at

__all__ = ["warm_up"]


def warm_up() -> None:
    """Ask for the odds of a first choice and for a hint, in every game."""
    for name in all_games():
        state: State = game(name, players=2, start=0).opening()
        assert state.dice is not None
        state = state.play(state.dice.draw(Stream(name))).state
        position_odds(state)
        hint_at(state)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    warm_up()
