"""Plug-in games: the examples are built, installed, and used with every feature of Roost.

``docs/authoring.md`` has the table of results, which ROOST_UPDATE_GOLDEN=1 pytest updates.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "authoring.md"
EXAMPLES = ("pig", "farkle", "cantstop")
WALKED = {
    "pig": (),
    "farkle": (
        "conformance", "show", "rules", "play_plain", "play_on_screen", "simulate", "records", "odds", "arena",
        "review", "hints", "puzzles", "stats", "server", "gymnasium", "pettingzoo", "open_spiel", "vector",
    ),
    "cantstop": ("conformance", "show", "rules", "simulate", "page", "gymnasium"),
}  # fmt: skip
"""The features tested with each game: all with Pig, and fewer with others, because Farkle also has a plain board."""
SAME = "same"
"""Table entry of a game whose result equals that of the first game."""
BEGIN, END = "<!-- adapters: made by tests/outside -->\n", "<!-- end of adapters -->"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the packages of all examples, as an installer would unpack them."""
    folder = tmp_path_factory.mktemp("outside")
    target = folder / "site"
    for name in EXAMPLES:
        shutil.copytree(ROOT / "examples" / name, folder / name)
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "wheels")]
        subprocess.run(build, cwd=folder / name, check=True, capture_output=True)
    for wheel in (folder / "wheels").glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(target)
    return target


def python(target: Path, *arguments: str) -> str:
    """Run Python with the packages installed, and return its output."""
    paths = os.pathsep.join([str(target), str(ROOT / "tests")])
    environment = {
        **os.environ, "PYTHONPATH": paths, "ROOST_PLUGINS": "on", "ROOST_LANG": "en", "PYTHONWARNINGS": "ignore",
    }  # fmt: skip
    ran = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_plug_in_games_are_listed_after_roosts_own(installed: Path) -> None:
    names = python(installed, "-c", "import roost; print(*roost.all_games())").split()
    assert names == ["heckmeck", "junior", "barbecue", "picnic", *sorted(names[4:])]
    assert set(names[4:]) == set(EXAMPLES)


def test_roosts_tests_ignore_installed_games(installed: Path) -> None:
    names = python(installed, "-c", "import conftest, roost; print(*roost.all_games())").split()
    assert names == ["heckmeck", "junior", "barbecue", "picnic"]


def test_every_feature_works_with_plug_in_games(installed: Path) -> None:
    """The results must match the table in the documentation."""
    walk = str(ROOT / "tests" / "outside" / "walk.py")
    arguments = [f"{name}={','.join(faces)}" for name, faces in WALKED.items()]
    results = json.loads(python(installed, walk, *arguments).splitlines()[-1])
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = dict(_rows(table))
    if os.environ.get("ROOST_UPDATE_GOLDEN"):
        rows = {face: {name: results[name].get(face, "") for name in WALKED} for face in results["pig"]}
        PAGE.write_text(before + BEGIN + _table(rows) + END + after, encoding="utf-8")
    else:
        for name in WALKED:
            assert {face: cells[name] for face, cells in rows.items() if cells[name]} == results[name]


def _rows(table: str) -> list[tuple[str, dict[str, str]]]:
    rows = []
    for line in table.splitlines()[2:]:
        feature, first, *cells = (cell.strip() for cell in line.strip("|\n").split("|"))
        results = [first, *(first if cell == SAME else cell for cell in cells)]
        rows.append((feature.replace("`", "``"), dict(zip(WALKED, results, strict=True))))
    return rows


def _table(rows: dict[str, dict[str, str]]) -> str:
    lines = ["| face | Pig | Farkle | Can't Stop |", "| --- " * (1 + len(WALKED)) + "|"]
    for face, results in rows.items():
        first, *rest = (results.get(name, "") for name in WALKED)
        cells = (face.replace("``", "`"), first, *(SAME if cell == first else cell for cell in rest))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def test_the_example_games_stay_small() -> None:
    """At most 60 lines for Pig and 200 for Farkle and Can't Stop, without blank lines."""
    for name, most in (("pig", 60), ("farkle", 200), ("cantstop", 200)):
        text = (ROOT / "examples" / name / f"roost_{name}" / "__init__.py").read_text(encoding="utf-8")
        assert sum(bool(line.strip()) for line in text.splitlines()) <= most
