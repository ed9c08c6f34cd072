"""The worker's side of the benchmark: play for as long as asked, report, wait for the next line.

Workers live through the whole benchmark and sleep on stdin between rounds. So start-up and imports
stay out of the figures, and the driver can let the competitors take turns within seconds of each
other, which spreads whatever else the machine is doing over all of them.
"""

import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from time import perf_counter

Play = Callable[[float], tuple[int, int]]
"""Plays whole games until `perf_counter()` passes the deadline; returns (decisions, games)."""


def serve(name: str, version: str, play: Play) -> None:
    """Answer each line of seconds on stdin with one JSON line on stdout, until stdin ends.

    The last game of a round is played to its end, past the deadline; `seconds` is therefore the
    time really taken, never the time asked for.
    """
    answers = sys.stdout
    # A library that prints while it plays must not break into the answers.
    with redirect_stdout(sys.stderr):
        for line in sys.stdin:
            started = perf_counter()
            decisions, games = play(started + float(line))
            seconds = perf_counter() - started
            report = {
                "name": name,
                "version": version,
                "decisions": decisions,
                "games": games,
                "seconds": seconds,
            }
            print(json.dumps(report), file=answers, flush=True)
