"""The package that ``roost new`` makes works as a game at once."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from command import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Create a new game, and return its folder."""
    created = run("new", "sevens", "--title", "Lucky Sevens!", "--folder", str(tmp_path / "sevens"), lang="de")
    assert created.code == 0, created.err
    first, *_ = created.out.splitlines()
    assert first == f"In {tmp_path / 'sevens'} liegt ein Spiel, das funktioniert. Weiter geht es so:"
    return tmp_path / "sevens"


def test_the_new_package_passes_its_own_tests(folder: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", "")))}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    ran = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert "6 passed" in ran.stdout


def test_the_new_package_passes_linter_and_formatter(folder: Path) -> None:
    """The package also has no template placeholder left, and its entry point names the game class."""
    ruff = [str(Path(sys.executable).with_name("ruff"))]
    config = ["--config", str(Path(__file__).parents[2] / "pyproject.toml"), str(folder)]
    for command in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        ran = subprocess.run([*ruff, *command, *config], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout
    files = {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}
    assert "roost_sevens/adapters/words.en.toml" in files
    for word in ("NAME", "CLASS", "PREFIX", "TITLE", "QUOTED", ".txt"):
        assert not [path for path, text in files.items() if word in path + text]
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert project["entry-points"]["roost.games"] == {"sevens": "roost_sevens:Sevens"}
    assert project["description"] == "Lucky Sevens!"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("Sevens",), "a game's name has 2 to 30 lowercase letters and digits (such as cantstop), not 'Sevens'"),
        (("../up",), "not '../up'"),
        (("heckmeck",), "this name is taken"),
        (("sevens", "--title", '"""'), "a title has 1 to 40 letters, digits and punctuation marks"),
    ],
)
def test_an_invalid_name_or_title_writes_no_files(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    ran = run("new", *words, "--folder", str(tmp_path / "there"))
    assert ran.code == 2
    assert why in ran.err.replace("\n", " ")
    assert not (tmp_path / "there").exists()


def test_a_folder_with_files_is_not_overwritten(folder: Path) -> None:
    ran = run("new", "sevens", "--folder", str(folder))
    assert ran.code == 2
    assert "already exists" in ran.err
