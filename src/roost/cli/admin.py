"""``roost admin``: back up, restore, purge or migrate a database, or close a table."""

import time
from pathlib import Path
from typing import Annotated

import typer

from roost.cli.options import given
from roost.core.errors import RoostError

admin = typer.Typer(name="admin", help="Manage a server's database.", no_args_is_help=True)

Database = Annotated[
    str | None,
    typer.Option(envvar="ROOST_DATABASE", metavar="URL", help="The database; default: that of roost serve."),
]


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    replace: Annotated[bool, given("--replace", "", "Overwrite an existing file.")] = False,
    database: Database = None,
) -> None:
    """Write a backup. The server can keep running."""
    from roost.play.server.storage.admin import back_up, opened

    if file.exists() and not replace:
        raise RoostError(f"{file} already exists; choose another file, or use --replace", input=str(file))
    with opened(database, is_used=True) as engine:
        typer.echo(f"{_tables(back_up(engine, file))} in {file}. Keep it secret.")


@admin.command()
def restore(file: Annotated[Path, typer.Argument(help="The backup.")], database: Database = None) -> None:
    """Restore a backup into a new SQLite or PostgreSQL database."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.admin import restore as restore_from

    with opened(database) as engine:
        typer.echo(f"{_tables(restore_from(engine, file))} restored.")


@admin.command()
def purge(
    days: Annotated[float, typer.Option(min=0, help="Delete tables that have not changed for this many days.")],
    database: Database = None,
) -> None:
    """Delete old tables."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.admin import purge as purge_older

    with opened(database, is_used=True) as engine:
        typer.echo(f"{_tables(purge_older(engine, days, time.time()))} deleted.")


@admin.command()
def close(
    table: Annotated[str, typer.Argument(help="The table's id or join code.")],
    database: Database = None,
) -> None:
    """Close a table for good, even if the server cannot load it."""
    from roost.play.server.storage.admin import close_table, opened

    with opened(database, is_used=True) as engine:
        typer.echo(f"Table {close_table(engine, table, time.time())} is closed.")


@admin.command()
def migrate(database: Database = None) -> None:
    """Migrate the database to this version. PostgreSQL needs this before the first start and after an upgrade."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.database import migrate as migrate_to_head

    with opened(database, prepared=False) as engine:
        migrate_to_head(engine)
    typer.echo("The database is up to date.")


def _tables(count: int) -> str:
    return f"{count} table{'' if count == 1 else 's'}"
