"""Decisions from random games, and matches between two bots."""

import roost
from policies import walked
from roost.core.game import Game
from roost.core.playthrough import playthrough
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import Bot, bot

_EVERY = 7
"""Interval at which decisions are picked."""


def decisions(name: str, players: int, count: int) -> list[State]:
    """Return ``count`` decisions of random games."""
    stream = Stream(f"bots/{name}/{players}")
    states: list[State] = []
    while len(states) < count * _EVERY:
        states += [state for state, _ in walked(roost.game(name, players).opening(), stream) if state.dice is None]
    return states[_EVERY - 1 :: _EVERY][:count]


def won(game: Game, bot_name: str, rival_name: str, deals: int) -> float:
    """Return the first bot's win share over deals that both bots play from both seats."""
    own, rival = bot(bot_name), bot(rival_name)
    shares = (_share(game, (own, rival), deal, 0) + _share(game, (rival, own), deal, 1) for deal in range(deals))
    return sum(shares) / (2 * deals)


def _share(game: Game, seats: tuple[Bot, Bot], deal: int, seat: int) -> float:
    dice, choices = Stream(f"deal/{deal}"), Stream(f"choices/{deal}")
    *_, (_, last) = playthrough(
        game.opening(), lambda roll: roll.draw(dice), lambda state: seats[state.seat or 0].choose(state, choices)
    )
    assert last.state.outcome is not None
    return float(last.state.outcome.shares[seat])
