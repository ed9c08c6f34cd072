"""``roost host``: an evening at home. The page in this machine's browser, and on every phone in the same network."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roost.cli.options import given
from roost.cli.screen import messages_in
from roost.core.errors import RoostError
from roost.core.words import Language, Messages

if TYPE_CHECKING:
    from roost.play.server.settings import Settings

_PORTS_TRIED = 20
_REMOTE = ("CI", "SSH_CONNECTION", "SSH_TTY")
"""Variables that tell that nobody sits in front of this machine's own screen."""
_CLONE = Path(__file__).parents[3]
"""The project, if Roost runs from a clone."""


def host(
    port: Annotated[
        int | None,
        typer.Option(
            envvar="ROOST_PORT", min=0, max=65_535, help="The port to listen on; by default the first free from 8321."
        ),
    ] = None,
    alone: Annotated[bool, given("--alone", "", "For this machine only: nobody else can reach the page.")] = False,
    no_browser: Annotated[bool, given("--no-browser", "", "Only print the address; open no browser.")] = False,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="ROOST_DATABASE", metavar="FILE", help="Where tables are kept; by default in your data folder."
        ),
    ] = None,
    certificate: Annotated[
        str | None,
        typer.Option(
            envvar="ROOST_CERTIFICATE", metavar="FILE", help="A certificate (PEM) for --name: phones then use HTTPS."
        ),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(envvar="ROOST_CERTIFICATE_KEY", metavar="FILE", help="Its key, if that is in another file."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="HOST", help="The name under which phones find this machine.")
    ] = None,
    lang: Annotated[
        Language | None,
        typer.Option("--lang", help="The language; otherwise ROOST_LANG or your environment decides."),
    ] = None,
) -> None:
    """Play in the browser: on this machine, and on phones in the same network, until Ctrl-C.

    Prints the address, with a QR code for phones. People in the same network can play; nobody else can.
    To put tables on the internet, see roost serve.
    """
    # Imported here, so that the command line answers at once when another command, or help, is asked for.
    from roost.play.server.process import addresses, check_certificate, run
    from roost.play.server.settings import Settings

    given: dict[str, object] = {"host": "127.0.0.1" if alone else "0.0.0.0", "port": port, "database": database}
    given |= {"certificate": certificate, "certificate_key": key}
    settings = Settings.from_environment(os.environ, log=False, **given)
    check_certificate(settings)
    scheme = "https" if settings.certificate else "http"
    with _listen(settings, is_fixed=port is not None) as listening:
        here, *others = addresses(listening, scheme)
        if name is not None and others:
            others = [f"{scheme}://{name}:{listening.getsockname()[1]}"]
        if others and not settings.public_url:
            settings = replace(settings, public_url=others[0])  # what invitations say, also those made on this machine

        def welcome() -> None:
            _greet(here, others, messages_in(lang))
            if not no_browser and has_browser(os.environ, sys.platform, is_terminal=sys.stdout.isatty()):
                _open(here)

        run(settings, listening, welcome)


def has_browser(environment: Mapping[str, str], platform: str, *, is_terminal: bool) -> bool:
    """Whether somebody is there who would see a browser open."""
    if not is_terminal or any(environment.get(variable) for variable in _REMOTE):
        return False
    if platform in ("darwin", "win32"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def documentation(clone: Path = _CLONE) -> str | None:
    """The address of the documentation on this machine; nothing, if ``make docs`` has not built it."""
    index = clone / "build" / "docs" / "index.html"
    return index.as_uri() if index.is_file() else None


def _listen(settings: Settings, *, is_fixed: bool) -> socket.socket:
    """The wanted port, or the next one that is free: another evening may still be going on."""
    from roost.play.server.process import listen

    for port in range(settings.port, settings.port + _PORTS_TRIED):
        try:
            return listen(replace(settings, port=port))
        except RoostError:
            if is_fixed:
                raise
    raise RoostError(f"none of the ports {settings.port} to {settings.port + _PORTS_TRIED - 1} is free")


def _greet(here: str, others: list[str], messages: Messages) -> None:
    """Say where the page is; phones read it off the screen."""
    labels = [messages.say("host.here"), messages.say("host.phones"), messages.say("host.documentation")]
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
    typer.echo(f"\n  {messages.say('host.stop')}\n")


def _open(address: str) -> None:
    """Open the browser."""
    import webbrowser

    webbrowser.open(address)
