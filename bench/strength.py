"""How near the optimum is the fox? Train larger networks, let deeper and larger foxes meet today's, tell what is left.

    python bench/strength.py run --jobs 14 --minutes 8.4 --out FOLDER     (train for 60 % of the time, then match)
    python bench/strength.py train --jobs 14 --minutes 5 --out FOLDER [--game picnic]
    python bench/strength.py match --jobs 14 --minutes 3 --out FOLDER [--game picnic]
    python bench/strength.py table --out FOLDER [--write]

It needs nothing but NumPy and Numba. FOLDER holds the networks (GAME-large.npz, GAME-former.npz) and matches.jsonl: a
line for each piece of work as soon as it is done. So it may be killed at any time; the same command goes on from there.
The table keeps what benchmark/strength.json says of meetings that FOLDER knows nothing of.

Players: ``fox`` has the network that ships, ``large`` one of ten times as many weights that knows two players only,
``former`` the one that the fox had before, in Junior and Picnic Blitz: ``git show COMMIT:src/roost/games/GAME/faces/
model.npz > FOLDER/GAME-former.npz`` with 49a9da8 and 4b56fa7. ``:depth=N`` solves N turns ahead. Four measures:

- match: whole games, each deal from every seat with the same draws, luck taken out (matches.py).
- claim: what the first thinks that they win in a game by playing the other's turns better; less than the truth.
- roll-out: what they truly win so, one turn at a time, found by playing on from where the two may end it differently.
- arena: games through the bots themselves, `roost arena --control`, for opponents that have no network.
"""

import argparse
import json
import lzma
import os
import subprocess
import sys
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, process_time
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: these networks are small

import numpy as np

from foxes import LEAST_DEALS, student_99
from matches import claimed_gains, play_deals, played_gains, share
from pages import DOCS, write
from roost.core.moves import Action
from roost.core.registry import game
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.arena import Tournament, run
from roost.lab.arena.result import controlled_shares
from roost.lab.arena.tally import Tally
from roost.study.fast.packed import packing
from roost.study.models import Valuation
from roost.study.models.model import Model, load, model
from roost.study.models.solved_turn import leaf_of, turn_start, value_with
from roost.study.train.self_play import Style, self_play

TRAINING_PART = 0.6
LOG = "matches.jsonl"
FIGURES = DOCS / "benchmark" / "strength.json"
POOLS = 4
"""How many pools of processes may die before it gives up."""
ROLL_OUTS = 8
"""How often each of two ends of a turn is played on."""
GUESS = 10.0
"""How long a piece of work takes that was never done before, in seconds."""


class Recipe(NamedTuple):
    """A network to train: the options of bench/make_models.py.

    Of fourteen processes it has so many. Together they have more, because games wait while their network learns.
    """

    options: str
    jobs: int
    nice: int = 5


RECIPES = {
    "heckmeck-large": Recipe("--game heckmeck --width 240 --players 2 --rounds 120 --games 128", 3),
    "barbecue-large": Recipe("--game barbecue --width 240 --players 2 --rounds 110 --games 128", 3),
}


