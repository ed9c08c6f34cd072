"""Random positions of the set-aside games, at any node of a turn and with all variants."""

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
"""One node in this many is picked, so positions of one game are far apart."""


def random_positions(name: str, count: int, seed: str) -> list[SetAsideState]:
    """Return positions of random games at nodes of a turn."""
    stream = Stream(f"positions/{name}/{seed}")
    states: list[SetAsideState] = []
    while len(states) < count:
        states += _one_game(name, stream)
    return states[:count]


def _one_game(name: str, stream: Stream) -> Iterator[SetAsideState]:
    players = stream.choice(roost.all_games()[name].player_range)
    state = roost.game(name, players, **stream.choice(_VARIANTS[name])).opening()
    while state.node is not Node.OVER:
        assert isinstance(state, SetAsideState)
        if stream.below(_ONE_IN) == 0:
            yield state
        dice = state.dice
        state = state.play(brisk(state, stream) if dice is None else dice.draw(stream)).state
