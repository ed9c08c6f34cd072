"""Roost without one of its games: ``python tests/without.py [GAME] [PATH …]``.

Copies the project, takes out the game's folder, its line in the registry and its own tests, publishes the schema anew,
and runs the tests that are left: by default those of rules, odds, bots, records, words and the server, without browsers
and what else takes long. Tests of other folders that name the game themselves are left out too, and counted.
"""

import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import pytest

PROJECT = Path(__file__).parents[1]
BY_DEFAULT = ("core", "games", "odds", "bots", "record", "messages", "stats", "puzzles", "server", "test_structure.py")
GAME = "ROOST_WITHOUT"
"""The variable that tells the tests' own process which game is gone."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out every test that names the game."""
    game = os.environ[GAME]
    named = [item for item in items if game in _said(item)]
    config.hook.pytest_deselected(items=named)
    items[:] = [item for item in items if item not in named]


def _said(item: pytest.Item) -> str:
    """The name and the text of a test, and those of the programs that it runs."""
    function = getattr(item, "function", None)
    if function is None:
        return item.nodeid.lower()
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    programs = [inspect.getsource(module) for module in named if inspect.ismodule(module) and _is_attack(module)]
    return "".join((item.nodeid, inspect.getsource(function), *programs)).lower()


def _is_attack(module: ModuleType) -> bool:
    return module.__name__.startswith("attacks.")


def take_out(game: str, project: Path) -> None:
    """Remove a game from a copy of the project."""
    shutil.rmtree(project / "src" / "roost" / "games" / game)
    shutil.rmtree(project / "tests" / "games" / game, ignore_errors=True)
    registry = project / "src" / "roost" / "core" / "registry.py"
    text, removed = re.subn(rf' +"roost\.games\.{game}:\w+",\n', "", registry.read_text(encoding="utf-8"))
    if removed != 1:
        sys.exit(f"The registry has no {game}.")
    registry.write_text(text, encoding="utf-8")


def main(game: str, paths: list[str]) -> int:
    """Run what is left."""
    with TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        kept = (
            "src",
            "tests",
            "examples",
            "docs",
            "site",
            "package.json",
            "pyproject.toml",
            "README.md",
            "CHANGELOG.md",
            "Makefile",
        )
        for name in kept:
            source, target = PROJECT / name, project / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                target.parent.mkdir(exist_ok=True)
                shutil.copy(source, target)
        take_out(game, project)
        search = os.pathsep.join((str(project / "src"), str(project / "tests")))
        environment = {**os.environ, "PYTHONPATH": search, GAME: game}
        pytest_here = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        published = [*pytest_here, str(project / "tests" / "games" / "test_schema.py"), "-k", "published"]
        subprocess.run(published, cwd=project, env={**environment, "ROOST_UPDATE_GOLDEN": "1"}, check=True)
        wanted = [str(project / "tests" / path) for path in paths]
        command = [*pytest_here, "-p", "without", "--quick", *wanted]
        return subprocess.run(command, cwd=project, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main((sys.argv[1:] or ["picnic"])[0], sys.argv[2:] or [*BY_DEFAULT]))
