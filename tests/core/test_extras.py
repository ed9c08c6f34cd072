"""The sentence about a missing extra, with the command that installs it."""

import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from roost.cli.doctor import _EXTRAS
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
    ("numba", "from roost.study.fast import play", "fast"),
]  # fmt: skip
"""Libraries, code that needs them, and the extras that provide them."""
TRYING = """
for name, code, _ in {missed!r}:
    sys.modules[name] = None
    try:
        exec(code)
    except Exception as error:
        print(error)
"""


@pytest.mark.no_cover
def test_the_error_of_a_missing_extra_ends_with_the_command_for_a_clone() -> None:
    *missed, fast = MISSED  # a process of its own, because the others need Numba
    programs = [GONE.format(missing=[], code=TRYING.format(missed=each)) for each in (missed, [fast])]
    done = [subprocess.run([sys.executable, "-c", p], capture_output=True, text=True, check=True) for p in programs]
    commands = [line.partition(": ")[2] for each in done for line in each.stdout.splitlines()]
    assert commands == [f'.venv/bin/pip install -e ".[{extra}]"' for _, _, extra in MISSED]


def test_without_a_clone_the_command_names_the_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package index does not have Roost, so the command must not name it."""
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "roost" / "extras.py"))
    monkeypatch.setattr(extras, "requires", lambda name: REQUIRED)
    assert extras.how_to_install("envs") == 'pip install "numpy>=1.26" "gymnasium>=1.1"'
    assert extras.how_to_install("openspiel") == 'pip install "open-spiel>=1.6"'


REQUIRED = [
    "httpx>=0.28",
    "uvloop>=0.21; platform_python_implementation == 'CPython' and sys_platform != 'win32'",
    "numpy>=1.26; extra == 'fast'",
    'roost[fast]; extra == "envs"',
    'gymnasium>=1.1; extra == "envs"',
    'open-spiel>=1.6; (platform_system != "Windows") and extra == "openspiel"',
]


def test_every_extra_of_the_installed_package_has_libraries() -> None:
    """The requirements are read from the metadata that the build writes."""
    for extra in ("fast", *_EXTRAS.values()):
        assert [*extras.libraries_of(extra)]
        assert not any("roost" in library for library in extras.libraries_of(extra))


def test_the_command_for_a_clone_on_windows_uses_windows_paths() -> None:
    assert extras.how_to_install("envs", "win32") == r'.venv\Scripts\pip install -e ".[envs]"'


@pytest.mark.no_cover
def test_playing_needs_neither_an_extra_nor_a_unix_module() -> None:
    """Server, page, terminal and client must load without extras and without Unix modules."""
    brought_by_extras = ["numpy", "numba", "gymnasium", "pettingzoo", "pyspiel", "polars", "jax", "ray", "psycopg"]
    unix = ["fcntl", "grp", "pwd", "resource", "termios", "uvloop"]
    missing = [*brought_by_extras, *unix, "hypothesis", "playwright", "schemathesis"]
    server = ("play.server.http.app", "play.server.process", "cli.serve", "cli.host", "study.review.warm_up")
    loaded = (*server, "play.terminal.app", "play.client", "study.review.modelled", "study.bots.external")
    code = "; ".join(f"import roost.{module}" for module in loaded)
    subprocess.run([sys.executable, "-c", GONE.format(missing=missing, code=code)], check=True)


def test_only_an_import_error_becomes_a_missing_extra_error() -> None:
    with (
        pytest.raises(extras.MissingExtraError, match=r"nonsense is not installed: .*\[data\]"),
        extras.needing("data"),
    ):
        __import__("nonsense")
    with pytest.raises(ZeroDivisionError), extras.needing("data"):
        _ = 1 / 0


def test_the_error_names_what_is_missing_and_in_a_browser_where_to_find_it() -> None:
    assert str(extras.missing_extra("fast", "the fox", "Numba", "linux")).startswith(
        "the fox needs Numba, which is not installed: "
    )
    in_browser = extras.missing_extra("fast", "the fox", "Numba", "emscripten")
    assert str(in_browser) == "the fox is not available in the browser, only in Roost on a computer"
    assert extras.has_fast()


def test_compiled_code_can_be_turned_off_for_a_while() -> None:
    assert extras.uses_fast() is extras.has_fast() is True
    with extras.in_plain_python():
        assert not extras.uses_fast()
    assert extras.uses_fast()


def test_without_an_installed_package_an_extra_has_no_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the command for an extra names Roost's folder."""

    def fail(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(extras, "requires", fail)
    assert [*extras.libraries_of("envs")] == []
