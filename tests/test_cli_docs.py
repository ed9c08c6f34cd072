"""The tour of the command line shows what the commands really print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "command-line.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
EXAMPLES = [
    found.groups() for block in BLOCK.findall(PAGE.read_text(encoding="utf-8")) for found in COMMAND.finditer(block)
]


def pattern(shown: str) -> str:
    """What a page shows, as a pattern: an ellipsis stands for anything, alone on a line for any lines."""
    lines = (".*" if line == "…" else ".*?".join(map(re.escape, line.split("…"))) for line in shown.splitlines())
    return r"\n".join(lines) + r"\n*"


def test_the_page_has_examples_of_the_verbs() -> None:
    """The page is not empty, and its examples are found."""
    verbs = {re.search(r"roost (\w+)", command)[1] for command, _ in EXAMPLES}  # type: ignore[index]  # all match
    assert verbs == {"games", "rules", "play", "show", "simulate", "replay", "verify", "admin"}


def test_examples_print_what_the_page_shows(tmp_path: Path) -> None:
    """Each command, run in order, prints its lines: exactly, but for spaces at their ends and ellipses."""
    command = tmp_path / "bin" / "roost"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m roost "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}", "ROOST_LANG": "en"}
    for line, shown in EXAMPLES:  # in one test, because later ones read the files of earlier ones
        shell = ["sh", "-c", f"{line} 2>&1"]
        done = subprocess.run(shell, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
        printed = re.sub(r" +$", "", done.stdout, flags=re.MULTILINE)
        assert re.fullmatch(pattern(shown), printed, re.DOTALL), f"$ {line}\n{printed}"
