"""The Gymnasium environment passes Gymnasium's own check, and plays the same episode for the same seed."""

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
    """The environment keeps the whole contract, render modes included."""
    check_env(gymnasium.make(f"roost/{name}-v1", opponents="chick", render_mode="rgb_array").unwrapped)


def episode(env: RoostEnv, seed: int | None) -> list[Any]:
    """Everything that an episode shows while one rule picks the actions."""
    observation, info = env.reset(seed=seed)
    shown: list[Any] = [observation.tolist(), info["seat"]]
    over, step = False, 0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        observation, reward, over, truncated, info = env.step(legal[step % len(legal)])
        assert not truncated
        assert env.observation_space.contains(observation)
        shown += [observation.tolist(), reward, info["action_mask"].tolist()]
        step += 1
    return shown


@pytest.mark.parametrize(
    ("name", "opponents"), [("junior", "chick"), ("junior", "hen"), ("picnic", "chick"), *rarely(("barbecue", "hen"))]
)
def test_a_seed_gives_the_same_episodes(name: str, opponents: str) -> None:
    """Whole episodes, and those after them, are the same for the same seed."""
    one, two = (RoostEnv(name, opponents=opponents, seat="random") for _ in range(2))
    assert episode(one, 4) == episode(two, 4)
    assert episode(one, None) == episode(two, None)
    assert episode(one, 4) != episode(two, 5)


def test_each_opponent_has_a_bot_of_its_own() -> None:
    """Opponents may be named one by one, or given as they are."""
    env = RoostEnv("junior", players=3, opponents=["hen", bot("chick")], seat=1)
    assert episode(env, 1)[1] == 1


def test_the_learner_gets_their_own_reward() -> None:
    """Over many games a learner who picks at random loses to the hen, and gets 1 for each win and -1 for each loss."""
    env = RoostEnv("junior", opponents="hen")
    rewards = [episode(env, seed)[-2] for seed in range(40)]
    assert set(rewards) <= {1.0, 0.0, -1.0}
    assert sum(rewards) < 0


def test_an_illegal_action_loses() -> None:
    """An action that is not legal ends the episode with the worst reward; playing on is refused."""
    env = RoostEnv("junior", opponents="chick")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(np.int64(wrong))
    assert (reward, terminated, info["illegal_action"]) == (-1.0, True, wrong)
    assert info["action_mask"].all()  # never empty, as in every environment
    with pytest.raises(roost.IllegalMoveError, match="call reset"):
        env.step(np.int64(0))


def test_an_illegal_action_can_be_an_error() -> None:
    """A caller who asks for it gets an exception that names the legal actions."""
    env = RoostEnv("junior", opponents="chick", illegal="error")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(roost.IllegalMoveError, match=f"action {wrong} is not legal here; legal: "):
        env.step(np.int64(wrong))


def test_masks_are_where_maskable_ppo_looks_for_them() -> None:
    """``action_masks()`` is found through wrappers, is boolean, and is never empty, not even when a game is over."""
    env = gymnasium.make("roost/Junior-v1", opponents="chick")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert masks.tolist() == info["action_mask"].astype(bool).tolist()
        _, _, over, _, info = env.step(np.flatnonzero(masks)[-1])
    assert env.get_wrapper_attr("action_masks")().all()


def test_people_watch_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    """With ``render_mode="human"`` each position is printed by itself, and ``render`` returns nothing."""
    env = RoostEnv("junior", opponents="chick", render_mode="human")
    _, info = env.reset(seed=1)
    env.step(np.flatnonzero(info["action_mask"])[0])
    assert env.render() is None
    assert capsys.readouterr().out.count("grill") == 2


def test_a_position_is_rendered_as_text() -> None:
    """The rendered text is the position that roost.position reads."""
    env = RoostEnv("junior", opponents="chick", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert roost.position(text).seat == 0
    assert RoostEnv("junior", opponents="chick").render() is None
