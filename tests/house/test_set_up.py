"""``make run`` installs what playing needs, once; ``make check`` adds the rest; what was interrupted is finished."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal, get_args

import pytest

PROJECT = Path(__file__).parents[2]
_NOTE = 'echo "$(basename "$0") $*" >> "$CALLS"\n'
_UV = _NOTE + 'if [ -e "$BROKEN" ]; then exit 1; fi\nmkdir -p .venv/bin && cp "$TOOLS/python3" .venv/bin/python\n'
_PYTHON = _NOTE + (
    'if [ "$1" = -c ]; then exit 0; fi\n'
    'if [ -e "$BROKEN" ]; then exit 1; fi\n'
    'if [ "$2" = venv ]; then mkdir -p .venv/bin && cp "$TOOLS/python3" .venv/bin/python; fi\n'
    "for last; do :; done\n"
    'if [ "$last" = uv ]; then cp "$TOOLS/uv-of-the-index" .venv/bin/uv; fi\n'
)
_TOOL = _NOTE
_USELESS_UV = _NOTE + "exit 1\n"
Uv = Literal["here", "in the index", "nowhere", "of no use"]
_INSTALLERS: dict[Uv, list[str]] = {
    "here": ["uv pip"],
    "in the index": ["python -m pip", "uv pip"],
    "nowhere": ["python -m pip", "python -m pip"],
    "of no use": ["uv pip", "python -m pip"],
}


class Clone:
    """A project with nothing but its Makefile, and programs that note what they are asked for."""

    def __init__(self, home: Path, uv: Uv) -> None:
        self.home = home
        self._calls, self.broken, tools = home / "calls", home / "broken", home / "tools"
        tools.mkdir()
        uvs = {"here": {"uv": _UV}, "in the index": {"uv-of-the-index": _UV}, "of no use": {"uv": _USELESS_UV}}
        programs = {"python3": _PYTHON, **uvs.get(uv, {})}
        for name, script in programs.items():
            (tools / name).write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
            (tools / name).chmod(0o755)
        shutil.copy(PROJECT / "Makefile", home)
        (home / "deploy").mkdir()
        for name in ("pyproject.toml", "requirements-dev.txt", "deploy/requirements.txt"):
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
        }

    def make(self, target: str, *more: str) -> list[str]:
        """What was called to make something."""
        self._calls.write_text("", encoding="utf-8")
        done = subprocess.run(
            ["make", "PYTHON=python3", target, *more], cwd=self.home, env=self._environment, capture_output=True,
            check=False,
        )  # fmt: skip
        assert (done.returncode != 0) is self.broken.exists(), done.stderr
        return self._calls.read_text(encoding="utf-8").splitlines()


pytestmark = pytest.mark.skipif(
    shutil.which("make") is None or sys.platform == "win32", reason="make is not installed here"
)


@pytest.mark.parametrize("uv", get_args(Uv))
def test_playing_installs_once_and_developing_adds_to_it(tmp_path: Path, uv: Uv) -> None:
    """The package alone, then nothing, then the tools of developers; with uv where it is to be had, else with pip."""
    clone = Clone(tmp_path, uv)
    first = clone.make("run")
    assert first[-1] == "roost host"
    installs = [call for call in first if "install" in call]
    assert [call.partition(" install")[0] for call in installs] == _INSTALLERS[uv]
    assert installs[-1].endswith("--editable .")
    assert clone.make("run") == ["roost host"]
    *_, added = (call for call in clone.make("check") if "install" in call)
    assert added.endswith("--editable .[dev]")
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
    assert any("--constraint requirements-dev.txt" in call for call in clone.make("check"))
    later = (tmp_path / ".venv" / ".ready-to-develop").stat().st_mtime + 10
    os.utime(tmp_path / "requirements-dev.txt", (later, later))
    assert any("--constraint requirements-dev.txt" in call for call in clone.make("check"))
