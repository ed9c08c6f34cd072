"""Where things are kept: what can be worked out again, and what cannot."""

from pathlib import Path

import platformdirs
import pytest

from roost.study import folders
from roost.study.folders import NOWHERE, cache_folder, data_folder


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sources of an installation, with a user's own cache beside them, and no variable set."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(folders, "SOURCES", tmp_path / "sources")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "home" / name)
    (tmp_path / "sources").mkdir()
    return tmp_path / "sources"


def locked(path: Path) -> Path:
    """A place below which nobody can make anything, not even root."""
    if path.is_dir():
        path.rmdir()
    path.touch()
    return path / "cache"


def test_the_first_place_that_can_be_written_to_is_taken(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that is named, else beside the sources, else in the user's cache, else none."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(sources.parent / "named" / "deep"))
    assert cache_folder() == sources.parent / "named" / "deep"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(locked(sources.parent / "named")))
    assert cache_folder() == sources / "__pycache__"
    locked(sources)
    assert cache_folder() == sources.parent / "home" / "roost"
    locked(sources.parent / "home")
    assert cache_folder() == NOWHERE


def test_a_user_without_a_home(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of theirs is anywhere, and asking for it is no error."""

    def homeless(name: str) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(platformdirs, "user_cache_path", homeless)
    monkeypatch.setattr(platformdirs, "user_data_path", homeless)
    locked(sources)
    assert (cache_folder(), data_folder()) == (NOWHERE, NOWHERE)
    assert not NOWHERE.exists()
