"""Learners begin anywhere, and are told when what they pass in means nothing."""

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
    """A position of a random game in which somebody has to decide."""
    played = walked(roost.game(name).opening(), Stream(f"middle of {name}"), choose_at_random)
    return next(islice((state for state, _ in played if state.node is Node.DECIDE), decisions, None))


@pytest.mark.parametrize("name", ["heckmeck", "junior", "picnic", *rarely("barbecue")])
@pytest.mark.parametrize("as_text", [False, True])
def test_every_environment_begins_where_it_is_told(name: str, as_text: bool) -> None:
    """At a state or its text: what is seen and legal is that of the position."""
    state = in_the_middle(name)
    options = {"position": str(state) if as_text else state}
    alone = RoostEnv(state.game, seat=state.seat or 0)
    seen, info = alone.reset(seed=1, options=options)
    together = RoostAEC(state.game)
    together.reset(seed=1, options=options)
    many = AllSeats(state.game, num_envs=2)
    observations, _ = many.reset(seed=1, options=options)
    assert many.state(0) == many.state(1) == state
    assert (observations == seen).all()
    assert (together.observe(together.agent_selection)["observation"] == seen).all()
    assert np.flatnonzero(info["action_mask"]).size == len(state.actions())


def test_games_of_a_vector_go_on_beginning_there() -> None:
    """A game that follows by itself begins where the first one did, and at the opening after another reset."""
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
    """One of each environment, for two players of Junior."""
    return [RoostEnv("junior"), RoostAEC("junior"), AllSeats("junior", num_envs=2)]


@pytest.mark.parametrize("options", [{"postion": ""}, {"position": "junior"}, {"position": in_the_middle("barbecue")}])
def test_what_reset_does_not_understand_is_refused(options: dict[str, object]) -> None:
    """A misspelt option, half a position and one of another game."""
    for made in makers():
        with pytest.raises(RoostError):
            made.reset(seed=1, options=options)


def test_a_finished_game_is_no_beginning() -> None:
    """There would be nothing to decide."""
    state = roost.position("junior grill=- A=9 B=4 over=grill-empty")
    for made in makers():
        with pytest.raises(OptionError, match="over"):
            made.reset(seed=1, options={"position": state})


def test_a_fraction_is_no_action() -> None:
    """It is a mistake of whoever passes it, and is not cut off."""
    alone, together, many = makers()
    alone.reset(seed=1)
    together.reset(seed=1)
    many.reset(seed=1)
    with pytest.raises(IllegalMoveError, match="whole number"):
        alone.step(np.float32(1.5))
    with pytest.raises(IllegalMoveError, match="whole number"):
        together.step(1.0)
    with pytest.raises(OptionError, match="whole numbers"):
        many.step([0.5, 1.5])
