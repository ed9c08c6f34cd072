"""How long a game takes to begin at a table with three devices, in two revisions that take turns.

    python bench/opening.py REVISION [--rounds 20]

REVISION is anything that git can check out, or the folder of another checkout. The time goes from the request to begin
until each of the three devices, which all watch the table, has heard that the game is under way.
"""

import argparse
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from against import ROOT, checkout

# Runs in either revision and uses only what both have: answers each line by the seconds of one beginning.
WORKER = """
import asyncio, subprocess, sys, tempfile
from time import perf_counter
try:
    from roost.play.client import Client
except ImportError:
    from roost.client import Client

async def begin(url, number):
    async with Client(url) as anna, Client(url) as ben, Client(url) as cleo:
        host = await anna.create("heckmeck", [{"kind": "here", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}])
        tables = [host, await ben.join(host.code, "Ben"), await cleo.join(host.code, "Cleo")]
        ready = [asyncio.Event() for _ in tables]

        async def watch(table, is_ready):
            async for seen in table.events():
                is_ready.set()
                if seen.table["game"] is not None:
                    return

        watching = [asyncio.create_task(watch(*pair)) for pair in zip(tables, ready)]
        await asyncio.gather(*[one.wait() for one in ready])
        begun = perf_counter()
        start = asyncio.create_task(host.start())
        await asyncio.gather(*watching)
        seconds = perf_counter() - begun
        await start
        return seconds

with tempfile.TemporaryDirectory() as folder:
    command = [sys.executable, "-m", "roost", "serve", "--port", "0", "--no-log", "--database", f"{folder}/roost.db"]
    with subprocess.Popen([*command, "--rate", "1000"], stdout=subprocess.PIPE, text=True) as server:
        url = "http://" + server.stdout.readline().split("http://")[1].split()[0]
        for number, _ in enumerate(sys.stdin):
            print(asyncio.run(begin(url, number)), flush=True)
        server.terminate()
"""


def _worker(folder: Path, stack: ExitStack) -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    command, pipe = [sys.executable, "-c", WORKER], subprocess.PIPE
    worker = stack.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment))
    assert worker.stdin is not None
    stack.callback(worker.stdin.close)
    return worker


def _seconds(worker: "subprocess.Popen[str]") -> float:
    assert worker.stdin is not None
    assert worker.stdout is not None
    print("again", file=worker.stdin, flush=True)
    return float(worker.stdout.readline())


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision")
    parser.add_argument("--rounds", type=int, default=20)
    chosen = parser.parse_args()
    with checkout(chosen.revision) as before, ExitStack() as stack:
        workers = {"before": _worker(before, stack), "now": _worker(ROOT, stack)}
        for worker in workers.values():
            _seconds(worker)  # the first one loads what a server loads once
        taken: dict[str, list[float]] = {name: [] for name in workers}
        for _ in range(chosen.rounds):
            for name, worker in workers.items():
                taken[name].append(_seconds(worker))
    for name, times in taken.items():
        times.sort()
        print(f"{name}: {median(times):.3f} s at the median, {times[0]:.3f} to {times[-1]:.3f} s, {len(times)} times")


if __name__ == "__main__":
    main()
