"""Run tests on every Python version that Roost supports and that ``uv`` can find or install.

    python tools/pythons.py               # 3.11 to 3.14
    python tools/pythons.py 3.13          # one version

Each version gets its own environment with the dependencies for playing, and runs the tests of rules, records,
messages, odds and bots. The output has one line per version.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).parents[1]
_VERSIONS = ("3.11", "3.12", "3.13", "3.14")
_TOOLS = ("pytest>=8.3", "pytest-xdist>=3.6", "hypothesis>=6.115", "jsonschema>=4.23", "babel>=2.16")
_TESTS = ("tests/core", "tests/games", "tests/study/odds", "tests/study/bots/test_simple_bots.py")


def main() -> int:
    """Test the versions named on the command line, or all; return the number of failures."""
    uv = shutil.which("uv") or shutil.which("uv", path=_ROOT / ".venv" / "bin")
    if uv is None:
        sys.exit("uv, which finds and installs Python versions, is missing; try: pip install uv")
    failed = [version for version in sys.argv[1:] or _VERSIONS if not _passes(uv, version)]
    return len(failed)


def _passes(uv: str, version: str) -> bool:
    with TemporaryDirectory() as folder:
        python = f"{folder}/bin/python"
        for step in (
            [uv, "venv", "--quiet", "--python", version, "--clear", folder],
            [uv, "pip", "install", "--quiet", "--python", python, "--editable", str(_ROOT), *_TOOLS],
        ):
            done = subprocess.run(step, capture_output=True, text=True, check=False)
            if done.returncode:
                print(f"Python {version}: not tested: {done.stderr.strip().splitlines()[-1]}", flush=True)
                return True
        test = [python, "-m", "pytest", "-q", "-n", "2", "-m", "not conformance", "-p", "no:cacheprovider", *_TESTS]
        done = subprocess.run(test, cwd=_ROOT, capture_output=True, text=True, check=False)
        print(f"Python {version}: {done.stdout.strip().splitlines()[-1]}", flush=True)
        if done.returncode:
            print(done.stdout[-4000:], done.stderr[-2000:], sep="\n")
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
