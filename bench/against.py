"""The effect of changes on the speed: the same rows of two revisions, measured in turn on one machine.

    python bench/against.py REVISION [--rounds 9] [--seconds 0.5] [--rows TEXT]

REVISION is anything that git can check out, or the folder of another checkout. Each revision's own `bench/fast.py` and
`bench/roost_random.py` say what a row does, so that both are measured at their best. Hints and the rooster at a table
are measured on turns that neither has seen, in CPU time.
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

ROOT = Path(__file__).resolve().parent.parent

# Runs in either revision and uses only what both have: tells the labels of its rows, then answers each label and number
# of seconds by a rate.
WORKER = """
import sys
from itertools import cycle
from time import perf_counter, process_time
import fast
import roost
from roost.core.memory import MEMORY
from roost.core.state import Node
from roost.core.stream import Stream
from roost.study.bots import bot
from roost_random import player

def engine(name):
    play = player(name)
    def run(seconds):
        begun = perf_counter()
        decisions = play(begun + seconds)[0]
        return decisions / (perf_counter() - begun)
    return run

def thinking(name, think):
    states = [state for number in range(20) for state in decisions(name, number)]
    turns, _ = cycle(states), think(states[0])
    def run(seconds):
        begun, count = process_time(), 0
        while process_time() - begun < seconds:
            think(next(turns))
            count += 1
        return count / (process_time() - begun)
    return run

def decisions(name, number):
    record = playthrough(name, number)
    return [state for state in record if state.node is Node.DECIDE and len(state.actions()) > 1][::7]

def playthrough(name, number):
    chance, state = Stream(f"{name}/{number}"), roost.game(name, start=0).opening()
    while state.node is not Node.OVER:
        yield state
        move = state.dice.draw(chance) if state.node is Node.ROLL else bot("hen").choose(state, chance)
        state = state.play(move).state

def told(state):
    MEMORY.forget()
    return roost.hint(state)

def rooster(state):
    MEMORY.forget()
    return bot("rooster").choose(state, Stream(0))

rows = {f"Roost {name}, reference engine": engine(name) for name in fast.GAMES} | fast.rows()
rows |= {f"Roost {name}, hints": thinking(name, told) for name in fast.GAMES}
rows |= {f"Roost {name}, rooster at a table": thinking(name, rooster) for name in fast.GAMES}
print(*rows, sep="|", flush=True)
for line in sys.stdin:
    label, seconds = line.split("|")
    print(rows[label](float(seconds)), flush=True)
"""


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """The folder of a revision."""
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


class Revision:
    """A revision that plays when asked to, and sleeps in between."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        paths = os.pathsep.join([str(folder / "src"), str(folder / "bench")])
        pipe = subprocess.PIPE
        command = [sys.executable, "-c", WORKER]
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env={**os.environ, "PYTHONPATH": paths})
        self._process = stack.enter_context(process)
        stack.callback(process.kill)
        self.labels = self._answer().split("|")

    def rate(self, label: str, seconds: float) -> float:
        """Decisions or steps a second."""
        assert self._process.stdin
        print(f"{label}|{seconds}", file=self._process.stdin, flush=True)
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a revision ended instead of answering; what it complained about stands above")
        return line.strip()


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="Measure this revision and another one in turn.")
    parser.add_argument("revision", help="what git can check out, or a folder")
    parser.add_argument("--rounds", type=int, default=9, help="alternating rounds (default 9)")
    parser.add_argument("--seconds", type=float, default=0.5, help="per row and round (default 0.5)")
    parser.add_argument("--rows", default="", help="only rows with this in their name")
    options = parser.parse_args()
    with checkout(options.revision) as folder, ExitStack() as stack:
        before, now = Revision(folder, stack), Revision(ROOT, stack)
        labels = [label for label in now.labels if label in before.labels and options.rows in label]
        rates: dict[str, list[tuple[float, float]]] = {label: [] for label in labels}
        for number in range(options.rounds):
            print(f"bench: round {number + 1} of {options.rounds}", file=sys.stderr, flush=True)
            for label in labels:
                pair = (before, now) if number % 2 else (now, before)
                found = {revision: revision.rate(label, options.seconds) for revision in pair}
                rates[label].append((found[before], found[now]))
    print(f"| | {options.revision} | now | now / before, by rounds |\n| --- | ---: | ---: | ---: |")
    for label, pairs in rates.items():
        ratios = sorted(after / first for first, after in pairs)
        olds, news = zip(*pairs, strict=True)
        spread = f"{median(ratios):.2f} ({ratios[0]:.2f}..{ratios[-1]:.2f})"
        print(f"| {label} | {median(olds):,.0f} | {median(news):,.0f} | {spread} |")


if __name__ == "__main__":
    main()
