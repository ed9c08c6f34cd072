"""The doors whose packages exclude our versions pass in environments of their own."""

import subprocess
import sys
from pathlib import Path

import pytest

from doors import ENVIRONMENTS, is_ready

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_doors_pass_in_an_environment_of_their_own(name: str) -> None:
    """Here if the environment exists; a job of its own in the workflow of tests makes both environments."""
    if not is_ready(name):
        pytest.skip(f"build/doors/{name} is not installed; python tools/doors.py {name} installs it")
    command = [sys.executable, "tools/doors.py", name, "--quick"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
