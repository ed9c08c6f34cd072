"""The command line: one command for each verb.

``app.py`` declares the verbs with their options and help; each imports the module that does the work only when it is
called, so that ``roost --help`` and shell completion answer at once.
"""

import gc
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NoReturn, cast

from roost.core.errors import RoostError
from roost.core.extras import MissingExtraError

__all__ = ["main"]

_COLLECT_AFTER = 50_000
"""Loading modules makes much and throws little away: to look for garbage less often saves a tenth of every start."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command. What was wrong with the input is told in one line, with exit status 2."""
    gc.set_threshold(_COLLECT_AFTER)
    import typer

    from roost.cli.plain_signs import HANDLER

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)  # a terminal without our characters still gets the sentence
    # Typer gives no name to the errors that this is one of.
    wrong_use = cast("tuple[type[Exception], ...]", typer.BadParameter.__bases__)
    try:
        status = _command()(arguments, prog_name="roost", standalone_mode=False)
    except typer.Abort:
        sys.exit(1)
    except wrong_use as error:
        _refuse(error)
    except (RoostError, MissingExtraError) as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    if status:
        sys.exit(status)


@cache
def _command() -> Callable[..., Any]:
    """The command with all its verbs, made once: whoever runs several in one process does not wait for each."""
    from typer.main import get_command

    from roost.cli.app import app

    return get_command(app)


def _refuse(error: Any) -> NoReturn:
    """Say what was wrong with a command, and where it tells what would be right; its help, if that was wanted."""
    message = str(error.format_message())
    if "\n" in message:
        print(message, file=sys.stderr)
        sys.exit(2)
    _fail(message if error.ctx is None else f"{message} See: {error.ctx.command_path} --help")


def _fail(why: str) -> NoReturn:
    from roost.cli.screen import complain

    complain(why)
    sys.exit(2)
