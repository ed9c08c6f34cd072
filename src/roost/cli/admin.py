"""``roost admin``: back up, restore or migrate a database, and watch over its tables."""

import os
import time
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from roost.cli.options import AsJson, given
from roost.core.errors import RoostError

admin = typer.Typer(name="admin", help="Manage a server's database.", no_args_is_help=True)

Database = Annotated[
    str | None,
    typer.Option(envvar="ROOST_DATABASE", metavar="URL", help="The database; default: that of roost serve."),
]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table's id or join code.")]


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
    days: Annotated[
        float | None,
        typer.Option(
            envvar="ROOST_RETENTION",
            min=0,
            help="Delete tables that have not changed for this many days; default: ROOST_RETENTION, where 0 keeps all.",
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Delete old tables."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import purge as purge_older

    if not days:
        typer.echo("No table is deleted: set ROOST_RETENTION, or name the --days.")
        return
    with opened(database, is_used=True) as engine:
        typer.echo(f"{_tables(purge_older(engine, days, time.time()))} deleted.")


@admin.command()
def status(as_json: AsJson = False, database: Database = None) -> None:
    """Show numbers of tables, quotas, times of deletion, and what the host has set."""
    from roost.cli.screen import print_json
    from roost.play.server.settings import Settings
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import count, read_host_state

    settings = Settings.from_environment(os.environ)
    with opened(database, is_used=True) as engine:
        counts, state = count(engine), read_host_state(engine)
    notice = state.notice_at(time.time())
    if as_json:
        rows = {name: getattr(counts, name) for name in counts.__struct_fields__}
        print_json({**rows, **settings.limits, "notice": notice and notice.text, "code": state.code})
        return
    typer.echo(f"{_tables(counts.tables)}, {counts.open_tables} of them open, with {counts.people} people.")
    for name, value in settings.limits.items():
        typer.echo(f"ROOST_{name.upper()}={value:g}  {Settings.meaning_of(name)}")
    typer.echo(f"New tables need the code {state.code}." if state.code else "Anyone may create tables.")
    if notice is not None:
        typer.echo(f"Notice until {_moment(notice.until)}: {notice.text}")


@admin.command()
def tables(
    everything: Annotated[bool, given("--all", "", "Also list tables that are over or closed.")] = False,
    most: Annotated[int, typer.Option("--most", min=1, max=100_000, help="Maximum number of tables.")] = 100,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List the latest changed tables: code, game, state, latest change, id and the people's names."""
    from roost.cli.screen import print_json
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import list_tables

    with opened(database, is_used=True) as engine:
        rows = list_tables(engine, most, closed=everything)
    if as_json:
        print_json([{name: getattr(row, name) for name in row.__struct_fields__} for row in rows])
        return
    for row in rows:
        names = ", ".join(row.names)
        typer.echo(f"{row.code:8} {row.game:12} {row.status:8} {_moment(row.changed_at)} {row.id} {names}".rstrip())
    if not rows:
        typer.echo("There are no tables." if everything else "There are no open tables.")


@admin.command()
def close(table: TableName, database: Database = None) -> None:
    """Close a table for good, even if the server cannot load it."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import close_table

    with opened(database, is_used=True) as engine:
        typer.echo(f"Table {close_table(engine, table, time.time())} is closed.")


@admin.command()
def delete(table: TableName, database: Database = None) -> None:
    """Delete a table with its games and their records."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import delete_table

    with opened(database, is_used=True) as engine:
        typer.echo(f"Table {delete_table(engine, table)} is deleted. Backups still contain it.")


@admin.command()
def forget(
    table: TableName,
    name: Annotated[str, typer.Argument(help="The player's name, as the table shows it.")],
    database: Database = None,
) -> None:
    """Delete a player's name from a table and from the records of its games."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import forget_name

    with opened(database, is_used=True) as engine:
        count = forget_name(engine, table, name)
    typer.echo(f"The name is deleted from {count} entr{'y' if count == 1 else 'ies'}. Backups still contain it.")


@admin.command()
def notice(
    text: Annotated[str, typer.Argument(help="The notice, such as 'Back in five minutes'; empty ends it.")],
    minutes: Annotated[float, typer.Option(min=0.1, max=10_080, help="How long pages show it.")] = 5.0,
    database: Database = None,
) -> None:
    """Show a notice on all pages for some minutes."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import set_notice

    with opened(database, is_used=True) as engine:
        set_notice(engine, text, minutes, time.time())
    typer.echo(f"All pages show the notice for {minutes:g} minutes." if text.strip() else "No page shows a notice.")


@admin.command()
def invite_only(
    code: Annotated[str | None, typer.Argument(help="The code; default: a new one.")] = None,
    off: Annotated[bool, given("--off", "", "Let everyone create tables.")] = False,
    database: Database = None,
) -> None:
    """Let only people with a code create tables. Anyone may still join a table."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import set_code
    from roost.play.server.storage.tokens import new_code

    code = "" if off else (code or new_code()).strip()
    with opened(database, is_used=True) as engine:
        set_code(engine, code)
    typer.echo(f"New tables need the code {code}" if code else "Anyone may create tables.")


@admin.command()
def token(database: Database = None) -> None:
    """Make a new token for the host's page, /host. It replaces the token before it."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import new_host_token

    with opened(database, is_used=True) as engine:
        typer.echo(new_host_token(engine))


@admin.command()
def migrate(database: Database = None) -> None:
    """Migrate the database to this version. PostgreSQL needs this before the first start and after an upgrade."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.database import migrate as migrate_to_head

    with opened(database, prepared=False) as engine:
        migrate_to_head(engine)
    typer.echo("The database is up to date.")


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


def _tables(count: int) -> str:
    return f"{count} table{'' if count == 1 else 's'}"
