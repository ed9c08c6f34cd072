"""Tests that compiled code is cached on disk and renewed when a source changes."""

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
    """Run code in a new interpreter and return its output."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def test_a_second_start_compiles_nothing() -> None:
    """Another process finds the compiled code in the cache."""
    play(roost.game("junior"), 1)
    assert run(HITS) == "1 0"


def test_the_stamp_covers_every_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A change in any file that a kernel may include changes the stamp of all kernels."""
    for folder in ("study/fast", "games/junior/adapters"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "code.py").write_text("1")
    monkeypatch.setattr(compiler, "__file__", str(tmp_path / "study" / "fast" / "compiler.py"))
    stamp = compiler.sources_stamp.__wrapped__
    before = stamp()
    assert stamp() == before
    (tmp_path / "games/junior/adapters/code.py").write_text("2")
    assert stamp() != before


def test_the_cache_carries_the_stamp() -> None:
    """Numba compares our stamp, which covers more files than its own."""
    kernel: Any = game_kernel.play_random  # a dispatcher of Numba, whose cache we replace
    stamp = kernel._cache._cache_file._source_stamp
    assert stamp == compiler._stamp(kernel.py_func)
    assert stamp != compiler._stamp(_beside_this_file)


def _beside_this_file() -> None:
    """Serve as a function in another folder than the kernel's."""


@pytest.mark.parametrize("module", ["roost", "roost.cli", "roost.lab.envs", "roost.core.registry", "roost.study.bots"])
def test_quick_starters_do_not_load_numba(module: str) -> None:
    """Importing a module does not load Numba, which is needed only for compiling."""
    assert run(f"import sys, {module}; print('numba' in sys.modules)") == "False"


class _Changed:
    """An internal class of a later Numba, with other methods."""

    def __init__(self, function: object) -> None:
        pass


def test_the_installed_numba_has_the_required_internals() -> None:
    """The installed version lacks no internal, and unknown options are dropped."""
    assert compiler.missing_parts() == []
    assert compiler.known_options({"_nrt": False, "inline_twice": True}) == {"_nrt": False}


def twice(number: int) -> int:
    """Double a number, as a function to compile."""
    return 2 * number


class _Locked:
    """A substitute for ``tempfile`` on a disk without write permission."""

    @staticmethod
    def TemporaryFile(**_: object) -> None:  # noqa: N802  # as the standard library calls it
        raise PermissionError(13, "Permission denied")


def test_without_a_writable_folder_code_is_compiled_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """No warning is given if no folder is writable, because Numba's internals are not missing."""
    monkeypatch.setattr(caching, "tempfile", _Locked)
    assert compiler.missing_parts() == []
    compiled: Any = compiler.entry_point(twice)
    assert compiled(21) == 42
    assert not compiled.stats.cache_path


def test_disk_errors_do_not_prevent_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that cannot be written to the cache, or read from it, is compiled."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for method in ("save", "load"):
        monkeypatch.setattr(caching.IndexDataCacheFile, method, full)
    assert compiler.entry_point(twice)(21) == 42


def test_a_cache_with_a_renamed_record_type_is_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of another version may name types that do not exist any more."""

    def renamed(*_: object) -> None:
        raise AttributeError("Can't get attribute 'Record'")

    monkeypatch.setattr(caching.IndexDataCacheFile, "load", renamed)
    assert compiler.entry_point(twice)(21) == 42


def test_a_numba_without_the_required_internals_still_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The missing internals cause a warning, the code is not cached on disk, and the results are the same."""
    assert compiler.missing_parts(_Changed, _Changed) == ["effort", "stamp"]
    monkeypatch.setattr(compiler, "missing_parts", lambda: ["effort", "stamp"])
    compiler._missing.cache_clear()
    try:
        with pytest.warns(RuntimeWarning, match="lacks internals"):
            compiled: Any = compiler.entry_point(twice)
        assert compiled(21) == 42
        assert not compiled.stats.cache_path
    finally:
        compiler._missing.cache_clear()
