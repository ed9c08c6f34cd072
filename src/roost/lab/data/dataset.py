"""A dataset: games that one seed decides, written in shards that are there as a whole or not at all.

A folder holds ``dataset.json``, which says what was asked for, and for each shard ``decisions-000000.parquet`` and
``games-000000.parquet``, in this order: the second file says that the shard is finished. A shard depends on nothing but
the seed and the numbers of its games. So an interrupted dataset goes on where it was, several processes can share the
work, and a dataset may grow.
"""

import json
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from typing import Any

from roost.core.errors import OptionError, RoostError, quote
from roost.core.game import Game
from roost.core.notation import Json
from roost.core.playout import play_once
from roost.core.version import __version__
from roost.core.whole_file import whole_file
from roost.lab.data.rows import GameRows, Rows, by_the_fox
from roost.lab.data.tables import DECISIONS, games_table
from roost.lab.envs.layout import layout_of
from roost.study.bots import bot
from roost.study.frames import frame

FORMAT = 2
"""The version of the files."""
MANIFEST = "dataset.json"
"""The file that says what a dataset is."""

_MOST_GAMES = 10**9
_MOST_IN_A_SHARD = 100_000
_MOST_JOBS = 256
_LONGEST_SEED = 100
_LARGEST_MANIFEST = 1_000_000
_AHEAD = 2


