"""Report names and sentences that are hard to read. ``make check`` prints the findings; they do not make it fail.

Findings are class names that two modules of ``src`` define, docstrings that open with a relative clause or a pronoun,
and commits of the current branch whose subject has more than 72 characters. CONTRIBUTING.md has the rules.
"""

import ast
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parent.parent
OPENINGS = frozenset(
    ["How", "It", "So", "That", "They", "What", "Whatever", "When", "Where", "Which", "Who", "Whoever", "Whom", "Whose"]
)
LONGEST_SUBJECT = 72


def class_doubles() -> Iterator[str]:
    """Yield class names that several modules of ``src`` define, with the modules' files."""
    places = defaultdict[str, list[str]](list)
    for path, tree in _modules("src"):
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    for name, paths in sorted(places.items()):
        if len(paths) > 1:
            yield f"class {name} is defined in {', '.join(paths)}"


def odd_openings() -> Iterator[str]:
    """Yield docstrings that open with a relative clause or a pronoun."""
    for path, tree in _modules("src", "tests", "tools", "bench", "report"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_docstring(node) or ""
                if text.partition(" ")[0].rstrip(",:") in OPENINGS:
                    yield f"{path}:{node.body[0].lineno}: {text.partition(chr(10))[0]}"


def long_subjects() -> Iterator[str]:
    """Yield commits on the current branch whose subject is too long."""
    command = ["git", "-C", str(PROJECT), "log", "--format=%h %s", "HEAD", "--not", "--branches=[m]ain", "--remotes"]
    for line in subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines():
        commit, _, subject = line.partition(" ")
        if len(subject) > LONGEST_SUBJECT:
            yield f"{commit}: {subject} ({len(subject)} characters)"


def _modules(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    for folder in folders:
        for path in sorted((PROJECT / folder).rglob("*.py")):
            yield str(path.relative_to(PROJECT)), ast.parse(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    print("\n".join([*class_doubles(), *odd_openings(), *long_subjects()]) or "English: nothing to report")