class Meeting(NamedTuple):
    """Two players who are compared."""

    game: str
    players: int
    measure: str
    first: str
    second: str
    weight: float
    """Its part of the time."""
    size: int
    """How many deals (or positions, or games) make a piece of work: some seconds of it."""

    @property
    def key(self) -> str:
        """The name in the log."""
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
    Meeting("heckmeck", 3, "match", "fox:depth=2", "fox", 4, 4),
    Meeting("heckmeck", 4, "match", "fox:depth=2", "fox", 4, 10),
    Meeting("heckmeck", 5, "match", "fox:depth=2", "fox", 4, 4),
    Meeting("heckmeck", 6, "match", "fox:depth=2", "fox", 4, 4),
    Meeting("heckmeck", 7, "match", "fox:depth=2", "fox", 4, 4),
    Meeting("heckmeck", 2, "arena", "fox", "ev", 4, 12),
    Meeting("heckmeck", 2, "arena", "large", "ev", 4, 12),
    Meeting("junior", 2, "match", "fox:depth=2", "fox", 1, 400),
    Meeting("junior", 2, "match", "fox:depth=3", "fox", 2, 60),
    Meeting("junior", 2, "match", "fox:depth=4", "fox", 4, 8),
    Meeting("junior", 2, "claim", "fox:depth=2", "fox", 0.5, 800),
    Meeting("junior", 2, "claim", "fox:depth=3", "fox", 0.5, 200),
    Meeting("junior", 2, "claim", "fox:depth=4", "fox", 1, 40),
    Meeting("junior", 2, "roll-out", "fox:depth=3", "fox", 1, 200),
    Meeting("junior", 3, "match", "fox:depth=2", "fox", 2, 50),
    Meeting("junior", 4, "match", "fox:depth=2", "fox", 2, 50),
    Meeting("junior", 5, "match", "fox:depth=2", "fox", 2, 50),
    Meeting("junior", 2, "match", "fox", "former", 1, 50),
    Meeting("junior", 3, "match", "fox", "former", 1, 50),
    Meeting("junior", 4, "match", "fox", "former", 1, 50),
    Meeting("junior", 5, "match", "fox", "former", 1, 50),
    Meeting("barbecue", 2, "match", "fox:depth=2", "fox", 6, 40),
    Meeting("barbecue", 2, "match", "fox:depth=3", "fox", 6, 4),
    Meeting("barbecue", 2, "claim", "fox:depth=2", "fox", 1, 300),
    Meeting("barbecue", 2, "claim", "fox:depth=3", "fox", 3, 40),
    Meeting("barbecue", 2, "claim", "fox:depth=4", "fox", 5, 2),
    Meeting("barbecue", 2, "roll-out", "fox:depth=2", "fox", 4, 100),
    Meeting("barbecue", 2, "roll-out", "fox:depth=3", "fox", 8, 40),
    Meeting("barbecue", 3, "match", "fox:depth=2", "fox", 4, 4),
    Meeting("barbecue", 4, "match", "fox:depth=2", "fox", 4, 4),
    Meeting("barbecue", 5, "match", "fox:depth=2", "fox", 4, 4),
    Meeting("barbecue", 2, "match", "large", "fox", 4, 100),
    Meeting("barbecue", 2, "match", "large:depth=2", "fox", 7, 20),
    Meeting("picnic", 2, "match", "fox", "former", 24, 20),
    Meeting("picnic", 3, "match", "fox", "former", 24, 10),
    Meeting("picnic", 4, "match", "fox", "former", 24, 6),
    Meeting("picnic", 2, "match", "fox:depth=2", "fox", 40, 1),
    Meeting("picnic", 3, "match", "fox:depth=2", "fox", 40, 1),
    Meeting("picnic", 4, "match", "fox:depth=2", "fox", 40, 1),
    Meeting("picnic", 2, "claim", "fox:depth=2", "fox", 30, 20),
    Meeting("picnic", 2, "claim", "former:depth=2", "former", 20, 20),
]


# -- players -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def network(name: str, kind: str, folder: Path) -> Model:
    """The network of a player."""
    return model(name) if kind == "fox" else load(folder / f"{name}-{kind}.npz", name)


def depth_of(player: str) -> tuple[str, int]:
    """The network that a player has, and how many turns deep they think."""
    kind, _, depth = player.partition(":depth=")
    return kind, int(depth or 1)


class NetworkFox:
    """A fox with another network, as a bot for the arena."""

    def __init__(self, known: Model, depth: int) -> None:
        self.name = "fox"
        self._known = known
        self._depth = depth
        self._thought: tuple[State, Valuation] | None = None

    def choose(self, state: State, rng: Stream) -> Action:
        """As the fox chooses."""
        start, actions = turn_start(state), state.actions()
        if len(actions) == 1:
            return actions[0]
        if self._thought is None or self._thought[0] != start:
            self._thought = start, value_with(self._known, start, self._depth)
        return self._thought[1].best(state)


# -- pieces of work ----------------------------------------------------------------------------------------------------


