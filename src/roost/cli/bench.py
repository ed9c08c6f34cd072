"""``roost bench``: measure this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from roost.cli.options import given

if TYPE_CHECKING:
    from roost.play.load.measurement import LoadResult

__all__ = ["bench"]

bench = typer.Typer(name="bench", help="Measure how fast Roost is on this machine.", no_args_is_help=True)


@bench.callback()
def _bench() -> None:
    pass


@bench.command()
def server(
    tables: Annotated[int, typer.Option("--tables", "-n", min=1, max=2_000, help="Tables that play at once.")] = 50,
    seconds: Annotated[float, typer.Option("--seconds", "-s", min=0.5, max=600, help="How long is measured.")] = 10.0,
    game: Annotated[str, given("--game", "GAME", "What is played.")] = "heckmeck",
    database: Annotated[
        str | None,
        given(
            "--database", "URL", "An empty database for it, such as one on PostgreSQL; by default a new SQLite file."
        ),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes of the server.")] = 1,
    servers: Annotated[
        int, typer.Option("--servers", min=1, max=16, help="Servers that share the database, as if each were a host.")
    ] = 1,
    watched: Annotated[
        int, typer.Option("--watched", min=0, max=5_000, help="Then open so many more tables, each with a watcher.")
    ] = 0,
    as_json: Annotated[bool, given("--json", "", "Print JSON for programs.")] = False,
) -> None:
    """Measure the table server: many tables of players over HTTP on this machine, each move safely on the disk.

    A server is started for it on a free port of loopback, and stopped again. Tables of your own are not touched.
    """  # fmt: skip
    # Imported here, so that the command line answers at once when another command, or help, is asked for.
    import msgspec

    from roost.core.registry import game_type
    from roost.play.load.loader import run_loop
    from roost.play.load.measurement import Load, measure
    from roost.play.server.storage.admin import make_tables

    game_type(game)
    if database is not None:
        make_tables(database)
    result = run_loop(measure(Load(game, tables, seconds, database, watched, workers, servers)))
    if as_json:
        told = {name: getattr(result, name) for name in ("moves_per_second", "moves_per_cpu_second")}
        typer.echo(msgspec.json.encode({**msgspec.to_builtins(result), **told}).decode())
    else:
        typer.echo("\n".join(_lines(result)))


def _lines(result: LoadResult) -> list[str]:
    load = result.load
    where = "SQLite" if load.database is None else load.database.partition(":")[0]
    of = f", {load.servers} servers of {load.workers} processes" if load.servers * load.workers > 1 else ""
    lines = [
        f"{load.tables} tables on {where}{of}: {result.moves} moves in {result.seconds:.1f} s",
        f"moves per second              {result.moves_per_second:,.0f}",
        f"until both players are told   {1000 * result.p50:.1f} ms (half), {1000 * result.p99:.1f} ms (99 %)",
    ]
    if result.moves_per_cpu_second is not None:
        lines.append(f"moves per server-CPU-second   {result.moves_per_cpu_second:,.0f}")
    others = f", with {load.watched} more tables and a watcher each" if load.watched else ""
    if result.memory is not None:
        lines.append(f"memory of the server          {result.memory / 1e6:.0f} MB{others}")
    if result.watching is not None:
        lines.append(f"of a core, for watching them  {result.watching:.2%}")
    return [*lines, f"start to first answer         {result.start_seconds:.2f} s"]
