"""Compiling in advance: only what a game brings, and what fails is told."""

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
def a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled there yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm_up, "_ready", set())


def test_a_game_that_brings_nothing_needs_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ready at once, and nobody tries to compile it."""
    known = {**all_games(), "pig": Pig}
    monkeypatch.setattr(warm_up, "all_games", lambda: known)
    assert warm_up.is_compiled(("odds", "pig"))
    assert warm_up.is_compiled(("hint", "pig"))
    assert {name for _, name in warm_up.all_kernels()} == set(all_games())


def test_what_fails_is_told_and_not_marked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One game's trouble keeps nobody from the others, and is no secret."""
    asked: list[str] = []

    def fail(name: str) -> None:
        asked.append(name)
        raise RuntimeError(f"{name} is out of order")

    monkeypatch.setattr(warm_up, "_USE", dict.fromkeys(warm_up._USE, fail))
    warm_up.warm_up()
    assert asked == [*all_games(), *all_games(), *all_games()]
    assert "junior is out of order" in capsys.readouterr().err
    assert not warm_up.is_compiled(("odds", "junior"))


def test_without_locks_each_process_compiles_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows: nobody is waited for, and what one has compiled is marked for the next."""
    monkeypatch.setattr(warm_up, "fcntl", None)
    monkeypatch.setattr(warm_up, "_USE", dict.fromkeys(warm_up._USE, str))
    assert not warm_up.can_compile_beside()
    assert warm_up.begin_warm_up() is None
    assert not warm_up.is_being_compiled(("odds", "junior"))
    assert warm_up.load(("odds", "junior"))
    assert warm_up.is_compiled(("odds", "junior"))


def test_asking_loads_no_compiler() -> None:
    """A server that starts asks what is still to be compiled, and answers its first visitor without Numba and NumPy."""
    asked = "[warm_up.is_compiled(kernels) for kernels in warm_up.all_kernels()]"
    program = (
        f"import sys; from roost.study.review import warm_up; print({asked}, {{'numba', 'numpy'}} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"{[False] * len(warm_up.all_kernels())} set()\n"


@pytest.mark.soak
def test_whole_games_need_nothing_that_is_not_compiled_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither bots nor odds nor hints, from the first choice to the last."""
    monkeypatch.undo()  # with what this machine has compiled already
    names = ("junior", "picnic", "heckmeck", "barbecue")[: tries(2, 4)]
    program = [sys.executable, str(Path(__file__).parent / "left_to_compile.py"), *names]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")
