"""Repeat tests, with others working beside them and other dice each time: for whoever suspects one of either.

    python tools/repeat.py tests/play/server/test_insights.py -n 20 --hogs 2
    python tools/repeat.py tests/play/web -n 5 --cold -- -n 3

What follows ``--`` goes to pytest. Stops at the first failure and shows it. The hogs go when the tests are done, and
after ``--limit`` seconds in any case.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).parents[1]
_HOG = "import sys, time\nend = time.monotonic() + float(sys.argv[1])\nwhile time.monotonic() < end: sum(range(10_000))"


@contextmanager
def hogs(count: int, seconds: float) -> Iterator[None]:
    """So many processes that do nothing but work, for so many seconds at most."""
    working = [subprocess.Popen([sys.executable, "-c", _HOG, str(seconds)]) for _ in range(count)]
    try:
        yield
    finally:
        for process in working:
            process.kill()
            process.wait()


def main() -> int:
    """Repeat what the command line asks for."""
    parser = argparse.ArgumentParser(description="Repeat tests under load.")
    parser.add_argument("tests", nargs="+", help="tests as pytest names them")
    parser.add_argument("-n", "--times", type=int, default=20)
    parser.add_argument("--hogs", type=int, default=2, help="processes that work beside the tests")
    parser.add_argument("--cold", action="store_true", help="begin each time with nothing compiled")
    parser.add_argument("--same-dice", action="store_true", help="the dice of make test, not others each time")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds after which it stops")
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options, theirs = parser.parse_args(sys.argv[1:end]), sys.argv[end + 1 :]
    until = time.monotonic() + options.limit
    with hogs(options.hogs, options.limit):
        for turn in range(1, options.times + 1):
            begun = time.monotonic()
            with TemporaryDirectory() as cache:
                environment = {**os.environ, "ROOST_TEST_DICE": "" if options.same_dice else str(turn)}
                if options.cold:
                    environment["NUMBA_CACHE_DIR"] = cache
                command = [sys.executable, "-m", "pytest", "-q", *theirs, *options.tests]
                try:
                    done = subprocess.run(
                        command, cwd=_ROOT, env=environment, capture_output=True, text=True, timeout=until - begun,
                        check=False,
                    )  # fmt: skip
                except subprocess.TimeoutExpired:
                    print(f"stopped after {options.limit:g} s, in turn {turn} of {options.times}")
                    return 1
            print(f"{turn:4} {time.monotonic() - begun:7.1f} s  {done.stdout.strip().splitlines()[-1]}", flush=True)
            if done.returncode:
                print(done.stdout, done.stderr, sep="\n")
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
