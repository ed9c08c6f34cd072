"""Drive the benchmark: run interleaved rounds of all competitors, and make a table of their rates.

A shared machine's speed drifts by tens of percent within minutes. Short rounds in rotating order distribute the drift
over all competitors. For the same reason, rates are compared round by round.
"""

import json
import subprocess
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from threading import Timer
from time import perf_counter
from typing import IO

from environment import PeersUnavailableError, prepare
from pages import markdown, progress

PEERS = str(Path(__file__).resolve().with_name("peers.py"))

Run = Callable[[float], float]
"""A function that works for about the given seconds and returns the decisions or steps per second."""


class WorkerFailedError(Exception):
    """A worker ended or hung instead of answering; the message is the last line of its stderr."""


@dataclass(slots=True)
class Row:
    """One competitor's figures; `rates` holds its decisions per second in each round."""

    label: str
    engine: str
    rates: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """Median rate, which a single disturbed round does not change."""
        return median(self.rates)

    def ratios(self, baseline: "Row") -> list[float]:
        """Return this row's rate divided by the baseline's, round by round."""
        return [rate / base for rate, base in zip(self.rates, baseline.rates, strict=True)]


@dataclass(frozen=True, slots=True)
class Results:
    """The rows measured, and for each label left out, the reason."""

    rows: list[Row]
    left_out: dict[str, str]


@dataclass(slots=True)
class Worker:
    """A peer's process, which is idle between its rounds, and the file with its stderr."""

    process: subprocess.Popen[str]
    stderr: IO[str]
    engine: str = ""

    def play(self, seconds: float, patience: float = 60.0) -> float:
        """Let the peer play for about ``seconds``; return its decisions per second."""
        assert self.process.stdin
        assert self.process.stdout
        timer = Timer(patience + 10 * seconds, self.process.kill)  # killing a hung worker ends the read below
        timer.start()
        try:
            print(seconds, file=self.process.stdin, flush=True)
            answer = json.loads(self.process.stdout.readline())
            self.engine = answer["name"]
            # Dividing in this order makes a round without decisions an error, not a rate of 0.
            return 1.0 / float(answer["seconds"] / answer["decisions"])
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
    """Run a worker for the duration of a `with` block."""
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


def timed(work: Callable[[], int]) -> Run:
    """Return a run that repeats ``work``, which must return how many decisions or steps it made."""

    def run(seconds: float) -> float:
        started, count = perf_counter(), 0
        while not count or perf_counter() - started < seconds:
            count += work()
        return count / (perf_counter() - started)

    return run


def measure(own: Mapping[str, Run], engine: str, peers: Mapping[str, str], rounds: int, seconds: float) -> Results:
    """Measure Roost's rows, and peers by their arguments for `peers.py`, in interleaved rounds.

    A peer that fails at any point is left out, with the reason, and the other peers continue.
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
                progress(f"round {turn + 1} of {rounds}")
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
    """Render a Markdown table with a column of ratios to the baseline.

    A ratio is the median of the rounds' ratios, given with their range. There is no such column if the baseline was
    left out.
    """
    base = next((row for row in results.rows if row.label == baseline), None)
    head = ["", "Engine", "Decisions/s, median", "min..max", *([f"x {base.label}"] if base else [])]
    lines = []
    for row in results.rows:
        cells = [row.label, row.engine, f"{row.median:,.0f}", f"{min(row.rates):,.0f}..{max(row.rates):,.0f}"]
        if base:
            ratios = row.ratios(base)
            cells.append(f"{_short(median(ratios))} ({_short(min(ratios))}..{_short(max(ratios))})")
        lines.append(cells)
    left_out = [f"\nLeft out: {label} ({why})" for label, why in results.left_out.items()]
    return "\n".join([markdown(head, lines, 2), *left_out])


def _short(ratio: float) -> str:
    """Format a ratio with three significant digits and without an exponent."""
    return f"{ratio:.3g}" if ratio < 999.5 else f"{ratio:,.0f}"
