"""Compiling in advance: only what a game brings, and what fails is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from roost_pig import Pig

from roost.games import all_games
from roost.review import warming


@pytest.fixture(autouse=True)
def a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled there yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warming, "_ready", set())


def test_a_game_that_brings_nothing_needs_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ready at once, and nobody tries to compile it."""
    known = {**all_games(), "pig": Pig}
    monkeypatch.setattr(warming, "all_games", lambda: known)
    assert warming.is_compiled(("odds", "pig"))
    assert warming.is_compiled(("hint", "pig"))
    assert {name for _, name in warming.all_kernels()} == set(all_games())


def test_what_fails_is_told_and_not_marked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One game's trouble keeps nobody from the others, and is no secret."""
    asked: list[str] = []

    def fail(state: Any) -> None:
        asked.append(state.game.name)
        raise RuntimeError(f"{state.game.name} is out of order")

    monkeypatch.setattr("roost.odds.position.position_odds", fail)
    monkeypatch.setattr("roost.review.modelled.hint_at", fail)
    warming.warm_up()
    assert asked == [*all_games(), *all_games()]
    assert "junior is out of order" in capsys.readouterr().err
    assert not warming.is_compiled(("odds", "junior"))


def test_asking_loads_no_compiler() -> None:
    """A server that starts asks what is still to be compiled, and answers its first visitor without Numba and NumPy."""
    asked = "[warming.is_compiled(kernels) for kernels in warming.all_kernels()]"
    program = f"import sys; from roost.review import warming; print({asked}, {{'numba', 'numpy'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"{[False] * len(warming.all_kernels())} set()\n"
