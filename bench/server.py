"""Measure the table server beside boardgame.io in interleaved rounds, and write docs/performance.md's table.

    python bench/server.py [--rounds 5] [--seconds 5] [--tables 50] [--database URL] [--write]

Both servers are played over loopback. A table's next move is sent once both players have received the previous move.
Roost stores every move on disk and proves every roll. boardgame.io (installed by npm into bench/boardgame, never into
Roost) stores nothing, and its game is as small as possible, which is its best case. A database given by URL must be
empty.
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

from pages import markdown, progress, write

BENCH = Path(__file__).resolve().parent
BOARDGAME = BENCH / "boardgame"
Result = dict[str, Any]


def roost(tables: int, seconds: float, database: str | None = None) -> Result:
    """Run a round on Roost with `bench/load.py`."""
    command = [sys.executable, str(BENCH / "load.py"), "--json", f"--tables={tables}", f"--seconds={seconds}"]
    command += [] if database is None else [f"--database={database}"]
    result: Result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result


def boardgame(tables: int, seconds: float) -> Result:
    """Run a round on boardgame.io."""
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
    result: Result = json.loads(done.stdout)
    return result


def install() -> str | None:
    """Install boardgame.io; return the reason if that is impossible, otherwise None."""
    if shutil.which("npm") is None:
        return "npm is not installed"
    if not (BOARDGAME / "node_modules").is_dir():
        done = subprocess.run(["npm", "ci", "--silent"], cwd=BOARDGAME, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"npm could not install it: {done.stderr.strip().splitlines()[-1:]}"
    return None


def table(results: dict[str, list[Result]]) -> str:
    """Return the medians over all rounds as a table."""
    rows = []
    for name, rounds in results.items():
        rate = median(result["moves"] / result["seconds"] for result in rounds)
        half, most = (1000 * median(result[key] for result in rounds) for key in ("p50", "p99"))
        per_cpu = [result["moves"] / result["cpu_seconds"] for result in rounds]
        memory = median(result["memory"] for result in rounds) / 1e6
        shown = f"{median(per_cpu):,.0f} ({min(per_cpu):,.0f} to {max(per_cpu):,.0f})"
        rows.append((name, f"{rate:,.0f}", f"{half:.1f} / {most:.1f} ms", shown, f"{memory:.0f} MB"))
    times = "until both have it, half / 99 %"
    return markdown(["server", "moves/s", times, "moves per server-CPU-second", "memory"], rows)


def main() -> None:
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
    obstacle = install()
    if obstacle is None:
        contestants["boardgame.io, in memory"] = lambda: boardgame(*size)
    else:
        progress(f"boardgame.io is left out: {obstacle}")
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
