"""Run the tests of the page's pure modules in Node.js: ``tests/play/web/model/*.test.js``."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from patience import PATIENCE

ROOT = Path(__file__).parents[3]


def test_the_javascript_tests_of_the_pure_modules_pass() -> None:
    """The command ``npm test`` runs the same tests."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed; on Debian: apt-get install nodejs")
    files = sorted((ROOT / "tests" / "play" / "web" / "model").glob("*.test.js"))
    done = subprocess.run(
        [node, "--test", "--test-reporter=tap", *map(str, files)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    counts = dict(re.findall(r"^# (tests|pass|fail|skipped) (\d+)$", done.stdout, re.MULTILINE))
    assert int(counts["tests"]) >= 30
    assert counts == {**counts, "pass": counts["tests"], "fail": "0", "skipped": "0"}
