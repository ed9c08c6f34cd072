"""``roost doctor`` finds problems, explains them and says how to solve them."""

import socket
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from command import run
from roost.cli import doctor
from roost.cli.doctor import Finding, Severity, diagnose
from roost.core.words import Language, Messages
from roost.play.server.http import fast_path
from roost.play.server.settings import Settings
from roost.study.fast import compiler
from roost.study.folders import NOWHERE
from roost.study.review import warm_up


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    monkeypatch.setattr(warm_up, "_ready", set())


def findings(tmp_path: Path, **changed: object) -> list[Finding]:
    """Return the doctor's findings for a database made for the test."""
    settings = Settings(**{"database": str(tmp_path / "roost.db"), "port": 0, **changed})  # type: ignore[arg-type]
    return list(diagnose(settings, Messages()))


def sentences(results: list[Finding], verdict: Severity) -> str:
    """Return the sentences of the findings with a given verdict."""
    return "\n".join(finding.text for finding in results if finding.verdict is verdict)


@pytest.mark.parametrize("language", Language)
def test_a_healthy_machine_has_no_errors_in_any_language(tmp_path: Path, language: Language) -> None:
    ran = run("doctor", "--database", str(tmp_path / "roost.db"), "--lang", language.value)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("✓ Roost ")
    assert "✗" not in ran.out
    assert "roost.db" in ran.out


def test_a_file_that_is_not_a_database_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "roost.db").write_bytes(b"no database" * 100)
    ran = run("doctor", "--database", str(tmp_path / "roost.db"), "--lang", "en")
    assert ran.code == 1
    assert "✗ The database cannot be used: file is not a database." in ran.out


def test_a_database_password_is_not_shown(tmp_path: Path) -> None:
    results = findings(tmp_path, database="postgresql+psycopg://roost:secret@127.0.0.1:1/roost")
    assert "The database cannot be used" in sentences(results, Severity.BAD)
    assert "secret" not in "".join(finding.text for finding in results)


def test_a_port_in_use_is_a_note(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} is not available" in sentences(findings(tmp_path, port=port), Severity.NOTE)


def test_the_state_of_compilation_is_reported(tmp_path: Path) -> None:
    """The three states are: not compiled, being compiled, and compiled."""
    assert "not compiled yet" in sentences(findings(tmp_path), Severity.NOTE)
    with warm_up._lock():
        assert "are being compiled" in sentences(findings(tmp_path), Severity.NOTE)
    for kernels in warm_up.all_kernels():
        warm_up._mark(kernels).touch()
    assert "Everything is compiled" in sentences(findings(tmp_path), Severity.GOOD)


def test_a_read_only_cache_is_an_error_that_names_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "cache_folder", lambda: NOWHERE)
    results = findings(tmp_path)
    assert "NUMBA_CACHE_DIR" in sentences(results, Severity.BAD)
    assert "in the background" not in sentences(results, Severity.NOTE)


def test_missing_libraries_are_errors_and_missing_extras_are_notes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note names the command that installs the extra, if it exists for the platform."""

    def version(name: str) -> str:
        if name in ("numba", "textual", "ray", "open_spiel"):
            raise PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(doctor, "version", version)
    results = findings(tmp_path)
    assert "Missing libraries: textual." in sentences(results, Severity.BAD)
    assert '.venv/bin/pip install -e ".[fast]"' in sentences(results, Severity.NOTE)
    assert '.venv/bin/pip install -e ".[ray]"' in sentences(results, Severity.NOTE)
    assert "openspiel" in sentences(results, Severity.NOTE)
    monkeypatch.setattr(sys, "platform", "win32")
    assert "openspiel" not in sentences(findings(tmp_path), Severity.NOTE)


def test_every_extra_for_users_is_checked() -> None:
    """The doctor's list equals the extras of pyproject.toml, without those for developers."""
    declared = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    extras = set(declared["project"]["optional-dependencies"])
    assert {*doctor._EXTRAS.values(), "fast", "docs", "dev"} == extras


def test_missing_library_internals_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_path, "missing_parts", lambda: ["cycle"])
    monkeypatch.setattr(compiler, "missing_parts", lambda: ["stamp"])
    notes = sentences(findings(tmp_path), Severity.NOTE)
    assert "This version of uvicorn lacks cycle" in notes
    assert "This version of numba lacks stamp" in notes


def test_an_old_python_is_an_error() -> None:
    assert doctor._python(Messages().say, (3, 10)).verdict is Severity.BAD


@pytest.mark.parametrize(
    ("system", "programs", "words"),
    [
        ("linux", {"firewall-cmd"}, "sudo firewall-cmd --add-port=8321/tcp"),
        ("linux", set(), "sudo ufw allow 8321/tcp"),
        ("darwin", set(), "Firewall"),
        ("win32", set(), "localport=8321"),
    ],
)
def test_the_firewall_advice_fits_the_system(system: str, programs: set[str], words: str) -> None:
    assert words in doctor._open(8321, lambda name: name if name in programs else None, system)
