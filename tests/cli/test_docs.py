"""The pages about the command line show the real output of the commands."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from command import run

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / f"{name}.md" for name in ("command-line", "records", "review")]  # a page uses files of earlier ones
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
EXAMPLES = [match.groups() for block in BLOCK.findall(TEXT) for match in COMMAND.finditer(block)]


def pattern(shown: str) -> str:
    """Return a pattern for a page's output; an ellipsis matches any text, and one alone on a line any lines."""
    lines = (".*" if line == "…" else ".*?".join(map(re.escape, line.split("…"))) for line in shown.splitlines())
    return r"\n".join(lines) + r"\n*"


def test_the_page_lists_every_command_of_the_help() -> None:
    """The page lists every command, and the pages show examples of the most important commands."""
    rows = "".join(re.findall(r"^\| (`.*?) \|", PAGES[0].read_text(encoding="utf-8"), re.MULTILINE))
    listed = re.findall(r"^  (\w+)  ", run("--help").out, re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", rows)) == sorted(listed)
    verbs = {re.search(r"roost (\w+)", command)[1] for command, _ in EXAMPLES}  # type: ignore[index]  # all match
    assert verbs == {"games", "rules", "play", "show", "simulate", "replay", "verify", "review", "admin"}


def test_examples_on_the_pages_print_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in page order print exactly the lines shown, apart from trailing spaces and ellipses."""
    (tmp_path / "examples").symlink_to(DOCS.parent / "examples")
    monkeypatch.chdir(tmp_path)
    for line, shown in EXAMPLES:  # in one test, because later commands read files that earlier ones wrote
        before, pipe, command = line.rpartition(" | ")
        typed = subprocess.run(["sh", "-c", before], capture_output=True, text=True, check=True).stdout if pipe else ""
        ran = run(*shlex.split(command)[1:], typed=typed)
        printed = re.sub(r" +$", "", ran.out + ran.err, flags=re.MULTILINE)
        assert re.fullmatch(pattern(shown), printed, re.DOTALL), f"$ {line}\n{printed}"
