"""Hypothesis strategies: games with any options, positions from play, and invalid input."""

import string
from itertools import islice
from typing import Any

from hypothesis import strategies as st

import roost
from policies import walked
from roost.core.game import Game
from roost.core.notation import Choice, Codec, Flag, Integer, Json, Numbers, Seat, Word
from roost.core.state import State
from roost.core.stream import Stream

names = st.sampled_from(sorted(roost.all_games()))

garbage = st.one_of(st.text(max_size=60), st.text(string.ascii_letters + string.digits + "-=,:/@ ", max_size=60))
"""Any text, and text that resembles notation."""

json_values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=10,
)
"""Any JSON."""


def values_of(codec: Codec[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a codec of :mod:`roost.core.notation`."""
    match codec:
        case Integer(least, most):
            return st.integers(least, most)
        case Flag():
            return st.booleans()
        case Choice(words):
            return st.sampled_from(words)
        case Word(characters, longest):
            return st.text(characters, min_size=1, max_size=longest)
        case Seat(words, seats):
            return st.integers(0, len(seats) - 1) | st.sampled_from(words) if words else st.integers(0, len(seats) - 1)
        case Numbers(least, most, longest, shortest):
            return st.lists(st.integers(least, most), min_size=shortest, max_size=longest).map(tuple)
    raise NotImplementedError(codec)


codecs: st.SearchStrategy[Codec[Any]] = st.one_of(
    st.builds(lambda low, span: Integer(low, low + span), st.integers(0, 500), st.integers(0, 500)),
    st.just(Flag()),
    st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=8), min_size=1, max_size=4, unique=True).map(
        lambda words: Choice(tuple(words))
    ),
    st.builds(Word, st.sampled_from(["12345w-", "wgckb", "a", "x^]-\\"]), st.integers(1, 9), st.just("dice")),
    st.builds(Seat, st.sampled_from([(), ("random",), ("draw", "none")]), st.sampled_from(["AB", "ABCDEFG"])),
    st.builds(
        lambda low, span, longest, shortest, ranges: Numbers(low, low + span, longest, min(shortest, longest), ranges),
        st.integers(0, 40),
        st.integers(0, 40),
        st.integers(1, 12),
        st.integers(0, 12),
        st.booleans(),
    ),
)
"""Every kind of codec in :mod:`roost.core.notation`."""


@st.composite
def games(draw: st.DrawFn, name: str | None = None) -> Game:
    """Draw a game for any number of players, with any values for options with a codec of core."""
    kind = roost.all_games()[name or draw(names)]
    players = draw(st.sampled_from(kind.player_range))
    options: dict[str, Any] = {}
    for key, option in kind.options().items():
        if key == "start":
            options[key] = draw(st.integers(0, players - 1) | st.just("random"))
        elif type(option.codec) in (Flag, Choice, Numbers) and draw(st.booleans()):
            options[key] = draw(values_of(option.codec))
    return roost.game(kind.name, players, **options)


@st.composite
def positions(draw: st.DrawFn, name: str | None = None, most: int = 120) -> State:
    """Draw a position that play can reach."""
    state, stream = draw(games(name)).opening(), Stream(draw(st.integers(0, 2**32)))
    for _, played in islice(walked(state, stream), draw(st.integers(0, most))):
        state = played.state
    return state
