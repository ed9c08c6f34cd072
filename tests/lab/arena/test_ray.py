"""A Ray cluster gives the same results as one machine, even when it loses a worker."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from patience import PATIENCE

pytestmark = pytest.mark.soak

TESTS = Path(__file__).parents[2]


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install '.[ray]'")
def test_a_killed_worker_changes_no_result(tmp_path: Path) -> None:
    """With one of two workers killed in a game, result, records and trained weights stay the same."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "RAY_USAGE_STATS_ENABLED": "0"}
    program = [sys.executable, str(TESTS / "lab" / "arena" / "on_ray.py"), str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, env=environment, timeout=5 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    comparison = json.loads(done.stdout.splitlines()[-1])
    assert comparison.pop("games") == 250
    assert comparison == dict.fromkeys(
        ("was_killed", "same_result", "same_records", "same_losses", "same_weights"), True
    )
