"""Tables read back: datasets, the deals of an arena, and records of games that anybody played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from roost.core.errors import OptionError
from roost.core.extras import needing
from roost.core.record import read_all
from roost.lab.data.dataset import read_manifest
from roost.lab.data.rows import GameRows, Rows, by_the_fox
from roost.lab.data.tables import DEALS, DECISIONS, games_table
from roost.study.frames import frame, type_named

if TYPE_CHECKING:
    import polars


class Frames(NamedTuple):
    """Games, and the decisions in them."""

    games: polars.DataFrame
    decisions: polars.DataFrame


class Scans(NamedTuple):
    """The same, read when it is needed: a dataset may be larger than the memory."""

    games: polars.LazyFrame
    decisions: polars.LazyFrame


def read_dataset(folder: str | Path) -> Scans:
    """The tables of a dataset, as far as it is made."""
    with needing("data"):
        import polars
    home = Path(folder)
    read_manifest(home)
    shards = [file.stem.partition("-")[2] for file in sorted(home.glob("games-*.parquet"))]
    if not shards:
        raise OptionError(f"no shard of the dataset in {home} is finished", input=str(home))
    games, decisions = ([home / f"{kind}-{shard}.parquet" for shard in shards] for kind in ("games", "decisions"))
    return Scans(polars.scan_parquet(games), polars.scan_parquet(decisions))


def read_deals(file: str | Path) -> polars.DataFrame:
    """The results of an arena's games, deal by deal, that ``roost arena --deals FILE`` wrote."""
    with needing("data"):
        import polars
    schema = {column.name: type_named(column.type) for column in DEALS}
    try:
        return polars.read_csv(file, schema=schema)
    except (polars.exceptions.PolarsError, OSError) as why:
        raise OptionError(f"{file} holds no deals: {why}", input=str(file)) from None


def read_records(file: str | Path, *, is_valued: bool = False) -> Frames:
    """The games of a file of records, all of one kind, numbered from 0; with ``is_valued``, as the fox sees them."""
    records = list(read_all(Path(file).read_text(encoding="utf-8")))
    if not records:
        raise OptionError(f"{file} holds no record", input=str(file))
    game = records[0].start.game
    games, decisions = Rows(games_table(game.players)), Rows(DECISIONS)
    rows = GameRows(game, by_the_fox() if is_valued else None)
    for number, record in enumerate(records):
        if record.start.game != game:
            message = f"{file} holds games of different kinds: {game}, and {record.start.game} as number {number + 1}"
            raise OptionError(message, input=str(file))
        rows.add(number, record.start, (played.move for played in record.played), games, decisions)
    return Frames(frame(games.columns, games.values), frame(decisions.columns, decisions.values))
