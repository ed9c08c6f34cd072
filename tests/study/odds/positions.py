"""Positions of the set-aside games as they come up in play: at any node of any turn, with all variants."""

from collections.abc import Iterator, Mapping

import roost
from policies import brisk
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games.set_aside import SetAsideState

_VARIANTS: Mapping[str, tuple[dict[str, object], ...]] = {
    "heckmeck": ({}, {"short_game": True}, {"always_turn": True}, {"short_game": True, "always_turn": True}),
    "junior": ({}, {"double_face": "bun"}, {"worms": (2, 0, 1, 9, 3, 5), "must_pinch": True}),
    "barbecue": ({}, {"worms": (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4)}, {"stop_on_nothing": True}),
}
SET_ASIDE_GAMES = tuple(_VARIANTS)

_ONE_IN = 16
"""Of so many nodes of a game, one is taken: enough for positions of one game to be far apart."""


def random_positions(name: str, count: int, seed: str) -> list[SetAsideState]:
    """So many positions of random games, at nodes of somebody's turn."""
    stream = Stream(f"positions/{name}/{seed}")
    found: list[SetAsideState] = []
    while len(found) < count:
        found += _one_game(name, stream)
    return found[:count]


def _one_game(name: str, stream: Stream) -> Iterator[SetAsideState]:
    players = stream.choice(roost.all_games()[name].player_range)
    state = roost.game(name, players, **stream.choice(_VARIANTS[name])).opening()
    while state.node is not Node.OVER:
        assert isinstance(state, SetAsideState)
        if stream.below(_ONE_IN) == 0:
            yield state
        dice = state.dice
        state = state.play(brisk(state, stream) if dice is None else dice.draw(stream)).state
