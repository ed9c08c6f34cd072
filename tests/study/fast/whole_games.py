"""A comparison of compiled whole games with the reference engine."""

from plain_chance import PlainStream, split_mix
from roost.core.game import Game
from roost.core.state import Node
from roost.core.stream import Stream
from roost.study.bots import bot
from roost.study.fast import packing, play

STREAM = Stream("these bots need no random numbers")


def check_whole_games(game: Game, by: str | list[str]) -> None:
    """Check that compiled games equal the bots' games with the same dice, also when they are played in parts."""
    played, packed = play(game, 6, seed=3, by=by), packing(game)
    part = play(game, 2, seed=3, first=4, by=by, threads=2)
    assert part.scores.tolist() == played.scores[4:].tolist()
    stream, state, decisions = PlainStream(split_mix(3, 1)), game.opening(), 0
    bots = [bot(name) for name in ([by] * game.players if isinstance(by, str) else by)]
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
