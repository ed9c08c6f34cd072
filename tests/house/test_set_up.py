"""``make run`` installs what playing needs, once, with the lock files' hashes; ``make check`` installs the rest."""

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
    """A project with only its Makefile, and stub programs that log their calls."""

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
        for name in (
            "roost",
            "ruff",
            "oxfmt",
            "mypy",
            "pyright",
            "lint-imports",
            "zizmor",
            "check-jsonschema",
            "hadolint",
        ):
            (home / ".venv" / "bin" / name).write_text(f"#!/bin/sh\n{_TOOL}", encoding="utf-8")
            (home / ".venv" / "bin" / name).chmod(0o755)
        for name in ("sh", "make", "mkdir", "cp", "touch", "basename", "echo"):
            path = shutil.which(name)
            assert path is not None
            (tools / name).symlink_to(path)
        self._environment = {
            "PATH": str(tools),
            "CALLS": str(self._calls),
            "TOOLS": str(tools),
            "BROKEN": str(self.broken),
            "TAMPERED": "nothing",
            "OLD": "0",
        }

    def make(self, target: str) -> list[str]:
        """Make a target, and return the calls of programs."""
        done = self.run_make(target)
        assert (done.returncode != 0) is self.broken.exists(), done.stderr
        return self.calls()

    def calls(self) -> list[str]:
        """Return the calls of programs during the latest make."""
        return self._calls.read_text(encoding="utf-8").splitlines()

    def run_make(self, target: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Make a target with further environment variables, and return the result."""
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
    """A first ``make run`` installs what playing needs, ``make check`` adds the rest, and pip installs a missing uv."""
    clone = Clone(tmp_path, uv)
    first = clone.make("run")
    assert first[-1] == "roost host"
    installs = [call for call in first if "install" in call]
    assert [call.partition(" install")[0] for call in installs] == _INSTALLERS[uv]
    assert installs[-1].endswith("--editable .[fast]")
    assert all("--require-hashes" in call for call in installs[:-1])
    assert clone.make("run") == ["roost host"]
    *_, added = (call for call in clone.make("check") if "install" in call)
    assert added.endswith("--constraint deploy/requirements-dev.txt --editable .[dev]")
    assert clone.make("run") == ["roost host"]


@pytest.mark.parametrize("uv", get_args(Uv))
def test_an_interrupted_set_up_is_repeated_by_the_next_call(tmp_path: Path, uv: Uv) -> None:
    clone = Clone(tmp_path, uv)
    clone.broken.touch()
    assert "roost host" not in clone.make("run")
    clone.broken.unlink()
    again = clone.make("run")
    assert any("install" in call for call in again)
    assert again[-1] == "roost host"


def test_changed_requirements_are_installed_again(tmp_path: Path) -> None:
    clone = Clone(tmp_path, "here")
    clone.make("run")
    later = (tmp_path / ".venv" / ".ready-to-play").stat().st_mtime + 10
    os.utime(tmp_path / "pyproject.toml", (later, later))
    assert any("install" in call for call in clone.make("run"))


def test_versions_come_from_the_lock_files(tmp_path: Path) -> None:
    """A changed lock file for developers is installed again."""
    clone = Clone(tmp_path, "here")
    assert any("--constraint deploy/requirements.txt" in call for call in clone.make("run"))
    assert any("--constraint deploy/requirements-dev.txt" in call for call in clone.make("check"))
    later = (tmp_path / ".venv" / ".ready-to-develop").stat().st_mtime + 10
    os.utime(tmp_path / "deploy/requirements-dev.txt", (later, later))
    assert any("--constraint deploy/requirements-dev.txt" in call for call in clone.make("check"))


@pytest.mark.parametrize("uv", get_args(Uv))
@pytest.mark.parametrize("lock", ["deploy/requirements.txt", "deploy/build.txt"])
def test_a_wrong_hash_stops_the_set_up(tmp_path: Path, uv: Uv, lock: str) -> None:
    """The message names an alternative; installing without hashes is not tried."""
    clone = Clone(tmp_path, uv)
    done = clone.run_make("run", TAMPERED=lock)
    assert done.returncode != 0
    message = done.stdout.splitlines()[-1]
    assert message.startswith("Roost is not set up: ")
    assert message.endswith("Without lock files: pip install '.[fast]'")
    *_, last = clone.calls()
    assert lock in last
    assert clone.make("run")[-1] == "roost host"


def test_without_uv_and_index_the_set_up_stops(tmp_path: Path) -> None:
    """The message names an alternative."""
    clone = Clone(tmp_path, "in the index")
    (tmp_path / "tools" / "uv-of-the-index").unlink()
    done = clone.run_make("check")
    assert done.returncode != 0
    message = done.stdout.splitlines()[-1]
    assert "uv is missing" in message
    assert message.endswith("Without lock files: pip install '.[dev]'")
    assert not any("--editable" in call for call in clone.calls())


def test_a_python_that_is_too_old_stops_the_set_up(tmp_path: Path) -> None:
    """The message names the version that is needed."""
    clone = Clone(tmp_path, "here")
    done = clone.run_make("run", OLD="1")
    assert done.returncode != 0
    assert done.stdout.splitlines() == ["Roost needs Python 3.11 or newer; try: make PYTHON=python3.11 run"]
    assert not any("install" in call for call in clone.calls())


def test_all_ways_to_build_roost_pin_the_same_version() -> None:
    needs = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    for name in ("deploy/build.txt", "deploy/requirements-dev.txt"):
        locked = (PROJECT / name).read_text("utf-8").splitlines()
        assert [line.partition(" ")[0] for line in locked if line.startswith("hatchling==")] == needs
