"""``roost dataset``: games with what every choice was worth, as Parquet files."""

from pathlib import Path
from typing import Annotated

import typer

from roost.cli.options import given, read_options


def dataset(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name; roost games lists them.")],
    out: Annotated[Path, given("--out", "FOLDER", "Where it goes; one that was begun goes on.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10**9, help="How many games.")] = 1_000,
    seed: Annotated[str, given("--seed", "TEXT", "The same seed gives the same games.")] = "1",
    by: Annotated[str, given("--by", "BOT", "Who plays every seat.")] = "fox",
    players: Annotated[int, given("--players -p", "N", "How many sit at a table.")] = 2,
    option: Annotated[
        list[str] | None, given("--option -o", "NAME=VALUE", "Set an option of the game; may be given several times.")
    ] = None,
    values: Annotated[
        bool, typer.Option("--values/--no-values", help="Whether the fox values every choice; that takes most time.")
    ] = True,
    shard: Annotated[
        int, typer.Option("--shard", min=1, max=100_000, help="Games of a file, which is there as a whole or not.")
    ] = 1_000,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=256, help="How many processes play; the files are the same.")
    ] = 1,
) -> None:
    """Make a dataset: games, each decision in them, and what every choice was worth, as Parquet files.

    It is written in shards. Ctrl-C loses at most those under way, and the same command goes on from there; with more
    games, a dataset grows.
    """
    # Imported here, so that the command line answers at once when another command, or help, is asked for.
    from time import perf_counter

    from roost.core.registry import game_type
    from roost.lab.data.dataset import Dataset, make

    rules = game_type(game).make(players, read_options(option or ()))
    wanted = Dataset(rules, games, seed, by, shard, values)
    began, first = perf_counter(), 0
    try:
        for number, done in enumerate(make(wanted, out, jobs=jobs)):
            if number == 0:
                first = done
                continue
            left = (perf_counter() - began) / (done - first) * (games - done)
            typer.echo(f"{done:,} of {games:,} games, {left / 60:.0f} min left", err=True)
    except KeyboardInterrupt:
        typer.echo("stopped; the same command goes on from here", err=True)
        raise typer.Exit(130) from None
    files = sorted(out.glob("*.parquet"))
    size = sum(file.stat().st_size for file in files)
    typer.echo(f"{out}: {games:,} games in {wanted.shards:,} shards, {size / 1e6:,.1f} MB")
