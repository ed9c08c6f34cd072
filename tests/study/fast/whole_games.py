"""Whole games in compiled code, beside those of the reference engine."""

from plain_chance import PlainStream, split_mix
from roost.core.game import Game
from roost.core.state import Node
from roost.core.stream import Stream
from roost.study.bots import bot
from roost.study.fast import packing, play

STREAM = Stream("these bots never ask for chance")


def check_whole_games(game: Game, by: str | list[str]) -> None:
    """The games of a run must be those that the bots play with the same dice, in whatever parts they are played."""
    played, packed = play(game, 6, seed=3, by=by), packing(game)
    part = play(game, 2, seed=3, first=4, by=by, threads=2)
    assert part.scores.tolist() == played.scores[4:].tolist()
    stream, state, decisions = PlainStream(split_mix(3, 1)), game.opening(), 0
    bots = [bot(one) for one in ([by] * game.players if isinstance(by, str) else by)]
    while state.node is not Node.OVER:
        if (dice := state.dice) is not None:
            state = state.play(stream.roll(dice)).state
        else:
            assert state.seat is not None
            state = state.play(bots[state.seat].choose(state, STREAM)).state
            decisions += 1
    outcome = packed.outcome(packed.pack(state))
    assert outcome is not None
    assert (played.decisions[1], tuple(played.scores[1])) == (decisions, outcome.scores)
    assert tuple(played.shares[1]) == tuple(map(float, outcome.shares))
