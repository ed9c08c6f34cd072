"""Test a door to another project's program in an environment of its own, because these packages are large.

    python tools/doors.py textarena    # or verifiers, kaggle-environments, inspect-ai, openenv

The environment is build/doors/NAME. The tests play 1,000 random games; --quick plays a few.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parents[1]
PACKAGES = {
    "textarena": ["textarena>=0.7.4,<0.8"],
    "verifiers": ["verifiers>=0.4,<0.5"],
    "kaggle-environments": ["kaggle-environments>=1.33.2,<2", "open-spiel>=2.0.2,<3"],
    "inspect-ai": ["inspect-ai>=0.3.285,<0.4"],
    "openenv": ["openenv>=0.10,<0.11"],
}
"""The packages for each door, at versions whose own code these tests were written against."""
TESTS = {
    "textarena": "test_textarena.py",
    "verifiers": "test_verifiers.py",
    "kaggle-environments": "test_kaggle.py",
    "inspect-ai": "test_inspect_ai.py",
    "openenv": "test_openenv.py",
}
FOR_TESTS = ["anyio", "hypothesis", "pytest"]


def run(*command: str | Path, **variables: str) -> None:
    """Run a command, and stop if it fails."""
    subprocess.run([str(word) for word in command], check=True, cwd=HOME, env={**os.environ, **variables})


def main() -> None:
    """Create the environment once, then run the door's tests."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("door", choices=PACKAGES)
    parser.add_argument("--quick", action="store_true", help="play a few games instead of 1,000")
    arguments = parser.parse_args()
    venv = HOME / "build" / "doors" / arguments.door
    python = venv / "bin" / "python"
    ready = venv / ".ready"
    if not ready.exists():
        run(sys.executable, "-m", "venv", venv)
        run(python, "-m", "pip", "install", "--quiet", "--editable", ".[fast]", *PACKAGES[arguments.door], *FOR_TESTS)
        ready.touch()
    test = Path("tests/lab/doors") / TESTS[arguments.door]
    run(python, "-m", "pytest", "-q", "-rs", test, ROOST_SOAK="" if arguments.quick else "1")


if __name__ == "__main__":
    main()
