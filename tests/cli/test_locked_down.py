"""Roost on a read-only installation, for a user without a home folder."""

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
    ("command", "status", "expected"),
    [
        ("odds junior grill=4,5,9 A=6 B=- turn=B roll=wwgckb", 0, "How the turn ends"),
        ("doctor --lang en", 1, "Compiled code cannot be saved"),
        ("serve --port 0", 2, "name another place in ROOST_DATABASE"),
        ("play junior --seat Anna --seat hen --plain", 2, "name another folder in ROOST_GAMES"),
    ],
)
def test_commands_work_without_a_writable_folder_or_say_what_they_need(
    command: str, status: int, expected: str
) -> None:
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
    assert expected in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
