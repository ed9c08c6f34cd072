"""Games without a model: turns searched against an estimate by roll-outs, and the bots that play so."""

from __future__ import annotations

import numpy as np
import pytest
from roost.study.models.rollouts import estimate
from roost_farkle import Farkle
from roost_pig import Hold, Pig, RollOn

from roost.core.errors import RoostError
from roost.core.game import Game
from roost.core.memory import Memory
from roost.core.registry import all_games
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import bot, bots_for, default_bot
from roost.study.models import value
from roost.study.models.searched_turn import SearchedValuation
from roost.study.models.turn_value import value_within

PIG = Pig(goal=30)


def pig(text: str) -> State:
    """A position of a short game of Pig."""
    return Pig.read_text(f"pig goal=30 {text}")


def test_an_estimate_knows_who_is_ahead() -> None:
    """Shares sum to one, grow with the lead, and are exact at the end."""
    known = estimate(PIG)
    states = [pig("A=0 B=0 turn=A"), pig("A=20 B=0 turn=A"), pig("A=0 B=20 turn=A"), pig("A=30 B=0 turn=over")]
    shares = known(states)
    assert shares.sum(axis=1) == pytest.approx(np.ones(4))
    assert shares[1, 0] > shares[0, 0] > shares[2, 0]
    assert shares[0, 0] > 0.5
    assert shares[3].tolist() == [1.0, 0.0]
    assert 0 < known.error < 0.05


def test_a_turn_is_valued() -> None:
    """The worth of a choice is the worth of what it leads to, and the best is what the mover plays."""
    state = pig("A=0 B=0 turn=A total=5 roll=5")
    turn = value(state)
    choices = turn.choices(state)
    assert turn.best(state) == RollOn()
    assert turn.shares(state) == choices[RollOn()]
    assert choices[Hold()] == turn.shares(state.play("hold").state)
    later = pig("A=0 B=0 turn=A total=29 roll=5")
    assert turn.best(later) == Hold()
    with pytest.raises(RoostError):
        turn.choices(pig("A=0 B=0 turn=B total=5 roll=5"))


def test_whoever_is_far_behind_dares_more() -> None:
    """Playing for the win is not playing for points."""
    assert value(pig("A=0 B=29 turn=A total=28 roll=5")).best(pig("A=0 B=29 turn=A total=28 roll=5")) == RollOn()
    assert value(pig("A=0 B=0 turn=A total=28 roll=5")).best(pig("A=0 B=0 turn=A total=28 roll=5")) == Hold()


def test_before_the_draw() -> None:
    """Nobody is ahead before the first player is drawn."""
    opening = Pig(goal=30, start="random").opening()
    assert value(opening).shares(opening) == pytest.approx((0.5, 0.5), abs=0.05)


def test_owls_look_further_when_there_is_time() -> None:
    """With time the next turn is searched as well; without, or without memory, one turn is."""
    state = pig("A=20 B=20 turn=A total=5 roll=5")
    deep, quick = value_within(state, 600.0), value_within(state, 1e-9)
    short = value_within(state, 600.0, Memory(16 << 20))
    assert isinstance(deep, SearchedValuation)
    assert quick.choices(state) == value(state).choices(state)
    assert deep.choices(state) == value(state, 2).choices(state) != quick.choices(state)
    assert short.choices(state) in (quick.choices(state), deep.choices(state))


def beats(strong: str, weak: str, game: Game, games: int) -> float:
    """How many games one bot wins against another, each beginning half of them."""
    won = 0.0
    for number in range(games):
        seats = [bot(strong), bot(weak)][:: 1 if number % 2 else -1]
        state, chance = game.opening(), Stream(f"{strong} {weak} {number}")
        while (outcome := state.outcome) is None:
            dice = state.dice
            if dice is not None:
                state = state.play(dice.draw(chance)).state
            else:
                assert state.seat is not None
                state = state.play(seats[state.seat].choose(state, chance)).state
        won += float(outcome.shares[0 if number % 2 else 1])
    return won / games


@pytest.mark.parametrize("name", ["rooster", "fox", "owl:seconds=0.01"])
def test_bots_play_a_game_that_nobody_knows(name: str) -> None:
    """They beat the chick more often than luck allows."""
    assert beats(name, "chick", PIG, 12) >= 0.6


def test_a_rooster_plays_farkle() -> None:
    """A large turn is played as well."""
    assert beats("rooster", "chick", Farkle(goal=1500), 4) >= 0.5


def test_who_can_play() -> None:
    """The pullet and the hen need rules of thumb; nobody is offered who cannot play."""
    assert bots_for(Pig) == ["chick", "rooster", "fox", "owl"]
    assert default_bot(Pig) == "rooster"
    assert default_bot(all_games()["heckmeck"]) == "hen"
    assert {"pullet", "hen"} <= set(bots_for(all_games()["heckmeck"]))
