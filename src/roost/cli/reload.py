"""``roost host --reload PACKAGE``: start the server again whenever a file of a game's package changes."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import typer

from roost.core.errors import OptionError, quote
from roost.core.words import Messages

_LOOK_EVERY = 0.3
"""Seconds between looks at the package's files."""
_STOPS_WITHIN = 10


def package_folders(package: str) -> list[Path]:
    """Return the folders of an importable package. Raises an :class:`OptionError` if there are none."""
    try:
        spec = find_spec(package) if package.isidentifier() else None
    except (ImportError, ValueError, SyntaxError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise OptionError(f"{quote(package)} is not an installed package; run pip install -e . first", input=package)
    return [Path(folder) for folder in spec.submodule_search_locations]


def stamps(folders: Sequence[Path]) -> dict[str, int]:
    """Return when each file in the folders was last changed, in nanoseconds. Compiled files are left out."""
    changed = {}
    for folder in folders:
        for file in folder.rglob("*"):
            if "__pycache__" not in file.parts:
                with suppress(OSError):  # the file was deleted in the meantime
                    changed[str(file)] = file.stat().st_mtime_ns
    return changed


def changes(folders: Sequence[Path], pause: float = _LOOK_EVERY) -> Iterator[None]:
    """Yield after each change of a file in the folders, once no further file changes."""
    seen = before = stamps(folders)
    while True:
        time.sleep(pause)
        latest = stamps(folders)
        if latest == before != seen:
            seen = latest
            yield
        before = latest


def host_again(package: str, arguments: Sequence[str], messages: Messages) -> None:
    """Run ``roost host`` with these arguments, and run it again after every change of the package, until Ctrl-C."""
    folders = package_folders(package)
    running = _start(arguments)
    try:
        for _ in changes(folders):
            typer.echo(f"  {messages.say('host.again', package=package)}")
            _stop(running)
            running = _start([*arguments, "--no-browser"])
    except KeyboardInterrupt:
        pass
    finally:
        _stop(running)


def _start(arguments: Sequence[str]) -> "subprocess.Popen[bytes]":
    # The number tells open pages that the server has restarted. Neither warm-up nor open streams delay a restart.
    own = {"ROOST_AUTHOR": str(time.time_ns()), "ROOST_WARM_UP": "no", "ROOST_GRACE": "0.2"}
    command = [sys.executable, "-m", "roost", "host", *arguments]
    return subprocess.Popen(command, env={**os.environ, **own}, start_new_session=os.name == "posix")


def _stop(running: "subprocess.Popen[bytes]") -> None:
    running.terminate()
    try:
        running.wait(_STOPS_WITHIN)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()
