"""Prove that the tests always pass: ``make test`` again and again, each time in a clean clone with nothing compiled.

    python tools/steady.py                # five times quiet, five times beside two busy processes
    python tools/steady.py -n 1 --hogs 0  # once, quiet

Prints a line of a table for each run, with the closing line of the tests. Takes hours; stops at the
first failure, whose output it keeps.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from repeat import hogs

_ROOT = Path(__file__).parents[1]
_LIMIT = 3 * 3600.0
_CLOSING = re.compile(r"=+ (.*\bpassed\b.*) =+")


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Run all tests often, cold, quiet and busy.")
    parser.add_argument("-n", "--times", type=int, default=5)
    parser.add_argument("--hogs", type=int, nargs="*", default=[0, 2], help="busy processes beside each series")
    options = parser.parse_args()
    print("| run | beside it | minutes | CPU minutes | closing lines |\n| --- | --- | --- | --- | --- |", flush=True)
    number = 0
    for busy in options.hogs:
        for _ in range(options.times):
            number += 1
            if not _run(number, busy):
                return 1
    return 0


def _run(number: int, busy: int) -> bool:
    with TemporaryDirectory() as folder, hogs(busy, _LIMIT):
        clone = Path(folder) / "roost"
        subprocess.run(["git", "clone", "--quiet", str(_ROOT), str(clone)], check=True)
        subprocess.run(["make", ".venv/.ready-to-develop"], cwd=clone, check=True, capture_output=True)  # not timed
        begun, used = time.monotonic(), _cpu()
        done = subprocess.run(
            ["make", "test"], cwd=clone, capture_output=True, text=True, timeout=_LIMIT, check=False,
            env={**os.environ, "NUMBA_CACHE_DIR": f"{folder}/compiled"},
        )  # fmt: skip
        minutes, cpu = (time.monotonic() - begun) / 60, (_cpu() - used) / 60
    closing = "; ".join(_CLOSING.findall(done.stdout)) or "no closing line"
    beside = f"{busy} busy processes" if busy else "nothing"
    print(f"| {number} | {beside} | {minutes:.1f} | {cpu:.1f} | {closing} |", flush=True)
    if done.returncode:
        output = Path(f"steady-{number}.log")
        output.write_text(done.stdout + done.stderr, encoding="utf-8")
        print(f"failed: see {output}", file=sys.stderr)
    return done.returncode == 0


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
