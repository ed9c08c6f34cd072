"""The sentence about a missing extra, with the command that installs it."""

import subprocess
import sys
from pathlib import Path

import pytest

from roost.core import extras

pytestmark = pytest.mark.slow

GONE = "import sys\nfor name in {missing!r}: sys.modules[name] = None\n{code}"
MISSED = [
    ("gymnasium", "from roost.lab.envs import RoostEnv", "envs"),
    ("pettingzoo", "from roost.lab.envs import aec_env", "envs"),
    ("pyspiel", "import roost.lab.envs.open_spiel", "openspiel"),
    ("polars", "from roost.study.frames import frame; frame((), {})", "data"),
    ("jax", "import roost.lab.envs.jax", "jax"),
    ("ray", "from roost.lab.cluster import cluster; cluster('local').__enter__()", "ray"),
    ("psycopg", "from roost.play.server.storage.database import open_database; open_database('postgresql+psycopg://x/y')",
     "postgres"),
]  # fmt: skip
"""Libraries, what cannot be done without them, and the extras that bring them."""
TRYING = """
for name, code, _ in {missed!r}:
    sys.modules[name] = None
    try:
        exec(code)
    except Exception as error:
        print(error)
"""


@pytest.mark.no_cover
def test_a_missing_extra_is_named() -> None:
    """The last line of the error is a sentence that ends with what to type in a clone."""
    program = GONE.format(missing=[], code=TRYING.format(missed=MISSED))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    told = [line.partition(": ")[2] for line in done.stdout.splitlines()]
    assert told == [f'.venv/bin/pip install -e ".[{extra}]"' for _, _, extra in MISSED]


def test_an_installed_package_names_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no clone, the extra is one of ``roost``."""
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "roost" / "extras.py"))
    assert extras.how_to_install("envs") == 'pip install "roost[envs]"'


def test_a_clone_on_windows_has_its_programs_elsewhere() -> None:
    """In a folder of another name, with other strokes."""
    assert extras.how_to_install("envs", "win32") == r'.venv\Scripts\pip install -e ".[envs]"'


@pytest.mark.no_cover
def test_playing_needs_no_extra_and_no_unix() -> None:
    """Server, page, terminal and client load without what only an extra brings, and without what Windows has not."""
    brought_by_extras = ["gymnasium", "pettingzoo", "pyspiel", "polars", "jax", "ray", "psycopg"]
    unix = ["fcntl", "grp", "pwd", "resource", "termios", "uvloop"]
    missing = [*brought_by_extras, *unix, "hypothesis", "playwright", "schemathesis"]
    server = ("play.server.http.app", "play.server.process", "cli.serve", "cli.host", "study.review.warm_up")
    loaded = (*server, "play.terminal.app", "play.client", "study.review.modelled", "study.bots.external", "lab.arena")
    code = "; ".join(f"import roost.{module}" for module in loaded)
    subprocess.run([sys.executable, "-c", GONE.format(missing=missing, code=code)], check=True)


def test_an_import_that_an_extra_would_bring() -> None:
    """Any other error inside is passed on."""
    with (
        pytest.raises(extras.MissingExtraError, match=r"nonsense is not installed: .*\[data\]"),
        extras.needing("data"),
    ):
        __import__("nonsense")
    with pytest.raises(ZeroDivisionError), extras.needing("data"):
        _ = 1 / 0
