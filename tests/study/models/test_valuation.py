"""Tests that the values of a solved turn are consistent for every seat at every state."""

from functools import partial

import numpy as np
import pytest
from numpy.typing import ArrayLike

import roost
from roost.core.errors import OptionError, RoostError
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.games.set_aside import SetAsideState
from roost.games.set_aside.adapters.solution import solve_turn
from roost.study.fast.packed import packing
from roost.study.models import value
from roost.study.models.features import network_evaluator
from roost.study.models.model import model, packing_of
from roost.study.models.solved_turn import solve_turns
from study.bots.decisions import decisions
from study.models.positions import CELLS, turn_starts

pytestmark = pytest.mark.slow

CLOSE = 1e-9


def _differ(first: ArrayLike, second: ArrayLike) -> float:
    return float(np.abs(np.subtract(first, second)).max())


def _turn(name: str, players: int, seed: str) -> list[State]:
    """Return the states of a turn in the middle of a game, under best play."""
    states = [state for state in turn_starts(roost.game(name, players, start=0), 6, seed) if state.outcome is None]
    stream, state = Stream(seed), states[-1]
    valued, walked = value(state), [state]
    while state.seat == states[-1].seat:
        dice = state.dice
        state = state.play(valued.best(state) if dice is None else dice.draw(stream)).state
        walked.append(state)
    return walked


@pytest.mark.parametrize(("name", "players"), CELLS)
def test_a_turn_is_valued_consistently(name: str, players: int) -> None:
    """Shares sum to one, a roll is worth the mean of its results, and a decision is worth its best choice."""
    first, *rest = _turn(name, players, "contradiction")
    valued = value(first)
    for state in (first, *rest):
        shares = valued.shares(state)
        assert sum(shares) == pytest.approx(1.0, abs=CLOSE)
        if state.seat != first.seat:
            continue
        assert state.seat is not None
        if state.dice is not None:
            weighted = [np.multiply(valued.shares(state.play(roll).state), weight) for roll, weight in state.rolls()]
            assert _differ(np.sum(weighted, axis=0) / state.dice.ways, shares) < CLOSE
            continue
        choices, best = valued.choices(state), valued.best(state)
        assert list(choices) == list(state.actions())
        assert _differ(choices[best], shares) < CLOSE
        for action, after in choices.items():
            assert after[state.seat] <= choices[best][state.seat] + CLOSE
            assert _differ(valued.shares(state.play(action).state), after) < CLOSE


def _own(seat: int, after: State) -> float:
    return model(after.game).shares(after)[seat]


@pytest.mark.parametrize("name", ["heckmeck", "junior", "barbecue"])
def test_the_mover_plays_the_exact_best_turn(name: str) -> None:
    """The mover's share equals the best value that the exact solver finds for it."""
    for state in turn_starts(roost.game(name, 3, start=0), 6):
        if state.outcome is not None:
            continue
        assert isinstance(state, SetAsideState)
        solved = solve_turn(state, partial(_own, seat := state.seat or 0))
        assert value(state).shares(state)[seat] == pytest.approx(solved.value(state), abs=1e-6)


@pytest.mark.parametrize(("name", "players"), [("heckmeck", 3), ("junior", 4), ("barbecue", 2), ("picnic", 3)])
def test_turns_solved_in_a_batch_have_the_same_shares(name: str, players: int) -> None:
    """The batched solver and the valuation agree at the starts of turns."""
    game = roost.game(name, players, start=0)
    states = [state for state in turn_starts(game, 12) if state.outcome is None]
    packed = packing(game)
    records = np.concatenate([packed.pack(state) for state in states])
    turns = solve_turns(packed, records, network_evaluator(model(name).net))
    assert np.abs(turns.chance.sum(axis=1) - 1.0).max() < CLOSE
    for state, row in zip(states, turns.shares, strict=True):
        assert state.seat is not None
        assert _differ(np.roll(row, state.seat), value(state).shares(state)) < 1e-6


def test_depth_two_solves_the_reply() -> None:
    """With depth two, the position after a turn is worth the value of the next player's solved turn."""
    start = next(state for state in turn_starts(roost.game("junior", 2), 9) if state.outcome is None)
    deep = value(start, depth=2)
    roll, _ = start.rolls()[7]
    state = start.play(roll).state
    while state.seat == start.seat:
        dice = state.dice
        state = state.play(deep.best(state) if dice is None else dice.rolls[0][0]).state
    expected = value(state).shares(state) if state.outcome is None else [float(x) for x in state.outcome.shares]
    assert _differ(deep.shares(state), expected) < 1e-6


def test_the_draw_and_the_end_can_be_valued() -> None:
    """The shares before the draw are the mean over first players, and the shares after the end are exact."""
    opening = roost.game("heckmeck", 3, start="random").opening()
    valued = value(opening)
    starts = [valued.shares(opening.play(roll).state) for roll, _ in opening.rolls()]
    assert _differ(np.mean(starts, axis=0), valued.shares(opening)) < CLOSE
    assert valued.choices(opening) == {}
    with pytest.raises(RoostError, match="no choice to make"):
        valued.best(opening)
    over = roost.position("heckmeck grill=- A=21,25 B=36 over=grill-empty")
    assert value(over).shares(over) == (0.0, 1.0)


@pytest.mark.parametrize("name", roost.all_games())
def test_states_of_other_turns_are_refused(name: str) -> None:
    """A valuation refuses states that are not part of its turn."""
    state, foreign = decisions(name, 2, 12)[4], decisions(name, 3, 12)[11]
    with pytest.raises(RoostError, match="turn"):
        value(state).shares(foreign)


def test_an_invalid_depth_is_refused() -> None:
    with pytest.raises(OptionError, match="from 1 to"):
        value(roost.game("junior").opening(), depth=0)


def test_a_position_after_the_turn_has_no_choices() -> None:
    """A position after the turn has shares, but no choices."""
    states = _turn("picnic", 2, "after")
    assert value(states[0]).choices(states[-1]) == {}
    assert packing_of(states[0].game) is packing_of(states[0].game)
    assert states[0].node is Node.ROLL
