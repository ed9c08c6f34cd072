"""The tour of the command line shows what the commands really print."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from command import run

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / f"{name}.md" for name in ("command-line", "records", "review")]  # each reads what the one before wrote
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
EXAMPLES = [found.groups() for block in BLOCK.findall(TEXT) for found in COMMAND.finditer(block)]


def pattern(shown: str) -> str:
    """The pattern of what a page shows: an ellipsis stands for anything, alone on a line for any lines."""
    lines = (".*" if line == "…" else ".*?".join(map(re.escape, line.split("…"))) for line in shown.splitlines())
    return r"\n".join(lines) + r"\n*"


def test_the_page_tells_of_every_verb_and_of_no_other() -> None:
    """Its table names the verbs that the help names; the pages are not empty, and their examples are found."""
    rows = "".join(re.findall(r"^\| (`.*?) \|", PAGES[0].read_text(encoding="utf-8"), re.MULTILINE))
    helped = re.findall(r"^  (\w+)  ", run("--help").out, re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", rows)) == sorted(helped)
    verbs = {re.search(r"roost (\w+)", command)[1] for command, _ in EXAMPLES}  # type: ignore[index]  # all match
    assert verbs == {"games", "rules", "play", "show", "simulate", "replay", "verify", "review", "admin"}


def test_examples_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command, run in order, prints its lines: exactly, but for spaces at their ends and ellipses."""
    (tmp_path / "examples").symlink_to(DOCS.parent / "examples")
    monkeypatch.chdir(tmp_path)
    for line, shown in EXAMPLES:  # in one test, because later ones read the files of earlier ones
        before, pipe, command = line.rpartition(" | ")
        typed = subprocess.run(["sh", "-c", before], capture_output=True, text=True, check=True).stdout if pipe else ""
        ran = run(*shlex.split(command)[1:], typed=typed)
        printed = re.sub(r" +$", "", ran.out + ran.err, flags=re.MULTILINE)
        assert re.fullmatch(pattern(shown), printed, re.DOTALL), f"$ {line}\n{printed}"