@dataclass(frozen=True)
class Dataset:
    """Games between copies of one bot, and all that decides what is in them.

    Game ``i`` has the dice of the seed ``{seed}/{i}``, and its bots draw their chance from ``{seed}/{i}/choices``, as
    ``roost simulate`` does it.
    """

    game: Game
    games: int
    seed: str
    by: str = "fox"
    """The bot that plays every seat."""
    shard: int = 1_000
    """How many games a shard holds."""
    is_valued: bool = True
    """Whether the fox says what every action is worth. That takes most of the time."""

    def __post_init__(self) -> None:
        if not 1 <= self.games <= _MOST_GAMES:
            raise OptionError(f"a dataset has 1 to {_MOST_GAMES:,} games, not {self.games:,}", input=self.games)
        if not 1 <= self.shard <= _MOST_IN_A_SHARD:
            raise OptionError(f"a shard has 1 to {_MOST_IN_A_SHARD:,} games, not {self.shard:,}", input=self.shard)
        if not 1 <= len(self.seed) <= _LONGEST_SEED or not self.seed.isprintable():
            message = f"a seed has 1 to {_LONGEST_SEED} characters that can be printed, not {quote(self.seed)}"
            raise OptionError(message, input=self.seed)

    @property
    def shards(self) -> int:
        """How many shards it takes."""
        return -(-self.games // self.shard)

    def numbers(self, shard: int) -> range:
        """The games of a shard."""
        return range(shard * self.shard, min((shard + 1) * self.shard, self.games))

    def to_json(self) -> dict[str, Json]:
        """The contents of the manifest."""
        options = self.game.options()
        chosen: dict[str, Json] = {k: options[k].codec.json(v) for k, v in self.game.chosen_options.items()}
        return {
            "roost_dataset": FORMAT,
            "roost": __version__,
            "game": self.game.name,
            "players": self.game.players,
            "options": chosen,
            "seed": self.seed,
            "by": self.by,
            "valued_by": "fox" if self.is_valued else None,
            "observations": layout_of(self.game).version,
            "games_per_shard": self.shard,
            "games": self.games,
        }

    def play(self, shard: int, is_stopped: Callable[[], bool] = lambda: False) -> tuple[Rows, Rows] | None:
        """The games and the decisions of a shard. Nothing, if ``is_stopped`` said so before a game."""
        games, decisions = Rows(games_table(self.game.players)), Rows(DECISIONS)
        rows = GameRows(self.game, by_the_fox() if self.is_valued else None)
        player = bot(self.by)
        try:
            for number in self.numbers(shard):
                if is_stopped():
                    return None
                played = play_once(self.game, f"{self.seed}/{number}", player.choose)
                rows.add(number, self.game.opening(), played.moves, games, decisions)
        finally:
            if callable(close := getattr(player, "close", None)):
                close()
        return games, decisions


def make(dataset: Dataset, folder: Path, *, jobs: int = 1) -> Generator[int, None, None]:
    """Write a dataset, or what is missing of it; yields how many of its games are there, shard by shard.

    An interrupt loses at most the shards under way. A folder that holds another dataset is refused; a dataset with
    more games than before goes on.
    """
    if not 1 <= jobs <= _MOST_JOBS:
        raise OptionError(f"jobs must be 1 to {_MOST_JOBS}, not {jobs}", input=jobs)
    frame((), {})  # tells what is missing before anything is played
    bot(dataset.by)
    _claim(dataset, folder)
    missing = [shard for shard in range(dataset.shards) if not _is_finished(dataset, folder, shard)]
    done = dataset.games - sum(len(dataset.numbers(shard)) for shard in missing)
    yield done
    write = _write_here if jobs == 1 else partial(_write_in_processes, jobs=jobs)
    for shard in write(dataset, folder, missing):
        done += len(dataset.numbers(shard))
        yield done


def _claim(dataset: Dataset, folder: Path) -> None:
    """Say in the folder what it holds, unless it says so already."""
    folder.mkdir(parents=True, exist_ok=True)
    file, wanted = folder / MANIFEST, dataset.to_json()
    if file.exists():
        found = read_manifest(folder)
        for key, value in wanted.items():
            if key != "games" and found.get(key) != value:
                raise OptionError(
                    f"{folder} holds another dataset, whose {key} is {quote(found.get(key))}, not {quote(value)}",
                    input=str(folder),
                )
        if found["games"] > dataset.games:
            raise OptionError(f"{folder} holds {found['games']:,} games already", input=str(folder))
    elif any(folder.iterdir()):
        raise OptionError(f"{folder} is not empty, and holds no dataset", input=str(folder))
    with whole_file(file) as written:
        written.write(json.dumps(wanted, indent=2).encode() + b"\n")


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder: what it says that it holds."""
    file = folder / MANIFEST
    try:
        if file.stat().st_size > _LARGEST_MANIFEST:
            raise ValueError("it is far too large")
        found = json.loads(file.read_bytes())
        if not isinstance(found, dict) or found.get("roost_dataset") != FORMAT or type(found.get("games")) is not int:
            raise ValueError(f"it is not of format {FORMAT}")
    except (OSError, ValueError, RecursionError) as why:
        raise OptionError(f"{file} describes no dataset: {why}", input=str(folder)) from None
    return found


def _files(folder: Path, shard: int) -> tuple[Path, Path]:
    return folder / f"games-{shard:06}.parquet", folder / f"decisions-{shard:06}.parquet"


def _is_finished(dataset: Dataset, folder: Path, shard: int) -> bool:
    """Whether a shard is there with all its games: the last one may have been short."""
    import polars

    games, _ = _files(folder, shard)
    if not games.is_file():
        return False
    count: int = polars.scan_parquet(games).select(polars.len()).collect().item()
    return count == len(dataset.numbers(shard))


def _write(dataset: Dataset, folder: Path, shard: int, is_stopped: Callable[[], bool] = lambda: False) -> bool:
    """Play a shard and write it; whether that came to its end."""
    played = dataset.play(shard, is_stopped)
    if played is None:
        return False
    for rows, file in reversed(list(zip(played, _files(folder, shard), strict=True))):
        table = frame(rows.columns, rows.values)
        with whole_file(file) as written:
            table.write_parquet(written, compression="zstd")
    return True


def _write_here(dataset: Dataset, folder: Path, shards: list[int]) -> Iterator[int]:
    for shard in shards:
        _write(dataset, folder, shard)
        yield shard


def _write_in_processes(dataset: Dataset, folder: Path, shards: list[int], jobs: int) -> Iterator[int]:
    stop = RawValue("b", False)  # without a lock: a process that is killed while it looks would take it along
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(stop,))
    waiting: dict[Future[bool], int] = {}
    left = iter(shards)
    try:
        while True:
            while len(waiting) < jobs * _AHEAD and (shard := next(left, None)) is not None:
                waiting[pool.submit(_write_elsewhere, dataset, folder, shard)] = shard
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                future.result()
                yield waiting.pop(future)
    except BrokenProcessPool:
        raise RoostError("a process that played died, perhaps for want of memory; the same command goes on") from None
    finally:
        stop.value = True
        pool.shutdown(cancel_futures=True)


_stop: Any = None


def _begin(stop: Any) -> None:
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the first process to stop the others


def _write_elsewhere(dataset: Dataset, folder: Path, shard: int) -> bool:
    return _write(dataset, folder, shard, lambda: bool(_stop.value))
