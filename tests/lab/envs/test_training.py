"""The training example runs, and its gradients reduce its loss."""

import subprocess
import sys
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import numpy as np
import pytest

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[3] / "examples" / "train_ppo.py"


def load() -> SimpleNamespace:
    return SimpleNamespace(**run_path(str(EXAMPLE)))


def test_the_example_trains_and_measures(tmp_path: Path) -> None:
    """A few seconds of training end with a win share and a learning curve."""
    curve = tmp_path / "curve.svg"
    command = [sys.executable, str(EXAMPLE), "--minutes", "0.02", "--games", "2", "--checks", "1", "--plot", str(curve)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "of 2 games against hen" in output
    assert "Wins against hen" in curve.read_text(encoding="utf-8")


def test_training_steps_reduce_the_loss() -> None:
    """A network that is trained towards targets comes closer to them."""
    module, rng = load(), np.random.default_rng(1)
    network = module.Network(5, 3, rng)
    x, targets = rng.random((64, 5), np.float32), rng.uniform(-0.9, 0.9, 64).astype(np.float32)

    def loss() -> float:
        return float(((network.forward(x)[1] - targets) ** 2).mean())

    before = loss()
    for _ in range(300):
        _, value, activations = network.forward(x)
        gradient = np.zeros((64, 4), np.float32)
        gradient[:, -1] = (value - targets) * (1 - value**2) / 64
        network.train(activations, gradient, 1e-2)
    assert loss() < before / 4


def test_the_policy_is_a_distribution_over_legal_actions() -> None:
    module = load()
    policy = module.probabilities(np.array([[1.0, 5.0, 2.0]], np.float32), np.array([[1, 0, 1]], np.int8))
    assert policy[0, 1] == 0
    assert policy.sum() == np.float32(1)
    assert policy[0, 2] > policy[0, 0]
