"""Tests of the folders for caches and for the user's data."""

from pathlib import Path

import platformdirs
import pytest

from roost.study import folders
from roost.study.folders import NOWHERE, cache_folder, data_folder


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set up an installation's sources and a user cache in temporary folders, without the environment variable."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(folders, "SOURCES", tmp_path / "sources")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "home" / name)
    (tmp_path / "sources").mkdir()
    return tmp_path / "sources"


def locked(path: Path) -> Path:
    """Make a path below which no folder can be created, not even by root."""
    if path.is_dir():
        path.rmdir()
    path.touch()
    return path / "cache"


def test_the_first_writable_folder_is_the_cache(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment variable's folder comes first, then the one beside the sources, then the user's cache."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(sources.parent / "named" / "deep"))
    assert cache_folder() == sources.parent / "named" / "deep"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(locked(sources.parent / "named")))
    assert cache_folder() == sources / "__pycache__"
    locked(sources)
    assert cache_folder() == sources.parent / "home" / "roost"
    locked(sources.parent / "home")
    assert cache_folder() == NOWHERE


def test_a_user_without_a_home_has_no_folders(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing home folder is not an error; the folders are then paths that do not exist."""

    def homeless(name: str) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(platformdirs, "user_cache_path", homeless)
    monkeypatch.setattr(platformdirs, "user_data_path", homeless)
    locked(sources)
    assert (cache_folder(), data_folder()) == (NOWHERE, NOWHERE)
    assert not NOWHERE.exists()