def work(meeting: Meeting, number: int, folder: Path) -> dict[str, Any]:
    """One piece of work: a line of the log."""
    began = process_time()
    found = {"match": _match, "claim": _gains, "roll-out": _gains, "arena": _arena}[meeting.measure](
        meeting, number, folder
    )
    return {"meeting": meeting.key, "number": number, **found, "seconds": round(process_time() - began, 2)}


def _leaf(meeting: Meeting, player: str, folder: Path) -> Any:
    kind, depth = depth_of(player)
    return leaf_of(network(meeting.game, kind, folder).net, depth - 1)


def _match(meeting: Meeting, number: int, folder: Path) -> dict[str, Any]:
    packed = packing(game(meeting.game, meeting.players, start=0))
    first, second = (_leaf(meeting, player, folder) for player in (meeting.first, meeting.second))
    judge = _leaf(meeting, depth_of(meeting.second)[0], folder)
    deals = play_deals(packed, first, second, judge, meeting.size, np.random.default_rng([number, meeting.players]))
    return {"won": deals.won.round(6).tolist(), "luck": deals.luck.round(6).tolist(), "turns": deals.turns}


def _gains(meeting: Meeting, number: int, folder: Path) -> dict[str, Any]:
    packed, rng = packing(game(meeting.game, meeting.players, start=0)), np.random.default_rng([number, 0])
    deep, shallow = (_leaf(meeting, player, folder) for player in (meeting.first, meeting.second))
    games = max(2, meeting.size // 4)
    lessons = self_play(packed, shallow, games, rng, Style(explore=0.0))
    states = lessons.states[rng.permutation(len(lessons.states))[: meeting.size]]
    if meeting.measure == "claim":
        gains = claimed_gains(packed, shallow, deep, states)
    else:
        gains = played_gains(packed, shallow, deep, states, ROLL_OUTS, rng)
    turns = len(lessons.states) / games / meeting.players
    return {"gains": (gains * turns).round(6).tolist(), "turns": len(states)}


def _arena(meeting: Meeting, number: int, folder: Path) -> dict[str, Any]:
    tournament = _tournament(meeting, f"strength/{number}")
    kind, depth = depth_of(meeting.first)
    makers = {meeting.first: partial(NetworkFox, network(meeting.game, kind, folder), depth)}
    tally = run(tournament, bots=makers if kind != "fox" else {}).tally
    return {"tally": tally.to_json()}


def _tournament(meeting: Meeting, seed: str) -> Tournament:
    rules = game(meeting.game, meeting.players)
    return Tournament(rules, (meeting.first, meeting.second), seed=seed, games=meeting.size, control=True)


# -- all together ------------------------------------------------------------------------------------------------------


def can_be_held(meeting: Meeting, folder: Path) -> bool:
    """Whether the networks that it takes are there."""
    kinds = {depth_of(player)[0] for player in (meeting.first, meeting.second)} - {"fox", "ev"}
    return all((folder / f"{meeting.game}-{kind}.npz").exists() for kind in kinds)


def logged(folder: Path) -> list[dict[str, Any]]:
    """The work that was done so far, and what was packed away; a line that was cut off does not count."""
    path, packed, found = folder / LOG, folder / f"{LOG}.xz", []
    lines = path.read_bytes().splitlines() if path.exists() else []
    lines += lzma.decompress(packed.read_bytes()).splitlines() if packed.exists() else []
    for line in lines:
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


class Schedule:
    """The next piece of work: one of the meeting that is furthest behind its part of the time."""

    def __init__(self, meetings: list[Meeting], done: list[dict[str, Any]]) -> None:
        self._meetings = meetings
        self._done = {meeting.key: [one for one in done if one["meeting"] == meeting.key] for meeting in meetings}
        self._next = {key: 1 + max((one["number"] for one in some), default=-1) for key, some in self._done.items()}
        self._running = dict.fromkeys(self._done, 0)
        self._known_games: set[str] = set()

    def expected(self, meeting: Meeting) -> float:
        """How long a piece of work will take."""
        return max((float(one["seconds"]) for one in self._done[meeting.key]), default=GUESS)

    def pick(self, left: float) -> tuple[Meeting, int] | None:
        """The next one that fits into so many seconds.

        The first of each game comes alone: it compiles what the others only load.
        """
        starting = {m.game for m in self._meetings if self._running[m.key] and m.game not in self._known_games}
        fitting = [m for m in self._meetings if self.expected(m) < left and m.game not in starting]
        if not fitting:
            return None
        chosen = min(fitting, key=self._advance)
        number = self._next[chosen.key]
        self._next[chosen.key] += 1
        self._running[chosen.key] += 1
        return chosen, number

    def _advance(self, meeting: Meeting) -> float:
        spent = sum(float(one["seconds"]) for one in self._done[meeting.key])
        return (spent + self._running[meeting.key] * self.expected(meeting)) / meeting.weight

    def note(self, meeting: Meeting, line: dict[str, Any]) -> None:
        """A piece of work is done."""
        self._done[meeting.key].append(line)
        self._running[meeting.key] -= 1
        self._known_games.add(meeting.game)


def hold(meetings: list[Meeting], folder: Path, jobs: int, seconds: float) -> None:
    """Hold meetings for so many seconds, and log each piece of work as it is done.

    A process that dies takes all others of its pool with it. Then a new pool tries again what was lost, a few times.
    """
    until, schedule = monotonic() + seconds, Schedule(meetings, logged(folder))
    lost: list[tuple[Meeting, int]] = []
    for _ in range(POOLS):
        lost = hold_in_a_pool(schedule, lost, folder, jobs, until)
        if not lost:
            return
        print(f"strength: a process died; {len(lost)} pieces of work are tried again", file=sys.stderr, flush=True)
    print(f"strength: {POOLS} pools died; what was done is in {folder / LOG}", file=sys.stderr, flush=True)


def hold_in_a_pool(
    schedule: Schedule, first: list[tuple[Meeting, int]], folder: Path, jobs: int, until: float
) -> list[tuple[Meeting, int]]:
    """Do these pieces of work first and then those of the schedule. What is lost with the pool is returned."""
    waiting, running = list(first), dict[Future[dict[str, Any]], tuple[Meeting, int]]()
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool, (folder / LOG).open("a", encoding="utf-8") as log:
        try:
            while True:
                while len(running) < jobs:
                    if not waiting and (picked := schedule.pick(until - monotonic())) is not None:
                        waiting.append(picked)
                    if not waiting:
                        break
                    running[pool.submit(work, *waiting[0], folder)] = waiting[0]
                    del waiting[0]
                if not running:
                    return []
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    line = future.result()
                    meeting, _ = running.pop(future)
                    schedule.note(meeting, line)
                    print(json.dumps(line), file=log, flush=True)
                    print(f"strength: {meeting.key}, {line['seconds']:.0f} s", file=sys.stderr, flush=True)
        except BrokenProcessPool:
            return [*running.values(), *waiting]


def is_ready(file: Path) -> bool:
    """Whether a network was trained to the end."""
    return file.exists() and not load(file, "").about["command"].startswith("unfinished")


def train(games: list[str], folder: Path, jobs: int, seconds: float) -> None:
    """Train all networks side by side. What is not ready in time stays as it is: make_models.py saves now and then."""
    chosen = {name: recipe for name, recipe in RECIPES.items() if name.partition("-")[0] in games}
    chosen = {name: recipe for name, recipe in chosen.items() if not is_ready(folder / f"{name}.npz")}
    until, running = monotonic() + seconds, []
    for name, recipe in chosen.items():
        own = ["--jobs", str(max(1, round(jobs * recipe.jobs / 14))), "--file", str(folder / f"{name}.npz")]
        maker = [sys.executable, str(Path(__file__).with_name("make_models.py")), *recipe.options.split(), *own]
        running.append(subprocess.Popen(["nice", "-n", str(recipe.nice), *maker], start_new_session=True))
    for process in running:
        try:
            process.wait(max(0.0, until - monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 15)
            process.wait()


# -- what came of it ---------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """A meeting's result: the first one's share of the win (or gain), half of its 99 % interval, and what it took."""

    value: float
    reach: float
    deals: int
    milliseconds: float | None
    """Of a core, for each turn that the first one solved."""


def result(meeting: Meeting, lines: list[dict[str, Any]]) -> Found | None:
    """All pieces of work of a meeting together."""
    if meeting.measure == "arena":
        tally = sum((Tally.from_json(line["tally"]) for line in lines), Tally())
        if tally.deals < LEAST_DEALS:
            return None
        found = controlled_shares(_tournament(meeting, ""), tally)[0]
        return Found(found.value, student_99(tally.deals - 2) * (found.standard_error or 1.0), tally.deals, None)
    turns = sum(line["turns"] for line in lines)
    each = 1000 * sum(line["seconds"] for line in lines) / max(1, turns)
    if meeting.measure in GAINS:
        gains = np.array([gain for line in lines for gain in line["gains"]])
        if len(gains) < LEAST_DEALS:
            return None
        error = float(gains.std() / (len(gains) - 1) ** 0.5)
        return Found(float(gains.mean()), student_99(len(gains) - 1) * error, len(gains), each)
    won, luck = (np.array([one for line in lines for one in line[part]]) for part in ("won", "luck"))
    if len(won) < LEAST_DEALS:
        return None
    value, error, _ = share(won, luck)
    return Found(value, student_99(len(won) - 2) * error, len(won), each)


CLOSE = 0.001
"""An interval that is told with one more digit."""
UNITS = {"match": "deals", "arena": "deals, as bots", "claim": "positions", "roll-out": "positions"}
GAINS = {"claim": "claims", "roll-out": "wins"}
"""Measures of what is won in single turns, as the table tells them."""


def table(folder: Path) -> tuple[str, dict[str, Any]]:
    """A row for each meeting, and the same as data."""
    lines, known, data = logged(folder), json.loads(FIGURES.read_text(encoding="utf-8")), {}
    rows = ["| game | players | first | second | first's share, 99 % | from | ms a turn |", "| --- |" + " ---: |" * 6]
    for meeting in MEETINGS:
        found = result(meeting, [line for line in lines if line["meeting"] == meeting.key])
        if found is None:
            if meeting.key not in known:
                continue
            found = Found(**known[meeting.key])
        digits = 1 if found.reach > CLOSE else 2
        reach = f"± {found.reach:.{digits}%}" if found.reach else "(they played alike)"
        verb = GAINS.get(meeting.measure)
        told = f"{verb} {found.value:+.{digits}%} {reach}" if verb else f"{found.value:.{digits}%} {reach}"
        cost = "" if found.milliseconds is None else f"{found.milliseconds:,.1f}"
        data[meeting.key] = found._asdict()
        rows.append(
            f"| {meeting.game} | {meeting.players} | `{meeting.first}` | `{meeting.second}` | {told} | "
            f"{found.deals:,} {UNITS[meeting.measure]} | {cost} |"
        )
    return "\n".join(rows), data


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["run", "train", "match", "table"], help="what to do")
    parser.add_argument("--out", type=Path, required=True, help="the folder for networks and results")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--minutes", type=float, default=8.4, help="how long it may take (default 8.4)")
    games = list(dict.fromkeys(meeting.game for meeting in MEETINGS))
    parser.add_argument("--game", action="append", choices=games, help="only this game; may be repeated")
    parser.add_argument("--measure", action="append", choices=list(UNITS), help="only this measure; may be repeated")
    parser.add_argument("--write", action="store_true", help="table: write docs/benchmark.md and the figures behind it")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    until, chosen = monotonic() + 60 * options.minutes, options.game or games
    if options.what in ("run", "train"):
        part = TRAINING_PART if options.what == "run" else 1.0
        train(chosen, options.out, options.jobs, part * 60 * options.minutes)
    if options.what in ("run", "match"):
        measures = options.measure or list(UNITS)
        wanted = [meeting for meeting in MEETINGS if meeting.game in chosen and meeting.measure in measures]
        meetings = [meeting for meeting in wanted if can_be_held(meeting, options.out)]
        hold(meetings, options.out, options.jobs, until - monotonic())
    text, data = table(options.out)
    print(text)
    if options.write:
        write("benchmark.md", "strength", text)
        FIGURES.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
