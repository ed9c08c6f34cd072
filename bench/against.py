"""Compare the speed of two revisions, measured alternately on one machine.

    python bench/against.py REVISION [--rounds 9] [--seconds 0.5] [--only WORD]

REVISION is anything that git can check out, or the folder of another checkout. Each revision uses its own
`bench/fast.py` and `bench/solver.py`, so that both are measured at their best. Bots and hints get the same positions in
both revisions, with empty caches. All times are CPU times, so that other work on the machine counts less. `--only hint`
measures only the rows that have this word in their names.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from pages import progress

ROOT = Path(__file__).resolve().parent.parent

# This program runs in either revision, so it uses only what both have. It prints its row labels, then answers each
# label and number of seconds with a rate.
WORKER = """
import sys, time
from itertools import cycle
time.perf_counter = time.process_time  # also for what either revision's programs measure
from time import perf_counter
import fast, roost, solver
from roost.core.memory import MEMORY

def timed(call, counted=1):
    call()
    def run(seconds):
        begun, calls = perf_counter(), 0
        while not calls or perf_counter() - begun < seconds:
            call()
            calls += 1
        return calls * counted / (perf_counter() - begun)
    return run

def decisions(name):
    states, chance, hen = [], roost.Stream("against " + name), roost.bot("hen")
    while len(states) < 40:
        state = roost.game(name, players=2).opening()
        while state.node is not roost.Node.OVER:
            if state.dice is None and len(state.actions()) > 1:
                states.append(state)
            state = state.play(hen.choose(state, chance) if state.dice is None else state.dice.draw(chance)).state
    return states[:: len(states) // 40][:40]

def asked(ask, states):
    turns = cycle(states)
    def call():
        MEMORY.forget()
        ask(next(turns))
    return timed(call)

def random_game(name):
    state, chance, decisions = roost.game(name, players=2).opening(), roost.Stream("against"), 0
    while state.node is not roost.Node.OVER:
        decisions += state.dice is None
        state = state.play(chance.choice(state.actions()) if state.dice is None else state.dice.draw(chance)).state
    return decisions

rows = {}
for name in fast.GAMES:
    rows[f"Roost {name}, rules engine"] = timed(lambda name=name: random_game(name), random_game(name))
    states = decisions(name)
    rows[f"Roost {name}, hint"] = asked(roost.hint, states)
    for bot in map(roost.bot, ("pullet", "hen", "rooster", "fox")):
        choose = lambda state, bot=bot: bot.choose(state, roost.Stream(1))
        rows[f"Roost {name}, {bot.name} chooses"] = asked(choose, states)
for row in (solver.candidates if hasattr(solver, "candidates") else solver._candidates)():  # in older revisions
    rows[f"solver, {row.label}"] = timed(row.call, row.solves)
rows |= fast.rows()
print(*rows, sep="|", flush=True)
for line in sys.stdin:
    label, seconds = line.split("|")
    print(rows[label](float(seconds)), flush=True)
"""


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """Yield the folder of a revision, checked out if necessary."""
    if Path(revision).is_dir():
        yield Path(revision).resolve()
        return
    with TemporaryDirectory(prefix="roost-against-") as folder:
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", folder, revision], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run([*git, "remove", "--force", folder], check=True)


def worker(stack: ExitStack, folder: Path, program: str, *arguments: str, text: bool = False) -> subprocess.Popen[Any]:
    """Start a Python program that uses a revision's packages; it is killed when the stack closes."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "src"), str(folder / "bench")])}
    pipe, command = subprocess.PIPE, [sys.executable, "-c", program, *arguments]
    process = stack.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=text, env=environment))
    stack.callback(process.kill)
    return process


class Revision:
    """A process that runs a revision and measures rows on request."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._process = worker(stack, folder, WORKER, text=True)
        self.labels = self._answer().split("|")

    def rate(self, label: str, seconds: float) -> float:
        """Measure a row's decisions or steps per second."""
        assert self._process.stdin
        print(f"{label}|{seconds}", file=self._process.stdin, flush=True)
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout
        line: str = self._process.stdout.readline()
        if not line:
            raise SystemExit("a revision ended without answering; its error is above")
        return line.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure this revision and another one in turn.")
    parser.add_argument("revision", help="a commit or branch, or the folder of a checkout")
    parser.add_argument("--rounds", type=int, default=9, help="alternating rounds (default 9)")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds per row and round (default 0.5)")
    parser.add_argument("--only", default="", help="only rows with this word in their names")
    options = parser.parse_args()
    with checkout(options.revision) as folder, ExitStack() as stack:
        before, now = Revision(folder, stack), Revision(ROOT, stack)
        labels = [label for label in now.labels if label in before.labels and options.only in label]
        rates: dict[str, list[tuple[float, float]]] = {label: [] for label in labels}
        for label in labels:  # compiles code, or loads compiled code
            before.rate(label, options.seconds)
            now.rate(label, options.seconds)
        for number in range(options.rounds):
            progress(f"round {number + 1} of {options.rounds}")
            for label in labels:
                pair = (before, now) if number % 2 else (now, before)
                measured = {revision: revision.rate(label, options.seconds) for revision in pair}
                rates[label].append((measured[before], measured[now]))
    print(f"| | {options.revision} | now | now / before, by rounds |\n| --- | ---: | ---: | ---: |")
    for label, pairs in rates.items():
        ratios = sorted(after / first for first, after in pairs)
        olds, news = zip(*pairs, strict=True)
        spread = f"{median(ratios):.2f} ({ratios[0]:.2f}..{ratios[-1]:.2f})"
        print(f"| {label} | {median(olds):,.0f} | {median(news):,.0f} | {spread} |")


if __name__ == "__main__":
    main()
