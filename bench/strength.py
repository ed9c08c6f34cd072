"""Measure how near the fox is to the optimum, by letting deeper and larger foxes play against it.

    roost train heckmeck --width 240 --players 2 --rounds 120 --games 128 --out FOLDER/heckmeck-large.npz
    roost train barbecue --width 240 --players 2 --rounds 110 --games 128 --out FOLDER/barbecue-large.npz
    python bench/strength.py --out FOLDER --jobs 14 --minutes 8 [--game picnic] [--measure match]
    python bench/strength.py --out FOLDER --minutes 0 --write

FOLDER holds the networks (GAME-large.npz, GAME-former.npz) and matches.jsonl, to which each finished task adds a line.
The program may therefore be killed at any time; the same command continues its work. For meetings that are not in
FOLDER, the table keeps the figures of benchmark/strength.json.

Players: ``fox`` has the network that ships. ``large`` has ten times as many weights and knows two players only.
``former`` is the fox's previous network in Junior and Picnic Blitz: ``git show
COMMIT:src/roost/games/GAME/faces/model.npz > FOLDER/GAME-former.npz`` with 49a9da8 and 4b56fa7. ``:depth=N`` solves N
turns ahead. Three measures:

- match: whole games, each deal played from every seat with the same draws, with the luck taken out (matches.py).
- claim: the gain per game that the first player expects from playing the second's turns better; an understatement.
- roll-out: the true gain in single turns, found by playing on from positions where the two end a turn differently.
"""

import argparse
import json
import lzma
import os
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, process_time
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # set before NumPy is loaded, because these networks are small

import numpy as np

from foxes import LEAST_DEALS, student_99
from matches import claimed_gains, play_deals, played_gains, share
from pages import DOCS, markdown, progress, write
from roost.core.registry import game
from roost.study.fast.packed import packing
from roost.study.models.model import Model, load, model
from roost.study.models.solved_turn import evaluator_of
from roost.study.train.self_play import Style, self_play

LOG = "matches.jsonl"
FIGURES = DOCS / "benchmark" / "strength.json"
ROLL_OUTS = 8
"""Number of times that play continues from each of a turn's two ends."""


class Meeting(NamedTuple):
    """Two players to compare by a measure."""

    game: str
    players: int
    measure: str
    first: str
    second: str
    weight: float
    """Weight that determines what fraction of the time the meeting gets."""
    size: int
    """Number of deals (or positions) per task, chosen so that a task takes some seconds."""

    @property
    def key(self) -> str:
        return f"{self.game} {self.players} {self.measure} {self.first} {self.second}"


MEETINGS = [
    Meeting("heckmeck", 2, "match", "fox:depth=2", "fox", 6, 50),
    Meeting("heckmeck", 2, "match", "fox:depth=3", "fox", 6, 4),
    Meeting("heckmeck", 2, "claim", "fox:depth=2", "fox", 1, 400),
    Meeting("heckmeck", 2, "claim", "fox:depth=3", "fox", 3, 40),
    Meeting("heckmeck", 2, "claim", "fox:depth=4", "fox", 6, 2),
    Meeting("heckmeck", 2, "roll-out", "fox:depth=2", "fox", 4, 100),
    Meeting("heckmeck", 2, "roll-out", "fox:depth=3", "fox", 8, 40),
    Meeting("heckmeck", 2, "match", "large", "fox", 4, 100),
    Meeting("heckmeck", 2, "match", "large:depth=2", "fox", 8, 20),
    *(Meeting("heckmeck", players, "match", "fox:depth=2", "fox", 4, 4) for players in range(3, 8)),
    Meeting("junior", 2, "match", "fox:depth=2", "fox", 1, 400),
    Meeting("junior", 2, "match", "fox:depth=3", "fox", 2, 60),
    Meeting("junior", 2, "match", "fox:depth=4", "fox", 4, 8),
    Meeting("junior", 2, "claim", "fox:depth=2", "fox", 0.5, 800),
    Meeting("junior", 2, "claim", "fox:depth=3", "fox", 0.5, 200),
    Meeting("junior", 2, "claim", "fox:depth=4", "fox", 1, 40),
    Meeting("junior", 2, "roll-out", "fox:depth=3", "fox", 1, 200),
    *(Meeting("junior", players, "match", "fox:depth=2", "fox", 2, 50) for players in range(3, 6)),
    *(Meeting("junior", players, "match", "fox", "former", 1, 50) for players in range(2, 6)),
    Meeting("barbecue", 2, "match", "fox:depth=2", "fox", 6, 40),
    Meeting("barbecue", 2, "match", "fox:depth=3", "fox", 6, 4),
    Meeting("barbecue", 2, "claim", "fox:depth=2", "fox", 1, 300),
    Meeting("barbecue", 2, "claim", "fox:depth=3", "fox", 3, 40),
    Meeting("barbecue", 2, "claim", "fox:depth=4", "fox", 5, 2),
    Meeting("barbecue", 2, "roll-out", "fox:depth=2", "fox", 4, 100),
    Meeting("barbecue", 2, "roll-out", "fox:depth=3", "fox", 8, 40),
    *(Meeting("barbecue", players, "match", "fox:depth=2", "fox", 4, 4) for players in range(3, 6)),
    Meeting("barbecue", 2, "match", "large", "fox", 4, 100),
    Meeting("barbecue", 2, "match", "large:depth=2", "fox", 7, 20),
    Meeting("picnic", 2, "match", "fox", "former", 24, 20),
    Meeting("picnic", 3, "match", "fox", "former", 24, 10),
    Meeting("picnic", 4, "match", "fox", "former", 24, 6),
    *(Meeting("picnic", players, "match", "fox:depth=2", "fox", 40, 1) for players in range(2, 5)),
    Meeting("picnic", 2, "claim", "fox:depth=2", "fox", 30, 20),
    Meeting("picnic", 2, "claim", "former:depth=2", "former", 20, 20),
]


