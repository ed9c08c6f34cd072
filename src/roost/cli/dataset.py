"""``roost dataset``: write games with the value of every choice, as Parquet files."""

from pathlib import Path
from typing import Annotated

import typer

from roost.cli.options import GameOptions, given, read_options


def dataset(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name; roost games lists them.")],
    out: Annotated[Path, given("--out", "FOLDER", "The folder of the dataset; an unfinished dataset is continued.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10**9, help="Number of games.")] = 1_000,
    seed: Annotated[str, given("--seed", "TEXT", "The same seed gives the same games.")] = "1",
    by: Annotated[str, given("--by", "BOT", "The bot that plays every seat.")] = "fox",
    players: Annotated[int, given("--players -p", "N", "Number of players.")] = 2,
    option: GameOptions = None,
    values: Annotated[
        bool,
        typer.Option("--values/--no-values", help="Whether the fox values every choice, which takes most of the time."),
    ] = True,
    shard: Annotated[
        int, typer.Option("--shard", min=1, max=100_000, help="Games per file; files are written as a whole.")
    ] = 1_000,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=256, help="Number of processes; the files do not depend on it.")
    ] = 1,
) -> None:
    """Make a dataset of games as Parquet files: every decision, with the value of every choice.

    The dataset is written in shards. Ctrl-C loses at most the unfinished shards, and the same command continues. Run
    it again with more games to extend a dataset.
    """
    # Imported here so that other commands and --help start fast.
    from time import perf_counter

    from roost.core.registry import game_type
    from roost.lab.data.dataset import Dataset, make

    rules = game_type(game).make(players, read_options(option or ()))
    spec = Dataset(rules, games, seed, by, shard, values)
    began, first = perf_counter(), 0
    try:
        for number, done in enumerate(make(spec, out, jobs=jobs)):
            if number == 0:
                first = done
                continue
            left = (perf_counter() - began) / (done - first) * (games - done)
            typer.echo(f"{done:,} of {games:,} games, {left / 60:.0f} min left", err=True)
    except KeyboardInterrupt:
        typer.echo("stopped; run the same command to continue", err=True)
        raise typer.Exit(130) from None
    files = sorted(out.glob("*.parquet"))
    size = sum(file.stat().st_size for file in files)
    typer.echo(f"{out}: {games:,} games in {spec.shards:,} shards, {size / 1e6:,.1f} MB")
