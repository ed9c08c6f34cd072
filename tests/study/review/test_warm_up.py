"""Tests of compiling in advance."""

import subprocess
import sys
from pathlib import Path

import pytest
from roost_pig import Pig

from roost.core.registry import all_games
from roost.study.review import warm_up
from soak import tries

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm_up, "_ready", set())


def test_a_game_without_kernels_needs_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without kernels counts as compiled, and is not in the list of kernels."""
    known = {**all_games(), "pig": Pig}
    monkeypatch.setattr(warm_up, "all_games", lambda: known)
    assert warm_up.is_compiled(("odds", "pig"))
    assert warm_up.is_compiled(("hint", "pig"))
    assert {name for _, name in warm_up.all_kernels()} == set(all_games())


def test_failures_are_printed_and_not_marked_as_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error in one game's code does not affect the other games."""
    attempts: list[str] = []

    def fail(name: str) -> None:
        attempts.append(name)
        raise RuntimeError(f"{name} is out of order")

    monkeypatch.setattr(warm_up, "_USE", dict.fromkeys(warm_up._USE, fail))
    warm_up.warm_up()
    assert attempts == [*all_games(), *all_games(), *all_games()]
    assert "junior is out of order" in capsys.readouterr().err
    assert not warm_up.is_compiled(("odds", "junior"))


def test_without_locks_each_process_compiles_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without locks, as on Windows, there is no warm-up process, but compiled kernels are marked."""
    monkeypatch.setattr(warm_up, "fcntl", None)
    monkeypatch.setattr(warm_up, "_USE", dict.fromkeys(warm_up._USE, str))
    assert not warm_up.can_compile_beside()
    assert warm_up.begin_warm_up() is None
    assert not warm_up.is_being_compiled(("odds", "junior"))
    assert warm_up.load(("odds", "junior"))
    assert warm_up.is_compiled(("odds", "junior"))


def test_checking_kernels_does_not_load_numba() -> None:
    """A starting server checks which kernels are compiled without loading Numba and NumPy."""
    checks = "[warm_up.is_compiled(kernels) for kernels in warm_up.all_kernels()]"
    program = (
        f"import sys; from roost.study.review import warm_up; print({checks}, {{'numba', 'numpy'}} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == f"{[False] * len(warm_up.all_kernels())} set()\n"


@pytest.mark.soak
def test_whole_games_need_no_further_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the warm-up, bots, odds and hints need no new kernel in whole games."""
    monkeypatch.undo()  # use this machine's cache
    names = ("junior", "picnic", "heckmeck", "barbecue")[: tries(2, 4)]
    program = [sys.executable, str(Path(__file__).parent / "left_to_compile.py"), *names]
    result = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "\n", "")
