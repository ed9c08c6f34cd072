"""Run the command line inside a test."""

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from roost.cli import main


class Ran(NamedTuple):
    """A command's exit status and output."""

    code: int
    out: str
    err: str


def run(*arguments: str, typed: str = "", lang: str = "en") -> Ran:
    """Run ``roost`` with these arguments, and with ``typed`` on standard input."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    environment = {"ROOST_LANG": lang, "COLUMNS": "80", "TERM": "dumb"}
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch("sys.stdin", io.StringIO(typed)),
        patch.dict("os.environ", environment),
    ):
        try:
            main(arguments)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0
    return Ran(code, out.getvalue(), err.getvalue())
