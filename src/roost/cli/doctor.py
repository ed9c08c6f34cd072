"""``roost doctor``: check this machine and describe any problems."""

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from importlib.metadata import PackageNotFoundError, version

import typer

from roost.cli.screen import console, messages_in
from roost.core.errors import RoostError
from roost.core.extras import has_fast, how_to_install
from roost.core.plugins import left_out, load_plugin, plugins
from roost.core.registry import all_games
from roost.core.version import __version__
from roost.core.words import Language, Messages
from roost.play.server.settings import Settings
from roost.study.bots import BOT_GROUP, check_bot
from roost.study.folders import NOWHERE, cache_folder
from roost.study.review.warm_up import all_kernels, is_being_compiled, is_compiled

_OLDEST_PYTHON = (3, 11)
_NEEDED = ("litestar", "uvicorn", "sqlalchemy", "textual")
_EXTRAS = {
    "polars": "data",
    "gymnasium": "envs",
    "jax": "jax",
    "mcp": "mcp",
    "open_spiel": "openspiel",
    "psycopg": "postgres",
    "ray": "ray",
}
"""A library of each extra, and the extra; those for developers and ``fast`` are left out."""
_NOT_ON = {"open_spiel": ("win32",)}
"""Platforms that an optional library does not support, by library."""
_LEAST_ROOM = 200e6
"""Minimum free disk space for compiled code and a database, in bytes."""


class Severity(Enum):
    """The severity of a finding."""

    GOOD = "✓", "green"
    NOTE = "·", "dim"
    BAD = "✗", "red"

    def __init__(self, sign: str, style: str) -> None:
        self.sign = sign
        self.style = style


@dataclass(frozen=True)
class Finding:
    """The result of one check."""

    verdict: Severity
    text: str


Say = Callable[..., str]


def examine(port: int | None, database: str | None, language: Language | None) -> None:
    """Print all findings; exit with status 1 if there is a problem."""
    settings = Settings.from_environment(os.environ, port=port, database=database)
    findings = list(diagnose(settings, messages_in(language)))
    for finding in findings:
        console().print(f"{finding.verdict.sign} {finding.text}", style=finding.verdict.style)
    if any(finding.verdict is Severity.BAD for finding in findings):
        raise typer.Exit(1)


def diagnose(settings: Settings, messages: Messages) -> Iterator[Finding]:
    """Run all checks and yield their findings."""
    say = messages.say
    yield _python(say, sys.version_info[:2])
    yield from _libraries(say)
    yield from _relied_on(say)
    yield from _plugins(say)
    yield from _compiled(say)
    yield _database(say, settings)
    yield _port(say, settings)
    yield _network(say, settings)


def _python(say: Say, running: tuple[int, ...]) -> Finding:
    verdict = Severity.GOOD if running >= _OLDEST_PYTHON else Severity.BAD
    key = "doctor.python" if verdict is Severity.GOOD else "doctor.old_python"
    return Finding(verdict, say(key, roost=__version__, python=platform.python_version(), system=sys.platform))


def _libraries(say: Say) -> Iterator[Finding]:
    versions = {name: _version(name) for name in _NEEDED}
    missing = [name for name, number in versions.items() if number is None]
    if missing:
        yield Finding(Severity.BAD, say("doctor.missing", names=", ".join(missing)))
    else:
        listed = ", ".join(f"{name} {number}" for name, number in versions.items())
        yield Finding(Severity.GOOD, say("doctor.libraries", names=listed))
    if _version("numba") is None or _version("numpy") is None:
        yield Finding(Severity.NOTE, say("doctor.slim", command=how_to_install("fast")))
    for name, extra in _EXTRAS.items():
        if _version(name) is None and sys.platform not in _NOT_ON.get(name, ()):
            yield Finding(Severity.NOTE, say("doctor.extra", extra=extra, command=how_to_install(extra)))


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _relied_on(say: Say) -> Iterator[Finding]:
    """Check that the libraries still have the private functions that Roost relies on."""
    from roost.play.server.http import fast_path

    missing = {"uvicorn": fast_path.missing_parts()}
    if has_fast():
        from roost.study.fast import compiler

        missing["numba"] = compiler.missing_parts()
    for name, parts in missing.items():
        if parts:
            yield Finding(Severity.NOTE, say("doctor.changed", name=name, parts=", ".join(parts)))


def _plugins(say: Say) -> Iterator[Finding]:
    """Name the plugins that cannot be loaded, each with the reason."""
    all_games()
    for entry in plugins(BOT_GROUP):
        load_plugin(entry, check_bot)
    for left in left_out():
        yield Finding(Severity.BAD, say("doctor.left_out", plugin=left.plugin, why=left.why))


def _compiled(say: Say) -> Iterator[Finding]:
    if not has_fast():
        return
    folder = cache_folder()
    if folder == NOWHERE:
        yield Finding(Severity.BAD, say("doctor.cache_locked"))
        return
    place = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if shutil.disk_usage(place).free < _LEAST_ROOM:
        yield Finding(Severity.BAD, say("doctor.no_room", folder=folder))
    waiting = [kernels for kernels in all_kernels() if not is_compiled(kernels)]
    if not waiting:
        yield Finding(Severity.GOOD, say("doctor.compiled", folder=folder))
    elif is_being_compiled(waiting[0]):
        yield Finding(Severity.NOTE, say("doctor.compiling"))
    else:
        yield Finding(Severity.NOTE, say("doctor.cold"))


def _database(say: Say, settings: Settings) -> Finding:
    from sqlalchemy.exc import SQLAlchemyError

    from roost.play.server.storage.database import open_database, prepare

    try:
        engine = open_database(settings.database_url)
        try:
            prepare(engine)
            where = engine.url.render_as_string(hide_password=True)
        finally:
            engine.dispose()
    except (OSError, RoostError, SQLAlchemyError) as why:
        reason = str(getattr(why, "orig", None) or why).strip().splitlines()[0]
        return Finding(Severity.BAD, say("doctor.bad_database", reason=reason))
    return Finding(Severity.GOOD, say("doctor.database", where=where))


def _port(say: Say, settings: Settings) -> Finding:
    from roost.play.server.process import listen

    try:
        listen(settings).close()
    except RoostError as why:
        return Finding(Severity.NOTE, say("doctor.port_taken", port=settings.port, reason=why))
    return Finding(Severity.GOOD, say("doctor.port", port=settings.port))


def _network(say: Say, settings: Settings) -> Finding:
    """Check whether phones can connect. A firewall cannot be queried, so the finding says how to open its port."""
    from roost.play.server.process import addresses, listen

    with listen(replace(settings, host="0.0.0.0", port=0)) as listening:
        outward = addresses(listening)[1:]
    if not outward:
        return Finding(Severity.NOTE, say("doctor.alone"))
    host = outward[0].removeprefix("http://").rpartition(":")[0]
    return Finding(Severity.NOTE, say("doctor.phones", host=host, port=settings.port, command=_open(settings.port)))


def _open(port: int, which: Callable[[str], str | None] = shutil.which, system: str = sys.platform) -> str:
    """Return the command that opens a port in this system's usual firewall."""
    if system == "darwin":
        return "System Settings → Network → Firewall"
    if system == "win32":
        return f"netsh advfirewall firewall add rule name=Roost dir=in action=allow protocol=TCP localport={port}"
    if which("firewall-cmd"):
        return f"sudo firewall-cmd --add-port={port}/tcp"
    return f"sudo ufw allow {port}/tcp"
