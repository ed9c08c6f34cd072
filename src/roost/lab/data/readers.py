"""Read datasets, deal results from the arena, and game records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from roost.core.errors import OptionError
from roost.core.extras import needing
from roost.core.record import read_all
from roost.lab.data.dataset import read_manifest
from roost.lab.data.rows import GameRows, Rows, fox_values
from roost.lab.data.tables import DEALS, DECISIONS, games_table
from roost.study.frames import frame, type_named

if TYPE_CHECKING:
    import polars


class Frames(NamedTuple):
    """Data frames of games and of their decisions."""

    games: polars.DataFrame
    decisions: polars.DataFrame


class Scans(NamedTuple):
    """Lazy frames of games and of their decisions, because a dataset may be larger than memory."""

    games: polars.LazyFrame
    decisions: polars.LazyFrame


def read_dataset(folder: str | Path) -> Scans:
    """Open the finished shards of a dataset."""
    with needing("data"):
        import polars
    path = Path(folder)
    read_manifest(path)
    shards = [file.stem.partition("-")[2] for file in sorted(path.glob("games-*.parquet"))]
    if not shards:
        raise OptionError(f"no shard of the dataset in {path} is finished", input=str(path))
    games, decisions = ([path / f"{kind}-{shard}.parquet" for shard in shards] for kind in ("games", "decisions"))
    return Scans(polars.scan_parquet(games), polars.scan_parquet(decisions))


def read_deals(file: str | Path) -> polars.DataFrame:
    """Read the deal results that ``roost arena --deals FILE`` wrote."""
    with needing("data"):
        import polars
    schema = {column.name: type_named(column.type) for column in DEALS}
    try:
        return polars.read_csv(file, schema=schema)
    except (polars.exceptions.PolarsError, OSError) as error:
        raise OptionError(f"{file} holds no deals: {error}", input=str(file)) from None


def read_records(file: str | Path, *, is_valued: bool = False) -> Frames:
    """Read a file of game records; ``is_valued`` adds the fox's value of each action.

    All records must be of the same game. They are numbered from 0.
    """
    records = list(read_all(Path(file).read_text(encoding="utf-8")))
    if not records:
        raise OptionError(f"{file} holds no record", input=str(file))
    game = records[0].start.game
    games, decisions = Rows(games_table(game.players)), Rows(DECISIONS)
    rows = GameRows(game, fox_values() if is_valued else None)
    for number, record in enumerate(records):
        if record.start.game != game:
            message = f"{file} holds different games or options: {game}, and {record.start.game} as number {number + 1}"
            raise OptionError(message, input=str(file))
        rows.add(number, record.start, (played.move for played in record.played), games, decisions)
    return Frames(frame(games.columns, games.values), frame(decisions.columns, decisions.values))
