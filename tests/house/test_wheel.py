"""The package that people install: built, put into a clean environment, and run there."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import roost
from roost.core.registry import all_games
from roost.core.words import Language
from roost.play.web.assets import assets
from soak import SOAKING

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
Run = Callable[..., str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the project."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=PROJECT, capture_output=True, check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def run(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a command of a clean environment that holds the wheel and sees what Roost depends on, and nothing else."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], capture_output=True, check=True)
    packages = {"base": str(home), "platbase": str(home)}
    site = Path(sysconfig.get_path("purelib", vars=packages))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    def run(program: str, *arguments: str) -> str:
        command = [str(home / "bin" / program), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, cwd=home).stdout

    return run


def test_the_wheel_holds_everything_that_is_read_at_run_time(wheel: Path) -> None:
    """Messages, rules pages, the files of the web page and the mark of typed packages are in it; tests are not."""
    names = zipfile.ZipFile(wheel).namelist()
    pages = [*all_games(), "set_aside"]
    wanted = [f"roost/games/{page}/faces/rules.{lang}.md" for page in pages for lang in Language]
    source = PROJECT / "src"
    faces = (source / "roost" / "games").glob("*/faces/**/*.*")
    read = (".json", ".npz", ".toml", ".js", ".css")
    wanted += [str(file.relative_to(source)) for file in faces if file.suffix in read]
    wanted += [f"roost/core/words/{start}{lang}.toml" for start in ("", "page.") for lang in Language]
    wanted += ["roost/py.typed"]
    page = PROJECT / "src" / "roost" / "play" / "web" / "static"
    wanted += [f"roost/play/web/static/{file.relative_to(page)}" for file in page.rglob("*.*")]
    assert [name for name in wanted if name not in names] == []
    assert [name for name in names if not name.startswith(("roost/", "roost-"))] == []


def test_the_installed_package_is_the_one_that_runs(run: Run) -> None:
    """The environment is clean: Roost is imported from its own packages, not from this project."""
    where = run("python", "-c", "import roost; print(roost.__file__)")
    assert "site-packages" in where
    assert str(PROJECT / "src") not in where


def test_the_command_works_where_it_is_installed(run: Run) -> None:
    """A freshly installed Roost knows its version, its games, its rules in German, and how to play."""
    assert run("roost", "--version") == f"roost {roost.__version__}\n"
    assert "picnic  Picnic Blitz" in run("roost", "games")
    assert "- HM-11 Für ein kürzeres Spiel" in run("roost", "rules", "heckmeck", "--lang", "de")
    played = run("roost", "simulate", "junior", "--games", "5", "--seed", "1")
    assert played.startswith("Heckmeck Junior, 2 players: 5 random games, seed 1\n")


def test_the_installed_page_is_the_one_of_the_project(run: Run) -> None:
    """A browser gets from an installed Roost, file for file, what it gets from this project."""
    build = run("python", "-c", "from roost.play.web.assets import assets; print(assets().build)")
    assert build.strip() == assets().build


if SOAKING:

    @pytest.mark.soak
    @pytest.mark.skipif(find_spec("shiv") is None, reason="shiv is not installed, which make archive gets by itself")
    def test_one_file_runs_roost(tmp_path: Path) -> None:
        """The file that ``make archive`` builds plays a game, wherever it lies; so do processes that it starts."""
        subprocess.run(["make", "archive", f"DIST={tmp_path}"], cwd=PROJECT, capture_output=True, check=True)
        file, environment = tmp_path / "roost.pyz", {"PATH": os.environ["PATH"], "ROOST_LANG": "en"}
        environment["SHIV_ROOT"] = str(tmp_path / "unpacked")

        def run(*arguments: str, **more: str) -> str:
            command = [sys.executable, "-I", str(file), *arguments]
            done = subprocess.run(command, env=environment | more, capture_output=True, text=True, check=True)
            return done.stdout

        played = run("simulate", "junior", "--games", "5", "--seed", "1")
        assert played.startswith("Heckmeck Junior, 2 players: 5 random games, seed 1\n")
        child = "import subprocess, sys; subprocess.run([sys.executable, '-m', 'roost', '--version'], check=True)"
        assert run("-c", child, SHIV_INTERPRETER="1") == f"roost {roost.__version__}\n"
