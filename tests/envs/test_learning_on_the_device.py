"""The example that learns on the device: it runs, and comes to play better. It compiles for long, so ``make soak``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import roost
from roost.arena import Tournament, run
from roost.benchmark.learning import learner_from

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo_on_the_device.py"

pytestmark = pytest.mark.soak


def test_the_example_trains_and_measures() -> None:
    """A second of it ends with a share of wins."""
    small = ["--envs", "8", "--steps", "4", "--hidden", "8", "--minutes", "0.01", "--games", "2", "--checks", "2"]
    command = [sys.executable, str(EXAMPLE), "--game", "junior", *small]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert told.splitlines()[-1].endswith("of 2 games against hen")


def test_it_learns() -> None:
    """After 300,000 decisions of Junior it beats a player who chooses at random, loaded as the benchmark does it."""
    game = roost.game("junior", players=2)
    learner: Any = learner_from(f"{EXAMPLE}:learner")(game, 1)
    learner.learn(300_000)
    assert learner.decisions > 250_000
    result = run(Tournament(game, ("ppo", "chick"), seed=1, games=200), bots={"ppo": learner.bot})
    share = next(standing.share for standing in result.standings if standing.bot == "ppo")
    assert share.value > 0.7


def test_two_play() -> None:
    """What one wins, the other loses: no other number of players is learnt."""
    with pytest.raises(SystemExit, match="two play here"):
        learner_from(f"{EXAMPLE}:learner")(roost.game("junior", players=3), 1)
