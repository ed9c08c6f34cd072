"""The benchmark's driver: lets long-lived workers take turns, and tables what they achieved.

A shared machine's speed drifts by tens of percent within minutes. Measuring one competitor after
the other would hand that drift to whoever was running; short rounds in rotating order give every
competitor its share. Rates are compared round by round for the same reason.
"""

import json
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median
from threading import Timer
from typing import IO


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


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker process, asleep whenever it is not its turn, and the file its stderr goes to."""

    process: subprocess.Popen[str]
    stderr: IO[str]

    def play(self, seconds: float, patience: float = 60.0) -> tuple[str, float]:
        """Have it play for about that long; return its engine and its decisions per second.

        It is given `patience` seconds more than ten times that: the first time, it may have to compile.
        """
        assert self.process.stdin
        assert self.process.stdout
        # Killing a worker that hangs ends the read below, so the benchmark itself never hangs.
        timer = Timer(patience + 10 * seconds, self.process.kill)
        timer.start()
        try:
            print(seconds, file=self.process.stdin, flush=True)
            answer = json.loads(self.process.stdout.readline())
            # Divided this way round, a round without a single decision is an error, not a rate.
            rate = 1 / (answer["seconds"] / answer["decisions"])
            return f"{answer['name']} {answer['version']}", rate
        except (OSError, ValueError, KeyError, TypeError, ZeroDivisionError) as error:
            self.process.kill()
            self.process.wait()
            self.stderr.seek(0)
            # Of a traceback, the last line is the one that names the error.
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


def measure(commands: Mapping[str, Sequence[str]], *, rounds: int, seconds: float, warm_up: float = 1.0) -> Results:
    """Measure the workers (label -> command line) over interleaved rounds of so many seconds.

    Only one worker plays at a time. One that fails, at whatever point, is left out of the rows with
    its reason, and costs the others nothing.
    """
    workers: dict[str, Worker] = {}
    rows: dict[str, Row] = {}
    left_out: dict[str, str] = {}
    with ExitStack() as running:
        for label, command in commands.items():
            try:
                workers[label] = running.enter_context(started(command))
                rows[label] = Row(label, workers[label].play(warm_up)[0])
            except (OSError, WorkerFailedError) as error:
                left_out[label] = str(error)
        for turn in range(rounds):
            print(f"bench: round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
            order = deque(rows)
            order.rotate(-turn)
            for label in order:
                try:
                    _, rate = workers[label].play(seconds)
                    rows[label].rates.append(rate)
                except WorkerFailedError as error:
                    left_out[label] = str(error)
                    del rows[label]
    return Results(list(rows.values()), left_out)


def table(results: Results, baselines: Sequence[str] = ()) -> str:
    """Render Markdown: a line per row, a column of ratios for each baseline's label.

    A ratio is the median of the round-by-round ratios, with their range, so it can differ a little
    from the quotient of the two medians shown. A baseline that was left out gets no column.
    """
    against = [row for label in baselines for row in results.rows if row.label == label]
    head = ["", "Engine", "Decisions/s, median", "min..max", *(f"x {row.label}" for row in against)]
    lines = [head, ["---", "---", *["---:"] * (len(head) - 2)]]
    for row in results.rows:
        spread = f"{min(row.rates):,.0f}..{max(row.rates):,.0f}"
        ratios = (row.ratios(baseline) for baseline in against)
        compared = [f"{_short(median(r))} ({_short(min(r))}..{_short(max(r))})" for r in ratios]
        lines.append([row.label, row.engine, f"{row.median:,.0f}", spread, *compared])
    rendered = [f"| {' | '.join(cells)} |" for cells in lines]
    missing = [f"\nLeft out: {label} ({why})" for label, why in results.left_out.items()]
    return "\n".join(rendered + missing)


def _short(ratio: float) -> str:
    """Write a ratio to three digits, all that one is worth, and never with an exponent."""
    return f"{ratio:.3g}" if ratio < 999.5 else f"{ratio:,.0f}"
