"""On a machine where nothing can be written: a read-only installation, and a user without a home."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.soak

SHUT = "mount -o remount,bind,ro / && exec {} -m roost {}"
CAN_SHUT = sys.platform == "linux" and os.geteuid() == 0 and shutil.which("unshare") is not None


@pytest.mark.skipif(not CAN_SHUT, reason="only root on Linux can make a machine read-only for one process")
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("odds junior grill=4,5,9 A=6 B=- turn=B roll=wwgckb", 0, "How the turn ends"),
        ("doctor --lang en", 1, "Compiled code can be kept nowhere"),
        ("serve --port 0", 2, "name another place in ROOST_DATABASE"),
        ("play junior --seat Anna --seat hen --plain", 2, "name another folder in ROOST_GAMES"),
    ],
)
def test_what_needs_no_place_works_and_the_rest_says_in_a_sentence_what_it_needs(
    command: str, status: int, said: str
) -> None:
    """Without a traceback."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(__file__).parents[2] / "src"),
        "HOME": "/nonexistent",
        "ROOST_LANG": "en",
        "ROOST_PLUGINS": "off",
    }
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", SHUT.format(sys.executable, command)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
