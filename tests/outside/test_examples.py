"""Games of other packages: built, installed, and walked through every face that Roost has.

``docs/adding-a-game.md`` holds the table that comes of it (ROOST_UPDATE_GOLDEN=1 pytest writes it anew).
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
PAGE = ROOT / "docs" / "adding-a-game.md"
EXAMPLES = ("pig", "farkle", "cantstop")
WALKED = {
    "pig": (),
    "farkle": (
        "conformance", "show", "rules", "play_plain", "play_on_screen", "simulate", "records", "odds", "arena",
        "review", "hints", "puzzles", "stats", "server", "gymnasium", "pettingzoo", "open_spiel", "vector",
    ),
    "cantstop": ("conformance", "show", "rules", "simulate", "page", "gymnasium"),
}  # fmt: skip
"""The faces that each game is taken through: Pig all; the board of Farkle is as plain, that of Can't Stop is drawn."""
SAME = "same"
"""The word that stands in the table where a game does as the first one."""
BEGIN, END = "<!-- faces: made by tests/outside -->\n", "<!-- end of faces -->"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages of all examples, as an installer would unpack them."""
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
    """The output of a process in which the packages are installed."""
    paths = os.pathsep.join([str(target), str(ROOT / "tests")])
    environment = {
        **os.environ, "PYTHONPATH": paths, "ROOST_PLUGINS": "on", "ROOST_LANG": "en", "PYTHONWARNINGS": "ignore",
    }  # fmt: skip
    ran = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_games_from_outside_are_found(installed: Path) -> None:
    """They stand behind ours, with their own titles."""
    names = python(installed, "-c", "import roost; print(*roost.all_games())").split()
    assert names == ["heckmeck", "junior", "barbecue", "picnic", *sorted(names[4:])]
    assert set(names[4:]) == set(EXAMPLES)


def test_our_tests_do_not_see_them(installed: Path) -> None:
    """A person who installs a game and then runs our tests sees what they would see without it."""
    names = python(installed, "-c", "import conftest, roost; print(*roost.all_games())").split()
    assert names == ["heckmeck", "junior", "barbecue", "picnic"]


def test_every_face_works(installed: Path) -> None:
    """Nothing is refused, and the table in the documentation says what is so."""
    walk = str(ROOT / "tests" / "outside" / "walk.py")
    asked = [f"{name}={','.join(faces)}" for name, faces in WALKED.items()]
    walked = json.loads(python(installed, walk, *asked).splitlines()[-1])
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = dict(_rows(table))
    if os.environ.get("ROOST_UPDATE_GOLDEN"):
        rows = {face: {name: walked[name].get(face, "") for name in WALKED} for face in walked["pig"]}
        PAGE.write_text(before + BEGIN + _table(rows) + END + after, encoding="utf-8")
    else:
        for name in WALKED:
            assert {face: held[name] for face, held in rows.items() if held[name]} == walked[name]


def _rows(table: str) -> list[tuple[str, dict[str, str]]]:
    found = []
    for line in table.splitlines()[2:]:
        face, *held = (cell.strip() for cell in line.strip("|\n").split("|"))
        told = [held[0] if cell == SAME else cell for cell in held]
        found.append((face.replace("`", "``"), dict(zip(WALKED, told, strict=True))))
    return found


def _table(rows: dict[str, dict[str, str]]) -> str:
    lines = ["| face | Pig | Farkle | Can't Stop |", "| --- " * (1 + len(WALKED)) + "|"]
    for face, held in rows.items():
        first, *others = (held.get(name, "") for name in WALKED)
        cells = (face.replace("``", "`"), first, *(SAME if cell == first else cell for cell in others))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def test_the_examples_stay_small() -> None:
    """The rules of Pig take at most 60 lines, those of Farkle and Can't Stop at most 200, blank ones apart."""
    for name, most in (("pig", 60), ("farkle", 200), ("cantstop", 200)):
        text = (ROOT / "examples" / name / f"roost_{name}" / "__init__.py").read_text(encoding="utf-8")
        assert sum(bool(line.strip()) for line in text.splitlines()) <= most
