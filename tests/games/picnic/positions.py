"""Positions of Picnic Blitz as they come up in play, at any node of any turn, with all variants."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from policies import brisk
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.board import Track

_SHORT_TRACKS = (Track(2, 1), Track(3, 5), Track(4, 2), Track(2, 9), Track(12, 3), Track(6, 1))
_VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"goal": 11},
    {"beginner": True},
    {"tracks": _SHORT_TRACKS},
    {"goal": 5, "tracks": _SHORT_TRACKS},
)


def games() -> list[Picnic]:
    """Return a game for every number of players with every variant."""
    return [Picnic(players=players, **options) for players in Picnic.player_range for options in _VARIANTS]


def turns(game: Picnic, stream: Stream) -> Iterator[list[PicnicState]]:
    """Yield the turns of one random game, each as the list of its states."""
    turn: list[PicnicState] = []
    state = game.opening()
    while state.node is not Node.OVER:
        if state.seat is not None:
            if turn and turn[-1].seat != state.seat:
                yield turn
                turn = []
            turn.append(state)
        dice = state.dice
        following = state.play(brisk(state, stream) if dice is None else dice.draw(stream)).state
        assert isinstance(following, PicnicState)
        state = following
    yield turn


@cache
def random_states(count: int, seed: str) -> tuple[PicnicState, ...]:
    """Return ``count`` states of different turns, from all games."""
    stream = Stream(f"picnic/{seed}")
    states: list[PicnicState] = []
    for game in games():
        states += [stream.choice(turn) for turn in turns(game, stream) if stream.below(8) == 0]
    return tuple(states.pop(stream.below(len(states))) for _ in range(count))
