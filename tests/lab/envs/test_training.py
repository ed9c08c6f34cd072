"""The training example runs, and its slopes are those of its loss."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[3] / "examples" / "train_ppo.py"


def load() -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_trains_and_measures(tmp_path: Path) -> None:
    """A few seconds of it end with a share of wins, and a learning curve."""
    drawn = tmp_path / "curve.svg"
    command = [sys.executable, str(EXAMPLE), "--minutes", "0.02", "--games", "2", "--checks", "1", "--plot", str(drawn)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "of 2 games against hen" in told
    assert "Wins against hen" in drawn.read_text(encoding="utf-8")


def test_training_goes_down_the_slope() -> None:
    """A network that is pulled towards targets comes nearer to them."""
    module, rng = load(), np.random.default_rng(1)
    network = module.Network(5, 3, rng)
    x, targets = rng.random((64, 5), np.float32), rng.uniform(-0.9, 0.9, 64).astype(np.float32)

    def loss() -> float:
        return float(((network.forward(x)[1] - targets) ** 2).mean())

    before = loss()
    for _ in range(300):
        _, value, held = network.forward(x)
        slope = np.zeros((64, 4), np.float32)
        slope[:, -1] = (value - targets) * (1 - value**2) / 64
        network.train(held, slope, 1e-2)
    assert loss() < before / 4


def test_only_legal_actions_are_likely() -> None:
    """The policy is a distribution over the legal actions."""
    module = load()
    policy = module.probabilities(np.array([[1.0, 5.0, 2.0]], np.float32), np.array([[1, 0, 1]], np.int8))
    assert policy[0, 1] == 0
    assert policy.sum() == np.float32(1)
    assert policy[0, 2] > policy[0, 0]
