"""``roost serve``: run the server until it is asked to stop."""

import os
from typing import Annotated

import typer


def serve(
    host: Annotated[
        str | None, typer.Option(envvar="ROOST_HOST", help="The address to listen on; by default this machine's own.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(envvar="ROOST_PORT", min=0, max=65_535, help="The port to listen on; 8321 by default.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(envvar="ROOST_WORKERS", min=1, max=64, help="How many processes answer requests.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="ROOST_DATABASE",
            metavar="URL",
            help="postgresql://user@host/name or an SQLite file; by default a file in your data folder.",
        ),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(envvar="ROOST_PUBLIC_URL", metavar="URL", help="Where people reach the server.")
    ] = None,
    bot_delay: Annotated[
        float | None, typer.Option(envvar="ROOST_BOT_DELAY", min=0, help="Seconds that bots wait before each step.")
    ] = None,
    rate: Annotated[
        float | None, typer.Option(envvar="ROOST_RATE", min=0.1, help="Requests per second that one client may make.")
    ] = None,
    log: Annotated[
        bool | None, typer.Option("--log/--no-log", envvar="ROOST_LOG", help="Log requests as JSON lines.")
    ] = None,
) -> None:
    """Run a server where people, bots and programs play, until Ctrl-C.

    Tables at which nobody ever sat are deleted after a week (ROOST_PURGE_AFTER: days, 0 keeps them).
    Further limits are set by environment variables; docs/hosting.md lists them all.
    """
    # Imported here, so that the command line answers at once when another command, or help, is asked for.
    from roost.play.server.process import addresses, listen, run
    from roost.play.server.settings import Settings

    given: dict[str, object] = {"host": host, "port": port, "workers": workers, "database": database}
    given |= {"public_url": public_url, "bot_delay": bot_delay, "rate": rate, "log": log}
    settings = Settings.from_environment(os.environ, **given)
    with listen(settings) as listening:
        told = f"Roost listens on {' and '.join(addresses(listening))} (Ctrl-C stops it)"
        run(settings, listening, lambda: typer.echo(told))
