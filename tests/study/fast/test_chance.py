"""Tests that the kernels' random numbers follow their documentation."""

from collections import Counter

import pytest

import roost
from plain_chance import PlainStream, read_roll, split_mix
from roost.core.game import Game
from roost.core.state import Node, State
from roost.study.fast import packing, play
from roost.study.fast.chance import face_table, pack_roll
from soak import rarely

pytestmark = pytest.mark.slow

GAMES = [("heckmeck", 2), ("junior", 40), ("picnic", 5), *rarely(("barbecue", 10))]
SEED = 11


@pytest.mark.parametrize(("name", "games"), GAMES)
def test_whole_games_can_be_replayed_from_the_documentation(name: str, games: int) -> None:
    """The reference engine, with random numbers as documented, plays the same games as the kernel."""
    game = roost.game(name, players=3, start="random")
    played, packed = play(game, games, seed=SEED), packing(game)
    for number in range(games):
        stream, decisions = PlainStream(split_mix(SEED, number)), 0
        state: State = game.opening()
        while state.node is not Node.OVER:
            if state.seat is None:
                state = state.play("ABC"[stream.below(3)]).state
            elif (dice := state.dice) is not None:
                state = state.play(stream.roll(dice)).state
            else:
                numbers = sorted(packed.number(state, action) for action in state.actions())
                state = state.play(packed.action(state, numbers[stream.below(len(numbers))])).state
                decisions += 1
        outcome = state.outcome
        assert outcome is not None
        assert played.decisions[number] == decisions
        assert tuple(played.scores[number]) == outcome.scores
        assert tuple(played.shares[number]) == tuple(map(float, outcome.shares))
        assert game.end_reasons[played.reasons[number]] == outcome.reason


@pytest.mark.parametrize("game", [roost.game("heckmeck"), roost.game("junior", double_face="bun")], ids=str)
def test_every_number_draws_the_documented_roll(game: Game) -> None:
    """The table of one to four dice contains each roll as often as its weight."""
    table, start = face_table(game.die), 1
    for count in range(1, 5):
        dice = game.die.dice(count)
        part = table[start : start + 6**count]
        assert Counter(part.tolist()) == {pack_roll(roll.counts): weight for roll, weight in dice.rolls}
        assert [pack_roll(read_roll(dice, number).counts) for number in range(6**count)] == part.tolist()
        start += 6**count
    assert start == len(table)
