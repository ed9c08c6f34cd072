"""`make bench`: measure Roost beside its peers in interleaved rounds, and write the documentation's tables.

    python bench/run.py [--rounds 9] [--seconds 2] [--write]

All figures come from one run on one machine, so read the ratios, not the absolute figures.
"""

import argparse
import os
import platform
import subprocess
import sys
from statistics import median
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported, as learners are measured on one core

import fast
import learners
import roost
import solver
from interleave import measure, table
from pages import markdown, write

PEERS = {
    fast.PEER: "pickomino",
    "pickomino-env, without lost stops": "pickomino --sensible",
    "OpenSpiel pig (C++ driven from Python)": "pig",
}
"""The rules engine's peers, with their arguments for `peers.py`."""


def startup_table(rounds: int) -> str:
    """Measure how long Python, ``import roost`` and ``roost --help`` take to start and end; return the table."""
    commands = {
        "python, nothing imported": ["-c", "pass"],
        "import roost": ["-c", "import roost"],
        "import roost, a game made": ["-c", "import roost; roost.game('heckmeck')"],
        "roost --help": ["-m", "roost", "--help"],
    }
    times: dict[str, list[float]] = {label: [] for label in commands}
    for _ in range(rounds):
        for label, command in commands.items():
            began = perf_counter()
            subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
            times[label].append(perf_counter() - began)
    rows = [(f"`{label}`", f"{median(t) * 1e3:.0f} ms", f"{min(t) * 1e3:.0f} ms") for label, t in times.items()]
    return markdown(["start", "median", "fastest"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure Roost beside its peers.")
    parser.add_argument("--rounds", type=int, default=9, help="interleaved rounds (default 9)")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of play per engine and round (default 2)")
    parser.add_argument("--write", action="store_true", help="write the tables into the documentation")
    options = parser.parse_args()
    sizes = min(options.rounds, fast.ROUNDS), min(options.seconds, fast.SECONDS)
    engine = f"roost {roost.__version__}"
    results = measure(fast.rows(), engine, fast.PEERS, *sizes)
    engines = table(measure(fast.engines(), engine, PEERS, options.rounds, options.seconds), fast.PEER)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{python} on {platform.system()} {platform.machine()}"
    note = f"{options.rounds} rounds of {options.seconds:g} s each, interleaved; {machine}."
    sections = {
        "engine": f"{engines}\n\n{note}",
        "fast": fast.section(results, *sizes),
        "start": startup_table(options.rounds),
        "solver": solver.table(),
    }
    for section, text in sections.items():
        print(f"{text}\n")
        if options.write:
            write("performance.md", section, text)
    against = learners.section(list(fast.GAMES), *sizes)
    print(against)
    if options.write:
        write("environments.md", "learners", against)


if __name__ == "__main__":
    main()