@lru_cache(maxsize=64)
def network(name: str, kind: str, folder: Path) -> Model:
    """Return a player's network."""
    return model(name) if kind == "fox" else load(folder / f"{name}-{kind}.npz", name)


def depth_of(player: str) -> tuple[str, int]:
    """Return a player's network and how many turns it looks ahead."""
    kind, _, depth = player.partition(":depth=")
    return kind, int(depth or 1)


def work(meeting: Meeting, number: int, folder: Path) -> dict[str, Any]:
    """Do one task; return its line for the log."""
    began = process_time()
    result = (_match if meeting.measure == "match" else _gains)(meeting, number, folder)
    return {"meeting": meeting.key, "number": number, **result, "seconds": round(process_time() - began, 2)}


def _evaluator(meeting: Meeting, player: str, folder: Path) -> Any:
    kind, depth = depth_of(player)
    return evaluator_of(network(meeting.game, kind, folder).net, depth - 1)


def _match(meeting: Meeting, number: int, folder: Path) -> dict[str, Any]:
    packed = packing(game(meeting.game, meeting.players, start=0))
    first, second = (_evaluator(meeting, player, folder) for player in (meeting.first, meeting.second))
    evaluator = _evaluator(meeting, depth_of(meeting.second)[0], folder)
    deals = play_deals(packed, first, second, evaluator, meeting.size, np.random.default_rng([number, meeting.players]))
    return {"won": deals.won.round(6).tolist(), "luck": deals.luck.round(6).tolist(), "turns": deals.turns}


