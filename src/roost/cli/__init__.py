"""The command line: one command for each verb.

``app.py`` declares the verbs with their options and help; each imports the module that does the work only when it is
called, so that ``roost --help`` and shell completion answer at once.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import NoReturn

from roost.core.errors import RoostError
from roost.core.extras import MissingExtraError

__all__ = ["main"]

_COLLECT_AFTER = 50_000
"""Loading modules makes much and throws little away: to look for garbage less often saves a tenth of every start."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command. What was wrong with the input is told in one line, with exit status 2."""
    gc.set_threshold(_COLLECT_AFTER)
    from roost.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without our characters still gets the sentence
    try:
        app(arguments, prog_name="roost")
    except (RoostError, MissingExtraError) as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def _fail(why: str) -> NoReturn:
    from roost.cli.screen import complain

    complain(why)
    sys.exit(2)
