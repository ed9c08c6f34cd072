"""The command line of Roost.

``app.py`` declares the commands with their options and help texts. A command imports the module that does its work
only when it is called, so that ``roost --help`` and shell completion are fast.
"""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NoReturn, cast

from roost.core.errors import RoostError

__all__ = ["main"]

_COLLECT_AFTER = 50_000
"""Allocations between garbage collections. Imports create few cycles, so rare collections make start-up 10 % faster."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command. A wrong input is reported in one line, and the exit status is 2."""
    gc.set_threshold(_COLLECT_AFTER)
    # Roost's networks are too small to benefit from threads. NumPy reads the variable when it is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import typer

    from roost.cli.plain_signs import HANDLER
    from roost.cli.settings_file import read_settings_file

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)  # replace characters that the terminal cannot show
    # Typer does not export this base class of its errors.
    wrong_use = cast("tuple[type[Exception], ...]", typer.BadParameter.__bases__)
    try:
        read_settings_file(sys.argv[1:] if arguments is None else arguments, os.environ)
        status = _command()(arguments, prog_name="roost", standalone_mode=False)
    except typer.Abort:
        sys.exit(1)
    except wrong_use as error:
        _refuse(error)
    except RoostError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    if status:
        sys.exit(status)


@cache
def _command() -> Callable[..., Any]:
    """Return the command ``roost`` with all subcommands. Cached for processes that run several commands."""
    from typer.main import get_command

    from roost.cli.app import app

    return get_command(app)


def _refuse(error: Any) -> NoReturn:
    """Report a usage error and point to the command's help, or print the help if it was requested."""
    message = str(error.format_message())
    if "\n" in message:
        print(message, file=sys.stderr)
        sys.exit(2)
    _fail(message if error.ctx is None else f"{message} See: {error.ctx.command_path} --help")


def _fail(why: str) -> NoReturn:
    from roost.cli.screen import complain

    complain(why)
    sys.exit(2)
