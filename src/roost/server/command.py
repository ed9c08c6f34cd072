"""``roost serve``: run the server until it is asked to stop."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from roost.server.settings import Settings

__all__ = ["serve"]


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
        float | None, typer.Option(envvar="ROOST_BOT_DELAY", min=0, help="Seconds between the steps of bots.")
    ] = None,
    rate: Annotated[
        float | None, typer.Option(envvar="ROOST_RATE", min=0.1, help="Requests per second that one client may make.")
    ] = None,
    log: Annotated[
        bool | None, typer.Option("--log/--no-log", envvar="ROOST_LOG", help="Log requests as JSON lines.")
    ] = None,
) -> None:
    """Run a server where people, bots and programs play.

    Further limits are set by environment variables; docs/hosting.md lists them all.
    """
    import uvicorn

    given: dict[str, object] = {
        "host": host,
        "port": port,
        "workers": workers,
        "database": database,
        "public_url": public_url,
    }
    given |= {"bot_delay": bot_delay, "rate": rate, "log": log}
    settings = Settings.from_environment(os.environ, **given)
    os.environ.update(settings.to_environment())
    uvicorn.run(
        "roost.server.app:app_from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=max(1, round(settings.grace)),
        access_log=False,
        log_level="warning",
        server_header=False,
    )
