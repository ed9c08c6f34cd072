"""Short trainings of learning libraries on Roost's environments, run by ``make soak`` if they are installed.

The libraries are large and pin each other's versions, so no extra names them. ``pip install sb3-contrib 'ray[rllib]'``
installs all of them.
"""

from typing import Any

import gymnasium
import numpy as np
import pytest

import roost.lab.envs.gym  # noqa: F401  # registers the games

pytestmark = [pytest.mark.soak, pytest.mark.filterwarnings("ignore")]  # the libraries warn a lot


def test_maskable_ppo_learns_on_one_game() -> None:
    """sb3-contrib finds the masks, learns, and then plays only legal actions."""
    sb3 = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    env = gymnasium.make("roost/Junior-v1", opponents="hen")
    learner = sb3.MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=2, seed=1, device="cpu")
    learner.learn(512)
    observation, info = env.reset(seed=5)
    games = 0
    while games < 5:
        action, _ = learner.predict(observation, action_masks=info["action_mask"].astype(bool))
        assert info["action_mask"][action]
        observation, _, terminated, _, info = env.step(int(action))
        assert "illegal_action" not in info
        if terminated:
            games += 1
            observation, info = env.reset()


def test_a_single_file_loop_learns_on_many_games() -> None:
    """A training loop in CleanRL's style uses the vector environment, statistics wrapper, masks and PyTorch."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(1)
    count, steps = 16, 128
    games: Any = gymnasium.make_vec(
        "roost/Heckmeck-v1", num_envs=count, vectorization_mode="vector_entry_point", opponents="hen"
    )
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(games)
    size, actions = env.single_observation_space.shape[0], int(env.single_action_space.n)
    body = torch.nn.Sequential(torch.nn.Linear(size, 64), torch.nn.Tanh(), torch.nn.Linear(64, actions + 1))
    adam = torch.optim.Adam(body.parameters(), lr=1e-3)

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        out = body(torch.as_tensor(np.asarray(observations, np.float32)) / 40)
        legal = torch.as_tensor(np.asarray(masks, bool))
        return torch.distributions.Categorical(logits=out[:, :-1].masked_fill(~legal, -1e9)), out[:, -1]

    observations, info = env.reset(seed=1)
    before = [parameter.detach().clone() for parameter in body.parameters()]
    ended = 0
    for _ in range(3):
        steps_taken: list[tuple[Any, ...]] = []
        for _ in range(steps):
            masks = info["action_mask"].copy()
            with torch.no_grad():
                policy, value = evaluate(observations, masks)
                action = policy.sample()
            assert masks[np.arange(count), action.numpy()].all()
            after, reward, terminated, _, info = env.step(action.numpy())
            ended += int(terminated.sum())
            log = policy.log_prob(action)
            steps_taken.append((observations.copy(), masks, action, log, value, torch.as_tensor(reward), terminated))
            observations = after
        with torch.no_grad():
            following = evaluate(observations, info["action_mask"])[1]
        advantages, ahead = list[Any](), torch.zeros(count)
        for *_, value, reward, terminated in reversed(steps_taken):
            going = torch.as_tensor(~terminated, dtype=torch.float32)
            surprise = reward.float() + going * following - value
            ahead = surprise + 0.95 * going * ahead
            advantages.insert(0, ahead)
            following = value
        for (observed, masks, action, log, value, _, _), gain in zip(steps_taken, advantages, strict=True):
            policy, guess = evaluate(observed, masks)
            ratio = (policy.log_prob(action) - log).exp()
            clipped = torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            loss = -clipped + 0.5 * ((guess - (gain + value)) ** 2).mean() - 0.01 * policy.entropy().mean()
            assert torch.isfinite(loss)
            adam.zero_grad()
            loss.backward()
            adam.step()
    assert ended > 0
    assert any(not torch.equal(old, new) for old, new in zip(before, body.parameters(), strict=True))


def test_rllib_trains_for_one_iteration() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    pytest.importorskip("ray.rllib", reason="ray[rllib] is not installed")
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.tune.registry import register_env

    def make(_: object) -> Any:
        env = gymnasium.make("roost/Junior-v1", opponents="chick")
        return gymnasium.wrappers.TransformObservation(
            env,
            lambda observation: np.asarray(observation, np.float32),
            gymnasium.spaces.Box(0, 255, env.observation_space.shape, np.float32),
        )

    register_env("roost-junior", make)
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        config = PPOConfig().environment("roost-junior").env_runners(num_env_runners=0)
        config = config.training(train_batch_size_per_learner=256, minibatch_size=64, num_epochs=1)
        algorithm = config.build_algo()
        try:
            result = algorithm.train()
        finally:
            algorithm.stop()
        assert result["training_iteration"] == 1
        assert result["env_runners"]["num_env_steps_sampled"] >= 256
    finally:
        ray.shutdown()
