"""Environments begin at any position, and refuse unclear input."""

from itertools import islice
from typing import Any

import numpy as np
import pytest

import roost
from policies import walked
from roost.core.errors import IllegalMoveError, OptionError, RoostError
from roost.core.state import Node, State, choose_at_random
from roost.core.stream import Stream
from roost.lab.envs.all_seats import AllSeats
from roost.lab.envs.gym import RoostEnv
from roost.lab.envs.zoo import RoostAEC
from soak import rarely

pytestmark = pytest.mark.slow


def in_the_middle(name: str, decisions: int = 12) -> State:
    """Return a position of a random game at a decision."""
    played = walked(roost.game(name).opening(), Stream(f"middle of {name}"), choose_at_random)
    return next(islice((state for state, _ in played if state.node is Node.DECIDE), decisions, None))


@pytest.mark.parametrize("name", ["heckmeck", "junior", "picnic", *rarely("barbecue")])
@pytest.mark.parametrize("as_text", [False, True])
def test_every_environment_can_begin_at_a_position(name: str, as_text: bool) -> None:
    state = in_the_middle(name)
    options = {"position": str(state) if as_text else state}
    single = RoostEnv(state.game, seat=state.seat or 0)
    observation, info = single.reset(seed=1, options=options)
    all_seats = RoostAEC(state.game)
    all_seats.reset(seed=1, options=options)
    many = AllSeats(state.game, num_envs=2)
    observations, _ = many.reset(seed=1, options=options)
    assert many.state(0) == many.state(1) == state
    assert (observations == observation).all()
    assert (all_seats.observe(all_seats.agent_selection)["observation"] == observation).all()
    assert np.flatnonzero(info["action_mask"]).size == len(state.actions())


def test_the_following_games_of_a_batch_begin_at_the_same_position() -> None:
    """A game after an automatic reset begins at the given position, and at the opening after another reset."""
    state = in_the_middle("junior", 30)
    many = AllSeats("junior", num_envs=1, autoreset="SameStep")
    many.reset(seed=1, options={"position": state})
    while True:
        action = np.flatnonzero(many.masks[0])[:1]
        _, _, terminations, _, _ = many.step(action)
        if terminations[0]:
            break
    assert many.state(0) == state
    many.reset(seed=1)
    assert many.state(0) != state


def makers() -> list[Any]:
    """Make one of each environment, for two players of Junior."""
    return [RoostEnv("junior"), RoostAEC("junior"), AllSeats("junior", num_envs=2)]


@pytest.mark.parametrize("options", [{"postion": ""}, {"position": "junior"}, {"position": in_the_middle("barbecue")}])
def test_reset_refuses_unknown_options_and_wrong_positions(options: dict[str, object]) -> None:
    """A misspelt option, half a position, and a position of another game are refused."""
    for env in makers():
        with pytest.raises(RoostError):
            env.reset(seed=1, options=options)


def test_no_environment_begins_at_a_finished_game() -> None:
    state = roost.position("junior grill=- A=9 B=4 over=grill-empty")
    for env in makers():
        with pytest.raises(OptionError, match="over"):
            env.reset(seed=1, options={"position": state})


def test_a_fraction_is_refused_as_an_action() -> None:
    single, all_seats, many = makers()
    single.reset(seed=1)
    all_seats.reset(seed=1)
    many.reset(seed=1)
    with pytest.raises(IllegalMoveError, match="whole number"):
        single.step(np.float32(1.5))
    with pytest.raises(IllegalMoveError, match="whole number"):
        all_seats.step(1.0)
    with pytest.raises(OptionError, match="whole numbers"):
        many.step([0.5, 1.5])
