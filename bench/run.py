"""`make bench`: measure Roost beside its peers in interleaved rounds, and write the tables of the documentation.

    python bench/run.py [--rounds 9] [--seconds 2] [--write]

Everything is measured in one run on one machine: read the ratios, not the absolute figures.
"""

import argparse
import os
import platform
import subprocess
import sys
from statistics import median
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported: learners are measured on one core

import fast
import learners
import roost
import solver
from interleave import measure, table
from pages import write

PEERS = {
    fast.PEER: "pickomino",
    "pickomino-env, without lost stops": "pickomino --sensible",
    "OpenSpiel pig (C++ driven from Python)": "pig",
}
"""The engines beside the rules engine."""


def startup_table(rounds: int) -> str:
    """How long Python, ``import roost`` and ``roost --help`` take to start and end, in turn."""
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
    lines = ["| start | median | fastest |", "| --- | ---: | ---: |"]
    lines += [f"| `{label}` | {median(t) * 1e3:.0f} ms | {min(t) * 1e3:.0f} ms |" for label, t in times.items()]
    return "\n".join(lines)


def machine() -> str:
    """The machine that the figures were measured on, as far as it matters."""
    return f"{platform.python_implementation()} {platform.python_version()} on {platform.system()} {platform.machine()}"


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure Roost beside its peers.")
    parser.add_argument("--rounds", type=int, default=9, help="interleaved rounds (default 9)")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of play per engine and round (default 2)")
    parser.add_argument("--write", action="store_true", help="write the tables into the documentation")
    options = parser.parse_args()
    brief = min(options.rounds, fast.ROUNDS), min(options.seconds, fast.SECONDS)
    ours = f"roost {roost.__version__}"
    results = measure(fast.rows(), ours, fast.PEERS, *brief)
    engines = table(measure(fast.engines(), ours, PEERS, options.rounds, options.seconds), fast.PEER)
    note = f"{options.rounds} rounds of {options.seconds:g} s each, interleaved; {machine()}."
    sections = {
        "engine": f"{engines}\n\n{note}",
        "fast": fast.section(results, *brief),
        "start": startup_table(options.rounds),
        "solver": solver.table(),
    }
    for section, text in sections.items():
        print(f"{text}\n")
        if options.write:
            write("performance.md", section, text)
    against = learners.section(learners.GAMES, *brief)
    print(against)
    if options.write:
        write("environments.md", "learners", against)


if __name__ == "__main__":
    main()
