"""The Gymnasium environment passes Gymnasium's own check, and plays the same episodes for the same seed."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import roost
from roost.lab.envs import RoostEnv
from roost.study.bots import bot
from soak import rarely

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["Heckmeck", "Junior", "Picnic", *rarely("Barbecue")])
def test_gymnasiums_own_check_passes(name: str) -> None:
    check_env(gymnasium.make(f"roost/{name}-v1", opponents="chick", render_mode="rgb_array").unwrapped)


def episode(env: RoostEnv, seed: int | None) -> list[Any]:
    """Return all outputs of an episode while a fixed rule picks the actions."""
    observation, info = env.reset(seed=seed)
    outputs: list[Any] = [observation.tolist(), info["seat"]]
    over, step = False, 0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        observation, reward, over, truncated, info = env.step(legal[step % len(legal)])
        assert not truncated
        assert env.observation_space.contains(observation)
        outputs += [observation.tolist(), reward, info["action_mask"].tolist()]
        step += 1
    return outputs


@pytest.mark.parametrize(
    ("name", "opponents"), [("junior", "chick"), ("junior", "hen"), ("picnic", "chick"), *rarely(("barbecue", "hen"))]
)
def test_a_seed_gives_the_same_episodes(name: str, opponents: str) -> None:
    env, twin = (RoostEnv(name, opponents=opponents, seat="random") for _ in range(2))
    assert episode(env, 4) == episode(twin, 4)
    assert episode(env, None) == episode(twin, None)
    assert episode(env, 4) != episode(twin, 5)


def test_opponents_may_be_different_bots() -> None:
    """Opponents may be given one by one, as names or as bots."""
    env = RoostEnv("junior", players=3, opponents=["hen", bot("chick")], seat=1)
    assert episode(env, 1)[1] == 1


def test_the_reward_is_that_of_the_learner() -> None:
    """A learner that plays at random mostly loses to the hen, with 1 for a win and -1 for a loss."""
    env = RoostEnv("junior", opponents="hen")
    rewards = [episode(env, seed)[-2] for seed in range(40)]
    assert set(rewards) <= {1.0, 0.0, -1.0}
    assert sum(rewards) < 0


def test_an_illegal_action_loses_the_game() -> None:
    """An illegal action ends the episode with the worst reward; a further step raises."""
    env = RoostEnv("junior", opponents="chick")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(np.int64(wrong))
    assert (reward, terminated, info["illegal_action"]) == (-1.0, True, wrong)
    assert info["action_mask"].all()  # never empty, as in all environments
    with pytest.raises(roost.IllegalMoveError, match="call reset"):
        env.step(np.int64(0))


def test_an_illegal_action_can_be_an_error() -> None:
    """With ``illegal="error"`` an illegal action raises and the error lists the legal actions."""
    env = RoostEnv("junior", opponents="chick", illegal="error")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(roost.IllegalMoveError, match=f"action {wrong} is not legal in this position; legal: "):
        env.step(np.int64(wrong))


def test_maskable_ppo_finds_the_action_masks() -> None:
    """``action_masks()`` is reachable through wrappers, is boolean, and is never empty, even when a game is over."""
    env = gymnasium.make("roost/Junior-v1", opponents="chick")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert masks.tolist() == info["action_mask"].astype(bool).tolist()
        _, _, over, _, info = env.step(np.flatnonzero(masks)[-1])
    assert env.get_wrapper_attr("action_masks")().all()


def test_human_mode_prints_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    """With ``render_mode="human"`` each position is printed automatically, and ``render`` returns None."""
    env = RoostEnv("junior", opponents="chick", render_mode="human")
    _, info = env.reset(seed=1)
    env.step(np.flatnonzero(info["action_mask"])[0])
    assert env.render() is None
    assert capsys.readouterr().out.count("grill") == 2


def test_ansi_mode_renders_the_positions_notation() -> None:
    env = RoostEnv("junior", opponents="chick", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert roost.position(text).seat == 0
    assert RoostEnv("junior", opponents="chick").render() is None
