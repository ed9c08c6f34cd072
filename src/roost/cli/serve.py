"""``roost serve``: run the server until it is stopped."""

import os
from typing import Annotated

import typer


def serve(
    host: Annotated[
        str | None, typer.Option(envvar="ROOST_HOST", help="The address to listen on; default: this machine only.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(envvar="ROOST_PORT", min=0, max=65_535, help="The port to listen on; default: 8321.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(envvar="ROOST_WORKERS", min=1, max=64, help="Number of processes that answer requests."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="ROOST_DATABASE",
            metavar="URL",
            help="postgresql://user@host/name or an SQLite file; default: a file in your data folder.",
        ),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(envvar="ROOST_PUBLIC_URL", metavar="URL", help="The public address of the server.")
    ] = None,
    bot_delay: Annotated[
        float | None, typer.Option(envvar="ROOST_BOT_DELAY", min=0, help="Pause of bots before each step, in seconds.")
    ] = None,
    rate: Annotated[
        float | None, typer.Option(envvar="ROOST_RATE", min=0.1, help="Maximum requests per second of one client.")
    ] = None,
    log: Annotated[
        bool | None, typer.Option("--log/--no-log", envvar="ROOST_LOG", help="Log requests as JSON lines.")
    ] = None,
) -> None:
    """Run a server for people, bots and programs, until Ctrl-C.

    Tables that never had a player are deleted after a week (ROOST_PURGE_AFTER sets the number of days; 0 keeps them).
    Environment variables set further limits; docs/hosting.md lists them all.
    """
    # Imported here so that other commands and --help start fast.
    from roost.cli.host import new_token
    from roost.play.server.process import addresses, listen, run
    from roost.play.server.settings import Settings

    given: dict[str, object] = {"host": host, "port": port, "workers": workers, "database": database}
    given |= {"public_url": public_url, "bot_delay": bot_delay, "rate": rate, "log": log}
    settings = Settings.from_environment(os.environ, **given)
    with listen(settings) as listening:
        urls = addresses(listening)

        def greet() -> None:
            typer.echo(f"Roost is listening on {' and '.join(urls)} (press Ctrl-C to stop)")
            if (token := new_token(settings)) is not None:
                typer.echo(f"The host's page is {urls[0]}/host, with the token {token}")

        run(settings, listening, greet)
