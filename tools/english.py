"""Report names and sentences that are hard to read. ``make check`` prints the findings; they do not make it fail.

Findings are docstrings that open with a relative clause or a pronoun, and commits of the current branch whose subject
has more than 72 characters. CONTRIBUTING.md has the rules.
"""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

PROJECT = Path(__file__).parent.parent
Documented: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
OPENINGS = frozenset(
    ["How", "It", "So", "That", "They", "What", "Whatever", "When", "Where", "Which", "Who", "Whoever", "Whom", "Whose"]
)
LONGEST_SUBJECT = 72


def odd_openings() -> Iterator[str]:
    """Yield docstrings that open with a relative clause or a pronoun."""
    for folder in ("src", "tests", "tools", "bench", "report"):
        for path in sorted((PROJECT / folder).rglob("*.py")):
            for node in _documented(ast.parse(path.read_text(encoding="utf-8"))):
                text = ast.get_docstring(node) or ""
                if text.partition(" ")[0].rstrip(",:") in OPENINGS:
                    yield f"{path.relative_to(PROJECT)}:{node.body[0].lineno}: {text.partition(chr(10))[0]}"


def _documented(node: Documented) -> Iterator[Documented]:
    """Yield a module, class or function, and the classes and functions in its body."""
    yield node
    for inner in node.body:
        if isinstance(inner, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _documented(inner)


def long_subjects() -> Iterator[str]:
    """Yield commits on the current branch whose subject is too long."""
    command = ["git", "-C", str(PROJECT), "log", "--format=%h %s", "HEAD", "--not", "--branches=[m]ain", "--remotes"]
    for line in subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines():
        commit, _, subject = line.partition(" ")
        if len(subject) > LONGEST_SUBJECT:
            yield f"{commit}: {subject} ({len(subject)} characters)"


if __name__ == "__main__":
    print("\n".join([*odd_openings(), *long_subjects()]) or "English: nothing to report")