def _gains(meeting: Meeting, number: int, folder: Path) -> dict[str, Any]:
    packed, rng = packing(game(meeting.game, meeting.players, start=0)), np.random.default_rng([number, 0])
    deep, shallow = (_evaluator(meeting, player, folder) for player in (meeting.first, meeting.second))
    games = max(2, meeting.size // 4)
    lessons = self_play(packed, shallow, games, rng, Style(explore=0.0))
    states = lessons.states[rng.permutation(len(lessons.states))[: meeting.size]]
    if meeting.measure == "claim":
        gains = claimed_gains(packed, shallow, deep, states)
    else:
        gains = played_gains(packed, shallow, deep, states, ROLL_OUTS, rng)
    turns = len(lessons.states) / games / meeting.players
    return {"gains": (gains * turns).round(6).tolist(), "turns": len(states)}


# -- scheduling --------------------------------------------------------------------------------------------------------


def has_networks(meeting: Meeting, folder: Path) -> bool:
    kinds = {depth_of(player)[0] for player in (meeting.first, meeting.second)} - {"fox", "ev"}
    return all((folder / f"{meeting.game}-{kind}.npz").exists() for kind in kinds)


def logged(folder: Path) -> list[dict[str, Any]]:
    """Return the lines in the log and in its packed part, without incomplete lines."""
    path, packed, entries = folder / LOG, folder / f"{LOG}.xz", []
    lines = path.read_bytes().splitlines() if path.exists() else []
    lines += lzma.decompress(packed.read_bytes()).splitlines() if packed.exists() else []
    for line in lines:
        try:
            entries.append(json.loads(line))
        except ValueError:
            continue
    return entries


def run_meetings(meetings: list[Meeting], folder: Path, jobs: int, seconds: float) -> None:
    """Run the meetings' tasks for some seconds, and log each result at once.

    The next task belongs to the meeting that is furthest behind its share of the time. A task that would exceed the
    time is not started.
    """
    deadline, done = monotonic() + seconds, logged(folder)
    spent = {meeting: [line["seconds"] for line in done if line["meeting"] == meeting.key] for meeting in meetings}
    next_number = {
        meeting: 1 + max((line["number"] for line in done if line["meeting"] == meeting.key), default=-1)
        for meeting in meetings
    }
    running = dict[Future[dict[str, Any]], Meeting]()

    def behind(meeting: Meeting) -> float:
        pending = max(spent[meeting], default=0.0) * list(running.values()).count(meeting)
        return float((sum(spent[meeting]) + pending) / meeting.weight)

    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool, (folder / LOG).open("a", encoding="utf-8") as log:
        while True:
            remaining = deadline - monotonic()
            fitting = [meeting for meeting in meetings if max(spent[meeting], default=0.0) < remaining]
            while fitting and len(running) < jobs:
                chosen = min(fitting, key=behind)
                running[pool.submit(work, chosen, next_number[chosen], folder)] = chosen
                next_number[chosen] += 1
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                line, meeting = future.result(), running.pop(future)
                spent[meeting].append(line["seconds"])
                print(json.dumps(line), file=log, flush=True)
                progress(f"{meeting.key}, {line['seconds']:.0f} s")


# -- results -----------------------------------------------------------------------------------------------------------


class Summary(NamedTuple):
    """A meeting's result: the first player's win share (or gain), its 99 % half-interval, and the cost."""

    value: float
    reach: float
    deals: int
    milliseconds: float | None
    """Milliseconds of processor time for each turn that the first player solved."""


def result(meeting: Meeting, lines: list[dict[str, Any]]) -> Summary | None:
    """Summarise all of a meeting's tasks; return None if there are too few deals."""
    turns = sum(line["turns"] for line in lines)
    milliseconds = 1000 * sum(line["seconds"] for line in lines) / max(1, turns)
    if meeting.measure in GAINS:
        gains = np.array([gain for line in lines for gain in line["gains"]])
        if len(gains) < LEAST_DEALS:
            return None
        error = float(gains.std() / (len(gains) - 1) ** 0.5)
        return Summary(float(gains.mean()), student_99(len(gains) - 1) * error, len(gains), milliseconds)
    won, luck = (np.array([value for line in lines for value in line[part]]) for part in ("won", "luck"))
    if len(won) < LEAST_DEALS:
        return None
    value, error, _ = share(won, luck)
    return Summary(value, student_99(len(won) - 2) * error, len(won), milliseconds)


CLOSE = 0.001
"""Half-intervals up to this size are shown with an additional digit."""
UNITS = {"match": "deals", "claim": "positions", "roll-out": "positions"}
GAINS = {"claim": "claims", "roll-out": "wins"}
"""Measures of the gain in single turns, with their verbs in the table."""


def table(folder: Path) -> tuple[str, dict[str, Any]]:
    """Return the table with a row for each meeting, and the same results as data."""
    lines, known, data = logged(folder), json.loads(FIGURES.read_text(encoding="utf-8")), {}
    heads, rows = ["game", "players", "first", "second", "first's share, 99 %", "from", "ms a turn"], []
    for meeting in MEETINGS:
        summary = result(meeting, [line for line in lines if line["meeting"] == meeting.key])
        if summary is None:
            if meeting.key not in known:
                continue
            summary = Summary(**known[meeting.key])
        digits = 1 if summary.reach > CLOSE else 2
        reach = f"± {summary.reach:.{digits}%}" if summary.reach else "(no difference)"
        verb = GAINS.get(meeting.measure)
        share_text = f"{verb} {summary.value:+.{digits}%} {reach}" if verb else f"{summary.value:.{digits}%} {reach}"
        cost = "" if summary.milliseconds is None else f"{summary.milliseconds:,.1f}"
        data[meeting.key] = summary._asdict()
        size = f"{summary.deals:,} {UNITS[meeting.measure]}"
        players = f"`{meeting.first}`", f"`{meeting.second}`"
        rows.append((meeting.game, meeting.players, *players, share_text, size, cost))
    return markdown(heads, rows), data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder for networks and results")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument(
        "--minutes", type=float, default=8, help="time limit in minutes (default 8); 0 only prints the table"
    )
    games = list(dict.fromkeys(meeting.game for meeting in MEETINGS))
    parser.add_argument("--game", action="append", choices=games, help="only this game; may be repeated")
    parser.add_argument("--measure", action="append", choices=list(UNITS), help="only this measure; may be repeated")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmark.md, and its figures")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    chosen, measures = options.game or games, options.measure or list(UNITS)
    wanted = [meeting for meeting in MEETINGS if meeting.game in chosen and meeting.measure in measures]
    ready = [meeting for meeting in wanted if has_networks(meeting, options.out)]
    run_meetings(ready, options.out, options.jobs, 60 * options.minutes)
    text, data = table(options.out)
    print(text)
    if options.write:
        write("benchmark.md", "strength", text)
        FIGURES.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
