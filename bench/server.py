"""Measure the table server beside boardgame.io in interleaved rounds, and write docs/performance.md's table.

    python bench/server.py [--rounds 5] [--seconds 5] [--tables 50] [--database URL] [--write]

Both play over loopback, the next move of a table going out once both players know of the one before. Roost keeps every
move on the disk and proves every roll; boardgame.io (installed by npm into bench/boardgame, never into Roost) keeps
nothing, and its game is as small as one can be: its best case. A database given by URL must be empty.
"""

import argparse
import json
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from socket import create_server
from statistics import median
from typing import Any

from pages import write

BENCH = Path(__file__).resolve().parent
BOARDGAME = BENCH / "boardgame"
Result = dict[str, Any]


def roost(tables: int, seconds: float, database: str | None = None) -> Result:
    """One round of Roost, by its own command."""
    command = [sys.executable, str(BENCH / "load.py"), "--json", f"--tables={tables}", f"--seconds={seconds}"]
    command += [] if database is None else [f"--database={database}"]
    found: Result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def boardgame(tables: int, seconds: float) -> Result:
    """One round of boardgame.io."""
    with create_server(("localhost", 0)) as probe:
        port = probe.getsockname()[1]
    command = ["env", "NODE_ENV=production", "node", "server.js", str(port)]
    with subprocess.Popen(command, cwd=BOARDGAME, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            load = ["node", "load.js", str(port), str(tables), str(seconds), str(server.pid)]
            done = subprocess.run(load, cwd=BOARDGAME, check=True, capture_output=True, text=True)
        finally:
            server.terminate()
    found: Result = json.loads(done.stdout)
    return found


def install() -> str | None:
    """Fetch boardgame.io. Returns why it cannot be measured, if so."""
    if shutil.which("npm") is None:
        return "npm is not installed"
    if not (BOARDGAME / "node_modules").is_dir():
        done = subprocess.run(["npm", "ci", "--silent"], cwd=BOARDGAME, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"npm could not install it: {done.stderr.strip().splitlines()[-1:]}"
    return None


def table(results: dict[str, list[Result]]) -> str:
    """The medians of all rounds as a table."""
    lines = ["| server | moves/s | until both are told, half / 99 % | moves per server-CPU-second | memory |"]
    lines.append("| --- | ---: | ---: | ---: | ---: |")
    for name, rounds in results.items():
        rate = median(found["moves"] / found["seconds"] for found in rounds)
        half, most = (1000 * median(found[key] for found in rounds) for key in ("p50", "p99"))
        per_cpu = [found["moves"] / found["cpu_seconds"] for found in rounds]
        memory = median(found["memory"] for found in rounds) / 1e6
        shown = f"{median(per_cpu):,.0f} ({min(per_cpu):,.0f} to {max(per_cpu):,.0f})"
        lines.append(f"| {name} | {rate:,.0f} | {half:.1f} / {most:.1f} ms | {shown} | {memory:.0f} MB |")
    return "\n".join(lines)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure the table server beside boardgame.io.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--database", help="an empty PostgreSQL to measure too")
    parser.add_argument("--write", action="store_true", help="write the table into docs/performance.md")
    options = parser.parse_args()
    size = (options.tables, options.seconds)
    contestants: dict[str, Callable[[], Result]] = {"Roost, SQLite": lambda: roost(*size)}
    if options.database:
        contestants["Roost, PostgreSQL"] = lambda: roost(*size, options.database)
    why_not = install()
    if why_not is None:
        contestants["boardgame.io, in memory"] = lambda: boardgame(*size)
    else:
        print(f"boardgame.io is left out: {why_not}", file=sys.stderr)
    results: dict[str, list[Result]] = {name: [] for name in contestants}
    for _ in range(options.rounds):
        for name, measure in contestants.items():
            results[name].append(measure())
    note = f"{options.tables} tables; medians (and extremes) of {options.rounds} interleaved rounds of "
    python = f"{platform.python_implementation()} {platform.python_version()}"
    text = f"{table(results)}\n\n{note}{options.seconds:g} s each; Roost on {python}."
    print(text)
    if options.write:
        write("performance.md", "server", text)


if __name__ == "__main__":
    main()
