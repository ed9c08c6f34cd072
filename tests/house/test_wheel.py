"""The installed package: built, put into a clean environment, and run there."""

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
    """Build the wheel from the project."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=PROJECT, capture_output=True, check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def run(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs a command in a clean environment with the wheel and its dependencies only."""
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


def test_the_wheel_has_every_file_read_at_run_time_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    pages = [*all_games(), "set_aside"]
    expected = [f"roost/games/{static}/adapters/rules.{lang}.md" for static in pages for lang in Language]
    source = PROJECT / "src"
    adapter_files = (source / "roost" / "games").glob("*/adapters/**/*.*")
    suffixes = (".json", ".npz", ".toml", ".js", ".css")
    expected += [str(file.relative_to(source)) for file in adapter_files if file.suffix in suffixes]
    expected += [f"roost/core/words/{start}{lang}.toml" for start in ("", "page.") for lang in Language]
    expected += ["roost/py.typed"]
    static = PROJECT / "src" / "roost" / "play" / "web" / "static"
    expected += [f"roost/play/web/static/{file.relative_to(static)}" for file in static.rglob("*.*")]
    assert [name for name in expected if name not in names] == []
    assert [name for name in names if not name.startswith(("roost/", "roost-"))] == []


def test_roost_is_imported_from_the_installed_package(run: Run) -> None:
    path = run("python", "-c", "import roost; print(roost.__file__)")
    assert "site-packages" in path
    assert str(PROJECT / "src") not in path


def test_the_installed_command_works(run: Run) -> None:
    assert run("roost", "--version") == f"roost {roost.__version__}\n"
    assert "picnic    Picnic Blitz" in run("roost", "games")
    assert "- HM-11 Für ein kürzeres Spiel" in run("roost", "rules", "heckmeck", "--lang", "de")
    report = run("roost", "simulate", "junior", "--games", "5", "--seed", "1")
    assert report.startswith("Heckmeck Junior, 2 players: 5 random games, seed 1\n")


def test_the_installed_page_has_the_files_of_the_project(run: Run) -> None:
    build = run("python", "-c", "from roost.play.web.assets import assets; print(assets().build)")
    assert build.strip() == assets().build


if SOAKING:

    @pytest.mark.soak
    @pytest.mark.skipif(find_spec("shiv") is None, reason="shiv is not installed, which make archive gets by itself")
    def test_the_one_file_archive_runs_roost_and_its_subprocesses(tmp_path: Path) -> None:
        subprocess.run(["make", "archive", f"DIST={tmp_path}"], cwd=PROJECT, capture_output=True, check=True)
        file, environment = tmp_path / "roost.pyz", {"PATH": os.environ["PATH"], "ROOST_LANG": "en"}
        environment["SHIV_ROOT"] = str(tmp_path / "unpacked")

        def run(*arguments: str, **more: str) -> str:
            command = [sys.executable, "-I", str(file), *arguments]
            done = subprocess.run(command, env=environment | more, capture_output=True, text=True, check=True)
            return done.stdout

        report = run("simulate", "junior", "--games", "5", "--seed", "1")
        assert report.startswith("Heckmeck Junior, 2 players: 5 random games, seed 1\n")
        child = "import subprocess, sys; subprocess.run([sys.executable, '-m', 'roost', '--version'], check=True)"
        assert run("-c", child, SHIV_INTERPRETER="1") == f"roost {roost.__version__}\n"
