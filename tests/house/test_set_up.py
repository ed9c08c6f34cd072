"""``make run`` installs what playing needs, once, with the hashes of the lock files; ``make check`` adds the rest."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Literal, get_args

import pytest

PROJECT = Path(__file__).parents[2]
_NOTE = 'echo "$(basename "$0") $*" >> "$CALLS"\n'
_TAMPERED = 'case "$*" in *"$TAMPERED"*) echo "THESE PACKAGES DO NOT MATCH THE HASHES …" >&2; exit 1;; esac\n'
_UV = (
    _NOTE
    + _TAMPERED
    + ('if [ -e "$BROKEN" ]; then exit 1; fi\nmkdir -p .venv/bin && cp "$TOOLS/python3" .venv/bin/python\n')
)
_PYTHON = _NOTE + (
    'if [ "$1" = -c ]; then exit "$OLD"; fi\n'
    'if [ -e "$BROKEN" ]; then exit 1; fi\n'
    'if [ "$2" = venv ]; then mkdir -p .venv/bin && cp "$TOOLS/python3" .venv/bin/python; fi\n'
    f"{_TAMPERED}"
    'case "$*" in *deploy/build.txt) cp "$TOOLS/uv-of-the-index" .venv/bin/uv;; esac\n'
)
_TOOL = _NOTE
Uv = Literal["here", "in the index"]
_INSTALLERS = {
    "here": ["uv pip", "uv pip"],
    "in the index": ["python -m pip", "uv pip", "uv pip"],
}
_LOCKS = ("deploy/requirements-dev.txt", "deploy/requirements.txt", "deploy/build.txt")


class Clone:
    """A project with nothing but its Makefile, and programs that note what they are asked for."""

    def __init__(self, home: Path, uv: Uv) -> None:
        self.home = home
        self._calls, self.broken, tools = home / "calls", home / "broken", home / "tools"
        tools.mkdir()
        programs = {"python3": _PYTHON, "uv" if uv == "here" else "uv-of-the-index": _UV}
        for name, script in programs.items():
            (tools / name).write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
            (tools / name).chmod(0o755)
        shutil.copy(PROJECT / "Makefile", home)
        (home / "deploy").mkdir()
        for name in ("pyproject.toml", *_LOCKS):
            (home / name).touch()
        (home / ".venv" / "bin").mkdir(parents=True)
        for name in ("roost", "ruff", "oxfmt", "mypy", "pyright", "lint-imports"):
            (home / ".venv" / "bin" / name).write_text(f"#!/bin/sh\n{_TOOL}", encoding="utf-8")
            (home / ".venv" / "bin" / name).chmod(0o755)
        for name in ("sh", "make", "mkdir", "cp", "touch", "basename", "echo"):
            found = shutil.which(name)
            assert found is not None
            (tools / name).symlink_to(found)
        self._environment = {
            "PATH": str(tools),
            "CALLS": str(self._calls),
            "TOOLS": str(tools),
            "BROKEN": str(self.broken),
            "TAMPERED": "nothing",
            "OLD": "0",
        }

    def make(self, target: str) -> list[str]:
        """Make something, and tell which programs were called for it."""
        done = self.tried(target)
        assert (done.returncode != 0) is self.broken.exists(), done.stderr
        return self.calls()

    def calls(self) -> list[str]:
        """The programs that were called last."""
        return self._calls.read_text(encoding="utf-8").splitlines()

    def tried(self, target: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """The result of making something, in another environment."""
        self._calls.write_text("", encoding="utf-8")
        return subprocess.run(
            ["make", "PYTHON=python3", target], cwd=self.home, env=self._environment | environment,
            capture_output=True, text=True, check=False,
        )  # fmt: skip


pytestmark = pytest.mark.skipif(
    shutil.which("make") is None or sys.platform == "win32", reason="make is not installed here"
)


@pytest.mark.parametrize("uv", get_args(Uv))
def test_playing_installs_once_and_developing_adds_to_it(tmp_path: Path, uv: Uv) -> None:
    """The package alone, then nothing, then the tools of developers; with uv, which pip gets where it is not here."""
    clone = Clone(tmp_path, uv)
    first = clone.make("run")
    assert first[-1] == "roost host"
    installs = [call for call in first if "install" in call]
    assert [call.partition(" install")[0] for call in installs] == _INSTALLERS[uv]
    assert installs[-1].endswith("--editable .")
    assert all("--require-hashes" in call for call in installs[:-1])
    assert clone.make("run") == ["roost host"]
    *_, added = (call for call in clone.make("check") if "install" in call)
    assert added.endswith("--constraint deploy/requirements-dev.txt --editable .[dev]")
    assert clone.make("run") == ["roost host"]


@pytest.mark.parametrize("uv", get_args(Uv))
def test_what_was_interrupted_is_finished_by_the_next_call(tmp_path: Path, uv: Uv) -> None:
    """A set-up that failed leaves no mark behind."""
    clone = Clone(tmp_path, uv)
    clone.broken.touch()
    assert "roost host" not in clone.make("run")
    clone.broken.unlink()
    again = clone.make("run")
    assert any("install" in call for call in again)
    assert again[-1] == "roost host"


def test_other_requirements_are_installed_again(tmp_path: Path) -> None:
    """When pyproject.toml has changed, the environment is brought up to date."""
    clone = Clone(tmp_path, "here")
    clone.make("run")
    later = (tmp_path / ".venv" / ".ready-to-play").stat().st_mtime + 10
    os.utime(tmp_path / "pyproject.toml", (later, later))
    assert any("install" in call for call in clone.make("run"))


def test_the_versions_are_those_of_the_lock_files(tmp_path: Path) -> None:
    """With uv, which checks their hashes; to develop again, when other versions were locked."""
    clone = Clone(tmp_path, "here")
    assert any("--constraint deploy/requirements.txt" in call for call in clone.make("run"))
    assert any("--constraint deploy/requirements-dev.txt" in call for call in clone.make("check"))
    later = (tmp_path / ".venv" / ".ready-to-develop").stat().st_mtime + 10
    os.utime(tmp_path / "deploy/requirements-dev.txt", (later, later))
    assert any("--constraint deploy/requirements-dev.txt" in call for call in clone.make("check"))


@pytest.mark.parametrize("uv", get_args(Uv))
@pytest.mark.parametrize("lock", ["deploy/requirements.txt", "deploy/build.txt"])
def test_what_does_not_match_its_hash_stops_the_set_up(tmp_path: Path, uv: Uv, lock: str) -> None:
    """One sentence names what else works; nothing is tried without hashes."""
    clone = Clone(tmp_path, uv)
    done = clone.tried("run", TAMPERED=lock)
    assert done.returncode != 0
    told = done.stdout.splitlines()[-1]
    assert told.startswith("Roost is not set up: ")
    assert told.endswith("Without lock files: pip install '.'")
    *_, last = clone.calls()
    assert lock in last
    assert clone.make("run")[-1] == "roost host"


def test_without_uv_and_without_an_index_nothing_is_installed(tmp_path: Path) -> None:
    """One sentence names what else works."""
    clone = Clone(tmp_path, "in the index")
    (tmp_path / "tools" / "uv-of-the-index").unlink()
    done = clone.tried("check")
    assert done.returncode != 0
    told = done.stdout.splitlines()[-1]
    assert "uv is not here" in told
    assert told.endswith("Without lock files: pip install '.[dev]'")
    assert not any("--editable" in call for call in clone.calls())


def test_a_python_that_is_too_old_installs_nothing(tmp_path: Path) -> None:
    """The sentence says which one is needed."""
    clone = Clone(tmp_path, "here")
    done = clone.tried("run", OLD="1")
    assert done.returncode != 0
    assert done.stdout.splitlines() == ["Roost needs Python 3.11 or newer; try: make PYTHON=python3.11 run"]
    assert not any("install" in call for call in clone.calls())


def test_what_builds_roost_is_one_version() -> None:
    """Whether it is built here, in a container or by somebody's pip: the same in all places that name it."""
    needs = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    for name in ("deploy/build.txt", "deploy/requirements-dev.txt"):
        locked = (PROJECT / name).read_text("utf-8").splitlines()
        assert [line.partition(" ")[0] for line in locked if line.startswith("hatchling==")] == needs
