"""Decisions as they come up in random games, to be put to bots, and whole games between two of them."""

import roost
from policies import walked
from roost.core.game import Game
from roost.core.playthrough import playthrough
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import Bot, bot

_EVERY = 7
"""Every so many-th decision is taken."""


def decisions(name: str, players: int, count: int) -> list[State]:
    """So many decisions of random games."""
    stream = Stream(f"bots/{name}/{players}")
    found: list[State] = []
    while len(found) < count * _EVERY:
        found += [state for state, _ in walked(roost.game(name, players).opening(), stream) if state.dice is None]
    return found[_EVERY - 1 :: _EVERY][:count]


def won(game: Game, one: str, other: str, deals: int) -> float:
    """The share of the wins that go to one of two bots, in so many deals that both play from both seats."""
    mine, theirs = bot(one), bot(other)
    shares = (_share(game, (mine, theirs), deal, 0) + _share(game, (theirs, mine), deal, 1) for deal in range(deals))
    return sum(shares) / (2 * deals)


def _share(game: Game, seats: tuple[Bot, Bot], deal: int, seat: int) -> float:
    dice, choices = Stream(f"deal/{deal}"), Stream(f"choices/{deal}")
    *_, (_, last) = playthrough(
        game.opening(), lambda due: due.draw(dice), lambda state: seats[state.seat or 0].choose(state, choices)
    )
    assert last.state.outcome is not None
    return float(last.state.outcome.shares[seat])
