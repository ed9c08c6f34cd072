"""``roost doctor`` finds what is wrong, says it plainly, and says what to do."""

import socket
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from command import run
from roost.cli import doctor
from roost.cli.doctor import Finding, Verdict, diagnose
from roost.core.words import Language, Messages
from roost.play.server.http import express
from roost.play.server.settings import Settings
from roost.study.fast import compiler
from roost.study.folders import NOWHERE
from roost.study.review import warm_up


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    monkeypatch.setattr(warm_up, "_ready", set())


def findings(tmp_path: Path, **changed: object) -> list[Finding]:
    """The findings with a database of the test's own."""
    settings = Settings(**{"database": str(tmp_path / "roost.db"), "port": 0, **changed})  # type: ignore[arg-type]
    return list(diagnose(settings, Messages()))


def told(found: list[Finding], verdict: Verdict) -> str:
    """The sentences of one kind."""
    return "\n".join(finding.text for finding in found if finding.verdict is verdict)


@pytest.mark.parametrize("language", Language)
def test_a_machine_that_is_well(tmp_path: Path, language: Language) -> None:
    """Every line is told, in either language, and the exit status is 0."""
    ran = run("doctor", "--database", str(tmp_path / "roost.db"), "--lang", language.value)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("✓ Roost ")
    assert "✗" not in ran.out
    assert "roost.db" in ran.out


def test_a_database_that_is_none(tmp_path: Path) -> None:
    """The reason is told, and the exit status is 1."""
    (tmp_path / "roost.db").write_bytes(b"no database" * 100)
    ran = run("doctor", "--database", str(tmp_path / "roost.db"), "--lang", "en")
    assert ran.code == 1
    assert "✗ The database cannot be used: file is not a database." in ran.out


def test_a_password_is_not_told(tmp_path: Path) -> None:
    """A database that does not answer is told without the secret in its address."""
    found = findings(tmp_path, database="postgresql+psycopg://roost:secret@127.0.0.1:1/roost")
    assert "The database cannot be used" in told(found, Verdict.BAD)
    assert "secret" not in "".join(finding.text for finding in found)


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """It is no fault, but one should know."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} is not free" in told(findings(tmp_path, port=port), Verdict.NOTE)


def test_what_is_compiled_is_known(tmp_path: Path) -> None:
    """Before, while and after it is compiled."""
    assert "not compiled yet" in told(findings(tmp_path), Verdict.NOTE)
    with warm_up._lock():
        assert "being compiled just now" in told(findings(tmp_path), Verdict.NOTE)
    for kernels in warm_up.all_kernels():
        warm_up._mark(kernels).touch()
    assert "Everything is compiled" in told(findings(tmp_path), Verdict.GOOD)


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable that names another place is told."""
    monkeypatch.setattr(doctor, "cache_folder", lambda: NOWHERE)
    found = findings(tmp_path)
    assert "NUMBA_CACHE_DIR" in told(found, Verdict.BAD)
    assert "in the background" not in told(found, Verdict.NOTE)


def test_what_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that playing needs is a fault; an extra is a note with the command that installs it, if any does."""

    def version(name: str) -> str:
        if name in ("numba", "ray", "open_spiel"):
            raise PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(doctor, "version", version)
    found = findings(tmp_path)
    assert "Libraries are missing: numba." in told(found, Verdict.BAD)
    assert '.venv/bin/pip install -e ".[ray]"' in told(found, Verdict.NOTE)
    assert "openspiel" in told(found, Verdict.NOTE)
    monkeypatch.setattr(sys, "platform", "win32")
    assert "openspiel" not in told(findings(tmp_path), Verdict.NOTE)


def test_a_library_that_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that we rely on and do not find is named."""
    monkeypatch.setattr(express, "missing_parts", lambda: ["cycle"])
    monkeypatch.setattr(compiler, "missing_parts", lambda: ["stamp"])
    notes = told(findings(tmp_path), Verdict.NOTE)
    assert "This version of uvicorn lacks cycle" in notes
    assert "This version of numba lacks stamp" in notes


def test_an_old_python_is_told() -> None:
    """With the version that is needed."""
    assert doctor._python(Messages().say, (3, 10)).verdict is Verdict.BAD


@pytest.mark.parametrize(
    ("system", "programs", "words"),
    [
        ("linux", {"firewall-cmd"}, "sudo firewall-cmd --add-port=8321/tcp"),
        ("linux", set(), "sudo ufw allow 8321/tcp"),
        ("darwin", set(), "Firewall"),
        ("win32", set(), "localport=8321"),
    ],
)
def test_how_a_firewall_is_opened(system: str, programs: set[str], words: str) -> None:
    """In the words of the system."""
    assert words in doctor._open(8321, lambda name: name if name in programs else None, system)
