"""The PettingZoo environment passes PettingZoo's own tests."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped]  # no stubs

import roost
from roost.lab.envs import aec_env
from roost.lab.envs.zoo import RoostAEC
from soak import rarely

NAMES = ["heckmeck", "junior", "picnic", *rarely("barbecue")]
# PettingZoo's own board games get these warnings as well, because PettingZoo's test does not know PettingZoo's own
# convention of a dictionary with a mask.
usual_warnings = pytest.mark.filterwarnings("ignore:Observation (is not|space for):UserWarning")


@usual_warnings
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoos_api_test_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(aec_env(name, players=2), num_cycles=300)
    api_test(RoostAEC(name, players=2), num_cycles=300)
    assert capsys.readouterr().out.count("Passed API test") == 2


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoos_seed_test_passes(name: str) -> None:
    seed_test(lambda: aec_env(name), num_cycles=100)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoos_render_test_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec_env(name, render_mode=render_mode))
    assert capsys.readouterr().out.count("turn") >= 5


def whole_game(env: Any, seed: int) -> list[Any]:
    """Return everything that the agents receive in a game in which a fixed rule picks the actions."""
    env.reset(seed=seed)
    outputs: list[Any] = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        outputs.append((agent, observation["observation"].tolist(), reward, terminated))
        assert observation["action_mask"].any()  # never empty, even when the game is over
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(legal[len(outputs) % len(legal)]))
    return outputs


def test_the_final_rewards_sum_to_zero() -> None:
    ends = [reward for _, _, reward, terminated in whole_game(aec_env("junior", players=4), 7) if terminated]
    assert len(ends) == 4
    assert sum(ends) == pytest.approx(0.0, abs=1e-6)
    assert max(ends) > 0


def test_only_the_mover_has_legal_actions() -> None:
    """A player who is not to move observes the table from their own seat and gets an empty mask."""
    env = RoostAEC("junior", players=3)
    env.reset(seed=1)
    assert env.agent_selection == "seat_0"
    assert env.observe("seat_0")["action_mask"].any()
    assert not env.observe("seat_1")["action_mask"].any()


def test_an_illegal_action_loses_with_wrappers_and_raises_without() -> None:
    bare = RoostAEC("junior")
    bare.reset(seed=1)
    wrong = int(np.flatnonzero(bare.observe("seat_0")["action_mask"] == 0)[0])
    with pytest.raises(roost.IllegalMoveError, match=f"action {wrong} is not legal for seat_0; legal: "):
        bare.step(wrong)
    wrapped = aec_env("junior")
    wrapped.reset(seed=1)
    wrapped.step(wrong)
    assert all(wrapped.terminations.values())
    assert wrapped.rewards == {"seat_0": -1, "seat_1": 0}


def test_ansi_mode_renders_the_positions_notation() -> None:
    env = RoostAEC("junior", render_mode="ansi")
    env.reset(seed=1)
    assert roost.position(str(env.render())).seat == 0
    env.close()
    with pytest.raises(roost.OptionError, match="human, rgb_array, ansi"):
        RoostAEC("junior", render_mode="hologram")
    bare = RoostAEC("junior")
    bare.reset()
    assert bare.render() is None
