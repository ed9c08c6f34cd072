"""Repeat tests under load and with different dice each time, to find tests that fail sometimes.

    python tools/repeat.py tests/play/server/test_insights.py -n 20 --hogs 2
    python tools/repeat.py tests/play/web -n 5 --cold -- -n 3
    python tools/repeat.py --clones -n 5 --hogs 0          # run make test, each time in a clean clone with no compiled
    code

Arguments after ``--`` go to pytest. The tool stops at the first failure and prints it. The hogs, which keep the
processor busy, stop when the tests are done, or after ``--limit`` seconds.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).parents[1]
_HOG = "import sys, time\nend = time.monotonic() + float(sys.argv[1])\nwhile time.monotonic() < end: sum(range(10_000))"
_CLOSING = re.compile(r"^=* ?(\d+ (?:passed|failed).*? in .*?)(?: =+)?$", re.MULTILINE)


@contextmanager
def hogs(count: int, seconds: float) -> Iterator[None]:
    """Run ``count`` processes that each keep a core busy, for at most ``seconds``."""
    processes = [subprocess.Popen([sys.executable, "-c", _HOG, str(seconds)]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main() -> int:
    """Repeat the tests named on the command line; return pytest's exit status."""
    parser = argparse.ArgumentParser(description="Repeat tests under load.")
    parser.add_argument("tests", nargs="*", help="tests as pytest names them")
    parser.add_argument("-n", "--times", type=int, default=20)
    parser.add_argument("--hogs", type=int, default=2, help="processes that keep the machine busy")
    parser.add_argument("--cold", action="store_true", help="start each time with an empty compilation cache")
    parser.add_argument("--clones", action="store_true", help="run make test in a clean clone each time, cold")
    parser.add_argument("--same-dice", action="store_true", help="use the dice of make test each time")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds after which the tool stops")
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options, passed_on = parser.parse_args(sys.argv[1:end]), sys.argv[end + 1 :]
    if bool(options.tests) == options.clones:
        parser.error("name tests, or pass --clones")
    deadline = time.monotonic() + options.limit
    with hogs(options.hogs, options.limit):
        for number in range(1, options.times + 1):
            with TemporaryDirectory() as folder:
                environment, cwd = dict(os.environ), _ROOT
                command = [sys.executable, "-m", "pytest", "-q", *passed_on, *options.tests]
                if options.clones:
                    command, cwd = ["make", "test"], Path(folder) / "roost"
                    subprocess.run(["git", "clone", "--quiet", str(_ROOT), str(cwd)], check=True)
                    subprocess.run(["make", ".venv/.ready-to-develop"], cwd=cwd, check=True, capture_output=True)
                elif not options.same_dice:
                    environment["ROOST_TEST_DICE"] = str(number)
                if options.cold or options.clones:
                    environment["NUMBA_CACHE_DIR"] = f"{folder}/compiled"
                started, cpu = time.monotonic(), _cpu()
                try:
                    done = subprocess.run(
                        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=deadline - started,
                        check=False,
                    )  # fmt: skip
                except subprocess.TimeoutExpired:
                    print(f"stopped after {options.limit:g} s, in run {number} of {options.times}")
                    return 1
            summary = "; ".join(_CLOSING.findall(done.stdout)) or "no summary line"
            print(
                f"{number:4} {time.monotonic() - started:7.1f} s {_cpu() - cpu:7.1f} CPU s  {summary}",
                flush=True,
            )
            if done.returncode:
                print(done.stdout, done.stderr, sep="\n")
                return done.returncode
    return 0


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
