"""Repeat tests, with others working beside them and other dice each time: for whoever suspects one of either.

    python tools/repeat.py tests/play/server/test_insights.py -n 20 --hogs 2
    python tools/repeat.py tests/play/web -n 5 --cold -- -n 3
    python tools/repeat.py --clones -n 5 --hogs 0          # make test, each time in a clean clone with nothing compiled

What follows ``--`` goes to pytest. Stops at the first failure and shows it. The hogs go when the tests are done, and
after ``--limit`` seconds in any case.
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
    parser.add_argument("tests", nargs="*", help="tests as pytest names them")
    parser.add_argument("-n", "--times", type=int, default=20)
    parser.add_argument("--hogs", type=int, default=2, help="processes that work beside the tests")
    parser.add_argument("--cold", action="store_true", help="begin each time with nothing compiled")
    parser.add_argument("--clones", action="store_true", help="run make test in a clean clone each time, cold")
    parser.add_argument("--same-dice", action="store_true", help="the dice of make test, not others each time")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds after which it stops")
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options, theirs = parser.parse_args(sys.argv[1:end]), sys.argv[end + 1 :]
    if bool(options.tests) == options.clones:
        parser.error("name tests, or ask for --clones")
    until = time.monotonic() + options.limit
    with hogs(options.hogs, options.limit):
        for turn in range(1, options.times + 1):
            with TemporaryDirectory() as folder:
                environment, where = dict(os.environ), _ROOT
                command = [sys.executable, "-m", "pytest", "-q", *theirs, *options.tests]
                if options.clones:
                    command, where = ["make", "test"], Path(folder) / "roost"
                    subprocess.run(["git", "clone", "--quiet", str(_ROOT), str(where)], check=True)
                    subprocess.run(["make", ".venv/.ready-to-develop"], cwd=where, check=True, capture_output=True)
                elif not options.same_dice:
                    environment["ROOST_TEST_DICE"] = str(turn)
                if options.cold or options.clones:
                    environment["NUMBA_CACHE_DIR"] = f"{folder}/compiled"
                begun, used = time.monotonic(), _cpu()
                try:
                    done = subprocess.run(
                        command, cwd=where, env=environment, capture_output=True, text=True, timeout=until - begun,
                        check=False,
                    )  # fmt: skip
                except subprocess.TimeoutExpired:
                    print(f"stopped after {options.limit:g} s, in turn {turn} of {options.times}")
                    return 1
            closing = "; ".join(_CLOSING.findall(done.stdout)) or "no closing line"
            print(f"{turn:4} {time.monotonic() - begun:7.1f} s {_cpu() - used:7.1f} CPU s  {closing}", flush=True)
            if done.returncode:
                print(done.stdout, done.stderr, sep="\n")
                return done.returncode
    return 0


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
