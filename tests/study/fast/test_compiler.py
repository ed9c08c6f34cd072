"""Compiled code is kept on disk, and made anew when any of its sources changes."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core import caching

import roost
from roost.study.fast import compiler, game_kernel, play

HITS = """
import roost
from roost.study.fast import play, game_kernel
play(roost.game("junior"), 1)
stats = game_kernel.play_random.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def run(code: str) -> str:
    """The output of a fresh interpreter."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def test_a_second_start_compiles_nothing() -> None:
    """Another process finds what this one compiled."""
    play(roost.game("junior"), 1)
    assert run(HITS) == "1 0"


def test_the_stamp_covers_every_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A change in any file that can end up in a kernel changes the stamp of all."""
    for folder in ("study/fast", "games/junior/faces"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "code.py").write_text("1")
    monkeypatch.setattr(compiler, "__file__", str(tmp_path / "study" / "fast" / "compiler.py"))
    stamp = compiler.sources_stamp.__wrapped__
    before = stamp()
    assert stamp() == before
    (tmp_path / "games/junior/faces/code.py").write_text("2")
    assert stamp() != before


def test_the_cache_carries_the_stamp() -> None:
    """Numba compares our stamp, not that of one file: it covers the files beside a kernel too."""
    kernel: Any = game_kernel.play_random  # Numba's own, whose cache we replace
    kept = kernel._cache._cache_file._source_stamp
    assert kept == compiler._stamp(kernel.py_func)
    assert kept != compiler._stamp(_beside_this_file)


def _beside_this_file() -> None:
    """A function in another folder than the kernel's."""


@pytest.mark.parametrize("module", ["roost", "roost.cli", "roost.lab.envs", "roost.core.registry", "roost.study.bots"])
def test_what_starts_quickly_loads_no_compiler(module: str) -> None:
    """Numba is loaded when something is compiled, never at start-up."""
    assert run(f"import sys, {module}; print('numba' in sys.modules)") == "False"


class _Changed:
    """A part of some later Numba."""

    def __init__(self, function: object) -> None:
        pass


def test_this_numba_has_what_we_rely_on() -> None:
    """The version that is installed is one that we know."""
    assert compiler.missing_parts() == []
    assert compiler.known_options({"_nrt": False, "inline_twice": True}) == {"_nrt": False}


def twice(number: int) -> int:
    """Something to compile."""
    return 2 * number


class _Locked:
    """The standard library's ``tempfile`` where nobody may write."""

    @staticmethod
    def TemporaryFile(**_: object) -> None:  # noqa: N802  # as the standard library calls it
        raise PermissionError(13, "Permission denied")


def test_where_nothing_can_be_kept_each_process_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba looks for a place by writing there. Without one nothing of it is missing, and nothing is said."""
    monkeypatch.setattr(caching, "tempfile", _Locked)
    assert compiler.missing_parts() == []
    compiled: Any = compiler.entry_point(twice)
    assert compiled(21) == 42
    assert not compiled.stats.cache_path


def test_a_place_that_is_full_or_gone_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that cannot be kept, or read again, is compiled."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for method in ("save", "load"):
        monkeypatch.setattr(caching.IndexDataCacheFile, method, full)
    assert compiler.entry_point(twice)(21) == 42


def test_code_kept_for_a_record_that_has_another_name_now_is_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of another version may name types that this one does not have."""

    def renamed(*_: object) -> None:
        raise AttributeError("Can't get attribute 'Record'")

    monkeypatch.setattr(caching.IndexDataCacheFile, "load", renamed)
    assert compiler.entry_point(twice)(21) == 42


def test_a_numba_that_has_changed_compiles_the_plain_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without our stamp nothing is kept on disk, and without our effort Numba uses its own; the results are equal."""
    assert compiler.missing_parts(_Changed, _Changed) == ["effort", "stamp"]
    monkeypatch.setattr(compiler, "missing_parts", lambda: ["effort", "stamp"])
    compiler._missing.cache_clear()
    try:
        with pytest.warns(RuntimeWarning, match="lacks what we rely on"):
            compiled: Any = compiler.entry_point(twice)
        assert compiled(21) == 42
        assert not compiled.stats.cache_path
    finally:
        compiler._missing.cache_clear()
