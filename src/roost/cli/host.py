"""``roost host``: play at home, in this machine's browser and on phones in the same network."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roost.cli.options import Lang, given
from roost.cli.screen import messages_in
from roost.core.errors import RoostError
from roost.core.words import Messages

if TYPE_CHECKING:
    from roost.play.server.settings import Settings

_PORTS_TRIED = 20
_REMOTE = ("CI", "SSH_CONNECTION", "SSH_TTY")
"""Environment variables that show that the user is not at this machine's screen."""
_CLONE = Path(__file__).parents[3]
"""The clone's root folder, if Roost runs from a clone."""


def host(
    port: Annotated[
        int | None,
        typer.Option(
            envvar="ROOST_PORT",
            min=0,
            max=65_535,
            help="The port to listen on; default: the first free port from 8321.",
        ),
    ] = None,
    alone: Annotated[bool, given("--alone", "", "Make the page available only on this machine.")] = False,
    no_browser: Annotated[bool, given("--no-browser", "", "Print the address without opening a browser.")] = False,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="ROOST_DATABASE", metavar="FILE", help="The database file of tables; default: in your data folder."
        ),
    ] = None,
    certificate: Annotated[
        str | None,
        typer.Option(
            envvar="ROOST_CERTIFICATE", metavar="FILE", help="A certificate (PEM) for --name, so that phones use HTTPS."
        ),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(
            envvar="ROOST_CERTIFICATE_KEY", metavar="FILE", help="The key of the certificate, if it is in another file."
        ),
    ] = None,
    reload: Annotated[
        str | None,
        typer.Option(
            metavar="PACKAGE", help="Start again when a file of a game's package changes, and show a panel for authors."
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="HOST", help="The host name that phones use for this machine.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Play in the browser, on this machine and on phones in the same network, until Ctrl-C.

    Prints the address and a QR code for phones. Only people in the same network can play.
    To offer tables on the internet, see roost serve.
    """
    # Imported here so that other commands and --help start fast.
    from roost.cli.reload import host_again
    from roost.play.server.process import addresses, check_certificate, run
    from roost.play.server.settings import Settings

    given: dict[str, object] = {"host": "127.0.0.1" if alone else "0.0.0.0", "port": port, "database": database}
    given |= {"certificate": certificate, "certificate_key": key}
    settings = Settings.from_environment(os.environ, log=False, **given)
    check_certificate(settings)
    if reload is not None:
        with _listen(settings, is_fixed=port is not None) as listening:
            port = listening.getsockname()[1]
        values = {"--port": port, "--database": database, "--certificate": certificate, "--key": key}
        values |= {"--name": name, "--lang": lang and lang.value}
        arguments = [word for option, value in values.items() if value is not None for word in (option, str(value))]
        arguments += [flag for flag, is_set in {"--alone": alone, "--no-browser": no_browser}.items() if is_set]
        host_again(reload, arguments, messages_in(lang))
        return
    scheme = "https" if settings.certificate else "http"
    with _listen(settings, is_fixed=port is not None) as listening:
        here, *others = addresses(listening, scheme)
        if name is not None and others:
            others = [f"{scheme}://{name}:{listening.getsockname()[1]}"]
        if others and not settings.public_url:
            settings = replace(settings, public_url=others[0])  # so that phones can open invitation links

        def welcome() -> None:
            _greet(here, others, new_token(settings), messages_in(lang))
            if not no_browser and has_browser(os.environ, sys.platform, is_terminal=sys.stdout.isatty()):
                _open(here)

        run(settings, listening, welcome)


def has_browser(environment: Mapping[str, str], platform: str, *, is_terminal: bool) -> bool:
    """Whether there is a user who would see a browser open."""
    if not is_terminal or any(environment.get(variable) for variable in _REMOTE):
        return False
    if platform in ("darwin", "win32"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def documentation(clone: Path = _CLONE) -> str | None:
    """Return the URL of the local documentation, or None if ``make docs`` has not built it."""
    index = clone / "build" / "docs" / "index.html"
    return index.as_uri() if index.is_file() else None


def new_token(settings: Settings) -> str | None:
    """Return a new token for the host's page; None if standard output is not a terminal, since it may then be a log."""
    from roost.play.server.storage.admin import opened
    from roost.play.server.storage.host_tasks import new_host_token

    if not sys.stdout.isatty():
        return None
    with opened(settings.database) as engine:
        return new_host_token(engine)


def _listen(settings: Settings, *, is_fixed: bool) -> socket.socket:
    """Listen on the configured port. If it is taken, use the next free port, unless the user fixed the port."""
    from roost.play.server.process import listen

    for port in range(settings.port, settings.port + _PORTS_TRIED):
        try:
            return listen(replace(settings, port=port))
        except RoostError:
            if is_fixed:
                raise
    raise RoostError(f"no port from {settings.port} to {settings.port + _PORTS_TRIED - 1} is free")


def _greet(here: str, others: list[str], token: str | None, messages: Messages) -> None:
    """Print the addresses of the page, with QR codes for phones."""
    labels = [messages.say("host.here"), messages.say("host.phones"), messages.say("host.documentation")]
    labels.append(messages.say("host.admin"))
    width = max(map(len, labels)) + 2
    typer.echo(f"\n  {labels[0]:{width}}{here}")
    for address in others:
        typer.echo(f"  {labels[1]:{width}}{address}")
        if sys.stdout.isatty():
            import segno

            typer.echo()
            segno.make(address, error="l").terminal(border=2, compact=True)
    if (site := documentation()) is not None:
        typer.echo(f"  {labels[2]:{width}}{site}")
    if token is not None:
        typer.echo(f"  {labels[3]:{width}}{here}/host   {token}")
    typer.echo(f"\n  {messages.say('host.stop')}\n")


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)
