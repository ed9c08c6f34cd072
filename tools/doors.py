"""Test the doors to other projects' programs, in environments of their own because the packages' versions exclude ours.

    python tools/doors.py            # 1,000 random games through each door, and OpenEnv's checks
    python tools/doors.py --write    # also write the figures into docs/language-models.md
    python tools/doors.py openenv --quick

The environments are build/doors/NAME, made with uv from the lock files in deploy/doors. The current OpenEnv has one
alone, because verifiers plays through an older one.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

import paths  # noqa: F401  # makes the helpers of benchmarks importable
from pages import markdown, write

HOME = Path(__file__).resolve().parents[1]
TESTS = HOME / "tests" / "lab" / "doors"
ENVIRONMENTS = {
    "doors": ("test_inspect_ai.py", "test_kaggle.py", "test_textarena.py", "test_verifiers.py"),
    "openenv": ("test_openenv.py",),
}
"""Each environment with the tests that run in it."""
LOG = HOME / "docs" / "benchmark" / "doors.json"


def folder(name: str) -> Path:
    """Return the folder of an environment."""
    return HOME / "build" / "doors" / name


def is_ready(name: str) -> bool:
    """Return whether an environment is made from its present lock file."""
    marker, lock = folder(name) / ".lock", _lock(name)
    return marker.is_file() and marker.read_bytes() == lock.read_bytes()


def make(name: str) -> None:
    """Make an environment, unless it is ready."""
    if is_ready(name):
        return
    uv = which("uv", path=os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)]))
    if uv is None:
        sys.exit("uv is missing: make test installs it into .venv")
    _run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, folder(name))
    # Without dependencies, because the lock file leaves out those that the tests never import.
    _run(uv, "pip", "install", "--quiet", "--no-deps", "--python", _python(name), "--require-hashes", "-r", _lock(name))
    (folder(name) / ".lock").write_bytes(_lock(name).read_bytes())


def measure(name: str, quick: bool) -> dict[str, dict[str, Any]]:
    """Run the tests of an environment, and return what they recorded about each door."""
    with TemporaryDirectory() as scratch:
        figures = Path(scratch) / "figures"
        variables = {"PYTHONPATH": str(HOME / "src"), "ROOST_FIGURES": str(figures), "ROOST_SOAK": "" if quick else "1"}
        tests = [TESTS / test for test in ENVIRONMENTS[name]]
        _run(_python(name), "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, **variables)
        return {
            door: recorded for line in figures.read_text().splitlines() for door, recorded in json.loads(line).items()
        }


def rows(log: dict[str, dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table in the docs: a door, its package's version, and what was checked."""
    for door, recorded in sorted(log.items()):
        checks = [f"{figure:,} {words}" if isinstance(figure, int) else f"{words}: {figure}"
                  for words, figure in recorded.items() if words != "version"]  # fmt: skip
        yield door, recorded["version"], "; ".join(checks)


def _lock(name: str) -> Path:
    return HOME / "deploy" / "doors" / f"{name}.txt"


def _python(name: str) -> Path:
    return folder(name) / ("Scripts" if sys.platform == "win32" else "bin") / "python"


def _run(*command: str | Path, **variables: str) -> None:
    """Run a command, and stop if it fails."""
    done = subprocess.run([str(word) for word in command], cwd=HOME, env={**os.environ, **variables})
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    """Make the environments once, then run their tests."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environment", nargs="*", help=f"{' or '.join(ENVIRONMENTS)}; default: both")
    parser.add_argument("--quick", action="store_true", help="play a few games instead of 1,000")
    parser.add_argument("--write", action="store_true", help="write the figures into the docs")
    arguments = parser.parse_args()
    log: dict[str, dict[str, Any]] = {}
    for name in arguments.environment or ENVIRONMENTS:
        make(name)
        log |= measure(name, arguments.quick)
    for row in rows(log):
        print(*row, sep="\t")
    if arguments.write:
        log = (json.loads(LOG.read_text(encoding="utf-8")) if LOG.is_file() else {}) | log
        LOG.write_text(json.dumps(log, indent=1) + "\n", encoding="utf-8")
        write("language-models.md", "doors", markdown(["package", "version", "seen"], rows(log), left=3))


if __name__ == "__main__":
    main()
