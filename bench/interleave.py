"""The benchmark's driver: rounds of all competitors in turn, and a table of what they achieved.

A shared machine's speed drifts by tens of percent within minutes. Short rounds in rotating order give every competitor
its share of that; rates are compared round by round for the same reason.
"""

import json
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from threading import Timer
from typing import IO

from environment import PeersUnavailableError, prepare

PEERS = str(Path(__file__).resolve().with_name("peers.py"))

Run = Callable[[float], float]
"""Works for about so many seconds; returns how many decisions or steps a second."""


class WorkerFailedError(Exception):
    """A worker ended, or fell silent, instead of answering; the message is its last word."""


@dataclass(slots=True)
class Row:
    """One competitor's figures; `rates` holds its decisions per second, in the rounds' order."""

    label: str
    engine: str
    rates: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The typical rate: unlike the mean, no single disturbed round moves it."""
        return median(self.rates)

    def ratios(self, baseline: "Row") -> list[float]:
        """How many times the baseline's rate this row reached, round by round."""
        return [own / other for own, other in zip(self.rates, baseline.rates, strict=True)]


@dataclass(frozen=True, slots=True)
class Results:
    """The rows measured, and for every label left out the reason."""

    rows: list[Row]
    left_out: dict[str, str]


@dataclass(slots=True)
class Worker:
    """A peer's process, asleep whenever it is not its turn, and the file its stderr goes to."""

    process: subprocess.Popen[str]
    stderr: IO[str]
    engine: str = ""

    def play(self, seconds: float, patience: float = 60.0) -> float:
        """Have it play for about that long; return its decisions per second."""
        assert self.process.stdin
        assert self.process.stdout
        timer = Timer(patience + 10 * seconds, self.process.kill)  # killing a worker that hangs ends the read below
        timer.start()
        try:
            print(seconds, file=self.process.stdin, flush=True)
            answer = json.loads(self.process.stdout.readline())
            self.engine = answer["name"]
            return 1.0 / float(
                answer["seconds"] / answer["decisions"]
            )  # a round without a decision is an error, not a rate
        except (OSError, ValueError, KeyError, TypeError, ZeroDivisionError) as error:
            self.process.kill()
            self.process.wait()
            self.stderr.seek(0)
            last_word = (self.stderr.read().strip() or "no usable answer").splitlines()[-1]
            raise WorkerFailedError(last_word) from error
        finally:
            timer.cancel()


@contextmanager
def started(command: Sequence[str]) -> Iterator[Worker]:
    """Run a worker for the length of a `with` block."""
    pipe = subprocess.PIPE
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as stderr,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr, text=True) as process,
    ):
        try:
            yield Worker(process, stderr)
        finally:
            process.kill()
            process.communicate()


def measure(own: Mapping[str, Run], engine: str, peers: Mapping[str, str], rounds: int, seconds: float) -> Results:
    """Measure our rows, and the peers by the words that `peers.py` knows them by, over interleaved rounds.

    A peer that fails, at whatever point, is left out with its reason, and costs the others nothing.
    """
    rows = {label: Row(label, engine) for label in own}
    runs, left_out = dict(own), dict[str, str]()
    with ExitStack() as stack:
        try:
            commands = {label: [str(prepare()), PEERS, *words.split()] for label, words in peers.items()}
        except PeersUnavailableError as why:
            commands, left_out = {}, dict.fromkeys(peers, str(why))
        for label, command in commands.items():
            worker = stack.enter_context(started(command))
            try:
                worker.play(min(seconds, 1.0))
                rows[label], runs[label] = Row(label, worker.engine), worker.play
            except WorkerFailedError as error:
                left_out[label] = str(error)
        for turn in range(rounds):
            if seconds >= 0.1:
                print(f"bench: round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
            order = deque(rows)
            order.rotate(-turn)
            for label in order:
                try:
                    rows[label].rates.append(runs[label](seconds))
                except WorkerFailedError as error:
                    left_out[label] = str(error)
                    del rows[label]
    return Results(list(rows.values()), left_out)


def table(results: Results, baseline: str) -> str:
    """Render Markdown: a line per row, and a column of ratios to the baseline's label.

    A ratio is the median of the rounds' ratios, with their range. A baseline that was left out gets no column.
    """
    base = next((row for row in results.rows if row.label == baseline), None)
    head = ["", "Engine", "Decisions/s, median", "min..max", *([f"x {base.label}"] if base else [])]
    lines = [head, ["---", "---", *["---:"] * (len(head) - 2)]]
    for row in results.rows:
        cells = [row.label, row.engine, f"{row.median:,.0f}", f"{min(row.rates):,.0f}..{max(row.rates):,.0f}"]
        if base:
            ratios = row.ratios(base)
            cells.append(f"{_short(median(ratios))} ({_short(min(ratios))}..{_short(max(ratios))})")
        lines.append(cells)
    rendered = [f"| {' | '.join(cells)} |" for cells in lines]
    return "\n".join(rendered + [f"\nLeft out: {label} ({why})" for label, why in results.left_out.items()])


def _short(ratio: float) -> str:
    """Write a ratio to three digits, all that one is worth, and never with an exponent."""
    return f"{ratio:.3g}" if ratio < 999.5 else f"{ratio:,.0f}"
