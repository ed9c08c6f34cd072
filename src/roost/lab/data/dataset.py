"""A dataset: games determined by a seed, written as shards, each of which is either complete or absent.

A folder holds the manifest ``dataset.json`` and, for each shard, ``decisions-000000.parquet`` and
``games-000000.parquet``. The files are written in this order, so the second marks the shard as finished. The contents
of a shard depend only on the seed and on the numbers of its games. So an interrupted dataset can be resumed, several
processes can share the work, and a dataset can be extended.
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
from roost.lab.data.rows import GameRows, Rows, fox_values
from roost.lab.data.tables import DECISIONS, games_table
from roost.lab.envs.layout import layout_of
from roost.study.bots import bot
from roost.study.frames import frame

FORMAT = 2
"""Version of the file format."""
MANIFEST = "dataset.json"
"""Name of the file that describes a dataset."""

_MOST_GAMES = 10**9
_MOST_IN_A_SHARD = 100_000
_MOST_JOBS = 256
_LONGEST_SEED = 100
_LARGEST_MANIFEST = 1_000_000
_AHEAD = 2


@dataclass(frozen=True)
class Dataset:
    """The settings of a dataset: games between copies of one bot.

    In game ``i``, the dice use the seed ``{seed}/{i}`` and the bots use ``{seed}/{i}/choices``, as in ``roost
    simulate``.
    """

    game: Game
    games: int
    seed: str
    by: str = "fox"
    """Name of the bot that plays every seat."""
    shard: int = 1_000
    """Number of games per shard."""
    is_valued: bool = True
    """Whether the fox evaluates every action, which takes most of the computing time."""

    def __post_init__(self) -> None:
        if not 1 <= self.games <= _MOST_GAMES:
            raise OptionError(f"a dataset must have 1 to {_MOST_GAMES:,} games, not {self.games:,}", input=self.games)
        if not 1 <= self.shard <= _MOST_IN_A_SHARD:
            message = f"a shard must have 1 to {_MOST_IN_A_SHARD:,} games, not {self.shard:,}"
            raise OptionError(message, input=self.shard)
        if not 1 <= len(self.seed) <= _LONGEST_SEED or not self.seed.isprintable():
            message = f"a seed must have 1 to {_LONGEST_SEED} printable characters, not {quote(self.seed)}"
            raise OptionError(message, input=self.seed)

    @property
    def shards(self) -> int:
        return -(-self.games // self.shard)

    def numbers(self, shard: int) -> range:
        return range(shard * self.shard, min((shard + 1) * self.shard, self.games))

    def to_json(self) -> dict[str, Json]:
        """Return the contents of the manifest."""
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
        """Play the games of a shard.

        Return the tables of games and decisions; None if ``is_stopped`` returned True before one of the games.
        """
        games, decisions = Rows(games_table(self.game.players)), Rows(DECISIONS)
        rows = GameRows(self.game, fox_values() if self.is_valued else None)
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
    """Write the missing shards of a dataset; after each shard, yield the number of games finished so far.

    An interrupt loses at most the shards in progress. If the folder contains another dataset, an error is raised. If it
    contains a smaller version of this one, that is extended.
    """
    if not 1 <= jobs <= _MOST_JOBS:
        raise OptionError(f"jobs must be 1 to {_MOST_JOBS}, not {jobs}", input=jobs)
    frame((), {})  # raises an error if a package is missing, before any game is played
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
    """Write the manifest; raise an error if the folder contains anything but this dataset."""
    folder.mkdir(parents=True, exist_ok=True)
    file, wanted = folder / MANIFEST, dataset.to_json()
    if file.exists():
        existing = read_manifest(folder)
        for key, value in wanted.items():
            if key != "games" and existing.get(key) != value:
                raise OptionError(
                    f"{folder} holds another dataset: its {key} is {quote(existing.get(key))}, not {quote(value)}",
                    input=str(folder),
                )
        if existing["games"] > dataset.games:
            message = f"{folder} holds {existing['games']:,} games already, more than {dataset.games:,}"
            raise OptionError(message, input=str(folder))
    elif any(folder.iterdir()):
        raise OptionError(f"{folder} is not empty and holds no dataset", input=str(folder))
    with whole_file(file) as output:
        output.write(json.dumps(wanted, indent=2).encode() + b"\n")


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest in a dataset's folder."""
    file = folder / MANIFEST
    try:
        if file.stat().st_size > _LARGEST_MANIFEST:
            raise ValueError("it is far too large")
        manifest = json.loads(file.read_bytes())
        if (
            not isinstance(manifest, dict)
            or manifest.get("roost_dataset") != FORMAT
            or type(manifest.get("games")) is not int
        ):
            raise ValueError(f"it is not of format {FORMAT}")
    except (OSError, ValueError, RecursionError) as error:
        raise OptionError(f"{file} describes no dataset: {error}", input=str(folder)) from None
    return manifest


def _files(folder: Path, shard: int) -> tuple[Path, Path]:
    return folder / f"games-{shard:06}.parquet", folder / f"decisions-{shard:06}.parquet"


def _is_finished(dataset: Dataset, folder: Path, shard: int) -> bool:
    """Whether the shard has all its games. If a dataset is extended, its last shard may lack some."""
    import polars

    games, _ = _files(folder, shard)
    if not games.is_file():
        return False
    count: int = polars.scan_parquet(games).select(polars.len()).collect().item()
    return count == len(dataset.numbers(shard))


def _write(dataset: Dataset, folder: Path, shard: int, is_stopped: Callable[[], bool] = lambda: False) -> bool:
    """Play a shard and write it to disk; return False if it was stopped."""
    played = dataset.play(shard, is_stopped)
    if played is None:
        return False
    for rows, file in reversed(list(zip(played, _files(folder, shard), strict=True))):
        table = frame(rows.columns, rows.values)
        with whole_file(file) as output:
            table.write_parquet(output, compression="zstd")
    return True


def _write_here(dataset: Dataset, folder: Path, shards: list[int]) -> Iterator[int]:
    for shard in shards:
        _write(dataset, folder, shard)
        yield shard


def _write_in_processes(dataset: Dataset, folder: Path, shards: list[int], jobs: int) -> Iterator[int]:
    stop = RawValue("b", False)  # without a lock, because a process killed while reading would never release it
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(stop,))
    waiting: dict[Future[bool], int] = {}
    remaining = iter(shards)
    try:
        while True:
            while len(waiting) < jobs * _AHEAD and (shard := next(remaining, None)) is not None:
                waiting[pool.submit(_write_in_worker, dataset, folder, shard)] = shard
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                future.result()
                yield waiting.pop(future)
    except BrokenProcessPool:
        message = "a worker process died, perhaps for lack of memory; run the same command again to continue"
        raise RoostError(message) from None
    finally:
        stop.value = True
        pool.shutdown(cancel_futures=True)


_stop: Any = None


def _begin(stop: Any) -> None:
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process stops the workers


def _write_in_worker(dataset: Dataset, folder: Path, shard: int) -> bool:
    return _write(dataset, folder, shard, lambda: bool(_stop.value))
