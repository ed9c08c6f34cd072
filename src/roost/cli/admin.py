"""``roost admin``: backup, restore, purge, closing a table and migration from the command line."""

import time
from pathlib import Path
from typing import Annotated

import typer

from roost.cli.options import given
from roost.core.errors import RoostError

admin = typer.Typer(name="admin", help="Look after a server's database.", no_args_is_help=True)

Database = Annotated[
    str | None,
    typer.Option(envvar="ROOST_DATABASE", metavar="URL", help="The database; by default that of roost serve."),
]


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write.")],
    replace: Annotated[bool, given("--replace", "", "In place of a file that is there.")] = False,
    database: Database = None,
) -> None:
    """Write a backup; the server may go on meanwhile."""
    from roost.play.server.storage.admin import back_up, opened

    if file.exists() and not replace:
        raise RoostError(f"{file} is there already: name another file, or say --replace", input=str(file))
    with opened(database) as engine:
        typer.echo(f"{_tables(back_up(engine, file))} in {file}. Keep it secret.")


@admin.command()
def restore(file: Annotated[Path, typer.Argument(help="The backup.")], database: Database = None) -> None:
    """Read a backup into a new database, of either kind."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.admin import restore as restore_from

    with opened(database) as engine:
        typer.echo(f"{_tables(restore_from(engine, file))} restored.")


@admin.command()
def purge(
    days: Annotated[float, typer.Option(min=0, help="Delete tables that have not changed for so many days.")],
    database: Database = None,
) -> None:
    """Delete old tables."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.admin import purge as purge_older

    with opened(database) as engine:
        typer.echo(f"{_tables(purge_older(engine, days, time.time()))} deleted.")


@admin.command()
def close(
    table: Annotated[str, typer.Argument(help="The id of the table, or the code to join it.")],
    database: Database = None,
) -> None:
    """Close a table for good, even one that no server can load."""
    from roost.play.server.storage.admin import close_table, opened

    with opened(database) as engine:
        typer.echo(f"Table {close_table(engine, table, time.time())} is closed.")


@admin.command()
def migrate(database: Database = None) -> None:
    """Bring the database to this version; needed for PostgreSQL before the first start and after an upgrade."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.database import migrate as migrate_to_head

    with opened(database, prepared=False) as engine:
        migrate_to_head(engine)
    typer.echo("The database is up to date.")


def _tables(count: int) -> str:
    return f"{count} table{'' if count == 1 else 's'}"
